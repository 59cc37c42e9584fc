import { describe, expect, test } from 'bun:test'
import { DecodeError } from '../../../src/tracking/formats/payloads/decoder'
import { compilePath, PathError } from '../../../src/tracking/formats/mapping/json-path'
import { decoderOfMapping, type Mapping, mappingDecoder } from '../../../src/tracking/formats/mapping/mapping'
import { bytesOf, readOf, testRows } from './rows'

/** The format `mapping` (docs/history.md, Payload formats). */

const epc = '3034F4E4AC0A1B4000000D05'
const other = '3034F4E4AC0A1B4000000D06'

/** What docs/readers.md recommends for Keonn AdvanNet. */
const keonn: Mapping = {
  reads: '$.reads',
  value: '$.epc',
  antenna: '$.antenna',
  observed_at: '$.time',
  time_format: 'unix_ms',
  rssi: '$.rssi',
}

testRows('the mapping of a list', mappingDecoder(keonn), [
  {
    sentence: 'takes each item for a read',
    payload: {
      device: 'adrd-north',
      reads: [
        { epc, antenna: 3, rssi: -61, time: 1787294700123 },
        { epc: other, antenna: '4', rssi: '-58.5', time: '1787294700456' },
      ],
    },
    reads: [
      readOf(epc, { antenna: 3, rssi: -61, at: '2026-08-21T06:45:00.123Z' }),
      readOf(other, { antenna: 4, rssi: -58.5, at: '2026-08-21T06:45:00.456Z' }),
    ],
  },
  { sentence: 'takes a single object for a read', payload: { reads: { epc } }, reads: [readOf(epc)] },
  {
    sentence: 'reads what has only a value, at antenna 1 and without a time',
    payload: { reads: [{ epc }] },
    reads: [readOf(epc)],
  },
  {
    sentence: 'takes null and empty text for absent',
    payload: { reads: [{ epc, antenna: null, time: '', rssi: null }] },
    reads: [readOf(epc)],
  },
  {
    sentence: 'finds antenna and time above the list, where the entries have none',
    payload: { antenna: 7, time: 1787294700000, reads: [{ epc }, { epc: other, antenna: 2 }] },
    reads: [
      readOf(epc, { antenna: 7, at: '2026-08-21T06:45:00Z' }),
      readOf(other, { antenna: 2, at: '2026-08-21T06:45:00Z' }),
    ],
  },
  {
    sentence: 'looks for no value and no RSSI above the list',
    payload: { epc: 'GATEWAY', rssi: -20, reads: [{ epc }, {}] },
    reads: [readOf(epc)],
    faults: ['An entry has no value at $.epc'],
  },
  {
    sentence: 'keeps the good entries beside bad ones',
    payload: {
      reads: [{ epc }, { epc: true }, 'x', null, { epc: other, antenna: -1 }, { epc, time: 'noon' }],
    },
    reads: [readOf(epc), readOf(other), readOf(epc)],
    faults: [
      '$.epc must be a string of 1 to 255 characters',
      'An entry has no value at $.epc',
      'An entry has no value at $.epc',
    ],
    notes: [
      'antenna is not an antenna port; the read counts for antenna 1',
      'observed_at is not a number of milliseconds since 1970; the read has the time of receipt',
    ],
  },
  { sentence: 'finds no reads in an empty list', payload: { reads: [] } },
  { sentence: 'finds no reads in null', payload: { reads: null } },
  { sentence: 'finds no reads in a message of something else', payload: { status: 'ok' } },
  { sentence: 'finds no reads in a number', payload: '5' },
  {
    sentence: 'refuses a message whose entries have no value at all',
    payload: { reads: [{ EPC: epc }] },
    error: 'An entry has no value at $.epc',
  },
  { sentence: 'refuses what is no JSON', payload: 'epc=1', error: 'The payload is not valid JSON' },
  { sentence: 'refuses an empty payload', payload: '', error: 'The payload is not valid JSON' },
  {
    sentence: 'refuses a value that is not a text',
    payload: { reads: [{ epc: { hex: epc } }] },
    error: '$.epc must be a string of 1 to 255 characters',
  },
])

