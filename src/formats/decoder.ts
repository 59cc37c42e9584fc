import type { Micros } from '../time'

/** One read as a reader reports it. */
export interface DecodedRead {
  readonly tagType: 'rfid' | 'ble' | 'barcode'
  readonly value: string
  /** What else the tag may be known by, the best first: a beacon's MAC address beside what it advertises. */
  readonly aliases?: readonly string[]
  readonly antenna: number
  /** By the reader's clock; null where it sends none. */
  readonly sentAt: Micros | null
  readonly rssi: number | null
}

export interface Decoded {
  /** None in a heartbeat or a status message, which is a good message. */
  readonly reads: readonly DecodedRead[]
  /** One sentence for each entry that claims to be a read but is not. */
  readonly faults: readonly string[]
  /** By port, whether an antenna is connected; only those of which the message tells. */
  readonly antennas?: ReadonlyMap<number, boolean>
}

/** The payload is not of this format: the message is malformed. */
export class DecodeError extends Error {}

/** A pure function from a reader's payload to its reads; throws DecodeError. */
export type Decoder = (payload: Uint8Array) => Decoded

/** To throw and catch takes microseconds, and no honest message has so many entries that are wrong. */
const faultsMax = 10_000

/** Throws DecodeError if a payload has too many entries that are no reads; `reason` is what is wrong with one of them. */
export function requireFewFaults(count: number, reason: string): void {
  if (count > faultsMax)
    throw new DecodeError(`The payload has more than ${faultsMax} entries that are no reads: ${reason}`)
}

/**
 * Decodes each entry by itself, so that one bad entry costs no good one; all of them bad is a malformed message.
 * An entry may be the reason why it could not be parsed; `decode` answers null for one that tells of no tag.
 */
export function decodeEntries<T>(
  entries: readonly (T | DecodeError)[],
  decode: (entry: T) => DecodedRead | null,
  antennas: ReadonlyMap<number, boolean> = new Map(),
): Decoded {
  const reads: DecodedRead[] = []
  const faults: string[] = []
  for (const entry of entries) {
    try {
      if (entry instanceof DecodeError) throw entry
      const read = decode(entry)
      if (read) reads.push(read)
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      faults.push(error.message)
      requireFewFaults(faults.length, error.message)
    }
  }
  if (faults.length === entries.length && faults[0] !== undefined) throw new DecodeError(faults[0])
  return { reads, faults, ...(antennas.size > 0 && { antennas }) }
}

export type Fields = Readonly<Record<string, unknown>>

export function asObject(value: unknown, name: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new DecodeError(`${name} must be an object`)
}

export function asArray(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new DecodeError(`${name} must be an array`)
}

/** The identifier of a tag, of the length that tags may have (docs/api.md, Texts). */
export function asValue(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '' && value.length <= 255 && value.isWellFormed()) return value
  throw new DecodeError(`${name} must be a text of 1 to 255 characters`)
}

/** Readers leave out what they don't know, or send it empty. */
export const isAbsent = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === ''

const decimal = /^[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/

/** A number, or its digits as text: readers send both. */
export function asNumber(value: unknown, name: string): number {
  const number = typeof value === 'string' && decimal.test(value.trim()) ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw new DecodeError(`${name} must be a number`)
}

export function asAntenna(value: unknown, name: string): number {
  const port = asNumber(value, name)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new DecodeError(`${name} must be an antenna port`)
}

/** Port 1 where the reader names none: it has a single antenna, or was told to leave the port out. */
export const asOptionalAntenna = (value: unknown, name: string): number =>
  isAbsent(value) ? 1 : asAntenna(value, name)

export const asOptionalRssi = (value: unknown, name: string): number | null =>
  isAbsent(value) ? null : asNumber(value, name)
