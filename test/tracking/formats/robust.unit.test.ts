import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Decoded, DecodeError, type Decoder } from '../../../src/tracking/formats/payloads/decoder'
import { formats } from '../../../src/tracking/formats/formats'
import { mappingDecoder } from '../../../src/tracking/formats/mapping/mapping'
import { examples } from './examples'
import { bytesOf } from './rows'

/** Rules for every format and every message of a reader. */

type Node = null | boolean | number | string | Node[] | { [key: string]: Node }

const oddValue: fc.Arbitrary<Node> = fc.oneof(
  fc.constantFrom<Node[]>('', ' ', '0', '-1', '1e400', 'NaN', '0x10', '\uD800', '\u0000', '1'.repeat(300)),
  fc.constantFrom<Node[]>(0, -0, -1, 1.5, 65_536, 1e21, 2 ** 53, -(2 ** 53), Number.MAX_VALUE),
  fc.constantFrom<Node[]>(null, true, false, [], {}, [[]], [null], { length: 3 }),
  // What JSON can say of a value as well: that it can't be made text or a number.
  fc.constantFrom<Node[]>(
    { toString: 1, valueOf: 1 },
    { toJSON: 1 },
    { constructor: null, hasOwnProperty: 0 },
  ),
  fc.constantFrom<Node[]>('0000-00-00T00:00:00Z', '9999-12-31T23:59:60Z', '2026-06-01T12:00:00-9999'),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Node>,
)

/** A position in a JSON value by fractions, so that it stays valid when the value shrinks. */
const place = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
  minLength: 1,
  maxLength: 6,
})

const change = fc.record({
  place,
  kind: fc.constantFrom('replace' as const, 'remove' as const, 'rename' as const, 'repeat' as const),
  value: oddValue,
})

/** Changes the node at a position, or the last one on the way to it. */
function changed(node: Node, path: readonly number[], kind: string, value: Node): Node {
  const keys = typeof node === 'object' && node !== null ? Object.keys(node) : []
  const [fraction, ...rest] = path
  if (fraction === undefined || keys.length === 0) return kind === 'repeat' ? [node, node] : value
  const index = Math.floor(fraction * keys.length)
  const key = keys[index] as string
  if (Array.isArray(node)) return node.with(index, changed(node[index] as Node, rest, kind, value))
  const { [key]: inner = null, ...others } = node as { [key: string]: Node }
  if (rest.length > 0) return { ...others, [key]: changed(inner, rest, kind, value) }
  if (kind === 'remove') return others
  if (kind === 'rename') return { ...others, [`${key}_`]: inner }
  return { ...others, [key]: kind === 'repeat' ? [inner, inner] : value }
}

/** A good payload with some of its values changed. */
const changedValues = (example: unknown): fc.Arbitrary<Uint8Array> =>
  fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const start = JSON.parse(JSON.stringify(example)) as Node
    return bytesOf(
      JSON.stringify(
        changes.reduce((node, { place: path, kind, value }) => changed(node, path, kind, value), start),
      ),
    )
  })

/** A good payload with some of its bytes overwritten, cut off at its end or doubled. */
const changedBytes = (example: unknown): fc.Arbitrary<Uint8Array> => {
  const good = bytesOf(example)
  const edit = fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }))
  return fc
    .tuple(fc.array(edit, { maxLength: 5 }), fc.nat(good.length), fc.boolean())
    .map(([edits, length, isDoubled]) => {
      const bytes = Uint8Array.from(good)
      for (const [at, byte] of edits) bytes[at] = byte
      return isDoubled ? Buffer.concat([bytes, bytes.subarray(0, length)]) : bytes.subarray(0, length)
    })
}

const isJson = (example: unknown): boolean => !(example instanceof Uint8Array)

function outcomeOf(decode: Decoder, payload: Uint8Array): Decoded | string {
  try {
    return decode(payload)
  } catch (error) {
    if (error instanceof DecodeError) return error.message
    throw error
  }
}

