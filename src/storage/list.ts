import { type AnyColumn, asc, desc, type SQL, sql } from 'drizzle-orm'

/** A list with filters, order and paging: one prepared statement for each combination that is asked for. */

export type Order<Field extends string> = readonly { readonly field: Field; readonly descending: boolean }[]

export interface Slice {
  readonly limit: number
  readonly offset: number
}

/** The arguments of a list; a filter that is undefined does not apply. */
export type ListArguments = Readonly<Record<string, unknown>>

interface Prepared<Row> {
  execute(values: Record<string, unknown>): PromiseLike<Row[]> | Row[]
}

interface ListParts<Row, Field extends string> {
  rows(where: SQL | undefined, order: SQL[]): Prepared<Row>
  count(where: SQL | undefined): Prepared<{ count: number }>
  /** The condition, given the names of the filters that apply. */
  where(given: ReadonlySet<string>): SQL | undefined
  readonly order: Readonly<Record<Field, (descending: boolean) => SQL>>
  /** Last in every order, so that pages are stable. */
  readonly tieBreak: AnyColumn
}

export function createList<Row, Field extends string>(parts: ListParts<Row, Field>) {
  const countOf = remember((given: string) => parts.count(parts.where(new Set(given.split(',')))))
  const rowsOf = remember((shape: string) => {
    const [given = '', order = ''] = shape.split('|')
    const keys = order ? order.split(',') : []
    const clauses = keys.map((key) => parts.order[key.slice(1) as Field](key.startsWith('-')))
    return parts.rows(parts.where(new Set(given.split(','))), [...clauses, asc(parts.tieBreak)])
  })

  return async (
    values: ListArguments,
    order: Order<Field>,
    slice: Slice,
  ): Promise<{ rows: Row[]; total: number }> => {
    const applied = Object.entries(values).filter(([, value]) => value !== undefined)
    const given = applied.map(([name]) => name).join(',')
    const bound = Object.fromEntries(applied)
    const [counted] = await countOf(given).execute(bound)
    const keys = order.map(({ field, descending }) => `${descending ? '-' : '+'}${field}`)
    const rows = await rowsOf(`${given}|${keys.join(',')}`).execute({ ...bound, ...slice })
    return { rows, total: counted?.count ?? 0 }
  }
}

export const by = (column: AnyColumn) => (descending: boolean) => (descending ? desc(column) : asc(column))

/** Nulls sort as the greatest value (contract, Every explicit sort). */
export const byNullable = (column: AnyColumn | SQL) => (descending: boolean) =>
  descending ? sql`${column} desc nulls first` : sql`${column} asc nulls last`

/** Programs ask in few shapes; who tries all combinations of filters and sort keys must not fill the memory. */
const rememberedMax = 200

function remember<T>(build: (shape: string) => T): (shape: string) => T {
  const built = new Map<string, T>()
  return (shape) => {
    const known = built.get(shape)
    if (known !== undefined) return known
    const made = build(shape)
    built.set(shape, made)
    if (built.size > rememberedMax) built.delete(built.keys().next().value as string)
    return made
  }
}
