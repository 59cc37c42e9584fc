import { isBeyond, measureOf } from '../../../base/alert-kinds'
import { fromMicros, type Micros } from '../../../base/time'
import { createPauses } from '../../../base/turns/pause'
import type { AlertAsset, TelemetryExtremes } from '../../../storage/core/store'
import { metrics } from '../../../tracking/formats/telemetry/measured'
import { beginningOf, hourOf } from '../../../tracking/telemetry/hours'
import type { Span } from '../conditions/conditions'
import { pressSpan } from '../conditions/measured'
import type { Rule } from '../conditions/rule'
import type { Situation } from '../engine/evaluate-assets'
import { scopesOf } from '../engine/scopes'
import type { Past, SubjectSpans } from './past'

const pressesAtOnce = 500

/**
 * Returns when values of assets were beyond the threshold of a rule, by hours: single values are not kept. An hour counts as a
 * whole when one of its values was beyond.
 *
 * @param pages ids of the assets that were read since `from`
 */
export async function pastOfValues(
  situation: Situation,
  rule: Rule,
  { from, pages }: { readonly from: Micros; readonly pages: AsyncIterable<readonly number[]> },
): Promise<Past> {
  const { read } = situation
  const measure = measureOf(rule.kind)
  const subjects: SubjectSpans[] = []
  let eventCount = 0
  if (!measure || rule.threshold === null) return { subjects, eventCount }
  const { threshold } = rule
  const pause = createPauses()
  for await (const ids of pages) {
    const assets = await assetsInScope(situation, rule, ids)
    const hours = await read.telemetry.extremesSince(
      assets.map(({ id }) => id),
      metrics.indexOf(measure.metric),
      hourOf(from),
    )
    eventCount += hours.length
    const ofAsset = Map.groupBy(hours, ({ assetId }) => assetId)
    for (const { id, externalKey: key, name, locationId } of assets) {
      const isWrong = ({ min, max }: TelemetryExtremes) =>
        isBeyond(measure, measure.isAbove ? max : min, threshold)
      const spans = spansOfHours(ofAsset.get(id) ?? [], isWrong, locationId)
      if (spans.length > 0) subjects.push({ subject: { kind: 'asset', id, key, name }, spans })
      await pause()
    }
  }
  return { subjects, eventCount }
}

async function assetsInScope(
  situation: Situation,
  rule: Rule,
  ids: readonly number[],
): Promise<AlertAsset[]> {
  const found = await situation.read.alertFacts.assets(
    situation.organizationId,
    ids,
    fromMicros(situation.now),
  )
  const inScope = await scopesOf(situation, [rule], found)
  return found.filter((asset) => inScope(rule, asset))
}

/** Returns the runs of hours that are wrong. An hour without values ends none. @param hours in order */
function spansOfHours(
  hours: readonly TelemetryExtremes[],
  isWrong: (hour: TelemetryExtremes) => boolean,
  locationId: number | null,
): Span[] {
  const spans: Span[] = []
  let from: Micros | undefined
  const end = (to: Micros | null) => {
    if (from !== undefined) spans.push({ from, to, eventId: null, locationId, isCut: false })
    from = undefined
  }
  for (const hour of hours)
    if (isWrong(hour)) from ??= beginningOf(hour.hour)
    else end(beginningOf(hour.hour))
  end(null)
  return spans
}

/** The presses of buttons are known one by one. */
export async function pastOfPresses(situation: Situation, rule: Rule, from: Micros): Promise<Past> {
  const { read, organizationId } = situation
  const spans = new Map<number, Span[]>()
  let eventCount = 0
  let [at, afterId] = [from, 0]
  while (true) {
    const presses = await read.tagPresses.since(organizationId, at, afterId, pressesAtOnce)
    eventCount += presses.length
    for (const { assetId, firstAt } of presses)
      spans.getOrInsertComputed(assetId, () => []).push(pressSpan(firstAt, null))
    const last = presses.at(-1)
    if (!last || presses.length < pressesAtOnce) break
    at = last.firstAt
    afterId = last.id
  }
  const assets = await assetsInScope(situation, rule, [...spans.keys()])
  const subjects = assets.map(({ id, externalKey: key, name }) => ({
    subject: { kind: 'asset' as const, id, key, name },
    spans: spans.get(id) ?? [],
  }))
  return { subjects, eventCount }
}