const oneOf = (mapping: Partial<Mapping>) => mappingDecoder({ reads: '$', value: '$.id', ...mapping })
const base = { id: 'A1' }

describe('the entries', () => {
  const rows: [sentence: string, reads: string, value: string, payload: unknown, values: string[]][] = [
    ['are the items of a top-level array', '$', '$.id', [{ id: 'A' }, { id: 'B' }], ['A', 'B']],
    ['are a top-level object', '$', '$.id', { id: 'A' }, ['A']],
    ['are texts', '$.epcs', '$', { epcs: ['A', 'B'] }, ['A', 'B']],
    [
      'are the values of an object',
      '$.tags.*',
      '$.id',
      { tags: { x: { id: 'A' }, y: { id: 'B' } } },
      ['A', 'B'],
    ],
    [
      'are those of several lists',
      '$.gates[*].tags',
      '$.id',
      { gates: [{ tags: [{ id: 'A' }] }, { tags: [{ id: 'B' }] }] },
      ['A', 'B'],
    ],
    [
      'are arrays, where a path finds a list of them',
      '$[*]',
      '$[0]',
      [
        [
          ['A', 1],
          ['B', 2],
        ],
      ],
      ['A', 'B'],
    ],
    [
      'are found however deep',
      '$..tag',
      '$.id',
      { a: [{ tag: { id: 'A' } }], b: { c: { tag: [{ id: 'B' }] } } },
      ['A', 'B'],
    ],
    [
      'are those that meet a condition',
      "$[?@.type=='tag' && @.id]",
      '$.id',
      [
        { type: 'gate', id: 'G' },
        { type: 'tag', id: 'A' },
      ],
      ['A'],
    ],
    ['are a part of a list', '$[1:3]', '$', ['A', 'B', 'C', 'D'], ['B', 'C']],
    ['have values below them', '$', "$.data['id hex']", { data: { 'id hex': 'A' } }, ['A']],
    [
      'have values in lists of fields',
      '$',
      "$.fields[?@.name=='epc'].value",
      {
        fields: [
          { name: 'rssi', value: -5 },
          { name: 'epc', value: 'A' },
        ],
      },
      ['A'],
    ],
    ['have the first of several values', '$', '$.ids[*]', { ids: ['A', 'B'] }, ['A']],
    ['have numbers as values', '$', '$.id', { id: 900_000_000_000_123 }, ['900000000000123']],
    ['have names like those of every object', '$', '$.__proto__', '{"__proto__": "A"}', ['A']],
  ]
  test.each(rows)('%s', (_, reads, value, payload, values) => {
    const decoded = mappingDecoder({ reads, value })(bytesOf(payload))
    expect(decoded.reads.map((read) => read.value)).toEqual(values)
  })

  test('have only their own values', () => {
    for (const value of ['$.constructor', '$.length', '$.toString'])
      expect(() => mappingDecoder({ reads: '$', value })(bytesOf({ id: 'A' }))).toThrow(DecodeError)
  })

  test('have no numbers that have lost digits', () => {
    const decode = () => oneOf({})(bytesOf('{"id": 12345678901234567890}'))
    expect(decode).toThrow('$.id must be a string')
  })

  test('are at most 50000', () => {
    const decode = oneOf({ value: '$' })
    expect(decode(bytesOf(`[${'"A",'.repeat(49_999)}"A"]`)).reads).toHaveLength(50_000)
    expect(() => decode(bytesOf(`[${'"A",'.repeat(50_000)}"A"]`))).toThrow('more than 50000 entries')
  })
})

