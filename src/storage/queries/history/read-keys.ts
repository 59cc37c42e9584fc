import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { arg, type Db, isPostgres } from '../../sql/database'
import { readKeyDays, readKeys } from '../../sql/ingest-tables'

/** The times of one minute at which a source sent reads of a tag, stored under the day of receipt. */
type ReadKey = typeof readKeys.$inferSelect

/** The stored keys of reads, with which repeats are recognized (docs/history.md, Repeats). */
export function readKeyWrites(db: Db) {
  // One seek for each tag and each day.
  const known = db
    .select({ day: readKeys.day, tag: readKeys.tag, times: readKeys.times })
    .from(sql`json_each(${arg('tags')}, '$') as wanted`)
    .crossJoin(readKeys)
    .where(
      and(
        inArray(readKeys.day, [arg('today'), arg('yesterday'), arg('dayBefore')]),
        eq(readKeys.minute, arg('minute')),
        eq(readKeys.source, arg('source')),
        eq(readKeys.tag, sql`wanted.value`),
      ),
    )
    .prepare()
  const anyKnown = db
    .select({ day: readKeys.day })
    .from(readKeys)
    .where(
      and(
        inArray(readKeys.day, [arg('today'), arg('yesterday'), arg('dayBefore')]),
        eq(readKeys.minute, arg('minute')),
        eq(readKeys.source, arg('source')),
      ),
    )
    .limit(1)
    .prepare()
  // Tags and times are lists of equal length. A time has four bytes. A row keeps the latest times.
  const addTimes = db
    .insert(readKeys)
    .select(
      sql`select ${arg('day')}, ${arg('minute')}, ${arg('source')}, value, substr(${arg('times')}, 4 * key + 1, 4)
        from json_each(${arg('tags')}, '$') where true`,
    )
    .onConflictDoUpdate({
      target: [readKeys.day, readKeys.minute, readKeys.source, readKeys.tag],
      set: {
        times: sql`substr(cast(${readKeys.times} || excluded.times as blob), -4 * cast(${arg('timesMax')} as bigint))`,
      },
    })
    .prepare()
  const count = db
    .insert(readKeyDays)
    .values({ day: arg('day'), rows: arg('rows') })
    .onConflictDoUpdate({ target: readKeyDays.day, set: { rows: sql`${readKeyDays.rows} + excluded.rows` } })
    .prepare()
  const key = sql`(${readKeys.day}, ${readKeys.minute}, ${readKeys.source}, ${readKeys.tag})`
  const deleteRows = db
    .delete(readKeys)
    .where(
      sql`${key} in (select day, minute, source, tag from read_keys where day = ${arg('day')} order by minute limit ${arg('most')})`,
    )
    .returning({ day: readKeys.day })
    .prepare()
  const takeOut = db
    .delete(readKeys)
    .where(
      sql`${key} in (select day, minute, source, tag from read_keys where day = ${arg('day')} limit ${arg('most')})`,
    )
    .returning()
    .prepare()
  const add = db
    .insert(readKeys)
    .values({
      day: arg('day'),
      minute: arg('minute'),
      source: arg('source'),
      tag: arg('tag'),
      times: arg('times'),
    })
    .onConflictDoUpdate({
      target: [readKeys.day, readKeys.minute, readKeys.source, readKeys.tag],
      set: { times: sql`cast(${readKeys.times} || excluded.times as blob)` },
    })
    .prepare()
  return {
    /** Returns the stored times of tags in a minute of a source, under `day` and the two days before it. */
    readKeys: async (
      day: number,
      source: string,
      minute: number,
      tags: readonly number[],
    ): Promise<Pick<ReadKey, 'day' | 'tag' | 'times'>[]> =>
      known.execute({
        tags: JSON.stringify(tags),
        source,
        minute,
        today: day,
        yesterday: day - 1,
        dayBefore: day - 2,
      }),
    /** Returns whether times of a minute of a source are stored under `day` and the two days before it. */
    hasReadKeys: async (day: number, source: string, minute: number): Promise<boolean> =>
      (await anyKnown.execute({ source, minute, today: day, yesterday: day - 1, dayBefore: day - 2 }))
        .length > 0,
    /**
     * Adds a time to each of `tags`, which may contain a tag several times. `times` has four bytes for each of them. A
     * row keeps the latest `timesMax` times.
     */
    async addReadKeys(
      { day, source, minute }: Pick<ReadKey, 'day' | 'source' | 'minute'>,
      tags: readonly number[],
      times: Uint8Array,
      timesMax: number,
    ): Promise<void> {
      const parts = isPostgres(db) ? withoutRepeats(tags, times) : [{ tags: JSON.stringify(tags), times }]
      for (const part of parts) await addTimes.execute({ day, source, minute, timesMax, ...part })
    },
    /** Adds the number of rows that a write has inserted to the count of the day. */
    async countReadKeys(day: number, rows: number): Promise<void> {
      await count.execute({ day, rows })
    },
    /**
     * Deletes at most `most` rows of the oldest day before `day`. When there are more than `rowsMax` rows, the oldest
     * day may be any day. Returns the number of deleted rows.
     */
    async pruneReadKeys(day: number, rowsMax: number, most: number): Promise<number> {
      const days = await db.select().from(readKeyDays).orderBy(readKeyDays.day)
      const [oldest] = days
      const excess = days.reduce((sum, { rows }) => sum + rows, -rowsMax)
      if (!oldest || (oldest.day >= day && excess <= 0)) return 0
      const limit = oldest.day < day ? most : Math.min(most, excess)
      const deleted = (await deleteRows.execute({ day: oldest.day, most: limit })).length
      if (deleted < limit) await db.delete(readKeyDays).where(eq(readKeyDays.day, oldest.day))
      else await count.execute({ day: oldest.day, rows: -deleted })
      return deleted
    },
    /**
     * Moves at most `most` rows of later days, which a wrong clock wrote, to `day`. Returns 0 when there is no later
     * day.
     */
    async setBackReadKeys(day: number, most: number): Promise<number> {
      const [later] = await db
        .select()
        .from(readKeyDays)
        .where(gt(readKeyDays.day, day))
        .orderBy(readKeyDays.day)
        .limit(1)
      if (!later) return 0
      const rows = await takeOut.execute({ day: later.day, most })
      for (const row of rows) await add.execute({ ...row, day })
      await count.execute({ day, rows: rows.length })
      if (rows.length < most) await db.delete(readKeyDays).where(eq(readKeyDays.day, later.day))
      else await count.execute({ day: later.day, rows: -rows.length })
      return rows.length + 1
    },
  }
}

/** Divides tags and their times into parts in which no tag is repeated, because one statement of PostgreSQL updates a row once. */
function withoutRepeats(tags: readonly number[], times: Uint8Array): { tags: string; times: Uint8Array }[] {
  if (new Set(tags).size === tags.length) return [{ tags: JSON.stringify(tags), times }]
  const seen = new Map<number, number>()
  const parts: { readonly tags: number[]; readonly times: number[] }[] = []
  for (const [index, tag] of tags.entries()) {
    const earlier = seen.get(tag) ?? 0
    seen.set(tag, earlier + 1)
    const part = (parts[earlier] ??= { tags: [], times: [] })
    part.tags.push(tag)
    part.times.push(...times.subarray(4 * index, 4 * index + 4))
  }
  return parts.map((part) => ({ tags: JSON.stringify(part.tags), times: Uint8Array.from(part.times) }))
}
