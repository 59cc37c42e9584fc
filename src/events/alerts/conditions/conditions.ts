import { type Micros, second } from '../../../base/time'
import type { AlertPresence } from '../../../storage/core/store'
import type { Rule } from './rule'

/** A time during which the condition of a rule is true for a subject. */
export interface Span {
  readonly from: Micros
  /** Null: it is true now. */
  readonly to: Micros | null
  /** The scan event that made it true; null when none did. */
  readonly eventId: number | null
  /** Where the subject was then. */
  readonly locationId: number | null
  /** Whether it may have begun earlier, before the part of the history that was read. */
  readonly isCut: boolean
}

/** The newest part of the history of an asset, oldest first. */
export interface History {
  readonly events: readonly AlertPresence[]
  /** Whether there may be older events. */
  readonly isCut: boolean
  /** The last read, wherever it was. */
  readonly lastSeenAt: Micros | null
}

/** Reports whether a place is a location or below it. */
type IsBelow = (placeId: number, locationId: number) => boolean

/** Computes the end of a length of time in which the service ran (decision 0039). */
type After = (from: Micros, length: Micros) => Micros

/** A run of events of which all or none are at a location. */
interface Run {
  readonly isInside: boolean
  readonly first: AlertPresence
  readonly to: Micros | null
  readonly isCut: boolean
}

/** The runs of histories, by tree and location, because many rules may be about one location. */
const runsOfHistories = new WeakMap<History, Map<IsBelow, Map<number, readonly Run[]>>>()

function runsOf(history: History, locationId: number, isBelow: IsBelow): readonly Run[] {
  const ofHistory = runsOfHistories.getOrInsertComputed(history, () => new Map())
  const ofTree = ofHistory.getOrInsertComputed(isBelow, () => new Map())
  return ofTree.getOrInsertComputed(locationId, () => {
    const { events, isCut } = history
    const runs: Run[] = []
    let end: Micros | null = null
    // The newest event comes first, so a run knows its end.
    for (let at = events.length - 1; at >= 0; at--) {
      const first = events[at] as AlertPresence
      const isInside = isBelow(first.locationId, locationId)
      const before = events[at - 1]
      if (before && isBelow(before.locationId, locationId) === isInside) continue
      runs.unshift({ isInside, first, to: end, isCut: at === 0 && isCut })
      end = first.firstAt
    }
    return runs
  })
}

const spanOf = ({ first, to, isCut }: Run): Span => ({
  from: first.firstAt,
  to,
  eventId: first.id,
  locationId: first.locationId,
  isCut,
})

/** Returns when the condition of a rule about assets is true for an asset of its scope, in order. */
export function spansOf(rule: Rule, history: History, isBelow: IsBelow, after: After): Span[] {
  if (rule.kind === 'missing') return missingSpans(rule, history, isBelow, after)
  const at = rule.locationId
  if (at === null) return []
  const runs = runsOf(history, at, isBelow)
  switch (rule.kind) {
    case 'entered':
      return runs.filter(({ isInside }) => isInside).map(spanOf)
    case 'outside':
      return runs.filter(({ isInside }) => !isInside).map(spanOf)
    case 'left':
      return runs.filter(({ isInside }, index) => !isInside && (index > 0 || history.isCut)).map(spanOf)
    case 'moved_between':
      return movedSpans(rule, history, runs, isBelow)
    case 'dwell':
      return runs.flatMap((run) => {
        const from = run.first.firstAt + minutesOf(rule)
        return run.isInside && (run.to === null || run.to > from) ? [{ ...spanOf(run), from }] : []
      })
    default:
      return []
  }
}

const minutesOf = ({ minutes }: Rule): Micros => (minutes ?? 0) * 60 * second

/** The arrivals whose event before was at the other location. */
function movedSpans(
  { fromLocationId }: Rule,
  { events }: History,
  runs: readonly Run[],
  isBelow: IsBelow,
): Span[] {
  return runs.flatMap((run) => {
    if (!run.isInside || fromLocationId === null) return []
    if (run.isCut) return [spanOf(run)]
    const before = events[events.indexOf(run.first) - 1]
    return before && isBelow(before.locationId, fromLocationId) ? [spanOf(run)] : []
  })
}

/** A read elsewhere that begins no event counts as a read, too, so only the end of the history is exact. */
function missingSpans(rule: Rule, history: History, isBelow: IsBelow, after: After): Span[] {
  const { events, lastSeenAt } = history
  const spans: Span[] = []
  for (const [index, event] of events.entries()) {
    const next = events[index + 1]
    const isLast = next === undefined
    const seenAt = isLast ? Math.max(event.lastAt, lastSeenAt ?? 0) : event.lastAt
    const from = after(seenAt, minutesOf(rule))
    if (next && next.firstAt <= from) continue
    if (rule.locationId !== null && !isBelow(event.locationId, rule.locationId)) continue
    spans.push({
      from,
      to: next?.firstAt ?? null,
      eventId: event.id,
      locationId: event.locationId,
      isCut: false,
    })
  }
  return spans
}
