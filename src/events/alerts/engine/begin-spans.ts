import { isBeyond, measureOf } from '../../../base/alert-kinds'
import type { Writes } from '../../../storage/core/store'
import { metrics } from '../../../tracking/formats/telemetry/measured'
import type { Rule } from '../conditions/rule'

/** Notes which of these assets are beyond the threshold of a new rule by their last value. Later values are noted when they arrive. */
export async function beginSpans(
  tx: Pick<Writes, 'telemetrySpans'>,
  { id: ruleId, organizationId, kind, threshold }: Rule,
  assetIds: readonly number[],
): Promise<void> {
  const measure = measureOf(kind)
  if (!measure || threshold === null) return
  const open = new Set(
    (await tx.telemetrySpans.open(assetIds)).flatMap((span) =>
      span.ruleId === ruleId ? [span.assetId] : [],
    ),
  )
  const values = await tx.telemetrySpans.lastValues(assetIds, metrics.indexOf(measure.metric))
  const begun = values.filter(
    ({ assetId, value }) => !open.has(assetId) && isBeyond(measure, value, threshold),
  )
  if (begun.length > 0)
    await tx.telemetrySpans.save(
      begun.map(({ assetId, at }) => ({ organizationId, ruleId, assetId, startedAt: at, endedAt: null })),
    )
}
