import { is, Param, Placeholder, type SQLWrapper } from 'drizzle-orm'
import type { Connection, Value } from './connection'
import type { Db } from './database'

/** The arguments of a statement, by name. */
type Arguments = Readonly<Record<string, Value>>

interface Built extends SQLWrapper {
  toSQL(): { readonly sql: string; readonly params: readonly unknown[] }
}

/**
 * Prepares a query that a write runs for each read or asset, and whose result is not needed. `execute` of Drizzle looks at the
 * kind of each argument and creates a promise in each call, which takes longer than such a statement. Statements with many rows
 * take longer, too.
 *
 * PostgreSQL executes the query later, if possible together with others that differ only in their arguments. The write fails if
 * the query fails.
 */
export function statement(db: Db, query: Built): (values: Arguments) => void {
  const { sql, params } = query.toSQL()
  const { $client } = db as Db & { readonly $client: Connection }
  const prepared = $client.prepare(sql)
  const slots = params.map(slotOf)
  const execute = prepared.later
    ? (values: Value[]) => prepared.later?.(...values)
    : (values: Value[]) => prepared.run(...values)
  return (values) => {
    const ordered: Value[] = []
    for (const { name, constant } of slots)
      ordered.push(name === undefined ? constant : (values[name] ?? null))
    void execute(ordered)
  }
}

/** A parameter: an argument, or a constant of the query. */
interface Slot {
  readonly name: string | undefined
  readonly constant: Value
}

function slotOf(param: unknown): Slot {
  const value = is(param, Param) ? param.value : param
  return is(value, Placeholder)
    ? { name: value.name, constant: null }
    : { name: undefined, constant: value as Value }
}
