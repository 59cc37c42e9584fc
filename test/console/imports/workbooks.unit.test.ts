import { describe, expect, test } from 'bun:test'
import { zipSync } from 'fflate'
import { formatOf } from '../../../src/console/imports/reading/cell-formats'
import { readWorkbook } from '../../../src/console/imports/reading/workbook'
import { WorkbookProblem } from '../../../src/console/imports/reading/workbook-problem'
import { workbookParts } from '../../../src/base/xlsx'
import { rowsOfTexts, workbookOf } from '../../support/workbooks'

/** Workbooks (.xlsx) as the import of the console reads them. */

const max = 100
const read = (bytes: Uint8Array, chosen?: string) => readWorkbook(bytes, max, chosen)
const cellsOf = (bytes: Uint8Array) => read(bytes).records.map(({ cells }) => cells)

describe('a workbook', () => {
  test('is read with its shared texts, places of cells and numbers of rows', () => {
    const strings =
      '<si><t>Name</t></si><si><r><t>Pump </t></r><r><t>&amp; Co &#252;</t></r><rPh><t>x</t></rPh></si>'
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Key</t></is></c></row>' +
      '<row r="2"><c r="A2"/></row>' +
      '<row r="4"><c r="A4" t="s"><v>1</v></c><c r="C4" t="str"><v>P-1</v></c><c r="AA4" t="b"><v>1</v></c></row>' +
      '<row r="5"><c r="A5" t="inlineStr"><is><t>  </t></is></c></row>'
    const { records } = read(workbookOf([{ name: 'S', rows }], { strings }))
    expect(records.map(({ line }) => line)).toEqual([1, 4])
    expect(records[0]?.cells).toEqual(['Name', '', 'Key'])
    expect(records[1]?.cells.filter((cell) => cell !== '')).toEqual(['Pump & Co ü', 'P-1', 'TRUE'])
    expect(records[1]?.cells[26]).toBe('TRUE')
  })

  test('has the first visible sheet, or the chosen one', () => {
    const sheets = ['Hidden', 'Assets', 'Old'].map((name, at) => ({
      name,
      rows: rowsOfTexts([[name]]),
      ...(at === 0 && { state: 'hidden' }),
    }))
    const bytes = workbookOf(sheets)
    expect(read(bytes)).toMatchObject({ sheets: ['Hidden', 'Assets', 'Old'], sheet: 'Assets' })
    expect(read(bytes, 'Old').records[0]?.cells).toEqual(['Old'])
  })

  test.each<[what: string, format: string, value: string, shown: string]>([
    ['a date', '14', '46752', '2027-12-31'],
    ['a date with a time', '22', '46752.75', '2027-12-31 18:00:00'],
    ['a time', '20', '0.5', '12:00:00'],
    ['hours', '[h]:mm', '1.25', '30:00:00'],
    ['a date of its own format', 'dd\\.mm\\.yyyy;@', '46752', '2027-12-31'],
    ['a date in German', '[$-407]d\\. mmmm yyyy', '46752', '2027-12-31'],
    ['leading zeros', '00000', '42', '00042'],
    ['a barcode', '0', '4006381333931', '4006381333931'],
    ['a barcode in scientific notation', '0', '4.006381333931E12', '4006381333931'],
    ['a long number', 'General', '3.03408E+23', '3.03408e+23'],
    ['a date in Japanese', '[$-411]ggge"年"m"月"d"日"', '46752', '2027-12-31'],
    ['a sum', 'General', '0.30000000000000004', '0.3'],
    ['a decimal number', '#,##0.00', '1234.5', '1234.5'],
    ['a number with a unit', '0.0" days"', '1.5', '1.5'],
  ])('shows %s as it is shown there', (_, format, value, shown) => {
    const isId = /^\d+$/.test(format) && format.length < 3
    const styles = `<numFmts><numFmt numFmtId="170" formatCode="${format.replaceAll('"', '&quot;')}"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="${isId ? format : 170}"/></cellXfs>`
    const rows = `<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`
    expect(cellsOf(workbookOf([{ name: 'S', rows }], { styles }))).toEqual([[shown]])
  })

  test.each([
    ['2027-12-31T00:00:00', '2027-12-31'],
    ['2027-12-31T00:00:00.000Z', '2027-12-31'],
    ['2027-12-31', '2027-12-31'],
    ['2027-12-31T18:30:00.000', '2027-12-31 18:30:00'],
    ['soon', 'soon'],
  ])('shows the date %s, which is stored as a text, like one that is stored as a number', (value, shown) => {
    const rows = `<row r="1"><c r="A1" t="d"><v>${value}</v></c></row>`
    expect(cellsOf(workbookOf([{ name: 'S', rows }]))).toEqual([[shown]])
  })

  test('has the characters that XML cannot contain, and the line breaks of other programs', () => {
    const texts = ['01_x001D_21', 'a_x000D_\nb', 'a_x005F_x0041_b', '_x00_']
    expect(cellsOf(workbookOf([{ name: 'S', rows: rowsOfTexts([texts]) }]))).toEqual([
      ['01\u001d21', 'a\r\nb', 'a_x0041_b', '_x00_'],
    ])
  })

  test('that the service exports has the same texts', async () => {
    const texts = ['a_x0041_b', '_x005F_', '<&>', '_x00_']
    const parts = workbookParts(texts, (async function* () {})())
    expect(cellsOf(Buffer.concat(await Array.fromAsync(parts)))).toEqual([texts])
  })

  test('counts days since 1904 if it says so', () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>'
    const rows = '<row r="1"><c r="A1" s="0"><v>45290</v></c></row>'
    expect(cellsOf(workbookOf([{ name: 'S', rows }], { styles, is1904: true }))).toEqual([['2027-12-31']])
  })

  test('is read only as far as it may have rows', () => {
    const rows = rowsOfTexts(Array.from({ length: 1000 }, (_, at) => [`row ${at}`]))
    expect(read(workbookOf([{ name: 'S', rows }])).records).toHaveLength(max)
  })
})

