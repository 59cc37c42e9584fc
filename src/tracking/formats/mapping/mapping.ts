import { BoundedMap } from '../../../base/bounded-map'
import type { Micros } from '../../../base/time'
import {
  asTagType,
  type DecodedRead,
  type Decoder,
  decodeEntries,
  isAbsent,
  unknownSource,
} from '../payloads/decoder'
import { compilePath, firstOf, type Path } from './json-path'
import { type Condition, meets } from './conditions'
import { entriesOf, type Entry } from './entries'
import { type ValueMapping, valueReaderOf } from './value'
import { OptionalFields } from '../payloads/optional-fields'
import { parseMessages } from '../payloads/payload'

export const timeFormats = ['rfc3339', 'unix_s', 'unix_ms', 'unix_us'] as const

/** The JSONPaths of the reads in a reader's own JSON (docs/history.md, Payload formats; see json-path.ts). */
export interface Mapping extends ValueMapping {
  /** Path of the entries. Each item of an array is an entry; any other value is one entry. */
  readonly reads: string
  /** Path of the tag value, or of the object with it, when it is above the entries. It starts at the message. */
  readonly parent?: string
  /** Entries that do not meet all conditions are not reads. Their paths, and those below, start at an entry. */
  readonly when?: readonly Condition[]
  /** A path or a port; 1 when absent. */
  readonly antenna?: string | number
  /** The ports of antennas that have names. */
  readonly antenna_names?: Readonly<Record<string, number>>
  readonly observed_at?: string
  readonly time_format?: (typeof timeFormats)[number]
  readonly rssi?: string
  /** Factor for RSSI: 0.01 when the reader sends hundredths of a dBm. */
  readonly rssi_scale?: number
  /** A path or a type; `rfid` when absent, and `ble` for an advertisement. */
  readonly tag_type?: string
}

/** Whether a source is a path. Any other source is a constant. */
export const isPath = (source: unknown): source is string =>
  typeof source === 'string' && source.startsWith('$')

/** Returns the decoder of a mapping. Throws PathError when a path of the mapping is invalid. */
export function mappingDecoder(mapping: Mapping): Decoder {
  const paths = {
    reads: compilePath(mapping.reads, { mayDescend: true }),
    parent: mapping.parent === undefined ? undefined : compilePath(mapping.parent),
    hasKeys: mapping.value_from === 'key',
  }
  const valueOf = valueReaderOf(mapping)
  const conditions = (mapping.when ?? []).map((condition) => ({
    condition,
    source: sourceOf(condition.path),
  }))
  const rssiPath = mapping.rssi === undefined ? undefined : compilePath(mapping.rssi)
  const antenna = sourceOf(mapping.antenna)
  const names = new Map(
    Object.entries(mapping.antenna_names ?? {}).map(([name, port]) => [name.trim().toLowerCase(), port]),
  )
  const time = sourceOf(mapping.observed_at)
  const tagType = sourceOf(mapping.tag_type ?? (mapping.value_decode === 'advertisement' ? 'ble' : undefined))

  return (payload, source = unknownSource) => {
    const fields = new OptionalFields(source)
    const find = newFinder()
    const decode = (entry: Entry): DecodedRead | null => {
      if (conditions.some(({ condition, source: at }) => !meets(condition, find(at, entry)))) return null
      const tag = valueOf(entry, source.topic)
      return (
        tag && {
          tagType: asTagType(find(tagType, entry)),
          ...tag,
          antenna: fields.antenna(find(antenna, entry), 'antenna', names),
          sentAt: timeOf(fields, find(time, entry), mapping.time_format ?? 'rfc3339'),
          rssi: rssiPath ? fields.rssi(firstOf(rssiPath, entry.value), 'rssi', mapping.rssi_scale) : null,
        }
      )
    }
    return decodeEntries(entriesOf(paths, parseMessages(payload)), decode, fields)
  }
}

/** Maximum number of compiled mappings in memory. Others are compiled again. */
const compiledMax = 500
const compiled = new BoundedMap<string, Decoder>(compiledMax)

/** Returns the decoder of a stored mapping, as JSON text. Stored mappings have been checked. */
export function decoderOfMapping(text: string): Decoder {
  const known = compiled.get(text)
  if (known) return known
  const decoder = mappingDecoder(JSON.parse(text) as Mapping)
  compiled.set(text, decoder)
  return decoder
}

type Source = { readonly path: Path } | { readonly constant: unknown }

const sourceOf = (source: string | number | undefined): Source =>
  isPath(source) ? { path: compilePath(source) } : { constant: source }

/**
 * Returns a function that finds a source in an entry, or in its message when the entry does not have it: readers often
 * send what all entries have in common only once.
 */
function newFinder() {
  const common = new Map<unknown, Map<Path, unknown>>()
  return (source: Source, { value, message }: Entry): unknown => {
    if ('constant' in source) return source.constant
    const { path } = source
    const own = firstOf(path, value)
    if (!isAbsent(own)) return own
    const ofMessage = common.getOrInsertComputed(message, () => new Map())
    if (!ofMessage.has(path)) ofMessage.set(path, firstOf(path, message))
    return ofMessage.get(path)
  }
}

const units = { unix_s: 's', unix_ms: 'ms', unix_us: 'us' } as const

function timeOf(fields: OptionalFields, value: unknown, format: (typeof timeFormats)[number]): Micros | null {
  if (format === 'rfc3339') return fields.time(value, 'observed_at')
  return fields.since1970(value, units[format], 'observed_at')
}
