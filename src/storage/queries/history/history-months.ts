import { sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, isPostgres } from '../../sql/database'
import type { Presence } from './presence'

/** The beginning of what an organization keeps. */
type Cut = readonly [organizationId: number, at: Micros]

/** The months of scan events, which are partitions (decision 0034). The functions are in the schema. Null in SQLite. */
export function historyMonthWrites(db: Db) {
  if (!isPostgres(db)) return null
  const call = (name: string, ...args: string[]) => {
    const list = sql.join(args.map(arg), sql`, `)
    return db
      .select({ value: sql<number | null>`value` })
      .from(sql`(select ${sql.raw(name)}(${list}) as value) as called`)
      .prepare()
  }
  const monthOf = call('month_of', 'at')
  const addMonths = call('scan_events_add_months', 'at')
  const expired = call('scan_events_expired', 'cuts')
  const dropMonth = call('scan_events_drop_month', 'until')
  const finishDrop = db
    .select({ assetId: sql<number>`asset`, organizationId: sql<number>`organization` })
    .from(sql`(select * from scan_events_finish_drop(${arg('atOnce')})) as finished`)
    .prepare()
  const trim = call('scan_events_trim', 'assetId', 'firstAt', 'locationId', 'id')
  const untrim = call('scan_events_untrim')

  return {
    /** Returns the beginning of the month of an instant. */
    monthOf: async (at: Micros): Promise<Micros> => (await monthOf.execute({ at }))[0]?.value ?? at,

    /** Makes the current month and those that follow soon. Returns how many were missing. */
    add: async (now: Micros): Promise<number> => (await addMonths.execute({ at: now }))[0]?.value ?? 0,

    /**
     * Returns the end of the oldest months that have expired for all organizations with events in them; undefined if none has.
     * Discards what `keepFrom` has noted, except for months that are dropped.
     */
    async expired(cuts: readonly Cut[]): Promise<Micros | undefined> {
      await untrim.execute()
      return (await expired.execute({ cuts: JSON.stringify(cuts) }))[0]?.value ?? undefined
    },

    /** Notes the oldest event of an asset that `dropMonth` keeps. */
    async keepFrom(assetId: number, { firstAt, locationId, id = 0 }: Presence): Promise<void> {
      await trim.execute({ assetId, firstAt, locationId, id })
    },

    /**
     * Drops the oldest month before an instant. Assets for which no event is noted keep all of theirs. Returns whether there was
     * one.
     */
    dropMonth: async (until: Micros): Promise<boolean> =>
      (await dropMonth.execute({ until }))[0]?.value === 1,

    /** Sets the beginnings of some histories of which months were dropped. Returns their assets; none when all are done. */
    finishDrop: (atOnce: number): Promise<{ assetId: number; organizationId: number }[]> =>
      finishDrop.execute({ atOnce }),
  }
}
