import { plain } from '../../../src/base/messages'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatMessages } from '../../../src/tracking/formats/payloads/messages'
import { DecodeError } from '../../../src/tracking/formats/payloads/decoder'
import { parsePayload, parseValues } from '../../../src/tracking/formats/payloads/payload'
import { bytesOf } from './rows'

const notJson = new DecodeError(formatMessages('format.json'))

describe('parseValues', () => {
  test('reports 10,000 reasons of invalid values, and rejects a payload with more', () => {
    const lines = (count: number) => bytesOf('{a}\n'.repeat(count))
    expect(parseValues(lines(10_000))).toHaveLength(10_000)
    const reason = 'The payload has more than 10000 entries that are not reads: The payload is not valid JSON'
    expect(() => parseValues(lines(10_001))).toThrow(new DecodeError(plain(reason)))
  })

  test.each<[sentence: string, payload: string, values: unknown[]]>([
    ['finds none in nothing', '', []],
    ['finds none in blank lines', '\r\n \t\n', []],
    ['finds one', ' {"a":1}\n', [{ a: 1 }]],
    ['leaves a mark of the byte order out', '\uFEFF{"a":1}', [{ a: 1 }]],
    ['takes an array apart', '[{"a":1},{"b":[2]}]', [{ a: 1 }, { b: [2] }]],
    ['finds none in an empty array', '[]', []],
    ['finds objects without anything between them', '{"a":1}{"b":2}{"c":3}', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ['finds objects with U+0000 between and after them', '{"a":1}\0{"b":2}\0\n', [{ a: 1 }, { b: 2 }]],
    ['finds objects on lines', '{"a":1}\r\n\r\n{"b":2}\n', [{ a: 1 }, { b: 2 }]],
    ['takes arrays apart that follow each other', '[1,2][3]', [1, 2, 3]],
    ['is not misled by brackets in strings', '{"a":"}{"}{"b":"]["}', [{ a: '}{' }, { b: '][' }]],
    [
      'is not misled by quotation marks in strings',
      String.raw`{"a":"\"}{"}{"b":1}`,
      [{ a: '"}{' }, { b: 1 }],
    ],
    ['is not misled by backslashes in strings', String.raw`{"a":"\\"}{"b":1}`, [{ a: '\\' }, { b: 1 }]],
    ['keeps the good ones beside a bad one', '{"a":1}{bad}{"b":2}', [{ a: 1 }, notJson, { b: 2 }]],
    ['keeps those before one that is cut off', '{"a":1}{"b":"x', [{ a: 1 }, notJson]],
    ['takes what follows other text for one bad value', '{"a":1}; {"b":2} {"c":3}', [{ a: 1 }, notJson]],
    ['takes a closing bracket too many for one bad value', '{"a":1}}{"b":2}', [{ a: 1 }, notJson]],
    ['takes a bare number as it is', '17', [17]],
    [
      'continues with the next line after the rest of one',
      'x":1}}\r\n{"a":1}\r\n{"b":2}',
      [notJson, { a: 1 }, { b: 2 }],
    ],
    [
      'continues with the line after one that is cut off',
      '{"a":1}\n{"b":{"c":\n{"d":1}\n',
      [{ a: 1 }, notJson, { d: 1 }],
    ],
    [
      'continues with the line after an unterminated string',
      '{"a":"x\n{"b":"y"}\n{"c":3}',
      [notJson, { b: 'y' }, { c: 3 }],
    ],
    ['takes all lines of one broken value for one', '{\n "a": 1,\n "b"\n}\n{"c":3}', [notJson, { c: 3 }]],
    ['is not misled by line ends within a value', '{"a":\n[1,\n[2]]\n}{"b":2}', [{ a: [1, [2]] }, { b: 2 }]],
    [
      'takes two broken lines for two',
      '{"a":\n{"b":1}\n{"c\n{"d":1}{"e":1}',
      [notJson, { b: 1 }, notJson, { d: 1 }, { e: 1 }],
    ],
  ])('%s', (_, payload, values) => {
    expect(parseValues(bytesOf(payload))).toEqual(values)
  })

  test('parses each of many broken lines once', () => {
    const started = performance.now()
    const broken = `{x${' '.repeat(1000)}}`
    expect(parseValues(bytesOf(`x\n${broken}\n`.repeat(9000))).length).toBe(9001)
    expect(parseValues(bytesOf(broken.repeat(9000))).length).toBe(9000)
    expect(performance.now() - started).toBeLessThan(5000)
  })

  test('finds any objects that were written one after the other', () => {
    const separator = fc.constantFrom('', '\n', '\r\n', ' ', '\r\n\r\n')
    const object = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(fc.array(fc.tuple(object, separator)), (items) => {
        const text = items.map(([value, end]) => JSON.stringify(value) + end).join('')
        const expected = items.map(([value]) => JSON.parse(JSON.stringify(value)))
        expect(parseValues(bytesOf(text))).toEqual(expected)
      }),
    )
  })
})

