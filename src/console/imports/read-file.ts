import { t } from '../languages/messages'
import { counted } from '../ui/format'
import { type CsvRecord, parseCsv, textOf } from './csv'

interface OpenedFile {
  readonly problem: undefined
  readonly heads: readonly string[]
  readonly records: readonly CsvRecord[]
}

interface UnreadableFile {
  readonly problem: string
}

/** Returns whether a file is a ZIP archive, as .xlsx and .ods files are. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 0) < 9

/**
 * Reads a CSV file with a line of headings.
 *
 * @param what what each line contains
 */
export async function readFile(
  file: File,
  what: 'asset' | 'location',
  rowsMax: number,
): Promise<OpenedFile | UnreadableFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isZip(bytes))
    return {
      problem: t('{name} is a spreadsheet. Save it as CSV and choose the CSV file.', { name: file.name }),
    }
  const [first, ...records] = parseCsv(textOf(bytes))
  if (!first || records.length === 0)
    return {
      problem:
        what === 'asset'
          ? t(
              '{name} has no rows. The first line must contain the column names, and each other line one asset.',
              { name: file.name },
            )
          : t(
              '{name} has no rows. The first line must contain the column names, and each other line one location.',
              { name: file.name },
            ),
    }
  if (records.length > rowsMax)
    return {
      problem: t('{name} has more than {max} rows. Split it and import the parts.', {
        name: file.name,
        max: counted(rowsMax),
      }),
    }
  return { problem: undefined, heads: first.cells, records }
}
