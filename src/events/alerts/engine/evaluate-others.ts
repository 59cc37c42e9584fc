import type { AlertRow, AlertTimer, WatchedReader, WatchedTag } from '../../../storage/core/store'
import { type Micros, second } from '../../../base/time'
import { changesOf, isNothing } from '../conditions/changes'
import type { Span } from '../conditions/conditions'
import type { Situation } from './evaluate-assets'
import { openingsOf } from '../conditions/openings'
import type { Outcome, Subject } from './outcome'
import type { Rule } from '../conditions/rule'

/** Evaluates the rules about readers and tags. Nothing of this is corrected by late reads, so nothing is retracted. */

/** For how long an unknown tag is worth an alert. */
const tagLength: Micros = 86_400 * second

interface Watched {
  readonly rule: Rule
  readonly subject: Subject
  /** When the condition is true. */
  readonly spans: readonly Span[]
  readonly stored: readonly AlertRow[]
  readonly timers: readonly AlertTimer[]
  readonly now: Micros
  /** How an open alert ends that does not follow from the spans. */
  readonly unfounded?: Parameters<typeof changesOf>[0]['unfounded']
}

/** Compares the stored alerts about a subject with a condition. */
export function outcomeOfSpans({
  rule,
  subject,
  spans,
  stored: all,
  timers,
  now,
  ...others
}: Watched): Outcome {
  const { unfounded = () => ({ at: now, reason: 'cleared' as const }) } = others
  const stored = all.filter(({ ruleId, subjectId }) => ruleId === rule.id && subjectId === subject.id)
  const timer = timers.find(({ ruleId, subjectId }) => ruleId === rule.id && subjectId === subject.id)
  const ended = stored.flatMap(({ closeReason, closedAt }) =>
    closeReason === 'person' && closedAt !== null && closedAt >= rule.enabledAt ? [closedAt] : [],
  )
  const { openings, dueAt } = openingsOf(rule, spans, ended, now)
  const base = { ruleId: rule.id, subjectId: subject.id, organizationId: rule.organizationId }
  return {
    rule,
    subject,
    changes: changesOf({ rule, stored, openings, since: now, awaitedAt: timer?.dueAt, now, unfounded }),
    timer: dueAt === null ? null : { ...base, dueAt, waitedFrom: null, notBefore: null },
    isOtherTimer: dueAt !== (timer?.dueAt ?? null),
  }
}

export const isNews = ({ changes, isOtherTimer }: Outcome): boolean => !isNothing(changes) || isOtherTimer

/** Evaluates which readers are silent. Silence is found by looking, so a timer is only needed for holding and clearing. */
export async function evaluateReaders({
  read,
  organizationId,
  index,
  tree,
  gaps,
  now,
}: Situation): Promise<Outcome[]> {
  if (index.readers.length === 0) return []
  const readers = await read.alertFacts.readersInUse(organizationId)
  const open: AlertRow[] = []
  for (const { id } of index.readers)
    open.push(...(await read.alerts.openOfRule(organizationId, id, 0, openMax)))
  const subjects = subjectsOf(readers, open)
  const ids = [...subjects.keys()]
  const [stored, timers] = await Promise.all([
    read.alerts.ofSubjects(organizationId, 'reader', ids, now),
    read.alertState.timersOf(idsOf(index.readers), ids),
  ])
  const byId = new Map(readers.map((reader) => [reader.id, reader]))
  const outcomes: Outcome[] = []
  for (const rule of index.readers)
    for (const subject of subjects.values()) {
      const reader = byId.get(subject.id)
      const spans = reader ? silence(rule, reader, tree.isBelow, gaps.after) : []
      const outcome = outcomeOfSpans({ rule, subject, spans: pastOf(spans, now), stored, timers, now })
      if (isNews(outcome)) outcomes.push(outcome)
    }
  return outcomes
}

const idsOf = (rules: readonly Rule[]): ReadonlySet<number> => new Set(rules.map(({ id }) => id))

/** Maximum number of open alerts of a rule that one look reads. */
const openMax = 10_000

const pastOf = (spans: readonly Span[], now: Micros) => spans.filter(({ from }) => from <= now)

/** The readers in use, and those with an open alert that are no longer in use. */
function subjectsOf(readers: readonly WatchedReader[], open: readonly AlertRow[]): Map<number, Subject> {
  const subjects = new Map<number, Subject>()
  for (const { subjectId: id, subjectKey: key, subjectName: name } of open)
    subjects.set(id, { kind: 'reader', id, key, name })
  for (const { id, externalKey: key, name } of readers) subjects.set(id, { kind: 'reader', id, key, name })
  return subjects
}

function silence(
  rule: Rule,
  { lastMessageAt, locationIds }: WatchedReader,
  isBelow: Situation['tree']['isBelow'],
  after: Situation['gaps']['after'],
): Span[] {
  if (lastMessageAt === null) return []
  const places = JSON.parse(locationIds) as number[]
  const { locationId } = rule
  if (locationId !== null && !places.some((id) => isBelow(id, locationId))) return []
  const from = after(lastMessageAt, (rule.minutes ?? 0) * 60 * second)
  return [{ from, to: null, eventId: null, locationId: places[0] ?? null, isCut: false }]
}

/** Evaluates the rules about unknown tags for these tags. A tag that is gone was bound or dismissed. */
export async function evaluateTags(
  { read, organizationId, index, tree, now }: Situation,
  ids: readonly number[],
): Promise<Outcome[]> {
  if (index.tags.length === 0 || ids.length === 0) return []
  const [tags, stored, timers] = await Promise.all([
    read.alertFacts.tags(organizationId, ids),
    read.alerts.ofSubjects(organizationId, 'tag', ids, now),
    read.alertState.timersOf(idsOf(index.tags), ids),
  ])
  const byId = new Map(tags.map((tag) => [tag.id, tag]))
  const outcomes: Outcome[] = []
  for (const id of new Set(ids))
    for (const rule of index.tags) {
      const tag = byId.get(id)
      const open = stored.find(({ subjectId, ruleId }) => subjectId === id && ruleId === rule.id)
      const subject = tag
        ? { kind: 'tag' as const, id, key: tag.value, name: tag.value }
        : { kind: 'tag' as const, id, key: open?.subjectKey ?? '', name: open?.subjectName ?? '' }
      const spans = tag ? inInbox(rule, tag, tree.isBelow) : []
      const outcome = outcomeOfSpans({ rule, subject, spans, stored, timers, now })
      if (isNews(outcome)) outcomes.push(outcome)
    }
  return outcomes
}

function inInbox(
  { locationId: at }: Rule,
  { firstSeenAt, locationId }: WatchedTag,
  isBelow: Situation['tree']['isBelow'],
): Span[] {
  if (at !== null && (locationId === null || !isBelow(locationId, at))) return []
  return [{ from: firstSeenAt, to: firstSeenAt + tagLength, eventId: null, locationId, isCut: false }]
}
