import { and, asc, count, desc, eq, gte, inArray, lte } from 'drizzle-orm'
import { arg, type Db, inJsonList } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { telemetryHours, telemetryValues } from '../../sql/ingest-tables'

/** Which hours of which asset. Both ends are included. */
interface HourFilter {
  readonly organizationId: number
  readonly assetId: number
  readonly metrics: readonly number[]
  readonly from: number
  readonly to: number
}

export type TelemetryHourRow = typeof telemetryHours.$inferSelect
type TelemetryValueRow = typeof telemetryValues.$inferSelect

/** The least and the greatest value of an hour. */
export interface TelemetryExtremes {
  readonly assetId: number
  readonly hour: number
  readonly min: number
  readonly max: number
}

/** Reads of what tags say about themselves (docs/decisions/0052-telemetry.md). */
export function telemetryReads(db: Db) {
  const hours = telemetryHours
  const matches = ({ organizationId, assetId, metrics, from, to }: HourFilter) =>
    and(
      eq(hours.organizationId, organizationId),
      eq(hours.assetId, assetId),
      inArray(hours.metric, [...metrics]),
      gte(hours.hour, from),
      lte(hours.hour, to),
    )
  const values = db
    .select({
      metric: telemetryValues.metric,
      value: telemetryValues.value,
      tagId: telemetryValues.tagId,
      observedAt: telemetryValues.observedAt,
    })
    .from(telemetryValues)
    .where(
      and(
        eq(telemetryValues.organizationId, arg('organizationId')),
        eq(telemetryValues.assetId, arg('assetId')),
      ),
    )
    .orderBy(telemetryValues.metric)
    .prepare()

  const extremes = db
    .select({ assetId: hours.assetId, hour: hours.hour, min: hours.valueMin, max: hours.valueMax })
    .from(hours)
    .where(
      and(
        inJsonList(hours.assetId, 'assetIds'),
        gte(hours.hour, arg('from')),
        eq(hours.metric, arg('metric')),
      ),
    )
    .orderBy(asc(hours.assetId), asc(hours.hour))
    .prepare()

  return {
    /** Returns the hours of a metric since one of them, of assets of an organization, in order. */
    extremesSince: async (
      assetIds: readonly number[],
      metric: number,
      from: number,
    ): Promise<TelemetryExtremes[]> => extremes.execute({ assetIds: JSON.stringify(assetIds), metric, from }),

    /** Returns hours of an asset, the newest first, and their number. */
    async hours(
      filter: HourFilter,
      { limit, offset }: Slice,
    ): Promise<{ rows: TelemetryHourRow[]; total: number }> {
      const [counted] = await db.select({ total: count() }).from(hours).where(matches(filter))
      const total = counted?.total ?? 0
      if (offset >= total) return { rows: [], total }
      const rows = await db
        .select()
        .from(hours)
        .where(matches(filter))
        .orderBy(desc(hours.hour), asc(hours.metric))
        .limit(limit)
        .offset(offset)
      return { rows, total }
    },

    /** Returns the last value of each metric of an asset. */
    values: async (
      organizationId: number,
      assetId: number,
    ): Promise<Omit<TelemetryValueRow, 'assetId' | 'organizationId'>[]> =>
      values.execute({ organizationId, assetId }),
  }
}
