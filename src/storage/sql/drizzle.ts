import type { Database } from 'bun:sqlite'
import {
  Column,
  getTableName,
  is,
  noopDecoder,
  noopEncoder,
  Param,
  Placeholder,
  SQL,
  type Table,
} from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import type { Connection, Row, Statement, Value } from './connection'
import type { Db } from './database'

/**
 * Drizzle whose prepared statements are executed without its interpretation. For each execution, Drizzle finds out again
 * what each argument and each column is, and needs three promises. That takes longer than most statements of SQLite.
 * Here, both are found out once for each statement. The statements of PostgreSQL return promises (decision 0031).
 */

type Arguments = Readonly<Record<string, unknown>>

/** The parts of Drizzle's prepared statement that are used here. */
interface Prepared {
  readonly stmt: Statement
  readonly query: { readonly params: readonly unknown[] }
  readonly fields: readonly Field[] | undefined
  readonly executeMethod: 'run' | 'all' | 'get' | 'values'
  /** Whether the columns of a joined table are never null, by name. */
  readonly joinsNotNullableMap: Readonly<Record<string, boolean>> | undefined
  readonly customResultMapper: unknown
  all(values?: Arguments): object[] | Promise<object[]>
  run(values?: Arguments): unknown
  execute(values?: Arguments): unknown
}

interface Field {
  readonly path: readonly string[]
  readonly field: unknown
}

interface Session {
  prepareQuery(...parameters: never[]): Prepared
}

interface Dialect {
  escapeParam(number: number): string
}

/**
 * A parameter whose value does not influence the plan. SQLite looks at the values of parameters in `limit`, and in conditions
 * of queries with `order by`. It prepares such a statement again for each execution, which takes longer than most executions
 * (https://sqlite.org/c3ref/prepare.html). It does not look at the operand of a unary plus, which has no other effect.
 */
const hiddenParameter = '+?'

/**
 * Opens Drizzle on a connection.
 *
 * @param before called before each execution
 */
export function openDrizzle(connection: Connection, before?: () => void): Db {
  // Drizzle calls only `prepare`.
  const opened = drizzle(connection as Database)
  const { session, dialect } = opened as unknown as { session: Session; dialect: Dialect }
  if (connection.engine === undefined) dialect.escapeParam = () => hiddenParameter
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (...parameters) => withDirectExecution(prepareQuery(...parameters), before)
  return opened
}

function withDirectExecution(prepared: Prepared, before?: () => void): Prepared {
  const { stmt, query, executeMethod } = prepared
  const bind = binderOf(query.params)
  let all: Prepared['all'] | undefined

  // Drizzle sets the joins after it has prepared the statement.
  const allOf = (): Prepared['all'] => {
    const toObject = mapperOf(prepared)
    return (values) => {
      const rows = stmt.values(...bind(values))
      return rows instanceof Promise ? rows.then((read) => read.map(toObject)) : rows.map(toObject)
    }
  }
  prepared.all = (values) => {
    before?.()
    return (all ??= allOf())(values)
  }
  prepared.run = (values) => stmt.run(...bind(values))
  if (executeMethod === 'all') prepared.execute = (values) => prepared.all(values)
  else if (executeMethod === 'run') prepared.execute = (values) => prepared.run(values)
  return prepared
}

/** Returns the function that puts the named arguments of a statement in their order. */
function binderOf(params: readonly unknown[]): (values?: Arguments) => Value[] {
  const readers = params.map((param): ((values: Arguments) => unknown) => {
    if (is(param, Placeholder)) return named(param.name)
    if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
    const { encoder } = param
    const read = named(param.value.name)
    return isIdentity(encoder, 'mapToDriverValue') ? read : (values) => encoder.mapToDriverValue(read(values))
  })
  return (values = {}) => readers.map((read) => read(values) as Value)
}

function named(name: string): (values: Arguments) => unknown {
  return (values) => {
    const value = values[name]
    if (value === undefined && !(name in values)) throw new Error(`The argument ${name} is missing.`)
    return value
  }
}

/** Reports whether a conversion returns the value itself. */
const isIdentity = (converter: object, method: 'mapToDriverValue' | 'mapFromDriverValue'): boolean =>
  [Column.prototype, noopEncoder, noopDecoder].some(
    (identity) => Reflect.get(identity, method) === Reflect.get(converter, method),
  )

/** Returns the function that makes the object of a row. */
function mapperOf({ fields, joinsNotNullableMap, customResultMapper }: Prepared): (row: Row) => object {
  if (!fields || customResultMapper || fields.some(({ path }) => path.length > 2))
    throw new Error('A query selects columns, or objects of columns.')
  const steps = fields.map(({ path, field }) => ({ path, decode: decoderOf(field) }))
  const absent = absentOf(fields, joinsNotNullableMap ?? {})
  return (row) => {
    const result: Record<string, unknown> = {}
    for (let index = 0; index < steps.length; index++) {
      const { path, decode } = steps[index] as (typeof steps)[number]
      const raw = row[index]
      const value = raw === null || decode === undefined ? raw : decode(raw)
      if (path.length === 1) result[path[0] as string] = value
      else ((result[path[0] as string] ??= {}) as typeof result)[path[1] as string] = value
    }
    for (const { name, columns } of absent)
      if (columns.every((index) => row[index] === null)) result[name] = null
    return result
  }
}

/** Returns the objects that are null when an outer join finds no row, which all their columns show. */
function absentOf(fields: readonly Field[], isNotNull: Readonly<Record<string, boolean>>) {
  const indexed = fields.map(({ path, field }, index) => ({ path, field, index }))
  const objects = Map.groupBy(
    indexed.filter(({ path }) => path.length === 2),
    ({ path }) => path[0] as string,
  )
  return [...objects].flatMap(([name, columns]) => {
    const tables = new Set(columns.map(({ field }) => tableOf(field)))
    const [table] = tables
    if (tables.size !== 1 || table === undefined || isNotNull[table] !== false) return []
    return { name, columns: columns.map(({ index }) => index) }
  })
}

const tableOf = (field: unknown): string | undefined =>
  is(field, Column) ? getTableName((field as Column & { readonly table: Table }).table) : undefined

/** Returns the conversion of a value of the database; undefined when the value stays as it is. */
function decoderOf(field: unknown): ((value: unknown) => unknown) | undefined {
  const { decoder } = is(field, SQL)
    ? (field as unknown as { decoder: Decoder })
    : is(field, Column)
      ? { decoder: field as Decoder }
      : (field as { sql: { decoder: Decoder } }).sql
  return isIdentity(decoder, 'mapFromDriverValue') ? undefined : (value) => decoder.mapFromDriverValue(value)
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}
