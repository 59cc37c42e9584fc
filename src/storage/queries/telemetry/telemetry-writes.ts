import { eq, inArray, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import { telemetryHourCounts, telemetryHours, telemetryValues } from '../../sql/ingest-tables'

/** The values of a metric of an asset in an hour, which one write adds. */
export interface AddedHour {
  readonly organizationId: number
  readonly assetId: number
  readonly hour: number
  readonly metric: number
  readonly count: number
  readonly sum: number
  readonly min: number
  readonly max: number
  readonly last: number
  readonly lastAt: Micros
  /** The tag that sent the last value. */
  readonly lastTagId: number
}

/** Writes of what tags say about themselves (docs/decisions/0052-telemetry.md). */
export function telemetryWrites(db: Db) {
  const whole = (name: keyof AddedHour) => sql.raw(`cast(added.value ->> '${name}' as bigint)`)
  const real = (name: keyof AddedHour) => sql.raw(`cast(added.value ->> '${name}' as double precision)`)
  const added = sql`json_each(${arg('rows')}) as added`
  const hours = telemetryHours
  // One statement for all rows of a write.
  const addHours = db
    .insert(hours)
    .select(
      sql`select ${whole('assetId')}, ${whole('hour')}, ${whole('metric')}, ${whole('organizationId')},
          ${whole('count')}, ${real('sum')}, ${real('min')}, ${real('max')}, ${real('last')}, ${whole('lastAt')}
          from ${added} where true`,
    )
    .onConflictDoUpdate({
      target: [hours.assetId, hours.hour, hours.metric],
      set: {
        valueCount: sql`${hours.valueCount} + excluded.value_count`,
        valueSum: sql`${hours.valueSum} + excluded.value_sum`,
        valueMin: sql`case when excluded.value_min < ${hours.valueMin} then excluded.value_min else ${hours.valueMin} end`,
        valueMax: sql`case when excluded.value_max > ${hours.valueMax} then excluded.value_max else ${hours.valueMax} end`,
        lastValue: sql`case when excluded.last_at >= ${hours.lastAt} then excluded.last_value else ${hours.lastValue} end`,
        lastAt: sql`case when excluded.last_at >= ${hours.lastAt} then excluded.last_at else ${hours.lastAt} end`,
      },
    })
    .returning({ assetId: hours.assetId, hour: hours.hour, metric: hours.metric, count: hours.valueCount })
    .prepare()
  const values = telemetryValues
  const setValues = db
    .insert(values)
    .select(
      sql`select ${whole('assetId')}, ${whole('metric')}, ${whole('organizationId')}, ${whole('lastTagId')},
          ${real('last')}, ${whole('lastAt')} from ${added} where true`,
    )
    .onConflictDoUpdate({
      target: [values.assetId, values.metric],
      set: {
        tagId: sql`case when excluded.observed_at >= ${values.observedAt} then excluded.tag_id else ${values.tagId} end`,
        value: sql`case when excluded.observed_at >= ${values.observedAt} then excluded.value else ${values.value} end`,
        observedAt: sql`case when excluded.observed_at >= ${values.observedAt} then excluded.observed_at else ${values.observedAt} end`,
      },
    })
    .prepare()
  const known = db
    .select({ assetId: values.assetId, metric: values.metric, observedAt: values.observedAt })
    .from(sql`json_each(${arg('assetIds')}, '$') as wanted`)
    .crossJoin(values)
    .where(eq(values.assetId, sql`wanted.value`))
    .prepare()
  const countRows = db
    .insert(telemetryHourCounts)
    .values({ hour: arg('hour'), rows: arg('rows') })
    .onConflictDoUpdate({
      target: telemetryHourCounts.hour,
      set: { rows: sql`${telemetryHourCounts.rows} + excluded.rows` },
    })
    .prepare()
  const deleteRows = db
    .delete(hours)
    .where(
      sql`(${hours.assetId}, ${hours.hour}, ${hours.metric}) in (
        select asset_id, hour, metric from telemetry_hours where hour = ${arg('hour')} limit ${arg('most')})`,
    )
    .returning({ metric: hours.metric })
    .prepare()

  return {
    /** Returns the metrics that are known of assets, each with the time of its last value. */
    known: async (
      assetIds: readonly number[],
    ): Promise<{ assetId: number; metric: number; observedAt: Micros }[]> =>
      known.execute({ assetIds: JSON.stringify(assetIds) }),

    /** Adds values to hours, and sets the last values. Each asset, hour and metric is in one row. */
    async add(rows: readonly AddedHour[]): Promise<void> {
      const keyOf = (row: Pick<AddedHour, 'assetId' | 'hour' | 'metric'>) =>
        `${row.assetId}:${row.hour}:${row.metric}`
      const counts = new Map(rows.map((row) => [keyOf(row), row.count]))
      const inserted = new Map<number, number>()
      for (const row of await addHours.execute({ rows: JSON.stringify(rows) }))
        // The row has no other values, so it is new.
        if (row.count === counts.get(keyOf(row))) inserted.set(row.hour, (inserted.get(row.hour) ?? 0) + 1)
      for (const [hour, count] of inserted) await countRows.execute({ hour, rows: count })
      const newest = new Map<string, AddedHour>()
      for (const row of rows.toSorted((one, other) => one.lastAt - other.lastAt))
        newest.set(`${row.assetId}:${row.metric}`, row)
      const lasts = [...newest.values()].toSorted((one, other) => one.assetId - other.assetId)
      await setValues.execute({ rows: JSON.stringify(lasts) })
    },

    /**
     * Deletes at most `most` rows of the oldest hour before `hour`. When there are more than `rowsMax` rows, the oldest
     * hour may be any hour. Returns the number of deleted rows.
     */
    async prune(hour: number, rowsMax: number, most: number): Promise<number> {
      const [all] = await db
        .select({
          oldest: sql<number | null>`min(${telemetryHourCounts.hour})`,
          rows: sql<number>`cast(coalesce(sum(${telemetryHourCounts.rows}), 0) as bigint)`,
        })
        .from(telemetryHourCounts)
      const oldest = all?.oldest ?? null
      const excess = (all?.rows ?? 0) - rowsMax
      if (oldest === null || (oldest >= hour && excess <= 0)) return 0
      const limit = oldest < hour ? most : Math.min(most, excess)
      const deleted = (await deleteRows.execute({ hour: oldest, most: limit })).length
      if (deleted < limit)
        await db.delete(telemetryHourCounts).where(inArray(telemetryHourCounts.hour, [oldest]))
      else await countRows.execute({ hour: oldest, rows: -deleted })
      return deleted
    },
  }
}
