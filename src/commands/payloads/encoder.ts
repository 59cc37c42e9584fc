import type { Micros } from '../../time'

/** One read for a payload. */
export interface EncodableRead {
  readonly antenna: number
  /** Upper-case hex: an EPC of 96 bits, or the MAC address of a beacon. */
  readonly value: string
  /** A whole number of the format's ticks. */
  readonly at: Micros
  /** Whole dBm. */
  readonly rssi: number
}

/** Which reader sends a payload. */
export interface Origin {
  readonly key: string
  /** Twelve upper-case hex digits. */
  readonly mac: string
  /** How many messages and reads it has sent before. */
  readonly messages: number
  readonly reads: number
}

/** A payload format, from the reader's side: what a decoder of src/formats takes apart. */
export interface Encoder {
  readonly tagType: 'rfid' | 'ble'
  /** False for a gateway, which has one, without a number. */
  readonly hasAntennas: boolean
  /** False where the payload has no field for it. */
  readonly hasRssi: boolean
  /** The unit of its times; null where the payload has none, and the time of receipt counts. */
  readonly tick: Micros | null
  /** How many reads such a reader sends at once; 1 where a message holds no more. */
  readonly batch: number
  encode(reads: readonly EncodableRead[], origin: Origin): string | Uint8Array
}

/** `2026-08-21T14:03:22.418Z`. */
export const millisecondsText = (at: Micros): string => new Date(at / 1000).toISOString()

/** `AA:BB:CC:DD:EE:FF`. */
export const withColons = (mac: string): string => mac.replace(/..(?!$)/g, '$&:')
