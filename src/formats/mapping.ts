import { BoundedMap } from '../bounded-map'
import type { Micros } from '../time'
import { asValue, type DecodedRead, DecodeError, type Decoder, decodeEntries, isAbsent } from './decoder'
import { allOf, compilePath, firstOf, type Path } from './json-path'
import { OptionalFields } from './optional-fields'
import { parsePayload } from './payload'

export const timeFormats = ['rfc3339', 'unix_s', 'unix_ms', 'unix_us'] as const

/** The JSONPaths of the reads in a reader's own JSON (docs/history.md, Payload formats; see json-path.ts). */
export interface Mapping {
  /** Path of the entries. Each item of an array is an entry; any other value is one entry. */
  readonly reads: string
  /** This path and the paths below start at an entry. */
  readonly value: string
  /** A path or a port; 1 when absent. */
  readonly antenna?: string | number
  readonly observed_at?: string
  readonly time_format?: (typeof timeFormats)[number]
  readonly rssi?: string
  /** Factor for RSSI: 0.01 when the reader sends hundredths of a dBm. */
  readonly rssi_scale?: number
  /** A path or a type; `rfid` when absent. */
  readonly tag_type?: string
}

/** Whether a source is a path. Any other source is a constant. */
export const isPath = (source: unknown): source is string =>
  typeof source === 'string' && source.startsWith('$')

/** Returns the decoder of a mapping. Throws PathError when a path of the mapping is invalid. */
export function mappingDecoder(mapping: Mapping): Decoder {
  const readsPath = compilePath(mapping.reads, { mayDescend: true })
  const valuePath = compilePath(mapping.value)
  const rssiPath = mapping.rssi === undefined ? undefined : compilePath(mapping.rssi)
  const antenna = sourceOf(mapping.antenna)
  const time = sourceOf(mapping.observed_at)
  const tagType = sourceOf(mapping.tag_type)

  return (payload, source) => {
    const fields = new OptionalFields(source)
    const message = parsePayload(payload)
    const find = finderIn(message)
    return decodeEntries(
      entriesOf(readsPath, message),
      (entry) => ({
        tagType: tagTypeOf(find(tagType, entry)),
        value: valueOf(firstOf(valuePath, entry), mapping.value),
        antenna: fields.antenna(find(antenna, entry), 'antenna'),
        sentAt: timeOf(fields, find(time, entry), mapping.time_format ?? 'rfc3339'),
        rssi: rssiPath ? fields.rssi(firstOf(rssiPath, entry), 'rssi', mapping.rssi_scale) : null,
      }),
      fields,
    )
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
 * Returns a function that finds a source in an entry, or in the message when the entry does not have it: readers often
 * send what all entries have in common only once.
 */
function finderIn(message: unknown) {
  const common = new Map<Path, unknown>()
  return (source: Source, entry: unknown): unknown => {
    if ('constant' in source) return source.constant
    const { path } = source
    const own = firstOf(path, entry)
    if (!isAbsent(own)) return own
    if (!common.has(path)) common.set(path, firstOf(path, message))
    return common.get(path)
  }
}

/** Maximum number of entries. A message of the usual size contains fewer reads. */
const entriesMax = 50_000

/** Returns the entries of a message. A null is no entry. Throws DecodeError. */
function entriesOf(path: Path, message: unknown): unknown[] {
  const entries = allOf(path, message).flatMap((found) => found ?? [])
  if (entries.length > entriesMax) throw new DecodeError(`The payload has more than ${entriesMax} entries`)
  return entries
}

/** Returns the value of a tag. A number is converted to its digits, unless it is too large to have kept all of them. */
function valueOf(value: unknown, name: string): string {
  if (isAbsent(value)) throw new DecodeError(`An entry has no value at ${name}`)
  return asValue(typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value, name)
}

function tagTypeOf(value: unknown): DecodedRead['tagType'] {
  if (isAbsent(value)) return 'rfid'
  const text = typeof value === 'string' ? value.toLowerCase() : value
  if (text === 'rfid' || text === 'ble' || text === 'barcode') return text
  throw new DecodeError('tag_type must be rfid, ble or barcode')
}

const units = { unix_s: 's', unix_ms: 'ms', unix_us: 'us' } as const

function timeOf(fields: OptionalFields, value: unknown, format: (typeof timeFormats)[number]): Micros | null {
  if (format === 'rfc3339') return fields.time(value, 'observed_at')
  return fields.since1970(value, units[format], 'observed_at')
}
