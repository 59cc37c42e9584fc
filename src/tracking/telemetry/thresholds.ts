import { isBeyond, measureOf } from '../../base/alert-kinds'
import type { Micros } from '../../base/time'
import type { Pause } from '../../base/turns/pause'
import type { ChangedSpan, ThresholdRule, Writes } from '../../storage/core/store'
import { metrics } from '../formats/telemetry/measured'

/** A value of an asset that alert rules may be about. */
export interface MeasuredValue {
  readonly organizationId: number
  readonly assetId: number
  /** Position in the list of metrics. */
  readonly metric: number
  readonly value: number
  readonly at: Micros
}

/**
 * Notes when values go beyond the thresholds of alert rules, and when they are back (docs/alerts.md, Measured values). Only such
 * a change is written, so a value that changes nothing costs one statement for the whole write.
 *
 * @param values newer than the last value of their asset and metric
 */
export async function saveSpans(
  tx: Pick<Writes, 'telemetrySpans'>,
  values: readonly MeasuredValue[],
  pause: Pause,
): Promise<void> {
  if (values.length === 0) return
  const organizations = new Set(values.map(({ organizationId }) => organizationId))
  const rules = await tx.telemetrySpans.rulesOf([...organizations])
  if (rules.length === 0) return
  const rulesOf = Map.groupBy(rules, ({ organizationId, kind }) => keyOf(organizationId, metricOf(kind)))
  const concerned = values.filter(({ organizationId, metric }) => rulesOf.has(keyOf(organizationId, metric)))
  if (concerned.length === 0) return
  const begun = new Map<string, Micros>()
  for (const span of await tx.telemetrySpans.open([...new Set(concerned.map(({ assetId }) => assetId))]))
    begun.set(keyOf(span.ruleId, span.assetId), span.startedAt)
  const changed = new Map<string, ChangedSpan>()
  for (const value of concerned.toSorted((one, other) => one.at - other.at)) {
    for (const rule of rulesOf.get(keyOf(value.organizationId, value.metric)) ?? [])
      compare(rule, value, begun, changed)
    await pause()
  }
  if (changed.size > 0) await tx.telemetrySpans.save([...changed.values()])
}

const keyOf = (one: number, other: number): string => `${one}:${other}`

const metricOf = (kind: ThresholdRule['kind']): number => {
  const measure = measureOf(kind)
  return measure ? metrics.indexOf(measure.metric) : -1
}

/** @param begun when the spans began that have not ended, by rule and asset */
function compare(
  { id: ruleId, kind, threshold }: ThresholdRule,
  { organizationId, assetId, value, at }: MeasuredValue,
  begun: Map<string, Micros>,
  changed: Map<string, ChangedSpan>,
): void {
  const measure = measureOf(kind)
  if (!measure) return
  const key = keyOf(ruleId, assetId)
  const since = begun.get(key)
  const isWrong = isBeyond(measure, value, threshold)
  if (isWrong === (since !== undefined)) return
  const startedAt = since ?? at
  if (isWrong) begun.set(key, at)
  else begun.delete(key)
  changed.set(`${key}:${startedAt}`, {
    organizationId,
    ruleId,
    assetId,
    startedAt,
    endedAt: isWrong ? null : at,
  })
}
