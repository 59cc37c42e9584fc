import { unzipSync } from 'fflate'
import type { CsvRecord } from './csv'
import { type CellFormat, readFormats, shownDate, shownNumber } from './cell-formats'
import { damaged, WorkbookProblem } from './workbook-problem'
import { readXml } from './xml'

/** Reads a sheet of an .xlsx workbook, with the cells as the workbook shows them. */

export interface Workbook {
  readonly sheets: readonly string[]
  /** The sheet that was read. */
  readonly sheet: string
  readonly records: readonly CsvRecord[]
}

/** Maximum size of a part of the archive, and of all cells. A small archive may contain parts of any size, and many cells one text. */
const partMax = 150_000_000
const columnsMax = 1_000

const decoder = new TextDecoder()

/** @param chosen the name of the sheet; without it, the first one that is not hidden is read */
export function readWorkbook(bytes: Uint8Array, recordsMax: number, chosen?: string): Workbook {
  const head = partsOf(bytes, (name) => name === 'xl/workbook.xml' || name === 'xl/_rels/workbook.xml.rels')
  const { sheets, is1904 } = readSheets(textOf(head, 'xl/workbook.xml') ?? fail())
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const sheet = sheets.find(({ name }) => name === chosen) ?? visible[0] ?? sheets[0] ?? fail()
  const path = pathsOf(textOf(head, 'xl/_rels/workbook.xml.rels') ?? fail()).get(sheet.id) ?? fail()
  const wanted = new Set([path, 'xl/sharedStrings.xml', 'xl/styles.xml'])
  const parts = partsOf(bytes, (name) => wanted.has(name))
  const strings = textOf(parts, 'xl/sharedStrings.xml')
  const styles = textOf(parts, 'xl/styles.xml')
  const content = {
    strings: strings === undefined ? [] : readStrings(strings),
    formats: styles === undefined ? [] : readFormats(styles),
    is1904,
  }
  const records = readRows(textOf(parts, path) ?? fail(), content, recordsMax)
  return { sheets: sheets.map(({ name }) => name), sheet: sheet.name, records }
}

const fail = (): never => {
  throw damaged()
}

type Parts = Readonly<Record<string, Uint8Array>>

function partsOf(bytes: Uint8Array, isWanted: (name: string) => boolean): Parts {
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!isWanted(name)) return false
        if (originalSize > partMax) throw new WorkbookProblem('too_large')
        return true
      },
    })
  } catch (error) {
    throw error instanceof WorkbookProblem ? error : damaged()
  }
}

const textOf = (parts: Parts, name: string): string | undefined => {
  const part = parts[name]
  return part && decoder.decode(part)
}

interface Sheet {
  readonly name: string
  readonly id: string
  readonly isHidden: boolean
}

function readSheets(xml: string): { readonly sheets: readonly Sheet[]; readonly is1904: boolean } {
  const sheets: Sheet[] = []
  let is1904 = false
  readXml(xml, {
    open(name, { name: title = '', id = '', state, date1904 }) {
      if (name === 'sheet')
        sheets.push({ name: title, id, isHidden: state !== undefined && state !== 'visible' })
      if (name === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true'
    },
  })
  return { sheets, is1904 }
}

/** Returns the paths of the sheets in the archive, by id. */
function pathsOf(xml: string): Map<string, string> {
  const paths = new Map<string, string>()
  readXml(xml, {
    open(name, { Id: id = '', Target: target = '' }) {
      if (name === 'Relationship') paths.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
  })
  return paths
}

/** Workbooks write a character that XML cannot contain, and the CR of a line break, as `_x001D_` (ECMA-376, 22.9.2.19). */
const unescaped = (text: string): string =>
  text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Returns the texts that cells refer to. The pronunciation of Japanese texts is left out. */
function readStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  const inside = new Set<string>()
  readXml(xml, {
    open(name) {
      inside.add(name)
      if (name === 'si') text = ''
    },
    close(name) {
      inside.delete(name)
      if (name === 'si') strings.push(unescaped(text))
    },
    text(part) {
      if (inside.has('t') && !inside.has('rPh')) text += part
    },
  })
  return strings
}

interface Content {
  readonly strings: readonly string[]
  readonly formats: readonly CellFormat[]
  readonly is1904: boolean
}

function readRows(xml: string, content: Content, recordsMax: number): CsvRecord[] {
  const records: CsvRecord[] = []
  let [line, cells]: [number, string[]] = [0, []]
  let characters = 0
  let cell = { column: 0, type: 'n', style: 0 }
  let value = ''
  const inside = new Set<string>()
  readXml(xml, {
    open(name, attributes, stop) {
      inside.add(name)
      if (name === 'row') {
        if (records.length === recordsMax) return stop()
        line = Number(attributes['r'] ?? line + 1)
        cells = []
        cell = { column: -1, type: 'n', style: 0 }
      }
      if (name !== 'c') return
      const { r: place, t: type = 'n', s: style = '0' } = attributes
      cell = { column: place === undefined ? cell.column + 1 : columnOf(place), type, style: Number(style) }
      value = ''
    },
    text(part) {
      if (inside.has('c') && (inside.has('v') || inside.has('t')) && !inside.has('rPh')) value += part
    },
    close(name) {
      inside.delete(name)
      if (name === 'c' && value !== '' && cell.column < columnsMax) {
        while (cells.length < cell.column) cells.push('')
        const shown = shownValue(value, cell, content)
        cells[cell.column] = shown
        characters += shown.length
        if (characters > partMax) throw new WorkbookProblem('too_large')
      }
      if (name === 'row' && cells.some((text) => text.trim() !== '')) records.push({ line, cells })
    },
  })
  return records
}

/** Returns the column of a place such as `B7`, from 0. */
function columnOf(place: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/i.exec(place)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function shownValue(
  value: string,
  { type, style }: { readonly type: string; readonly style: number },
  { strings, formats, is1904 }: Content,
): string {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return shownDate(value)
  return type === 'n' ? shownNumber(value, formats[style] ?? 'number', is1904) : unescaped(value)
}
