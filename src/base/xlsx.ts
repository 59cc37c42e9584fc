import { setImmediate } from 'node:timers/promises'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** Writes workbooks (ECMA-376) part by part, so that a file of any length takes little memory. */

export type Cell = string | number | null

/** Maximum number of rows of a sheet, and of characters of a cell. Further rows are in the next sheet; longer texts are cut. */
const rowsMax = 1_048_576
const charactersMax = 32_767

/** Number of rows that are compressed at once. Compressing a row takes several times as long as reading it. */
const rowsAtOnce = 50

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const sheetEnd = '</sheetData></worksheet>'

/** Yields the bytes of a workbook with these columns and rows. Texts are never formulas. */
export async function* workbookParts(
  columns: readonly string[],
  parts: AsyncGenerator<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, data) => {
    if (error) throw error
    written.push(data)
  })
  let [sheets, rows] = [0, 0]
  const begin = (): ZipDeflate => {
    const file = new ZipDeflate(`xl/worksheets/sheet${++sheets}.xml`, { level: 1 })
    zip.add(file)
    file.push(strToU8(`${head}<worksheet xmlns="${main}"><sheetData>${rowOf(columns)}`))
    rows = 1
    return file
  }
  let sheet = begin()
  for await (const part of parts) {
    for (let from = 0; from < part.length;) {
      if (rows === rowsMax) {
        sheet.push(strToU8(sheetEnd), true)
        sheet = begin()
      }
      const some = part.slice(from, from + Math.min(rowsAtOnce, rowsMax - rows))
      sheet.push(strToU8(some.map(rowOf).join('')))
      rows += some.length
      from += some.length
      // Lets other requests run in between.
      await setImmediate()
    }
    yield* written.splice(0)
  }
  sheet.push(strToU8(sheetEnd), true)
  for (const [name, content] of frameOf(sheets)) {
    const file = new ZipPassThrough(name)
    zip.add(file)
    file.push(strToU8(head + content), true)
  }
  zip.end()
  yield* written.splice(0)
}

const rowOf = (cells: readonly Cell[]): string => `<row>${cells.map(cellOf).join('')}</row>`

function cellOf(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell.slice(0, charactersMax))}</t></is></c>`
}

/** XML cannot contain most control characters. */
const impossible = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu
/** The beginning of a text that a workbook reads as a character, such as `_x0041_`. */
const escapable = /_(?=x[\da-f]{4}_)/gi
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(impossible, '\ufffd')
    .replace(escapable, '_x005F_')
    .replace(/[&<>\r]/g, (character) => entities[character] as string)

/** The files that name the sheets. */
function frameOf(sheets: number): (readonly [name: string, content: string])[] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return [
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}/relationships"><sheets>${numbers
        .map((number) => `<sheet name="Sheet${number}" sheetId="${number}" r:id="rId${number}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">${numbers
        .map(
          (number) =>
            `<Relationship Id="rId${number}" Type="${office}/relationships/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        )
        .join('')}</Relationships>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/>${numbers
        .map(
          (number) =>
            `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${sheetType}.worksheet+xml"/>`,
        )
        .join('')}</Types>`,
    ],
  ]
}
