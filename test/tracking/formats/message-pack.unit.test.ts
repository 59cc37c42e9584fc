import { plain } from '../../../src/base/messages'
import { describe, expect, test } from 'bun:test'
import { encode, ExtData } from '@msgpack/msgpack'
import fc from 'fast-check'
import { DecodeError } from '../../../src/tracking/formats/payloads/decoder'
import { parseMessagePack } from '../../../src/tracking/formats/payloads/message-pack'

const mebibyte = 1_048_576

describe('parseMessagePack', () => {
  test('decodes encoded values', () => {
    const item = fc.oneof(
      fc.integer(),
      fc.maxSafeInteger(),
      // Minus zero is encoded as zero.
      fc.double({ noNaN: true }).map((number) => (number === 0 ? 0 : number)),
      fc.boolean(),
      fc.constant(null),
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.uint8Array({ maxLength: 80 }),
    )
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        item,
        fc.array(tie('value'), { maxLength: 20 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 20, noNullPrototype: true }),
      ),
    })).value
    fc.assert(fc.property(value, (sent) => expect(parseMessagePack(encode(sent))).toEqual(sent)))
  })

  const lengths = [0, 1, 15, 16, 31, 32, 255, 256, 65_535, 65_536]
  test.each(lengths)('reads texts, bytes, arrays and maps of length %d', (length) => {
    const sent = {
      text: 'x'.repeat(length),
      bytes: new Uint8Array(length).fill(7),
      array: Array.from({ length }, () => 1),
      // More names are refused; below there is a map whose length has 32 bits.
      map: Object.fromEntries(Array.from({ length: Math.min(length, 10_000 - 4) }, (_, i) => [`k${i}`, i])),
    }
    expect(parseMessagePack(encode(sent))).toEqual(sent)
  })

  test.each([0, 127, 128, 255, 65_536, 2 ** 32, 2 ** 53 - 1, -1, -32, -33, -129, -32_769, -(2 ** 31) - 1])(
    'reads the number %d',
    (number) => expect(parseMessagePack(encode(number))).toBe(number),
  )

  test('reads a map of 32-bit length', () => {
    expect(parseMessagePack(Uint8Array.of(0xdf, 0, 0, 0, 1, 0xa1, 0x61, 5))).toEqual({ a: 5 })
  })

  test('reads single floats', () => {
    expect(parseMessagePack(encode(-57.5, { forceFloat32: true }))).toBe(-57.5)
  })

  test('reads seven arrays around a number', () => {
    expect(parseMessagePack(Uint8Array.from([...Array(7).fill(0x91), 5]))).toEqual([[[[[[[5]]]]]]])
  })

  test('reads the key __proto__ as an ordinary key', () => {
    const parsed = parseMessagePack(Uint8Array.of(0x81, 0xa9, ...new TextEncoder().encode('__proto__'), 0x80))
    expect(Object.hasOwn(parsed as object, '__proto__')).toBe(true)
  })

  /** A mebibyte of the same bytes over and over. */
  const filled = (...bytes: number[]) =>
    new Uint8Array(mebibyte).map((_, i) => bytes[i % bytes.length] as number)
  /** An array or map of a million entries, each of them one byte. */
  const filled32 = (head: number) => {
    const bytes = new Uint8Array(mebibyte)
    bytes.set([head, 0, 0x0f, 0xff, 0xfb])
    return bytes
  }
  const hostile: [string, Uint8Array, string][] = [
    ['no bytes', new Uint8Array(), 'The payload is not complete MessagePack'],
    [
      'eight arrays around a number',
      Uint8Array.from([...Array(8).fill(0x91), 0]),
      'The payload is nested too deeply',
    ],
    ['a million arrays in each other', filled(0x91), 'The payload is nested too deeply'],
    ['arrays of 65,535 in each other', filled(0xdc, 0xff, 0xff), 'The payload is nested too deeply'],
    ['maps in each other', filled(0x81, 0xa1, 0x61), 'The payload is nested too deeply'],
    ['an array as a key', Uint8Array.of(0x81, 0x90, 0x00), 'The keys of the payload must be strings'],
    ['a number as a key', Uint8Array.of(0x81, 0x01, 0x00), 'The keys of the payload must be strings'],
    [
      'an array of 4 billion',
      Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff),
      'The payload is not complete MessagePack',
    ],
    [
      'a map of 4 billion',
      Uint8Array.of(0xdf, 0xff, 0xff, 0xff, 0xff),
      'The payload is not complete MessagePack',
    ],
    [
      'text of 4 GiB',
      Uint8Array.of(0xdb, 0xff, 0xff, 0xff, 0xff, 0x61),
      'The payload is not complete MessagePack',
    ],
    [
      'bytes of 4 GiB',
      Uint8Array.of(0xc6, 0xff, 0xff, 0xff, 0xff, 0x61),
      'The payload is not complete MessagePack',
    ],
    ['a double that is cut off', Uint8Array.of(0xcb, 0x40), 'The payload is not complete MessagePack'],
    ['text that is not UTF-8', Uint8Array.of(0xa1, 0xff), 'The payload has text that is not valid UTF-8'],
    [
      'an extension',
      encode(new ExtData(5, Uint8Array.of(1))),
      'The payload has an unsupported MessagePack type',
    ],
    ['a time', encode(new Date(0)), 'The payload has an unsupported MessagePack type'],
    ['the byte that is never used', Uint8Array.of(0xc1), 'The payload has an unsupported MessagePack type'],
    ['a mebibyte of numbers', filled32(0xdd), 'The payload has more than 150000 values'],
    [
      'a map of 10,001 names',
      encode(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`k${i}`, i]))),
      'The payload has more than 10000 names',
    ],
    ['two values', Uint8Array.of(0x80, 0x80), 'The payload has more than one MessagePack value'],
  ]
  test.each(hostile)('refuses %s', (_, bytes, reason) => {
    expect(() => parseMessagePack(bytes)).toThrow(new DecodeError(plain(reason)))
  })

  test('rejects every truncated message', () => {
    const whole = encode({
      v: '1',
      mid: 300,
      rssi: -60,
      time: 1.5,
      devices: [new Uint8Array(40), 'text', null],
    })
    for (let length = 0; length < whole.length; length++)
      expect(() => parseMessagePack(whole.subarray(0, length))).toThrow(DecodeError)
  })

  test('throws only DecodeError for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          parseMessagePack(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