describe('a field of a read', () => {
  const at = '2026-08-21T06:45:00.25Z'
  const rows: [sentence: string, mapping: Partial<Mapping>, more: object, read: ReturnType<typeof readOf>][] =
    [
      ['is a constant port', { antenna: 4 }, { antenna: 9 }, readOf('A1', { antenna: 4 })],
      ['is a constant port as text', { antenna: '12' }, {}, readOf('A1', { antenna: 12 })],
      ['is port 0', { antenna: 0 }, {}, readOf('A1', { antenna: 0 })],
      ['is a constant type', { tag_type: 'ble' }, {}, readOf('A1', { tagType: 'ble' })],
      ['is a type', { tag_type: '$.kind' }, { kind: 'barcode' }, readOf('A1', { tagType: 'barcode' })],
      ['is a type in capitals', { tag_type: '$.kind' }, { kind: 'BLE' }, readOf('A1', { tagType: 'ble' })],
      ['is rfid without a type', { tag_type: '$.kind' }, {}, readOf('A1')],
      [
        'is a time in RFC 3339',
        { observed_at: '$.t' },
        { t: '2026-08-21T08:45:00.250+02:00' },
        readOf('A1', { at }),
      ],
      [
        'is a time in seconds',
        { observed_at: '$.t', time_format: 'unix_s' },
        { t: 1787294700.25 },
        readOf('A1', { at }),
      ],
      [
        'is a time in seconds as text',
        { observed_at: '$.t', time_format: 'unix_s' },
        { t: '1787294700.250' },
        readOf('A1', { at }),
      ],
      [
        'is a time in milliseconds',
        { observed_at: '$.t', time_format: 'unix_ms' },
        { t: 1787294700250 },
        readOf('A1', { at }),
      ],
      [
        'is a time in microseconds',
        { observed_at: '$.t', time_format: 'unix_us' },
        { t: '1787294700250001' },
        readOf('A1', { at: '2026-08-21T06:45:00.250001Z' }),
      ],
      [
        'is not a time where the reader sends zero',
        { observed_at: '$.t', time_format: 'unix_s' },
        { t: 0 },
        readOf('A1'),
      ],
      ['is not a time without a path, whatever is sent', {}, { observed_at: at }, readOf('A1')],
      [
        'is an RSSI in hundredths',
        { rssi: '$.r', rssi_scale: 0.01 },
        { r: -5530 },
        readOf('A1', { rssi: -55.3 }),
      ],
      [
        'is an RSSI without its sign',
        { rssi: '$.r', rssi_scale: -1 },
        { r: '48' },
        readOf('A1', { rssi: -48 }),
      ],
      ['is an RSSI as it is', { rssi: '$.r' }, { r: -55.12345 }, readOf('A1', { rssi: -55.12345 })],
      ['is no RSSI where there is none', { rssi: '$.r', rssi_scale: 0.01 }, { r: '' }, readOf('A1')],
    ]
  test.each(rows)('%s', (_, mapping, more, read) => {
    expect(oneOf(mapping)(bytesOf({ ...base, ...more }))).toEqual({ reads: [read], faults: [] })
  })

  test.each<[string, Partial<Mapping>, object, string]>([
    [
      'a type that there is not',
      { tag_type: '$.kind' },
      { kind: 'nfc' },
      'tag_type must be rfid, ble or barcode',
    ],
  ])('cannot be %s', (_, mapping, more, reason) => {
    const decode = () => oneOf(mapping)(bytesOf({ ...base, ...more }))
    expect(decode).toThrow(DecodeError)
    expect(decode).toThrow(reason)
  })

  test.each<[string, Partial<Mapping>, object, string]>([
    [
      'a local time',
      { observed_at: '$.t' },
      { t: '2026-08-21 08:45:00' },
      'observed_at has no known time zone',
    ],
    [
      'a number for RFC 3339',
      { observed_at: '$.t' },
      { t: 1787294700 },
      'observed_at is in seconds since 1970, not a text',
    ],
    [
      'a date for a number',
      { observed_at: '$.t', time_format: 'unix_s' },
      { t: at },
      'observed_at is not a number of seconds since 1970',
    ],
    [
      'milliseconds for seconds',
      { observed_at: '$.t', time_format: 'unix_s' },
      { t: 1787294700250 },
      'observed_at is in milliseconds since 1970, not in seconds',
    ],
    [
      'nanoseconds for seconds',
      { observed_at: '$.t', time_format: 'unix_s' },
      { t: '1787294700250000000' },
      'observed_at is in nanoseconds since 1970, not in seconds',
    ],
    ['an antenna with a name', { antenna: '$.a' }, { a: 'north' }, 'antenna is not an antenna port'],
    ['an RSSI that is none', { rssi: '$.r' }, { r: 'weak' }, 'rssi is not a number'],
    [
      'an RSSI beyond all numbers',
      { rssi: '$.r', rssi_scale: 1000 },
      { r: 1.7e308 },
      'rssi is not an RSSI in dBm that a radio can measure',
    ],
    ['an RSSI without its sign', { rssi: '$.r' }, { r: 57 }, 'rssi is not an RSSI in dBm'],
  ])('cannot be %s, which leaves the read without it', (_, mapping, more, reason) => {
    const { reads, faults, notes } = oneOf(mapping)(bytesOf({ ...base, ...more }))
    expect({ reads, faults }).toEqual({ reads: [readOf('A1')], faults: [] })
    expect(notes?.map(({ english }) => english)).toEqual([expect.stringContaining(reason)])
  })
})

