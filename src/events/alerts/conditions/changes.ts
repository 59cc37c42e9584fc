import type { Micros } from '../../../base/time'
import type { AlertRow } from '../../../storage/core/store'
import type { Opening } from './openings'
import type { Rule } from './rule'

/** What must change so that the stored alerts of a rule and a subject are those that follow from the history. */
export interface Changes {
  readonly opened: readonly Opening[]
  readonly closed: readonly { readonly alert: AlertRow; readonly at: Micros; readonly reason: Ending }[]
  /** Open alerts whose evidence or time is another one now. */
  readonly corrected: readonly { readonly alert: AlertRow; readonly opening: Opening }[]
  /** Alerts that had closed by themselves, and whose condition has been true all the time. */
  readonly reopened: readonly { readonly alert: AlertRow; readonly opening: Opening }[]
}

export type Ending = 'cleared' | 'retracted'

export const isNothing = ({ opened, closed, corrected, reopened }: Changes): boolean =>
  opened.length + closed.length + corrected.length + reopened.length === 0

interface Situation {
  readonly rule: Rule
  /** The alerts of the rule and the subject, oldest first. */
  readonly stored: readonly AlertRow[]
  readonly openings: readonly Opening[]
  /** The history before this time has not changed. */
  readonly since: Micros
  /** When the rule had to look at the subject again; undefined if it had not. */
  readonly awaitedAt: Micros | undefined
  readonly now: Micros
  /** How an open alert ends when its opening no longer follows from the history. */
  readonly unfounded: (alert: AlertRow) => { readonly at: Micros; readonly reason: Ending }
}

/** Compares the stored alerts with those of the history. */
export function changesOf(situation: Situation): Changes {
  const { rule, stored, openings, unfounded } = situation
  const present = stored.filter(
    ({ closedAt, closeReason }) =>
      closedAt === null ||
      (closedAt >= rule.enabledAt && (closeReason === 'cleared' || closeReason === 'person')),
  )
  const matched = new Map<Opening, AlertRow>()
  // The open alert comes first: it must not become a second one.
  for (const alert of present.toSorted((a, b) => Number(b.closedAt === null) - Number(a.closedAt === null))) {
    const own = openings.find((opening) => !matched.has(opening) && isSame(alert, opening))
    if (own) matched.set(own, alert)
  }
  const open = present.find(({ closedAt }) => closedAt === null)
  const openNow = openings.find(({ closedAt }) => closedAt === null)
  // The condition is true for another reason than it seemed.
  if (open && openNow && !matched.has(openNow) && ![...matched.values()].includes(open))
    matched.set(openNow, open)

  const closed: Changes['closed'][number][] = []
  const corrected: Changes['corrected'][number][] = []
  const reopened: Changes['reopened'][number][] = []
  for (const [opening, alert] of matched) {
    if (alert.closedAt === null && opening.closedAt !== null)
      closed.push({ alert, at: opening.closedAt, reason: 'cleared' })
    else if (alert.closedAt === null && differs(alert, opening)) corrected.push({ alert, opening })
    else if (alert.closedAt !== null && opening.closedAt === null && alert.closeReason === 'cleared')
      reopened.push({ alert, opening })
  }
  if (open && ![...matched.values()].includes(open)) closed.push({ alert: open, ...unfounded(open) })
  const opened = openings.filter((opening) => !matched.has(opening) && mayOpen(situation, opening))
  return { opened, closed, corrected, reopened }
}

/** Whether a stored alert is about the same time as an opening. */
function isSame(alert: AlertRow, { span, closedAt }: Opening): boolean {
  if (alert.evidenceEventId !== null && alert.evidenceEventId === span.eventId)
    return alert.closedAt === null || alert.closedAt >= span.from
  return alert.evidenceAt >= span.from && (closedAt === null || alert.evidenceAt < closedAt)
}

/** Whether an alert is out of date. The beginning of a span that was cut is not known. */
const differs = (alert: AlertRow, { span, openedAt, occurrences }: Opening): boolean =>
  !span.isCut &&
  (alert.evidenceAt !== span.from ||
    alert.evidenceEventId !== span.eventId ||
    (alert.openedAt !== openedAt && alert.kind !== 'missing') ||
    alert.occurrences < occurrences)

/**
 * An alert that has ended already is recorded if what changed made it, because it came with late reads. It is recorded, too, if the
 * rule was waiting for it, and its condition ended before anybody looked.
 */
function mayOpen(
  { rule: { kind }, since, awaitedAt = Infinity, now }: Situation,
  { span, openedAt, closedAt }: Opening,
): boolean {
  if (closedAt === null)
    return !(span.isCut && (kind === 'entered' || kind === 'left' || kind === 'moved_between'))
  const isNew = kind !== 'par' && span.from >= since
  return kind !== 'missing' && !span.isCut && (isNew || openedAt >= awaitedAt) && closedAt <= now
}
