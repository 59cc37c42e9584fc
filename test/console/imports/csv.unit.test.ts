import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { guessMapping, type Mapping, readingOf } from '../../../src/console/imports/columns'
import { fieldsOf } from '../../../src/console/imports/row-fields'
import {
  type CsvRecord,
  parseCsv,
  splitValues,
  type UnclosedQuote,
  writeCsv,
} from '../../../src/console/imports/reading/csv'
import { textOf } from '../../support/csv'
import { rejectedFile } from '../../../src/console/imports/files'
import { chunksOf, planOf } from '../../../src/console/imports/plan'
import { byteOrderMark, csvLine, joinValues } from '../../../src/base/csv'

/** CSV as the service writes it and the console reads it, and files from other programs. */

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const cellsOf = (text: string): (readonly string[])[] => parseCsv(text).map(({ cells }) => cells)

const hostile = fc.string({
  unit: fc.constantFrom(...Array.from('ab",;\t\r\n|\\ =+-@＝\'é\u3000')),
  maxLength: 9,
})
const cell = fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 6 }))
const record = fc
  .array(cell, { minLength: 3, maxLength: 3 })
  .filter((cells) => cells.some((text) => text.trim() !== ''))

describe('a file', () => {
  test('that is written has the same cells when it is read, for any content', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 5 }), (records) => {
        const rows = [['one', 'two', 'three'], ...records]
        const written = byteOrderMark + rows.map((row) => csvLine(row)).join('')
        expect(cellsOf(textOf(bytesOf(written)))).toEqual(rows)
      }),
      { numRuns: 1000 },
    )
  })

  test('is written identically by the console and the service', () => {
    fc.assert(
      fc.property(fc.array(record), (rows) => {
        expect(writeCsv(rows)).toBe(byteOrderMark + rows.map((row) => csvLine(row)).join(''))
      }),
    )
  })

  test('has no cell that a spreadsheet would run', () => {
    for (const begin of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', "'=", "''+"])
      expect(csvLine([`${begin}1`]).replace(/^"/, '')).toStartWith("'")
    expect(csvLine(["'tis", 'a=b', 'x'])).toBe("'tis,a=b,x\r\n")
  })

  test.each([
    [
      'commas',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1;,\t2',
      [
        ['a', 'b'],
        ['1;,', '2'],
      ],
    ],
    [
      'a comma within quotes before semicolons',
      '"a,b,c";d\n1;2',
      [
        ['a,b,c', 'd'],
        ['1', '2'],
      ],
    ],
    [
      'the line that names what separates',
      'sep=;\r\na;b,c,d\r\n1;2',
      [
        ['a', 'b,c,d'],
        ['1', '2'],
      ],
    ],
    [
      'line ends of all kinds',
      'a,b\r1,2\n3,4\r\n5,6',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
    ['quotes within quotes', 'a\n"x ""y"""\n', [['a'], ['x "y"']]],
    [
      'a quote within a cell',
      'a,b\n3" pipe,x\n',
      [
        ['a', 'b'],
        ['3" pipe', 'x'],
      ],
    ],
    [
      'empty lines',
      'a,b\n\n1,2\n,\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'rows of white space',
      'a,b\n , \t\n1,2\n\u00a0,\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'formulas that are only texts',
      'a,b\n="E2001","=""0012"""\n=A1,x',
      [
        ['a', 'b'],
        ['E2001', '0012'],
        ['=A1', 'x'],
      ],
    ],
    [
      'a last empty cell',
      'a,b\n1,',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['an apostrophe before a formula', "a\n'=1\n'x\n=2", [['a'], ['=1'], ["'x"], ['=2']]],
    ['nothing', '', []],
  ] as const)('with %s is parsed', (_, text, rows) => {
    expect(cellsOf(text)).toEqual(rows as unknown as string[][])
  })

  test('has the right line number for each row, even after line breaks within quotes', () => {
    const text = 'a,b\r\n"1\r\n2",x\r\n\r\n3,"y\nz"\r\n4,w\r\n'
    expect(parseCsv(text).map(({ line }) => line)).toEqual([1, 2, 5, 7])
  })

  test('with a quote that is never closed is rejected with the line of the quote', () => {
    const lineOf = (text: string): number | undefined => {
      try {
        parseCsv(text)
      } catch (error) {
        return (error as UnclosedQuote).line
      }
      return undefined
    }
    expect(lineOf('a,b\n1,2\n"3,4\n5,6\n')).toBe(3)
    expect(lineOf('a,b\n"1\n",2\n3,"x ""y\n')).toBe(4)
    expect(lineOf('a\n"x"')).toBeUndefined()
  })

  test('is read only as far as it may have rows', () => {
    expect(parseCsv('a\n1\n\n2\n3\n"4', 3).map(({ cells }) => cells)).toEqual([['a'], ['1'], ['2']])
  })

  test('may be UTF-8 with or without a byte order mark, UTF-16 in either byte order, or a western code page', () => {
    const utf16 = (isBig: boolean) => {
      const bytes = new Uint8Array(Buffer.from('\ufeffKälte', 'utf16le'))
      return isBig ? new Uint8Array(Buffer.from(bytes).swap16()) : bytes
    }
    const western = Uint8Array.from([0x4b, 0xe4, 0x6c, 0x74, 0x65])
    for (const bytes of [bytesOf('Kälte'), bytesOf('\ufeffKälte'), utf16(false), utf16(true), western])
      expect(textOf(bytes)).toBe('Kälte')
  })
})

describe('values of one cell', () => {
  test('are the same when they are read, for any content', () => {
    const value = fc
      .oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 5 }))
      .filter((text) => text !== '')
    fc.assert(
      fc.property(fc.array(value, { maxLength: 5 }), (values) => {
        expect(splitValues(joinValues(values))).toEqual(values)
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['E1', ['E1']],
    [' E1|E2 | E3', ['E1', 'E2', 'E3']],
    ['E1||', ['E1']],
    ['C:\\bin\\x', ['C:\\bin\\x']],
    ['a\\|b', ['a|b']],
    ['', []],
  ])('%p are %p', (text, values) => {
    expect(splitValues(text)).toEqual(values)
  })
})

describe('the columns of a file', () => {
  test('are recognized by their names in any case and spelling, each target once', () => {
    const heads = ['External Key', 'NAME', 'Valid-To', 'EPC', 'rfid', 'Color', 'tags_barcode', 'last_seen']
    expect(guessMapping(heads)).toEqual([
      'external_key',
      'name',
      'valid_to',
      'tags_rfid',
      null,
      null,
      'tags_barcode',
      null,
    ])
  })

  const all: Mapping = [
    'external_key',
    'name',
    'description',
    'is_active',
    'valid_from',
    'valid_to',
    'tags_rfid',
    'metadata',
    null,
  ]

  test('become the fields of a request', () => {
    const cells = [
      ' K-1 ',
      'Vice ',
      ' two\nlines',
      'WAHR',
      '2026-01-01T00:00:00Z',
      '',
      'E1 | E2',
      '{"a":1.0}',
      'no',
    ]
    expect(fieldsOf(cells, readingOf([], all, new Map()))).toEqual({
      body: {
        external_key: 'K-1',
        name: 'Vice',
        description: ' two\nlines',
        is_active: true,
        valid_from: '2026-01-01T00:00:00Z',
        valid_to: null,
        tags: [
          { tag_type: 'rfid', value: 'E1' },
          { tag_type: 'rfid', value: 'E2' },
        ],
        metadata: '{"a":1.0}',
      },
      tagColumns: [6, 6],
      problems: [],
    })
  })

  test('that are empty clear the fields that can be cleared, and leave the others out', () => {
    expect(fieldsOf([], readingOf([], all, new Map())).body).toEqual({
      description: null,
      valid_to: null,
      metadata: {},
    })
    expect(fieldsOf(['K'], readingOf([], ['external_key'], new Map())).body).toEqual({ external_key: 'K' })
  })

  test('that are invalid are sent unchanged, so that the service reports them', () => {
    expect(fieldsOf(['maybe', '{'], readingOf([], ['is_active', 'metadata'], new Map())).body).toEqual({
      is_active: 'maybe',
      metadata: '{',
    })
  })
})

describe('the rows of a file', () => {
  const mapping: Mapping = ['external_key', 'name', 'tags_rfid', 'tags_ble']
  const planned = (records: readonly CsvRecord[], mapped: Mapping) =>
    planOf(records, readingOf(records, mapped, new Map()), new Map())
  const plan = (text: string) => planned(parseCsv(text).slice(1), mapping)

  test('are sent without those that repeat a key or a tag of another row, whose line the problem names', () => {
    const { rows, sent } = plan('k,n,r,b\nA,1,E1 | E1,\nB,2,,E1\nA,3,,\nC,4,E2 | E1,\nD,5,E2,\n,6,E2,')
    expect(rows.map(({ problems }) => problems[0])).toEqual([
      undefined,
      undefined,
      { column: 0, message: 'Line 2 has the same key' },
      { column: 2, message: 'Line 2 has the same tag' },
      undefined,
      { column: 2, message: 'Line 6 has the same tag' },
    ])
    expect(sent.map(({ line }) => line)).toEqual([2, 3, 6])
  })

  test('without a key are sent last', () => {
    const { sent } = plan('k,n\n,1\nA,2\n,3\nB,4')
    expect(sent.map(({ line }) => line)).toEqual([3, 5, 2, 4])
  })

  test('that have more cells than the first line are rejected', () => {
    const { rows } = plan('k,n,r,b\nA,1,,,,x\nB,2,,,,')
    expect(rows.map(({ problems }) => problems[0]?.message)).toEqual([
      'The line has 6 cells, but the first line has 4',
      undefined,
    ])
  })

  test('are split into parts that the service accepts', () => {
    const { sent } = plan(`k,n\n${Array.from({ length: 501 }, (_, at) => `K-${at},Name`).join('\n')}`)
    expect(chunksOf(sent).map(({ length }) => length)).toEqual([200, 200, 101])
    const large = plan(
      `k,n\n${Array.from({ length: 5 }, (_, at) => `L-${at},${'x'.repeat(100_000)}`).join('\n')}`,
    )
    expect(chunksOf(large.sent).map(({ length }) => length)).toEqual([2, 2, 1])
    const tags = Array.from({ length: 90 }, (_, at) => `t${at}`)
    const lines = Array.from(
      { length: 23 },
      (_, row) => `${row},${tags.map((tag) => `${tag}-${row}`).join('|')}`,
    )
    const tagged = planned(parseCsv(lines.join('\n')), ['external_key', 'tags_ble'])
    expect(chunksOf(tagged.sent).map(({ length }) => length)).toEqual([11, 11, 1])
  })

  test.each([
    ['rejected_line', 'rejected_reason'],
    ['refused_line', 'refused_because'],
  ])('that were rejected are written with the reasons, and without the columns %s and %s', (line, reason) => {
    const records = parseCsv(`k,${line},n,${reason},r\nA,7,=1,old,\nB,8,2,,"x,y"`)
    const heads = records[0]?.cells ?? []
    const problem = { column: 0, message: 'No' }
    const refused = { outcome: 'refused', assetId: null, changes: [] } as const
    const text = rejectedFile({
      heads,
      plan: planned(records.slice(1), ['external_key', null, 'name', null, 'tags_rfid']),
      results: new Map([
        [2, { ...refused, problems: [problem] }],
        [3, { ...refused, problems: [problem, { column: 1, message: 'Nor this' }] }],
      ]),
    })
    expect(cellsOf(textOf(bytesOf(text)))).toEqual([
      ['k', 'n', 'r', 'rejected_line', 'rejected_reason'],
      ['A', '=1', '', '2', 'No'],
      ['B', '2', 'x,y', '3', 'No; Nor this'],
    ])
  })
})
