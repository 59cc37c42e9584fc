import { BoundedMap } from '../bounded-map'
import type { Micros } from '../time'
import {
  asNumber,
  asOptionalAntenna,
  asOptionalRssi,
  asValue,
  type DecodedRead,
  DecodeError,
  type Decoder,
  decodeEntries,
  isAbsent,
} from './decoder'
import { allOf, compilePath, firstOf, type Path } from './json-path'
import { parsePayload } from './payload'
import { fromIso, fromUnix } from './times'

export const timeFormats = ['rfc3339', 'unix_s', 'unix_ms', 'unix_us'] as const

/** The paths to reads in a reader's own JSON (docs/history.md, Payload formats), as JSONPath: see json-path.ts. */
export interface Mapping {
  /** To the entries: an array that is found stands for its items, anything else for itself. */
  readonly reads: string
  /** This path and those below start at an entry. */
  readonly value: string
  /** A path, or a port; 1 when absent. */
  readonly antenna?: string | number
  readonly observed_at?: string
  readonly time_format?: (typeof timeFormats)[number]
  readonly rssi?: string
  /** By what RSSI is multiplied: 0.01 for hundredths of a dBm. */
  readonly rssi_scale?: number
  /** A path, or a type; `rfid` when absent. */
  readonly tag_type?: string
}

/** Everything but a path is a constant. */
export const isPath = (source: unknown): source is string =>
  typeof source === 'string' && source.startsWith('$')

/** Throws PathError for a mapping that was not checked. */
export function mappingDecoder(mapping: Mapping): Decoder {
  const readsPath = compilePath(mapping.reads, { mayDescend: true })
  const valuePath = compilePath(mapping.value)
  const rssiPath = mapping.rssi === undefined ? undefined : compilePath(mapping.rssi)
  const antenna = sourceOf(mapping.antenna)
  const time = sourceOf(mapping.observed_at)
  const tagType = sourceOf(mapping.tag_type)

  return (payload) => {
    const message = parsePayload(payload)
    const find = finderIn(message)
    return decodeEntries(entriesOf(readsPath, message), (entry) => ({
      tagType: tagTypeOf(find(tagType, entry)),
      value: valueOf(firstOf(valuePath, entry), mapping.value),
      antenna: asOptionalAntenna(find(antenna, entry), 'antenna'),
      sentAt: timeOf(find(time, entry), mapping.time_format ?? 'rfc3339'),
      rssi: rssiPath ? rssiOf(firstOf(rssiPath, entry), mapping.rssi_scale) : null,
    }))
  }
}

/** Readers have few mappings; more than these are compiled again. */
const knownMax = 500
const known = new BoundedMap<string, Decoder>(knownMax)

/** Of a mapping as JSON text, which was checked before it was stored. */
export function decoderOfMapping(text: string): Decoder {
  const kept = known.get(text)
  if (kept) return kept
  const decoder = mappingDecoder(JSON.parse(text) as Mapping)
  known.set(text, decoder)
  return decoder
}

type Source = { readonly path: Path } | { readonly constant: unknown }

const sourceOf = (source: string | number | undefined): Source =>
  isPath(source) ? { path: compilePath(source) } : { constant: source }

/** What entries have in common often stands above them: a path that finds nothing in the entry is tried on the message. */
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

/** More than honest reads can be in a message of the usual size: each has a tag. */
const entriesMax = 50_000

/** A null stands for no entries. */
function entriesOf(path: Path, message: unknown): unknown[] {
  const entries = allOf(path, message).flatMap((found) => found ?? [])
  if (entries.length > entriesMax) throw new DecodeError(`The payload has more than ${entriesMax} entries`)
  return entries
}

/** The digits of a number stand for a text, as long as no digit was lost. */
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

function timeOf(value: unknown, format: (typeof timeFormats)[number]): Micros | null {
  if (isAbsent(value)) return null
  if (format === 'rfc3339') return fromIso(value, 'observed_at')
  return fromUnix(value, units[format], 'observed_at')
}

/** A thousandth of a dBm is more than a reader can tell, and less than what a scale of 0.01 does to a double. */
function rssiOf(value: unknown, scale: number | undefined): number | null {
  const rssi = asOptionalRssi(value, 'rssi')
  return rssi === null || scale === undefined ? rssi : asNumber(Number((rssi * scale).toFixed(3)), 'rssi')
}
