import { strToU8, zipSync } from 'fflate'

/** Workbooks as spreadsheets write them. */

interface SheetOf {
  readonly name: string
  /** The XML of the rows. */
  readonly rows: string
  readonly state?: string
}

const relation = (id: string, target: string): string => `<Relationship Id="${id}" Target="${target}"/>`

interface More {
  readonly strings?: string
  readonly styles?: string
  readonly is1904?: boolean
  /** Stands before the sheet. */
  readonly prolog?: string
}

export function workbookOf(
  sheets: readonly SheetOf[],
  { strings = '', styles = '', is1904 = false, prolog = '' }: More = {},
): Buffer {
  const listed = sheets.map(
    ({ name, state = 'visible' }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
  )
  const parts: Record<string, Uint8Array> = {
    'xl/workbook.xml': strToU8(
      `<?xml version="1.0"?><workbook><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${listed.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${sheets.map((_, at) => relation(`rId${at + 1}`, `worksheets/sheet${at + 1}.xml`)).join('')}</Relationships>`,
    ),
    'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
    'xl/styles.xml': strToU8(`<styleSheet>${styles}</styleSheet>`),
  }
  for (const [at, { rows }] of sheets.entries())
    parts[`xl/worksheets/sheet${at + 1}.xml`] = strToU8(
      `<?xml version="1.0"?>${prolog}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    )
  return Buffer.from(zipSync(parts))
}

/** Returns the XML of rows of texts. */
export const rowsOfTexts = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(
      (cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
    )
    .join('')
