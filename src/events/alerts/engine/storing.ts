import type { AlertAction } from '../../../base/alert-kinds'
import type { EventType } from '../../../base/event-types'
import { storedOf } from '../../../base/messages'
import { type Micros, second } from '../../../base/time'
import type { AlertCursor, AlertRow, Reads, Store, Writes } from '../../../storage/core/store'
import { reasonOf } from '../../../tracking/tracking/reason'
import type { Opening } from '../conditions/openings'
import type { Outcome } from './outcome'
import type { Rule } from '../conditions/rule'
import { createTelling, reminderAfter, tellClosed } from '../telling/telling'
import type { PlaceTree } from './tree'

/** An alert that is recorded later than this after it opened is late: no message is sent about it. */
const lateAfter: Micros = 900 * second

/** Number of outcomes that one write stores, so that other writes do not wait long. */
const storedAtOnce = 200

/** The alerts about to be stored, by the outcome that opens them. */
type NewAlerts = ReadonlyMap<Outcome, readonly Omit<AlertRow, 'id'>[]>

/** What a pass has found, and how far it has read the event log. */
interface Pass {
  readonly cursor: AlertCursor
  readonly sequence: number
  readonly outcomes: readonly Outcome[]
  /** What is stored with the last part of the outcomes. */
  readonly also?: (tx: Writes) => Promise<void>
}

/**
 * Stores the outcomes of a pass. The cursor moves in the same write, so a crash loses nothing and repeats nothing.
 *
 * @returns the ids of the alerts that were changed; undefined when another instance has stored a pass
 *   meanwhile, or a rule was changed
 */
export async function storePass(
  store: Store,
  { cursor, sequence, outcomes, also }: Pass,
  tree: PlaceTree,
  now: Micros,
): Promise<number[] | undefined> {
  const changed: number[] = []
  let present = cursor
  for (let at = 0; at === 0 || at < outcomes.length; at += storedAtOnce) {
    const some = outcomes.slice(at, at + storedAtOnce)
    const isLast = at + storedAtOnce >= outcomes.length
    const created = await newAlertsOf(store.read, some, tree, now)
    const upTo = isLast ? sequence : present.sequence
    const held = present
    const ids = await store.write(
      async (tx) => {
        if (!(await tx.alertState.advance(held, upTo))) return undefined
        const stored = await storeOutcomes(tx, held.organizationId, { outcomes: some, created }, now)
        if (isLast) await also?.(tx)
        return stored
      },
      [held.organizationId],
    )
    if (!ids) return undefined
    changed.push(...ids)
    present = { ...held, sequence: upTo, pass: held.pass + 1 }
  }
  return changed
}

async function newAlertsOf(
  read: Reads,
  outcomes: readonly Outcome[],
  tree: PlaceTree,
  now: Micros,
): Promise<NewAlerts> {
  const created = new Map<Outcome, Omit<AlertRow, 'id'>[]>()
  for (const outcome of outcomes)
    for (const opening of outcome.changes.opened) {
      const row = await rowOf(read, outcome, opening, { tree, now })
      created.getOrInsertComputed(outcome, () => []).push(row)
    }
  return created
}

/** The evidence of an alert, which it keeps: histories and the event log are deleted with time. */
async function evidenceOf(read: Reads, { organizationId }: Rule, { span }: Opening) {
  const origin =
    span.eventId === null ? undefined : await read.alertFacts.origin(organizationId, span.eventId)
  return {
    evidenceAt: span.from,
    evidenceEventId: span.eventId,
    evidenceSequence: origin?.sequence ?? null,
    evidenceReason: origin ? storedOf(reasonOf(origin)) : null,
  }
}

async function rowOf(
  read: Reads,
  { rule, subject }: Outcome,
  opening: Opening,
  { tree, now }: { readonly tree: PlaceTree; readonly now: Micros },
): Promise<Omit<AlertRow, 'id'>> {
  const { span, openedAt, closedAt, occurrences } = opening
  const isAboutRulesPlace = rule.kind === 'left' || rule.kind === 'outside' || rule.kind === 'par'
  const isLate = now - openedAt > lateAfter
  const place = tree.place((isAboutRulesPlace ? rule.locationId : span.locationId) ?? 0)
  return {
    organizationId: rule.organizationId,
    ruleId: rule.id,
    ruleName: rule.name,
    kind: rule.kind,
    severity: rule.severity,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectKey: subject.key,
    subjectName: subject.name,
    locationId: place?.id ?? null,
    locationKey: place?.externalKey ?? null,
    openedAt,
    recordedAt: now,
    isLate,
    occurrences,
    ...(await evidenceOf(read, rule, opening)),
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgedName: null,
    note: null,
    snoozedUntil: null,
    closedAt,
    closeReason: closedAt === null ? null : 'cleared',
    remindAt: isLate ? null : reminderAfter(rule, now),
  }
}

