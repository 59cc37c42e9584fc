import type { Database, SQLQueryBindings } from 'bun:sqlite'
import { Column, is, noopDecoder, noopEncoder, Param, Placeholder, SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import type { Db } from './database'

/**
 * Drizzle whose prepared statements are executed without its interpretation. For each execution, Drizzle finds out again
 * what each argument and each column is, and needs three promises. That takes longer than most statements of SQLite.
 * Here, both are found out once for each statement.
 */

type Value = SQLQueryBindings
type Row = readonly unknown[]
type Arguments = Readonly<Record<string, unknown>>

/** The parts of Drizzle's prepared statement that are used here. */
interface Prepared {
  readonly stmt: {
    values(...values: Value[]): Row[]
    run(...values: Value[]): unknown
    all(...values: Value[]): object[]
  }
  readonly query: { readonly params: readonly unknown[] }
  readonly fields: readonly Field[] | undefined
  readonly executeMethod: 'run' | 'all' | 'get' | 'values'
  /** Whether the columns of a joined table are never null, by name. */
  readonly joinsNotNullableMap: Readonly<Record<string, boolean>> | undefined
  readonly customResultMapper: unknown
  all(values?: Arguments): object[]
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

/**
 * Opens Drizzle on a connection.
 *
 * @param before called before each execution
 */
export function openDrizzle(db: Database, before?: () => void): Db {
  const opened = drizzle(db)
  const { session } = opened as unknown as { session: Session }
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (...parameters) => withDirectExecution(prepareQuery(...parameters), before)
  return opened
}

function withDirectExecution(prepared: Prepared, before?: () => void): Prepared {
  const { stmt, query, executeMethod } = prepared
  const bind = binderOf(query.params)
  const allByDrizzle = prepared.all.bind(prepared)
  let all: Prepared['all'] | undefined

  // Drizzle sets the joins after it has prepared the statement.
  const allOf = (): Prepared['all'] => {
    if (!prepared.fields && !prepared.customResultMapper) return (values) => stmt.all(...bind(values))
    const toObject = mapperOf(prepared)
    return toObject ? (values) => stmt.values(...bind(values)).map(toObject) : allByDrizzle
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

/** Returns the function that puts the named arguments of a statement in their order, as values of SQLite. */
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

/** Returns the function that makes the object of a row; undefined when that needs more than names and decoders. */
function mapperOf({ fields, joinsNotNullableMap, customResultMapper }: Prepared) {
  const isNested = fields?.some(({ path }) => path.length > 1)
  const mayNullify = isNested && Object.values(joinsNotNullableMap ?? {}).includes(false)
  if (!fields || customResultMapper || mayNullify || fields.some(({ path }) => path.length > 2))
    return undefined
  const steps = fields.map(({ path, field }) => ({ path, decode: decoderOf(field) }))
  return (row: Row): object => {
    const result: Record<string, unknown> = {}
    for (let index = 0; index < steps.length; index++) {
      const { path, decode } = steps[index] as (typeof steps)[number]
      const raw = row[index]
      const value = raw === null || decode === undefined ? raw : decode(raw)
      if (path.length === 1) result[path[0] as string] = value
      else ((result[path[0] as string] ??= {}) as typeof result)[path[1] as string] = value
    }
    return result
  }
}

/** Returns the conversion of a value of SQLite; undefined when the value stays as it is. */
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
