import { measureOf } from '../../../base/alert-kinds'
import { type Micros, second } from '../../../base/time'
import type { Reads } from '../../../storage/core/store'
import type { Span } from './conditions'
import type { Rule } from './rule'

/** Kinds of rules about what tags say about themselves (docs/alerts.md, Measured values). */

/** How long the alert about a press stays open. */
const pressLength: Micros = 86_400 * second
/** Number of spans, and of presses, that are looked at. */
const newestMax = 64

/** Whether a rule is about values or presses, not about the history. */
export const isOfTags = ({ kind }: Pick<Rule, 'kind'>): boolean =>
  measureOf(kind) !== undefined || kind === 'button_pressed'

/** Returns when the condition of such a rule was true for an asset, in order. */
export async function spansOfTags(
  read: Pick<Reads, 'telemetrySpans' | 'tagPresses'>,
  rule: Rule,
  { id, locationId }: { readonly id: number; readonly locationId: number | null },
): Promise<Span[]> {
  if (rule.kind === 'button_pressed')
    return (await read.tagPresses.newestOf(id, newestMax)).map((at) => pressSpan(at, locationId))
  const spans = await read.telemetrySpans.newest(rule.id, id, newestMax)
  return spans.map(({ startedAt: from, endedAt: to }) => ({
    from,
    to,
    eventId: null,
    locationId,
    isCut: false,
  }))
}

export const pressSpan = (from: Micros, locationId: number | null): Span => ({
  from,
  to: from + pressLength,
  eventId: null,
  locationId,
  isCut: false,
})