async function storeOutcomes(
  tx: Writes,
  organizationId: number,
  { outcomes, created }: { readonly outcomes: readonly Outcome[]; readonly created: NewAlerts },
  now: Micros,
): Promise<number[]> {
  const ids: number[] = []
  const telling = createTelling(tx)
  for (const outcome of outcomes) {
    const { closed, corrected, reopened } = outcome.changes
    for (const { alert, at, reason } of closed)
      await changeOpen(
        tx,
        alert,
        { closedAt: at, closeReason: reason },
        {
          action: reason === 'retracted' ? 'retracted' : 'closed',
          type: reason === 'retracted' ? 'alert.retracted' : 'alert.closed',
          at: now,
        },
      )
    for (const row of created.get(outcome) ?? []) {
      const alert = await open(tx, row)
      if (!alert) continue
      ids.push(alert.id)
      await telling.opened(alert, outcome.rule)
    }
    ids.push(...[...closed, ...corrected, ...reopened].map(({ alert }) => alert.id))
    for (const { alert, opening } of corrected)
      await tx.alerts.update(organizationId, alert.id, correctionOf(alert, opening))
    for (const { alert, opening } of reopened) {
      const again = { closedAt: null, closeReason: null, ...correctionOf(alert, opening) }
      await tx.alerts.update(organizationId, alert.id, again)
      await record(tx, alert, { action: 'reopened', type: 'alert.opened', at: now })
      await telling.reopened(alert, outcome.rule, now)
    }
    const { timer, isOtherTimer, rule, subject } = outcome
    if (isOtherTimer && timer) tx.alertState.saveTimer(timer)
    else if (isOtherTimer) tx.alertState.deleteTimer(rule.id, subject.id)
  }
  return ids
}

/** What an alert says after the history was corrected. The time of the last read before an asset was missing is exact only once. */
const correctionOf = ({ kind, occurrences }: AlertRow, opening: Opening): Partial<AlertRow> => ({
  evidenceAt: opening.span.from,
  evidenceEventId: opening.span.eventId,
  occurrences: Math.max(opening.occurrences, occurrences),
  ...(kind !== 'missing' && { openedAt: opening.openedAt }),
})

/** Stores a new alert. Returns undefined if another one is open: a person or another instance was faster. */
async function open(tx: Writes, row: Omit<AlertRow, 'id'>): Promise<AlertRow | undefined> {
  const id = await tx.alerts.insert(row)
  if (id === undefined) return undefined
  const alert = { ...row, id }
  await record(tx, alert, { action: 'opened', type: 'alert.opened', at: row.recordedAt })
  if (row.closedAt !== null)
    await record(tx, alert, { action: 'closed', type: 'alert.closed', at: row.recordedAt })
  return alert
}

interface Recorded {
  readonly action: AlertAction
  readonly type: EventType
  readonly at: Micros
}

async function record(tx: Writes, alert: AlertRow, { action, type, at }: Recorded): Promise<void> {
  await tx.alerts.act({ alertId: alert.id, at, action, userId: null, userName: null, note: null })
  await tx.eventLog.queue(alert.organizationId, type, alert.id)
}

/** Changes an alert unless it is closed by now. */
async function changeOpen(
  tx: Writes,
  { organizationId, id }: AlertRow,
  values: Pick<AlertRow, 'closedAt' | 'closeReason'>,
  recorded: Recorded,
): Promise<void> {
  const present = await tx.alerts.find(organizationId, id)
  if (!present || present.closedAt !== null) return
  await tx.alerts.update(organizationId, id, values)
  await record(tx, present, recorded)
  await tellClosed(tx, present, { isRetracted: values.closeReason === 'retracted', at: recorded.at })
}

/** Closes the open alerts of a rule that is changed, switched off or deleted. Returns their ids. */
export async function closeOfRule(
  tx: Writes,
  organizationId: number,
  ruleId: number,
  at: Micros,
): Promise<number[]> {
  const ids: number[] = []
  for (let after = 0; ;) {
    const open = await tx.alerts.openOfRule(organizationId, ruleId, after, storedAtOnce)
    for (const alert of open) {
      ids.push(alert.id)
      await tx.alerts.update(organizationId, alert.id, { closedAt: at, closeReason: 'rule_changed' })
      await record(tx, alert, { action: 'closed', type: 'alert.closed', at })
      await tellClosed(tx, alert, { isRetracted: false, at })
    }
    const last = open.at(-1)
    if (!last) break
    after = last.id
  }
  await tx.alertState.deleteTimersOfRule(ruleId)
  await tx.alertState.deleteScansOfRule(ruleId)
  await tx.telemetrySpans.deleteOfRule(ruleId)
  return ids
}