describe('a path', () => {
  test.each([
    ['tags', "expected '$'"],
    ['', ''],
    ['$.', ''],
    ['$[', 'unclosed'],
    ['$.a ', ''],
    ['$.a[?match(@.b, "(x+)+y")]', "no such function 'match'"],
    ['$.a[?search(@.b, "x")]', "no such function 'search'"],
    ['$.a[?count(@..*) > 1]', "no such function 'count'"],
    ['$..a', 'it may not have ..'],
    ['$[*, *]', 'only different names'],
    ["$['a', 'a']", 'only different names'],
    ["$['a', *]", 'only different names'],
    ['$[0, 0]', 'only different names'],
    ['$[?@..a]', 'names and indexes of @'],
    ['$[?@[*]]', 'names and indexes of @'],
    ['$[?@[?@.a]]', 'names and indexes of @'],
    ['$[?$.a]', 'names and indexes of @'],
    ['$[?@.a == $.a]', ''],
    ['$[?@.a == @.b]', 'compare with a constant'],
    [`$${'.a'.repeat(17)}`, 'more than 16 steps'],
    [`$[?${'@.a||'.repeat(8)}@.a]`, 'more than 16 steps'],
    ['$[~a]', ''],
  ])('cannot be %s', (path, reason) => {
    expect(() => compilePath(path)).toThrow(PathError)
    expect(() => compilePath(path)).toThrow(reason)
  })

  test('may search descendants once, where this is allowed', () => {
    expect(() => compilePath('$..a', { mayDescend: true })).not.toThrow()
    expect(() => compilePath('$..a..b', { mayDescend: true })).toThrow('it may have .. only once')
  })

  test.each([
    '$',
    '$.a.b',
    "$['a', 'b'][0]",
    '$[-1]',
    '$[::2].*',
    '$.ä',
    `$${'.a'.repeat(16)}`,
    '$[?!@.a || @.b > 5]',
  ])('can be %s', (path) => {
    expect(() => compilePath(path)).not.toThrow()
  })

  test('searches no deeper than 16 levels', () => {
    const nested = (levels: number) => bytesOf('{"a":'.repeat(levels) + '"x"' + '}'.repeat(levels))
    const decode = mappingDecoder({ reads: '$..none', value: '$' })
    expect(decode(nested(14)).reads).toEqual([])
    expect(() => decode(nested(20))).toThrow('The payload is too deep for $..[')
  })

  const filled = (levels: number) =>
    bytesOf('['.repeat(levels) + '0,'.repeat(500_000) + '0' + ']'.repeat(levels))
  test.each<[string, Mapping, Uint8Array]>([
    ['a search of all', { reads: '$..*', value: '$[0][0][0][0][0][0].x' }, filled(12)],
    ['a search with conditions', { reads: '$..[?@.a==1||@.b==1||@.c==1||@.d==1]', value: '$' }, filled(12)],
    ['a search in an entry', { reads: '$[0]', value: `$${'[*]'.repeat(15)}.x` }, filled(16)],
  ])('follows %s through a megabyte in seconds', (_, mapping, payload) => {
    const decode = mappingDecoder(mapping)
    const start = performance.now()
    try {
      decode(payload)
    } catch (error) {
      expect(error).toBeInstanceOf(DecodeError)
    }
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})

test('a decoder is compiled once for a mapping', () => {
  const text = JSON.stringify(keonn)
  expect(decoderOfMapping(text)).toBe(decoderOfMapping(text))
  expect(decoderOfMapping(JSON.stringify({ ...keonn, value: '$.tid' }))).not.toBe(decoderOfMapping(text))
})
