import type { Micros } from '../../time'

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

/** Decodes each entry by itself, so that one bad entry costs no good one; all of them bad is a malformed message. */
export function decodeEntries<T>(entries: readonly T[], decode: (entry: T) => DecodedRead): Decoded {
  const reads: DecodedRead[] = []
  const faults: string[] = []
  for (const entry of entries) {
    try {
      reads.push(decode(entry))
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      faults.push(error.message)
    }
  }
  if (reads.length === 0 && faults[0] !== undefined) throw new DecodeError(faults[0])
  return { reads, faults }
}

export function parsePayload(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch {
    throw new DecodeError('The payload is not valid JSON')
  }
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

/** A tag's identifier, as the contract allows it for tags. */
export function asValue(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '' && value.length <= 255 && value.isWellFormed()) return value
  throw new DecodeError(`${name} must be a text of 1 to 255 characters`)
}

/** A number, or digits as text: readers send both. */
export function asNumber(value: unknown, name: string): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw new DecodeError(`${name} must be a number`)
}

export function asAntenna(value: unknown, name: string): number {
  const port = asNumber(value, name)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new DecodeError(`${name} must be an antenna port`)
}

export const asOptionalRssi = (value: unknown, name: string): number | null =>
  value === undefined || value === null || value === '' ? null : asNumber(value, name)
