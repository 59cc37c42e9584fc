import { and, asc, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { AlertKind } from '../../../base/alert-kinds'
import type { Micros } from '../../../base/time'
import { alertCursors, alertRules, alertTimers } from '../../sql/alert-tables'
import { arg, type Db, inJsonList } from '../../sql/database'
import { telemetrySpans, telemetryValues } from '../../sql/ingest-tables'

/** A rule that compares values with a threshold. */
export interface ThresholdRule {
  readonly id: number
  readonly organizationId: number
  readonly kind: AlertKind
  readonly threshold: number
}

/** A time during which the last value of an asset was beyond the threshold of a rule. */
export interface TelemetrySpan {
  readonly startedAt: Micros
  /** Null: it still is. */
  readonly endedAt: Micros | null
}

/** A span that a write has begun or ended. */
export interface ChangedSpan extends TelemetrySpan {
  readonly organizationId: number
  readonly ruleId: number
  readonly assetId: number
}

/** When values were beyond the thresholds of alert rules (docs/decisions/0052-telemetry.md). */
export function telemetrySpanReads(db: Db) {
  const newest = db
    .select({ startedAt: telemetrySpans.startedAt, endedAt: telemetrySpans.endedAt })
    .from(telemetrySpans)
    .where(and(eq(telemetrySpans.ruleId, arg('ruleId')), eq(telemetrySpans.assetId, arg('assetId'))))
    .orderBy(desc(telemetrySpans.startedAt))
    .limit(arg('limit'))
    .prepare()
  return {
    /** Returns the newest spans of a rule of the organization and an asset, oldest first. */
    newest: async (ruleId: number, assetId: number, limit: number): Promise<TelemetrySpan[]> =>
      (await newest.execute({ ruleId, assetId, limit })).toReversed(),
  }
}

export function telemetrySpanWrites(db: Db) {
  const rules = db
    .select({
      id: alertRules.id,
      organizationId: alertRules.organizationId,
      kind: alertRules.kind,
      threshold: sql<number>`${alertRules.threshold}`,
    })
    .from(alertRules)
    .where(
      and(
        inJsonList(alertRules.organizationId, 'organizationIds'),
        sql`${alertRules.threshold} is not null`,
        eq(alertRules.isEnabled, true),
      ),
    )
    .prepare()
  const open = db
    .select({
      ruleId: telemetrySpans.ruleId,
      assetId: telemetrySpans.assetId,
      startedAt: telemetrySpans.startedAt,
    })
    .from(telemetrySpans)
    .where(and(inJsonList(telemetrySpans.assetId, 'assetIds'), isNull(telemetrySpans.endedAt)))
    .prepare()
  const save = db
    .insert(telemetrySpans)
    .values({
      organizationId: arg('organizationId'),
      ruleId: arg('ruleId'),
      assetId: arg('assetId'),
      startedAt: arg('startedAt'),
      endedAt: arg('endedAt'),
    })
    .onConflictDoUpdate({
      target: [telemetrySpans.ruleId, telemetrySpans.assetId, telemetrySpans.startedAt],
      set: { endedAt: sql`excluded.ended_at` },
    })
    .prepare()
  const wake = db
    .insert(alertTimers)
    .values({
      ruleId: arg('ruleId'),
      subjectId: arg('assetId'),
      organizationId: arg('organizationId'),
      dueAt: arg('startedAt'),
      waitedFrom: arg('startedAt'),
    })
    .onConflictDoUpdate({
      target: [alertTimers.ruleId, alertTimers.subjectId],
      set: {
        dueAt: sql`excluded.due_at`,
        waitedFrom: sql`case when ${alertTimers.waitedFrom} < excluded.waited_from then ${alertTimers.waitedFrom} else excluded.waited_from end`,
      },
    })
    .prepare()
  const valuesBeyond = db
    .select({
      assetId: telemetryValues.assetId,
      value: telemetryValues.value,
      at: telemetryValues.observedAt,
    })
    .from(telemetryValues)
    .where(and(inJsonList(telemetryValues.assetId, 'assetIds'), eq(telemetryValues.metric, arg('metric'))))
    .orderBy(asc(telemetryValues.assetId))
    .prepare()

  return {
    ...telemetrySpanReads(db),

    /** Returns the rules of organizations that compare values. */
    rulesOf: async (organizationIds: readonly number[]): Promise<ThresholdRule[]> =>
      rules.execute({ organizationIds: JSON.stringify(organizationIds) }),

    /** Returns the spans of assets that have not ended. */
    open: async (
      assetIds: readonly number[],
    ): Promise<{ ruleId: number; assetId: number; startedAt: Micros }[]> =>
      open.execute({ assetIds: JSON.stringify(assetIds) }),

    /** Returns the last value of a metric of those of the assets that have one. */
    lastValues: async (
      assetIds: readonly number[],
      metric: number,
    ): Promise<{ assetId: number; value: number; at: Micros }[]> =>
      valuesBeyond.execute({ assetIds: JSON.stringify(assetIds), metric }),

    /** Stores spans, and makes the alert engine look at them, also one that is in the middle of an evaluation. */
    async save(spans: readonly ChangedSpan[]): Promise<void> {
      for (const organizationId of new Set(spans.map((span) => span.organizationId)))
        await db
          .update(alertCursors)
          .set({ pass: sql`${alertCursors.pass} + 1` })
          .where(eq(alertCursors.organizationId, organizationId))
      for (const { organizationId, ruleId, assetId, startedAt, endedAt } of spans) {
        await save.execute({ organizationId, ruleId, assetId, startedAt, endedAt })
        await wake.execute({ organizationId, ruleId, assetId, startedAt })
      }
    },

    async deleteOfRule(ruleId: number): Promise<void> {
      await db.delete(telemetrySpans).where(eq(telemetrySpans.ruleId, ruleId))
    },

    /** Deletes at most `most` spans that ended before a time, or beyond the newest `rowsMax`. Returns their number. */
    async prune(before: Micros, rowsMax: number, most: number): Promise<number> {
      const [newest] = await db.select({ id: sql<number | null>`max(id)` }).from(telemetrySpans)
      for (const condition of [
        lt(telemetrySpans.endedAt, before),
        lte(telemetrySpans.id, (newest?.id ?? 0) - rowsMax),
      ]) {
        const old = db.select({ id: telemetrySpans.id }).from(telemetrySpans).where(condition).limit(most)
        const deleted = await db
          .delete(telemetrySpans)
          .where(sql`${telemetrySpans.id} in ${old}`)
          .returning({ id: telemetrySpans.id })
        if (deleted.length > 0) return deleted.length
      }
      return 0
    },
  }
}
