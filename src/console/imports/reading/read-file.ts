import { t } from '../../languages/messages'
import { messageOf, unreachable } from '../../api/errors'
import { counted } from '../../ui/values/format'
import { type CsvRecord, parseCsv, UnclosedQuote } from './csv'
import { decode, type Encoding, guessEncoding } from './encodings'
import { type AreHeadings, titleMax, withoutTitle } from './title'
import type { Reason } from './workbook-problem'
import type { WorkbookAnswer, WorkbookRequest } from './workbook-worker'

/** How a file was read. */
export type Source = TextSource | SheetSource

/** How the text of a file was read. */
export interface TextSource {
  readonly kind: 'text'
  readonly file: File
  readonly encoding: Encoding
  /** Whether the bytes prove the encoding. */
  readonly isCertain: boolean
  /** The first lines, and the first ones that depend on the encoding. */
  readonly lines: readonly string[]
  /** Number of characters that the encoding does not have. */
  readonly unreadable: number
}

/** Which sheet of a workbook was read. */
interface SheetSource {
  readonly kind: 'sheet'
  readonly file: File
  readonly sheets: readonly string[]
  readonly sheet: string
}

/** What the user has chosen: the encoding of a text, or the sheet of a workbook. */
export interface Chosen {
  readonly encoding?: Encoding
  readonly sheet?: string
}

interface OpenedFile {
  readonly problem: undefined
  readonly heads: readonly string[]
  readonly records: readonly CsvRecord[]
  readonly source: Source
}

interface UnreadableFile {
  readonly problem: string
  /** Undefined when the file was not read. */
  readonly source?: Source
}

/** What the lines of a file contain, and how many lines may have content. */
interface Wanted {
  readonly what: 'asset' | 'location'
  readonly rowsMax: number
  readonly areHeadings: AreHeadings
}

/** Parsing takes a multiple of it as memory, which a browser on a handheld does not have. */
const bytesMax = 50_000_000

/** Returns whether a file is a ZIP archive, as .xlsx and .ods files are. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 0) < 9

/** Returns whether a file is a compound file: an .xls workbook, or a workbook with a password. */
const isCompound = (bytes: Uint8Array): boolean =>
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, at) => bytes[at] === byte)

/** Reads a CSV file or a sheet of a workbook, with a line of headings. */
export async function readFile(
  file: File,
  wanted: Wanted,
  chosen: Chosen = {},
): Promise<OpenedFile | UnreadableFile> {
  const { name } = file
  if (file.size > bytesMax)
    return {
      problem: t('{name} has more than {max} megabytes. Split it and import the parts.', {
        name,
        max: counted(bytesMax / 1_000_000),
      }),
    }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isZip(bytes)) return readSheet(file, bytes, wanted, chosen.sheet)
  if (isCompound(bytes))
    return {
      problem: t(
        '{name} is an old workbook (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.',
        { name },
      ),
    }
  const { encoding } = chosen
  const guess = encoding === undefined ? guessEncoding(bytes) : { encoding, isCertain: false }
  const text = decode(bytes, guess.encoding)
  const source: TextSource = {
    kind: 'text',
    file,
    ...guess,
    lines: linesOf(text),
    unreadable: text.split('\ufffd').length - 1,
  }
  try {
    return { ...openedWith(parseCsv(text, recordsMax(wanted)), name, wanted), source }
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error
    const problem = t(
      'The quote (") that begins in line {line} of {name} is not closed, so the lines after it can\'t be told apart. Close it, or write two quotes for one.',
      { line: counted(error.line), name },
    )
    return { problem, source }
  }
}

async function readSheet(
  file: File,
  bytes: Uint8Array<ArrayBuffer>,
  wanted: Wanted,
  chosen: string | undefined,
): Promise<OpenedFile | UnreadableFile> {
  const { name } = file
  try {
    const answer = await readInWorker({ bytes, recordsMax: recordsMax(wanted), chosen })
    if ('reason' in answer) return unreadable(name, reasons[answer.reason])
    const { sheets, sheet, records } = answer.workbook
    return { ...openedWith(records, name, wanted), source: { kind: 'sheet', file, sheets, sheet } }
  } catch (error) {
    return unreadable(name, `${messageOf(error)}.`)
  }
}

const unreadable = (name: string, reason: string): UnreadableFile => ({
  problem: t("{name} can't be read as a workbook: {reason} You can also save it as CSV.", { name, reason }),
})

const reasons: Readonly<Record<Reason, string>> = {
  damaged: t('It is damaged, or no workbook.'),
  entities: t('It declares entities, which a workbook never does.'),
  too_large: t('Its content is too large. Split it and import the parts.'),
}

/** The address of `workbook-worker.ts`, which the bundler defines. */
declare const workbookWorker: string

/** Reads a workbook in a worker, which ends then. */
function readInWorker(request: WorkbookRequest): Promise<WorkbookAnswer> {
  const worker = new Worker(workbookWorker)
  const answer = new Promise<WorkbookAnswer>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkbookAnswer>) => resolve(data))
    // Without a message, its script could not be loaded.
    worker.addEventListener('error', ({ message }) => reject(new Error(message || unreachable)))
  })
  worker.postMessage(request, [request.bytes.buffer])
  return answer.finally(() => worker.terminate())
}

/** A title, the headings, and one row more than is allowed. */
const recordsMax = ({ rowsMax }: Wanted): number => titleMax + rowsMax + 2

function openedWith(
  all: readonly CsvRecord[],
  name: string,
  { what, rowsMax, areHeadings }: Wanted,
): Omit<OpenedFile, 'source'> | Omit<UnreadableFile, 'source'> {
  const [first, ...records] = withoutTitle(all, areHeadings)
  if (!first || records.length === 0)
    return {
      problem:
        what === 'asset'
          ? t(
              '{name} has no rows. The first line must contain the column names, and each other line one asset.',
              { name },
            )
          : t(
              '{name} has no rows. The first line must contain the column names, and each other line one location.',
              { name },
            ),
    }
  if (records.length > rowsMax)
    return {
      problem: t('{name} has more than {max} rows. Split it and import the parts.', {
        name,
        max: counted(rowsMax),
      }),
    }
  return { problem: undefined, heads: first.cells, records }
}

const shownMax = 3
const charactersMax = 200

/** Returns the first lines, and the first ones with characters that another encoding would show differently. */
function linesOf(text: string): string[] {
  const lines = text.slice(0, 1_000_000).split(/\r\n|\r|\n/)
  const telling = lines.slice(shownMax).filter((line) => /[^ -~\t]/.test(line))
  return [...lines.slice(0, shownMax), ...telling.slice(0, shownMax)]
    .filter((line) => line !== '')
    .map((line) => line.slice(0, charactersMax))
}
