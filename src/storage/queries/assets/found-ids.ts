import { type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { arg, type Db } from '../../sql/database'

/** Returns up to `limit` ids of the assets that an index finds for a part of the conditions of a list, in no order. */
export type Source = (limit: number) => Promise<number[]>

interface FoundIds {
  execute(values: Record<string, unknown>): PromiseLike<{ readonly ids: string }[]>
}

/** Prepares a statement for `idsOf`, with the argument `limit`. Its result is JSON text, because a million rows would be a million objects. */
export function foundIds(db: Db, id: AnySQLiteColumn, from: SQL, where: SQL | undefined): FoundIds {
  const found = db
    .select({ id: sql<number>`${id}`.as('id') })
    .from(from)
    .where(where)
    .limit(arg('limit'))
    .as('found')
  return db
    .select({ ids: sql<string>`json_group_array(${found.id})` })
    .from(found)
    .prepare()
}

export async function idsOf(query: FoundIds, values: Record<string, unknown>): Promise<number[]> {
  const [found] = await query.execute(values)
  return JSON.parse(found?.ids ?? '[]') as number[]
}
