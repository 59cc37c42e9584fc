import { describe, expect, test } from 'bun:test'
import {
  type DecodedRead,
  DecodeError,
  type Decoder,
  type MessageSource,
  unknownSource,
} from '../../../src/tracking/formats/payloads/decoder'
import { type Micros, parseInstant, toMicros } from '../../../src/base/time'

/** A payload, the result of its decoder, and the title of the test. */
interface Row {
  readonly sentence: string
  /** Text and bytes as they are, anything else as JSON. */
  readonly payload: unknown
  readonly reads?: readonly DecodedRead[]
  readonly faults?: readonly string[]
  readonly notes?: readonly string[]
  readonly antennas?: Readonly<Record<number, boolean>>
  /** How the message arrived, if that matters. */
  readonly source?: Partial<MessageSource>
  /** Why the whole message is malformed. */
  readonly error?: string
}

export function testRows(name: string, decode: Decoder, rows: readonly Row[]): void {
  describe(name, () => {
    test.each(rows.map((row): [string, Row] => [row.sentence, row]))('%s', (_, row) => {
      const payload = bytesOf(row.payload)
      const source = { ...unknownSource, ...row.source }
      if (row.error !== undefined) {
        expect(() => decode(payload, source)).toThrow(DecodeError)
        expect(() => decode(payload, source)).toThrow(row.error)
        return
      }
      const { reads, faults, notes, antennas } = decode(payload, source)
      expect(reads).toEqual([...(row.reads ?? [])])
      expect(faults.map(({ english }) => english)).toEqual([...(row.faults ?? [])])
      expect((notes ?? []).map(({ english }) => english)).toEqual([...(row.notes ?? [])])
      expect(antennas && Object.fromEntries(antennas)).toEqual(row.antennas)
    })
  })
}

export function bytesOf(payload: unknown): Uint8Array {
  if (payload instanceof Uint8Array) return payload
  return new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload))
}

interface Details extends Partial<Omit<DecodedRead, 'sentAt'>> {
  /** RFC 3339; without it the read has no time. */
  readonly at?: string
}

/** A read of an RFID tag at antenna 1, unless `fields` differ. */
export const readOf = (value: string, { at, ...details }: Details = {}): DecodedRead => ({
  tagType: 'rfid',
  value,
  antenna: 1,
  sentAt: at === undefined ? null : micros(at),
  rssi: null,
  ...details,
})

function micros(text: string): Micros {
  const instant = parseInstant(text)
  if (!instant) throw new Error(`${text} is not an instant`)
  return toMicros(instant)
}
