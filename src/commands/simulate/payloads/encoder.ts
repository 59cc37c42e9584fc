import type { Micros } from '../../../base/time'

/** One read for a payload. */
export interface EncodableRead {
  readonly antenna: number
  /** Upper-case hex: an EPC of 96 bits, or the MAC address of a beacon. */
  readonly value: string
  /** A multiple of the tick of the format. */
  readonly at: Micros
  /** Whole dBm. */
  readonly rssi: number
}

/** The reader that sends a payload. */
interface Origin {
  readonly key: string
  /** Twelve upper-case hex digits. */
  readonly mac: string
  /** Number of messages and of reads that the reader has sent before. */
  readonly messages: number
  readonly reads: number
}

/** Encodes payloads of a format, for which src/tracking/formats has the decoder. */
export interface Encoder {
  readonly tagType: 'rfid' | 'ble'
  /** False for a gateway. It has one antenna, which has no number in the payload. */
  readonly hasAntennas: boolean
  /** Whether the payload has a field for the RSSI. */
  readonly hasRssi: boolean
  /** Resolution of the times, in microseconds. Null if the payload has no times. */
  readonly tick: Micros | null
  /** Usual number of reads in a message; 1 if a message cannot contain more. */
  readonly batch: number
  encode(reads: readonly EncodableRead[], origin: Origin): string | Uint8Array
}

/** Returns a time such as `2026-08-21T14:03:22.418Z`. */
export const millisecondsText = (at: Micros): string => new Date(at / 1000).toISOString()

/** Returns an address such as `AA:BB:CC:DD:EE:FF`. */
export const withColons = (mac: string): string => mac.replace(/..(?!$)/g, '$&:')
