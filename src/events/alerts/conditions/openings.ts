import type { Micros } from '../../../base/time'
import type { Span } from './conditions'
import { firstWithin } from './hours'
import { isHappening, mayPrecede, type Rule } from './rule'

/** An alert as it follows from the history. */
export interface Opening {
  /** The time at which the condition became true. */
  readonly span: Span
  readonly openedAt: Micros
  /** Null: it is open. */
  readonly closedAt: Micros | null
  /** The number of times that the condition became true while it was open. */
  readonly occurrences: number
}

interface Openings {
  readonly openings: readonly Opening[]
  /** When to look again although nothing happens; null: never. */
  readonly dueAt: Micros | null
}

/**
 * Computes the alerts of one rule and one subject (decision 0039). It is a pure function: equal histories have equal alerts.
 *
 * @param spans when the condition is true, in order
 * @param endedByPeople when people closed alerts of this rule and subject
 */
export function openingsOf(
  rule: Rule,
  spans: readonly Span[],
  endedByPeople: readonly Micros[],
  now: Micros,
): Openings {
  const openings: Opening[] = []
  let dueAt: Micros | null = null
  const waitUntil = (at: Micros) => (dueAt = dueAt === null ? at : Math.min(dueAt, at))

  for (const span of spans) {
    if (span.from > now) {
      waitUntil(span.from)
      continue
    }
    const to = span.to !== null && span.to <= now ? span.to : null
    if (span.to !== to) waitUntil(span.to as Micros)
    const ended = endedByPeople.find(
      (at) => (span.isCut || at >= span.from) && (to === null || at < to + rule.clear),
    )
    const last = openings.at(-1)
    const closedBefore = last?.closedAt ?? null
    const isContinued = last !== undefined && (closedBefore === null || closedBefore > span.from)
    if (last && isContinued)
      openings[openings.length - 1] = {
        ...last,
        occurrences: last.occurrences + 1,
        closedAt: ended ?? (to === null ? null : to + rule.clear),
      }
    else {
      const openedAt = openingOf(rule, span)
      if (openedAt === undefined || (to !== null && openedAt.at > to)) continue
      // What a person has closed does not open again in the same span.
      if (ended !== undefined && openedAt.at > ended) continue
      if (openedAt.at > now) {
        waitUntil(openedAt.at)
        continue
      }
      const closedAt = ended ?? (to === null ? null : to + rule.clear)
      openings.push({ span, openedAt: openedAt.shown, closedAt, occurrences: 1 })
    }
  }
  return { openings: openings.map((opening) => closedBy(opening, now, waitUntil)), dueAt }
}

/** An alert that will close is open until then. */
function closedBy(opening: Opening, now: Micros, waitUntil: (at: Micros) => void): Opening {
  if (opening.closedAt === null || opening.closedAt <= now) return opening
  waitUntil(opening.closedAt)
  return { ...opening, closedAt: null }
}

/** Returns when a span opens an alert, and the time that the alert shows; undefined if it opens none. */
function openingOf(rule: Rule, { from }: Span): { at: Micros; shown: Micros } | undefined {
  const { enabledAt, hold, hours } = rule
  if (isHappening(rule)) {
    const at = from + hold
    return from < enabledAt || firstWithin(hours, at) !== at ? undefined : { at, shown: at }
  }
  const at = firstWithin(hours, Math.max(from, enabledAt) + hold)
  return { at, shown: mayPrecede(rule) && hours === null ? from + hold : at }
}
