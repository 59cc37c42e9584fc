import type { Schemas } from '../api/client'
import type { Locations } from '../api/location-tree'
import { t } from '../languages/messages'
import { ageOf, counted } from '../ui/values/format'
import type { FlowRow } from './report-data'

/**
 * What to talk about: at most four sentences, each from a fixed rule (docs/console.md, Reports). A rule without a finding says
 * nothing.
 */

export interface Sentence {
  readonly text: string
  readonly note: string
  readonly href: string
}

interface Week {
  readonly flows: readonly FlowRow[]
  readonly flowsBefore: readonly FlowRow[]
  readonly alerts: readonly Schemas['Alert'][]
  readonly problems: Schemas['Attention']['problems']
  readonly accuracy: readonly Schemas['PlaceAccuracyView'][]
  readonly locations: Locations
  readonly nowMs: number
}

/** A change is worth a sentence from this many arrivals, and from this share of those of the week before. */
const changeLeast = 10
const changeShare = 0.2
/** A rule is noisy from this many alerts in a week. */
const noisyLeast = 3
/** A place is worth a sentence when it was right for less than this share of the time of its reference tags. */
const rightShare = 0.95

export const sentencesOf = (week: Week): Sentence[] =>
  [largestChange(week), noisiestRule(week), silentReader(week), worstPlace(week)].filter(
    (sentence) => sentence !== undefined,
  )

function arrivalsOf(rows: readonly FlowRow[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { to_location_id: id, moves } of rows) sums.set(id, moves + (sums.get(id) ?? 0))
  return sums
}

/** The place whose arrivals changed most. */
function largestChange({ flows, flowsBefore, locations }: Week): Sentence | undefined {
  if (flowsBefore.length === 0) return undefined
  const [now, before] = [arrivalsOf(flows), arrivalsOf(flowsBefore)]
  const [largest] = [...new Set([...now.keys(), ...before.keys()])]
    .map((id) => ({ id, count: now.get(id) ?? 0, earlier: before.get(id) ?? 0 }))
    .filter(
      ({ id, count, earlier }) =>
        locations.byId.has(id) && Math.abs(count - earlier) >= Math.max(changeLeast, changeShare * earlier),
    )
    .toSorted((a, b) => Math.abs(b.count - b.earlier) - Math.abs(a.count - a.earlier))
  if (!largest) return undefined
  const { id, count, earlier } = largest
  const place = locations.byId.get(id)?.path ?? ''
  return {
    text:
      count > earlier
        ? t('More arrivals at {place}: {count}', { place, count: counted(count) })
        : t('Fewer arrivals at {place}: {count}', { place, count: counted(count) }),
    note: t('{count} in the week before', { count: counted(earlier) }),
    href: `/locations/${id}`,
  }
}

/** The rule with most alerts. */
function noisiestRule({ alerts }: Week): Sentence | undefined {
  const [rule] = [...Map.groupBy(alerts, ({ rule_id: id }) => id).values()].toSorted(
    (a, b) => b.length - a.length,
  )
  const first = rule?.[0]
  if (!rule || !first || rule.length < noisyLeast) return undefined
  return {
    text: t('{rule} raised {count} alerts', { rule: first.rule_name, count: counted(rule.length) }),
    note: t('{share} % of all alerts of the week', {
      share: Math.round((100 * rule.length) / alerts.length),
    }),
    href: `/alert-rules/${first.rule_id}`,
  }
}

/** The reader that has been silent for the longest time. */
function silentReader({ problems, nowMs }: Week): Sentence | undefined {
  const [silent] = problems
    .filter(({ kind, since }) => kind === 'reader' && since !== null)
    .toSorted((a, b) => Date.parse(a.since ?? '') - Date.parse(b.since ?? ''))
  if (!silent) return undefined
  return {
    text: t('{reader} needs attention', { reader: silent.name ?? '' }),
    note: t('for {length}', { length: ageOf(nowMs - Date.parse(silent.since ?? '')) }),
    href: `/readers/${silent.id}`,
  }
}

/** The place that was shown wrongly most often, by its reference tags. */
function worstPlace({ accuracy, locations }: Week): Sentence | undefined {
  const [worst] = accuracy
    .filter(({ location_id: id, right_share: share }) => locations.byId.has(id) && share < rightShare)
    .toSorted((a, b) => a.right_share - b.right_share)
  if (!worst) return undefined
  return {
    text: t('{place} was right for {share} % of the time', {
      place: locations.byId.get(worst.location_id)?.path ?? '',
      share: Math.round(100 * worst.right_share),
    }),
    note: t('measured with its reference tags'),
    href: '/locations/accuracy',
  }
}
