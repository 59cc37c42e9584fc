import { type AnyColumn, asc, desc, type SQL, sql } from 'drizzle-orm'
import { BoundedMap } from '../../base/bounded-map'
import { inJsonList } from './database'

/** Lists with filters, order and paging, with one prepared statement for each requested combination. */

export type Order<Field extends string> = readonly { readonly field: Field; readonly descending: boolean }[]

export interface Slice {
  readonly limit: number
  readonly offset: number
}

/** A page of a list, and the order of the list. */
export interface OrderedSlice<Field extends string> extends Slice {
  readonly order: Order<Field>
}

/** Where a page is read from: SQLite walks over the rows before the offset. */
interface Approach extends Slice {
  /** Whether the page is read in the opposite order of the list, from its end. */
  readonly isReversed: boolean
}

/** Returns how a page is read from the nearer end of its list; undefined when it has no rows. */
export function fromNearerEnd(slice: Slice, total: number): Approach | undefined {
  const limit = Math.min(slice.limit, total - slice.offset)
  if (limit <= 0) return undefined
  const following = total - slice.offset - limit
  const isReversed = following < slice.offset
  return { limit, offset: isReversed ? following : slice.offset, isReversed }
}

/** The arguments of a list. A filter that is undefined does not apply. */
export type ListArguments = Readonly<Record<string, unknown>>

interface Prepared<Row> {
  execute(values: Record<string, unknown>): PromiseLike<Row[]> | Row[]
}

interface ListParts<Row, Field extends string> {
  rows(where: SQL | undefined, order: SQL[]): Prepared<Row>
  count(selection: typeof ofCount, where: SQL | undefined): Prepared<Counted>
  /** The condition, given the names of the filters that apply. */
  where(given: ReadonlySet<string>): SQL | undefined
  readonly order: Readonly<Record<Field, (descending: boolean) => SQL>>
  /** The last column of every order, so that pages are stable. */
  readonly tieBreak: AnyColumn
}

interface Counted {
  readonly count: number
  /** The ids of the matches (JSON text), when there are few. */
  readonly matches: string | null
}

/** Maximum number of matches that are read by their ids, so that the search of the count is not repeated. */
const fewMax = 1000

const ofCount = {
  count: sql<number>`count(*)`,
  matches: sql<string | null>`null`,
}

export function createList<Row, Field extends string>(parts: ListParts<Row, Field>) {
  const withMatches = {
    ...ofCount,
    matches: sql<
      string | null
    >`case when count(*) <= ${sql.raw(String(fewMax))} then json_group_array(${parts.tieBreak}) end`,
  }
  const countOf = memoize((given: string) => {
    const filters = new Set(given.split(','))
    return parts.count(filters.has('search') ? withMatches : ofCount, parts.where(filters))
  })
  const rowsOf = memoize((shape: string) => {
    const [given = '', order = ''] = shape.split('|')
    const where =
      given === 'matches' ? inJsonList(parts.tieBreak, 'matches') : parts.where(new Set(given.split(',')))
    return parts.rows(where, clausesOf(parts, order))
  })

  return async (
    values: ListArguments,
    order: Order<Field>,
    slice: Slice,
  ): Promise<{ rows: Row[]; total: number }> => {
    const { given, bound } = appliedOf(values)
    const [counted] = await countOf(given).execute(bound)
    const { count: total, matches } = counted as Counted
    if (total <= slice.offset) return { rows: [], total }
    const shape = `${matches === null ? given : 'matches'}|${keysOf(order)}`
    return { rows: await rowsOf(shape).execute({ ...bound, ...slice, matches }), total }
  }
}

type Selection<Field extends string> = Pick<ListParts<unknown, Field>, 'where' | 'order' | 'tieBreak'>

const keysOf = (order: Order<string>): string =>
  order.map(({ field, descending }) => `${descending ? '-' : '+'}${field}`).join(',')

function clausesOf<Field extends string>({ order, tieBreak }: Selection<Field>, keys: string): SQL[] {
  const named = keys === '' ? [] : keys.split(',')
  return [...named.map((key) => order[key.slice(1) as Field](key.startsWith('-'))), asc(tieBreak)]
}

function appliedOf(values: ListArguments) {
  const applied = Object.entries(values).filter(([, value]) => value !== undefined)
  return { given: applied.map(([name]) => name).join(','), bound: Object.fromEntries(applied) }
}

export const by = (column: AnyColumn) => (descending: boolean) => (descending ? desc(column) : asc(column))

/** Sorts nulls as the greatest value (docs/api.md, Sort). */
export const byNullable = (column: AnyColumn | SQL) => (descending: boolean) =>
  descending ? sql`${column} desc nulls first` : sql`${column} asc nulls last`

/**
 * Maximum number of prepared statements. API clients use few combinations of filters and sort keys; a client that tries
 * all of them must not fill the memory.
 */
const memoizedMax = 200

export function memoize<T>(build: (shape: string) => T): (shape: string) => T {
  const built = new BoundedMap<string, T>(memoizedMax)
  return (shape) => {
    const known = built.get(shape)
    if (known !== undefined) return known
    const made = build(shape)
    built.set(shape, made)
    return made
  }
}

/** Returns rows in the order of their ids, which a page has found first. */
export function inOrderOf<Row>(
  ids: readonly number[],
  rows: readonly Row[],
  idOf: (row: Row) => number,
): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
