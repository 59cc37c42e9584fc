import { t } from '../languages/messages'
import { columnOf, isOptional, type Mapping, type Reading } from './columns'
import { fieldsOf, type Fields } from './row-fields'
import type { CsvRecord } from './reading/csv'
import { type CellProblem, isDash } from './cells/field-values'
import type { FindPlace } from './cells/places'

/**
 * Plans the rows to send. Conflicts between rows are found here, since the service receives the rows in parts. Therefore the
 * results of the dry runs of the parts hold for the whole file.
 */

/** A row with problems is not sent. */
export interface PlannedRow extends CsvRecord, Fields {
  /** The location of the asset, when the row names one. */
  readonly place?: { readonly id: number; readonly path: string } | undefined
}

/** The outcome of a row, as the service returns it. */
export type Outcome = 'created' | 'changed' | 'unchanged' | 'refused'

export interface RowResult {
  readonly outcome: Outcome
  /** Null for a rejected row, and for one that a dry run would create. */
  readonly assetId: number | null
  readonly changes: readonly string[]
  readonly problems: readonly CellProblem[]
}

export interface Plan extends Reading {
  /** All rows, in the order of the file. */
  readonly rows: readonly PlannedRow[]
  /** The rows to send, in order. Rows without a key come last, so that none is given the key of a later row. */
  readonly sent: readonly PlannedRow[]
  /** The locations that rows name and that do not exist, as they are written. */
  readonly missingPlaces: readonly string[]
}

/** The columns of invalid cells that are left out, by line. */
export type LeftOut = ReadonlyMap<number, ReadonlySet<number>>

export function planOf(
  records: readonly CsvRecord[],
  reading: Reading,
  leftOut: LeftOut,
  findPlace?: FindPlace,
): Plan {
  const { mapping } = reading
  const missing = new Set<string>()
  const planned = records.map((record): PlannedRow => {
    const ignored = leftOut.get(record.line)
    const row = { ...record, ...fieldsOf(record.cells, reading, ignored) }
    const column = mapping.indexOf('location')
    const cell = (record.cells[column] ?? '').trim()
    if (!findPlace || cell === '' || isDash(cell) || ignored?.has(column)) return row
    const found = findPlace(cell)
    if (!('problem' in found)) return { ...row, place: found }
    if (found.isMissing) missing.add(cell)
    return { ...row, problems: [...row.problems, { column, message: found.problem }] }
  })
  const conflicts = problemsBetween(keysFirst(planned), mapping)
  const rows = planned.map((row) => {
    const problem = ragged(row, mapping) ?? conflicts.get(row)
    return problem ? { ...row, problems: [problem] } : row
  })
  const sent = rows.filter(({ problems }) => problems.length === 0)
  return { ...reading, rows, sent: keysFirst(sent), missingPlaces: [...missing] }
}

/** Returns the invalid cells of the rows that are rejected only because of cells that they can do without. */
export function avoidableCells(
  { mapping }: Plan,
  results: ReadonlyMap<number, RowResult>,
): Map<number, ReadonlySet<number>> {
  const avoidable = new Map<number, ReadonlySet<number>>()
  for (const [line, { outcome, problems }] of results) {
    const columns = problems.flatMap(({ column }) => column ?? [])
    const isAvoidable = problems.length > 0 && problems.every(({ column }) => isOptional(column, mapping))
    if (outcome === 'refused' && isAvoidable) avoidable.set(line, new Set(columns))
  }
  return avoidable
}

const keysFirst = (rows: readonly PlannedRow[]): PlannedRow[] => [
  ...rows.filter(hasKey),
  ...rows.filter((row) => !hasKey(row)),
]

export const hasKey = ({ body }: Fields): boolean => body['external_key'] !== undefined

function ragged({ cells }: CsvRecord, { length }: Mapping): CellProblem | undefined {
  const isTooLong = cells.slice(length).some((cell) => cell !== '')
  if (!isTooLong) return undefined
  return {
    column: undefined,
    message: t('The line has {cells} cells, but the first line has {length}', {
      cells: cells.length,
      length,
    }),
  }
}

/** Finds rows with the key or a tag of an earlier row. */
function problemsBetween(rows: readonly PlannedRow[], mapping: Mapping): Map<PlannedRow, CellProblem> {
  const problems = new Map<PlannedRow, CellProblem>()
  const lineOf = new Map<string, number>()
  for (const row of rows) {
    const names = namesOf(row)
    const clash = names.find(({ name }) => lineOf.has(name))
    if (clash)
      problems.set(row, {
        column: columnOf(clash.field, mapping, row.tagColumns),
        message: sameAs(clash, lineOf.get(clash.name) ?? 0),
      })
    else for (const { name } of names) lineOf.set(name, row.line)
  }
  return problems
}

interface Named {
  readonly field: string
  readonly name: string
}

const sameAs = ({ field }: Named, line: number): string =>
  field === 'external_key'
    ? t('Line {line} has the same key', { line })
    : t('Line {line} has the same tag', { line })

function namesOf({ body }: PlannedRow): Named[] {
  const key = body['external_key']
  const tags = (body['tags'] ?? []) as readonly { tag_type: string; value: string }[]
  return [
    ...(typeof key === 'string' ? [{ field: 'external_key', name: `key ${key}` }] : []),
    ...tags.map(({ tag_type: type, value }, at) => ({
      field: `tags[${at}]`,

      name: `${type} ${value}`,
    })),
  ]
}

/** The service accepts larger parts, but other requests wait while it processes one. The characters leave a margin. */
const rowsMax = 200
const tagsMax = 1000
const charactersMax = 250_000

export function chunksOf(rows: readonly PlannedRow[]): PlannedRow[][] {
  const chunks: PlannedRow[][] = []
  let [room, tags] = [0, 0]
  for (const row of rows) {
    const { length } = JSON.stringify(row.body)
    const last = chunks.at(-1)
    tags += row.tagColumns.length
    if (!last || last.length === rowsMax || length > room || tags > tagsMax) {
      chunks.push([row])
      room = charactersMax - length
      tags = row.tagColumns.length
    } else {
      last.push(row)
      room -= length
    }
  }
  return chunks
}