describe('a file that is not a workbook', () => {
  /** Writes another size of each part into the directory of the archive than it has. */
  const withSize = (size: number): Uint8Array => {
    const bytes = workbookOf([{ name: 'S', rows: rowsOfTexts([['x'.repeat(100_000)]]) }])
    for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4))
      bytes.writeUInt32LE(size, at + 24)
    return bytes
  }
  test.each<[what: string, bytes: () => Uint8Array, reason: string]>([
    [
      'with entities',
      () =>
        workbookOf([{ name: 'S', rows: rowsOfTexts([['&x;']]) }], {
          prolog: '<!DOCTYPE worksheet [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        }),
      'entities',
    ],
    ['with content that is too large', () => withSize(150_000_001), 'too_large'],
    [
      'with one long text in many cells',
      () =>
        workbookOf([{ name: 'S', rows: `<row>${'<c t="s"><v>0</v></c>'.repeat(16)}</row>` }], {
          strings: `<si><t>${'x'.repeat(10_000_000)}</t></si>`,
        }),
      'too_large',
    ],
    ['with content that is larger than it says', () => withSize(10), 'damaged'],
    ['with XML that is not closed', () => workbookOf([{ name: 'S', rows: '<row><c><v>1</c>' }]), 'damaged'],
    ['with another content', () => zipSync({ 'a.txt': new Uint8Array(3) }), 'damaged'],
    ['that is cut', () => workbookOf([{ name: 'S', rows: '' }]).subarray(0, 100), 'damaged'],
    ['with a few bytes', () => Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0), 'damaged'],
  ])('%s is rejected with the reason', (_, bytes, reason) => {
    const content = bytes()
    expect(() => read(content)).toThrow(WorkbookProblem)
    expect(() => read(content)).toThrow(reason)
  })
})

test.each([
  ['dd/mm/yyyy', 'date'],
  ['[h]:mm', 'time'],
  ['mmm', 'date'],
  ['General', 'number'],
  ['0.00%', 'number'],
  ['#,##0 "h"', 'number'],
  ['[Red]0.0', 'number'],
  ['Standard', 'number'],
])('the format %s is a %s', (code, format) => {
  expect(formatOf(code)).toBe(format as 'date')
})