/** A written time identifies a repeat, even if no clock can have it. */
const [yearOne, yearTenThousand] = [Date.UTC(0, 0) * 1000 - 1900 * 366 * 86_400e6, Date.UTC(10_000, 0) * 1000]

function checkDecoded({ reads, faults, notes = [], antennas }: Decoded): void {
  for (const read of reads) {
    expect(['rfid', 'ble', 'barcode']).toContain(read.tagType)
    for (const value of [read.value, ...(read.aliases ?? [])]) {
      expect(value.isWellFormed()).toBeTrue()
      expect(value.length).toBeWithin(1, 256)
    }
    expect(Number.isInteger(read.antenna)).toBeTrue()
    expect(read.antenna).toBeWithin(0, 65_536)
    if (read.sentAt !== null) {
      expect(Number.isInteger(read.sentAt)).toBeTrue()
      expect(read.sentAt).toBeWithin(yearOne, yearTenThousand)
    }
    if (read.rssi !== null) expect(read.rssi).toBeWithin(-127, 0)
  }
  for (const sentence of [...faults, ...notes]) expect(sentence.english).not.toBe('')
  for (const port of antennas?.keys() ?? []) expect(Number.isInteger(port)).toBeTrue()
}

/** Reads or a sentence, the same each time, and the payload is unchanged. */
function checkLaws(decode: Decoder, payload: Uint8Array): void {
  const before = Uint8Array.from(payload)
  const outcome = outcomeOf(decode, payload)
  if (typeof outcome === 'string') expect(outcome).not.toBe('')
  else checkDecoded(outcome)
  expect(outcomeOf(decode, payload)).toEqual(outcome)
  expect(Buffer.compare(payload, before)).toBe(0)
}

const holds = (decode: Decoder, payloads: fc.Arbitrary<Uint8Array>): void =>
  fc.assert(
    fc.property(payloads, (payload) => checkLaws(decode, payload)),
    { numRuns: 300 },
  )

const decoders: Readonly<Record<string, Decoder>> = {
  ...formats,
  mapping: mappingDecoder({
    reads: '$.seen[*]',
    value: '$.id',
    antenna: '$.port',
    observed_at: '$.when',
    time_format: 'unix_ms',
    rssi: '$.level',
    rssi_scale: 0.1,
    tag_type: '$.kind',
  }),
}

describe.each(Object.keys(decoders))('%s', (name) => {
  const decode = decoders[name] as Decoder
  const example = examples[name]

  // Rule: history.md, Payload formats
  test('has an example, which gives reads and no errors', () => {
    const { reads, faults } = decode(bytesOf(example))
    expect(reads).not.toBeEmpty()
    expect(faults).toBeEmpty()
  })

  test('accepts or rejects any bytes without another error', () => {
    holds(decode, fc.uint8Array({ maxLength: 300 }))
  })

  test('accepts or rejects any JSON without another error', () => {
    holds(decode, fc.json({ stringUnit: 'binary' }).map(bytesOf))
  })

  test('accepts or rejects payloads of any format without another error', () => {
    for (const other of Object.values(examples)) checkLaws(decode, bytesOf(other))
  })

  if (isJson(example))
    test('accepts or rejects a payload with changed values without another error', () => {
      holds(decode, changedValues(example))
    })

  test('accepts or rejects a payload with changed bytes without another error', () => {
    holds(decode, changedBytes(example))
  })

  test('neither fails nor becomes slow with deep nesting', () => {
    const start = performance.now()
    for (const text of ['['.repeat(100_000) + ']'.repeat(100_000), '{"tags":'.repeat(100_000)])
      checkLaws(decode, bytesOf(text))
    // MessagePack: arrays of one, and maps of one entry.
    for (const byte of [0x91, 0x81]) checkLaws(decode, new Uint8Array(100_000).fill(byte))
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