describe('parsePayload', () => {
  test.each<[what: string, payload: string | Uint8Array, reason: string]>([
    ['nothing', '', 'The payload is not valid JSON'],
    ['what is cut off', '{"a":', 'The payload is not valid JSON'],
    ['two values', '{"a":1}{"b":2}', 'The payload is not valid JSON'],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'The payload is not valid UTF-8'],
    ['UTF-8 that is cut off', Uint8Array.of(0x22, 0xc3), 'The payload is not valid UTF-8'],
    ['201 arrays', `${'['.repeat(201)}${']'.repeat(201)}`, 'The payload is nested more than 200 levels deep'],
    [
      '201 objects',
      `${'{"a":'.repeat(201)}1${'}'.repeat(201)}`,
      'The payload is nested more than 200 levels deep',
    ],
  ])('rejects %s', (_, payload, reason) => {
    expect(() => parsePayload(bytesOf(payload))).toThrow(new DecodeError(plain(reason)))
  })

  test.each([
    ['the rest of a buffer', Buffer.from('{"a":1}\0"b":2}\xff\xfe', 'latin1')],
    ['blanks', Buffer.from('{"a":1}\r\n\0\0 \n')],
  ])('leaves out %s behind U+0000', (_, payload) => {
    expect(parsePayload(payload)).toEqual({ a: 1 })
  })

  test('does not lose a message behind U+0000', () => {
    expect(() => parsePayload(bytesOf('{"a":1}\0\n{"b":2}'))).toThrow('not valid JSON')
  })

  test('accepts 200 levels, and any number of brackets in strings', () => {
    const text = `[["${'['.repeat(1000)}"],${'['.repeat(199)}${']'.repeat(199)}]`
    expect(parsePayload(bytesOf(text))).toBeArrayOfSize(2)
  })
})

test.each<[name: string, text: string]>([
  ['nested arrays', '['.repeat(1_000_000)],
  ['nested objects', '{"a":'.repeat(200_000)],
  ['closing before opening', ']'.repeat(500_000) + '['.repeat(500_000)],
  ['small objects', '{}'.repeat(500_000)],
  ['small objects on lines', '{}\r\n'.repeat(250_000)],
  ['strings that do not end', '{"\\'.repeat(250_000)],
  ['quotation marks', '{"'.repeat(500_000)],
  ['digits', `{"a":${'1'.repeat(1_000_000)}x}`],
  ['blanks', ' '.repeat(1_000_000)],
])('a megabyte of %s is processed in less than two seconds', (_, text) => {
  const payload = bytesOf(text)
  const start = performance.now()
  for (const parse of [parsePayload, parseValues]) {
    try {
      parse(payload)
    } catch (error) {
      expect(error).toBeInstanceOf(DecodeError)
    }
  }
  expect(performance.now() - start).toBeLessThan(2000)
})
