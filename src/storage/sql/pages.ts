import { and, asc, desc, eq, type SQL, sql, type Subquery } from 'drizzle-orm'
import { type AnySQLiteColumn, type SQLiteTable, unionAll } from 'drizzle-orm/sqlite-core'
import type { Instant } from '../../base/time'
import { arg, type Db, isPostgres } from './database'
import { fromNearerEnd, memoize, type Order, type Slice } from './list'
import { isEffective, isLimited, isLive, type State, type StateColumns } from './states'

/**
 * Pages of lists in the order of an index. Each index has a part for each state (src/storage/sql/states.ts). A page
 * merges the parts that contain effective rows. The kept counts determine these parts and the total.
 */

interface PageSource<Field extends string> {
  readonly table: SQLiteTable
  readonly id: AnySQLiteColumn
  readonly columns: StateColumns
  /** The column before the state in the indexes: the organization, or the location of placements. */
  readonly within: AnySQLiteColumn
  readonly order: Readonly<Record<Field, AnySQLiteColumn>>
  /** A field whose values are unique among live rows. No second column is needed to order them. */
  readonly unique: NoInfer<Field>
}

/** The rows of one state in one organization or at one location. */
interface Part {
  readonly within: number
  readonly state: State
}

export interface CountedPart extends Part {
  /** The number of effective rows. */
  readonly count: number
}

export interface IdPage {
  readonly ids: number[]
  readonly total: number
}

/** A page of the rows of some states. */
interface PageRequest<Field extends string> {
  readonly parts: readonly CountedPart[]
  readonly now: Instant
  readonly order: Order<Field>
  readonly slice: Slice
}

export interface PageStatement<Row> {
  execute(values: Record<string, unknown>): Promise<Row[]> | Row[]
}

/** The query of a page, as a table. */
export type PageQuery = Subquery<'page', Record<string, unknown>>

/** What distinguishes the statements of a list. `within` is the number of an argument here. */
interface Shape {
  readonly parts: readonly Part[]
  readonly order: Order<string>
  readonly isReversed: boolean
}

/** The name of the argument with the organization or location of a part. */
const withinOf = (index: number): string => `within${index}`

export function createPages<Field extends string>(db: Db, source: PageSource<Field>) {
  const { table, id, columns, within, order } = source

  function partOf({ within: index, state }: Part, fields: readonly AnySQLiteColumn[]) {
    const isOfPart = and(
      eq(within, arg(withinOf(index))),
      sql`${columns.state} = ${sql.raw(String(state))}`,
      isLimited(state) ? isEffective(columns) : undefined,
    )
    const selected = Object.fromEntries([id, ...fields].map((column) => [column.name, column]))
    return db.select(selected).from(table).where(isOfPart).$dynamic()
  }

  function rowsOf(shape: Shape) {
    const fields = shape.order.map(({ field }) => order[field as Field])
    const clauses = clausesOf(source, shape)
    const parts = shape.parts.map((part) => partOf(part, fields))
    // PostgreSQL merges only parts that have the order already. Otherwise, it sorts all rows.
    const isSorted = isPostgres(db) && parts.length > 1
    const sorted = isSorted
      ? parts.map((part) => {
          const inOrder = part.orderBy(...clauses).as('part')
          return db.select(inOrder._.selectedFields).from(inOrder).$dynamic()
        })
      : parts
    const [first, second, ...others] = sorted
    if (!first) throw new Error('A page needs at least one part.')
    return second ? unionAll(first, second, ...others).orderBy(...clauses) : first.orderBy(...clauses)
  }

  const pageOf = memoize((shape: string) =>
    rowsOf(JSON.parse(shape) as Shape)
      .limit(arg('limit'))
      .offset(arg('offset'))
      .prepare(),
  )
  const allOf = memoize((shape: string) =>
    db
      .select({ ids: sql<string>`json_group_array(${sql.identifier(id.name)})` })
      .from(rowsOf(JSON.parse(shape) as Shape).as('ordered'))
      .prepare(),
  )

  /** Reads a page by a statement for its shape. */
  async function read<Row>(
    statementOf: (shape: string) => PageStatement<Row>,
    { parts, now, order: keys, slice }: PageRequest<Field>,
  ): Promise<{ rows: Row[]; total: number }> {
    const total = parts.reduce((sum, { count }) => sum + count, 0)
    const approach = fromNearerEnd(slice, total)
    if (!approach) return { rows: [], total }
    const { limit, offset, isReversed } = approach
    const { shape, bound } = shapeOf(parts, keys, isReversed)
    const rows = await statementOf(shape).execute({ ...bound, now, limit, offset })
    return { rows: isReversed ? rows.toReversed() : rows, total }
  }

  return {
    /** Returns the ids of a page. */
    async page(
      parts: readonly CountedPart[],
      now: Instant,
      keys: Order<Field>,
      slice: Slice,
    ): Promise<IdPage> {
      const { rows, total } = await read(pageOf, { parts, now, order: keys, slice })
      return { ids: rows.map((row) => row[id.name] as number), total }
    },

    /**
     * Returns the function that reads the rows of a page with their ids, in one statement.
     *
     * @param select prepares the statement that reads the rows of `page`, which has the ids and the columns of the order
     */
    rowsBy<Row>(select: (page: PageQuery, order: SQL[]) => PageStatement<Row>) {
      const statementOf = memoize((text: string) => {
        const shape = JSON.parse(text) as Shape
        const page = rowsOf(shape).limit(arg('limit')).offset(arg('offset')).as('page')
        return select(page, clausesOf(source, shape, sql`page.`))
      })
      return (request: PageRequest<Field>) => read(statementOf, request)
    },

    /** Returns the ids of all rows. The query returns JSON text, because a million rows would be a million objects. */
    async all(parts: readonly CountedPart[], now: Instant, order: Order<Field>): Promise<number[]> {
      if (parts.every(({ count }) => count === 0)) return []
      const { shape, bound } = shapeOf(parts, order, false)
      const [found] = await allOf(shape).execute({ ...bound, now })
      return JSON.parse(found?.ids ?? '[]') as number[]
    },
  }
}

/** Returns the shape of the statement that reads the parts with rows, and its arguments. */
function shapeOf(parts: readonly CountedPart[], order: Order<string>, isReversed: boolean) {
  const filled = parts.filter(({ count }) => count > 0)
  const values = [...new Set(filled.map(({ within }) => within))]
  const shape: Shape = {
    parts: filled.map(({ within, state }) => ({ within: values.indexOf(within), state })),
    order,
    isReversed,
  }
  const bound = Object.fromEntries(values.map((value, index) => [withinOf(index), value]))
  return { shape: JSON.stringify(shape), bound }
}

/** Each order ends with the id, ascending (docs/api.md, Sort), unless an earlier column is unique. */
function clausesOf<Field extends string>(
  { id, order, unique }: PageSource<Field>,
  { parts, order: keys, isReversed }: Shape,
  prefix: SQL = sql``,
): SQL[] {
  const end = parts.every(({ state }) => isLive(state)) ? keys.findIndex(({ field }) => field === unique) : -1
  const needed = end < 0 ? keys : keys.slice(0, end + 1)
  const clauses = needed.map(({ field, descending }) => ({
    column: order[field as Field],
    descending: descending !== isReversed,
  }))
  if (end < 0) clauses.push({ column: id, descending: isReversed })
  return clauses.map(({ column, descending }) => {
    // The columns of merged parts are known by their names only.
    const name = sql`${prefix}${sql.identifier(column.name)}`
    return descending ? desc(name) : asc(name)
  })
}
