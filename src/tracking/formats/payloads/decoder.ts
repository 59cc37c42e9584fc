import type { Message } from '../../../base/messages'
import { formatMessages } from './messages'
import type { Micros } from '../../../base/time'
import type { Telemetry } from '../telemetry/measured'
import type { Zone } from '../../../contract/zones'

/** One read as a reader reports it. */
export interface DecodedRead {
  readonly tagType: 'rfid' | 'ble' | 'barcode'
  readonly value: string
  /**
   * Other names of the tag, the preferred one first: a beacon has its MAC address beside the identity it advertises.
   */
  readonly aliases?: readonly string[]
  readonly antenna: number
  /** Time of the reader's clock; null when the reader sends none. */
  readonly sentAt: Micros | null
  readonly rssi: number | null
  /** The number of the chip, as hexadecimal digits in upper case. */
  readonly tid?: string
  /** What the tag says about itself. */
  readonly telemetry?: Telemetry
}

export interface Decoded {
  /** Empty for a heartbeat or a status message, which are valid messages. */
  readonly reads: readonly DecodedRead[]
  /** One sentence for each entry that should be a read but cannot be decoded. */
  readonly faults: readonly Message[]
  /** One sentence for each optional field of a read that could not be read. The reads are complete without it. */
  readonly notes?: readonly Message[]
  /** Whether an antenna is connected, by port; only the antennas that the message reports. */
  readonly antennas?: ReadonlyMap<number, boolean>
}

/** What a message is decoded with, beside its payload. */
export interface MessageSource {
  /** The MQTT topic; null over HTTP. */
  readonly topic: string | null
  /** The zone of all times of the reader; null: as they are sent. */
  readonly zone: Zone | null
  readonly receivedAt: Micros
}

export const unknownSource: MessageSource = { topic: null, zone: null, receivedAt: 0 }

/** The payload is not in the format, so the message is malformed. */
export class DecodeError extends Error {
  constructor(readonly said: Message) {
    super(said.english)
  }
}

/** Decodes the payload of a reader. It is a pure function. Throws DecodeError. */
export type Decoder = (payload: Uint8Array, source?: MessageSource) => Decoded

/** Maximum number of wrong entries. Throwing and catching an error takes microseconds. Real messages have fewer. */
const faultsMax = 10_000

/** Throws DecodeError when a payload has too many wrong entries. `reason` is the fault of one of them. */
export function requireFewFaults(count: number, reason: Message): void {
  if (count > faultsMax)
    throw new DecodeError(formatMessages('format.many_faults', { max: faultsMax, reason }))
}

/**
 * Decodes each entry by itself, so that a wrong entry does not affect the others. Throws DecodeError when all entries
 * are wrong.
 *
 * @param entries values, or the errors of entries that could not be parsed
 * @param decode returns null for an entry that is not about a tag; throws DecodeError
 * @param fields the optional fields that `decode` has read
 * @param antennas the antennas that `decode` has found
 */
export function decodeEntries<T>(
  entries: readonly (T | DecodeError)[],
  decode: (entry: T) => DecodedRead | null,
  fields?: { readonly notes: readonly Message[] },
  antennas: ReadonlyMap<number, boolean> = new Map(),
): Decoded {
  const reads: DecodedRead[] = []
  const faults: Message[] = []
  for (const entry of entries) {
    try {
      if (entry instanceof DecodeError) throw entry
      const read = decode(entry)
      if (read) reads.push(read)
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      faults.push(error.said)
      requireFewFaults(faults.length, error.said)
    }
  }
  if (faults.length === entries.length && faults[0] !== undefined) throw new DecodeError(faults[0])
  const notes = fields?.notes ?? []
  return { reads, faults, ...(notes.length > 0 && { notes }), ...(antennas.size > 0 && { antennas }) }
}

export type Fields = Readonly<Record<string, unknown>>

export function asObject(value: unknown, name: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new DecodeError(formatMessages('format.object', { name }))
}

export function asArray(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new DecodeError(formatMessages('format.array', { name }))
}

/** Returns the value of a tag. Throws DecodeError when a tag cannot have it (docs/api.md, Texts). */
export function asValue(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '' || value.length > 255 || !value.isWellFormed())
    throw new DecodeError(formatMessages('format.string', { name }))
  // PostgreSQL does not store it, and no tag has it.
  if (value.includes('\0')) throw new DecodeError(formatMessages('format.nul', { name }))
  return value
}

/** Returns the type of a tag, in upper or lower case; `rfid` when it is absent. Throws DecodeError for another one. */
export function asTagType(value: unknown): DecodedRead['tagType'] {
  if (isAbsent(value)) return 'rfid'
  const text = typeof value === 'string' ? value.toLowerCase() : value
  if (text === 'rfid' || text === 'ble' || text === 'barcode') return text
  throw new DecodeError(formatMessages('format.tag_type'))
}

/** Whether a field has no value. Readers leave out a field without a value, or send it empty. */
export const isAbsent = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === ''

const decimal = /^[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/

/** Returns a number that is sent as a number or as text; null for another value. */
export function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' && decimal.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Returns a number that is sent as a number or as text. Throws DecodeError. */
export function asNumber(value: unknown, name: string): number {
  const number = numberIn(value)
  if (number === null) throw new DecodeError(formatMessages('format.number', { name }))
  return number
}

export function asAntenna(value: unknown, name: string): number {
  const port = asNumber(value, name)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new DecodeError(formatMessages('format.port', { name }))
}
