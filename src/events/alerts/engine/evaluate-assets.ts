import type { AlertAsset, AlertRow, AlertTimer, Reads } from '../../../storage/core/store'
import { fromMicros, type Micros, second } from '../../../base/time'
import { createPauses } from '../../../base/turns/pause'
import { changesOf, type Ending, isNothing } from '../conditions/changes'
import { type History, type Span, spansOf } from '../conditions/conditions'
import type { Gaps } from './gaps'
import { isOfTags, spansOfTags } from '../conditions/measured'
import { openingsOf } from '../conditions/openings'
import type { Outcome } from './outcome'
import { type Rule, subjectKindOf } from '../conditions/rule'
import type { RuleIndex } from './rule-index'
import { type InScope, scopesOf } from './scopes'
import type { PlaceTree } from './tree'
import { createSilence, type IsWaiting } from './waiting'

/** What an evaluation works with. */
export interface Situation {
  readonly read: Reads
  readonly organizationId: number
  readonly index: RuleIndex
  readonly tree: PlaceTree
  readonly gaps: Gaps
  readonly now: Micros
}

/** What to look at for an asset. */
export interface Target {
  /** Its history before this time has not changed. */
  since: Micros
  readonly rules: Set<Rule>
  /** Whether an event of the past has changed: then the rules of all places since are looked at, too. */
  isCorrected: boolean
  /** Whether the asset has been changed, so that it may be in effect again: then the rules of its place and its values are looked at, too. */
  isChanged: boolean
}

/** Number of events of a history that are read first, and at most. */
const firstEvents = 64
const eventsMax = 512
/** Requests wait for at most about this time while many assets are evaluated, in milliseconds. */
const sliceMillis = 1

/** Evaluates rules for assets. It changes nothing. */
export async function evaluateAssets(
  situation: Situation,
  targets: ReadonlyMap<number, Target>,
): Promise<Outcome[]> {
  if (targets.size === 0) return []
  const { read, organizationId, index, now } = situation
  const ids = [...targets.keys()]
  const since = Math.min(...[...targets.values()].map((target) => target.since))
  const [assets, stored, timers] = await Promise.all([
    read.alertFacts.assets(organizationId, ids, fromMicros(now)),
    read.alerts.ofSubjects(organizationId, 'asset', ids, since),
    read.alertState.timersOf(index.ids, ids),
  ])
  const storedOf = Map.groupBy(stored, ({ subjectId }) => subjectId)
  const timersOf = new Map<number, Map<number, AlertTimer>>()
  for (const timer of timers)
    timersOf.getOrInsertComputed(timer.subjectId, () => new Map()).set(timer.ruleId, timer)
  const candidates: Candidate[] = []
  const pause = createPauses(sliceMillis)
  for (const asset of assets) {
    const target = targets.get(asset.id) as Target
    const own = { stored: storedOf.get(asset.id) ?? [], timers: timersOf.get(asset.id) ?? noTimers }
    const present = target.isChanged ? presentRules(situation, asset) : []
    if (present.length === 0 && isUnconcerned(target, own)) continue
    const history = await historyOf(read, asset, target.since)
    const rules = [...new Set([...present, ...rulesFor(situation, target, history, own)])]
    if (rules.length > 0) candidates.push({ asset, target, history, rules, ...own })
    await pause()
  }
  const wanted = [...new Set(candidates.flatMap(({ rules }) => rules))]
  const inScope = await scopesOf(
    situation,
    wanted,
    candidates.map(({ asset }) => asset),
  )
  const isWaiting = await createSilence(read, organizationId, wanted, now)
  const outcomes: Outcome[] = []
  for (const candidate of candidates) {
    for (const rule of candidate.rules) {
      const ofTags = isOfTags(rule) ? await spansOfTags(read, rule, candidate.asset) : undefined
      const outcome = outcomeOf(situation, { ...candidate, rule, ofTags, inScope, isWaiting })
      if (!isNothing(outcome.changes) || outcome.isOtherTimer) outcomes.push(outcome)
    }
    await pause()
  }
  return outcomes
}

const noTimers: ReadonlyMap<number, AlertTimer> = new Map()

interface Candidate {
  readonly asset: AlertAsset
  readonly target: Target
  readonly history: History
  readonly rules: readonly Rule[]
  readonly stored: readonly AlertRow[]
  readonly timers: ReadonlyMap<number, AlertTimer>
}

const isUnconcerned = (
  { rules, isCorrected }: Target,
  { stored, timers }: Pick<Candidate, 'stored' | 'timers'>,
): boolean =>
  rules.size === 0 && !isCorrected && timers.size === 0 && stored.every(({ closedAt }) => closedAt !== null)

async function historyOf(read: Reads, asset: AlertAsset, since: Micros): Promise<History> {
  if (asset.locationId === null) return { events: [], isCut: false, lastSeenAt: null }
  let events = await read.alertFacts.newest(asset.id, firstEvents)
  let isCut = events.length === firstEvents
  const [oldest] = events
  if (isCut && oldest && oldest.firstAt >= since) {
    events = await read.alertFacts.newest(asset.id, eventsMax)
    isCut = events.length === eventsMax
  }
  return { events, isCut, lastSeenAt: asset.lastSeenAt }
}

/** Returns the rules about what tags of an asset say, and about where it is now. */
const presentRules = ({ index, tree }: Situation, { locationId }: AlertAsset): readonly Rule[] =>
  locationId === null
    ? index.measured
    : [...index.measured, ...index.ofAssetsAt(tree.above(locationId)), ...index.outside, ...index.missing]

/** Returns the rules of the target, those with an open alert or a timer, and after a correction those of its places. */
function rulesFor(
  { index, tree }: Situation,
  target: Target,
  history: History,
  { stored, timers }: Pick<Candidate, 'stored' | 'timers'>,
): Rule[] {
  const rules = new Set(target.rules)
  const add = (id: number) => {
    const rule = index.find(id)
    if (rule && subjectKindOf(rule.kind) === 'asset') rules.add(rule)
  }
  for (const { ruleId, closedAt } of stored) if (closedAt === null) add(ruleId)
  for (const ruleId of timers.keys()) add(ruleId)
  if (target.isCorrected) {
    const first = history.events.findLastIndex(({ firstAt }) => firstAt < target.since)
    for (const { locationId } of history.events.slice(Math.max(0, first)))
      for (const rule of index.ofAssetsAt(tree.above(locationId))) rules.add(rule)
    for (const rule of index.outside) rules.add(rule)
  }
  return [...rules]
}

interface Pair extends Candidate {
  readonly rule: Rule
  /** For a rule about what tags say: when its condition was true. */
  readonly ofTags: readonly Span[] | undefined
  readonly inScope: InScope
  readonly isWaiting: IsWaiting
}

function outcomeOf({ tree, gaps, now }: Situation, pair: Pair): Outcome {
  const { asset, rule, history, target } = pair
  const stored = pair.stored.filter(({ ruleId }) => ruleId === rule.id)
  const timer = pair.timers.get(rule.id)
  const isIn = pair.inScope(rule, asset)
  const spans = isIn ? (pair.ofTags ?? spansOf(rule, history, tree.isBelow, gaps.after)) : []
  const ended = stored.flatMap(({ closeReason, closedAt }) =>
    closeReason === 'person' && closedAt !== null && closedAt >= rule.enabledAt ? [closedAt] : [],
  )
  const { openings, dueAt } = openingsOf(rule, spans, ended, now)
  // A change of a record, or of the tree, ends an alert. Only another history shows that it was wrong.
  const isOtherHistory =
    isIn && !pair.ofTags && target.since < now && !isReadSince(rule, alertsOpen(stored), history)
  const unfounded = ({ openedAt }: AlertRow): { at: Micros; reason: Ending } =>
    isOtherHistory
      ? { at: now, reason: 'retracted' }
      : { at: Math.max(openedAt, isIn ? endOf(rule, history, now) : now), reason: 'cleared' }
  const { since } = target
  const changes = changesOf({ rule, stored, openings, since, awaitedAt: timer?.dueAt, now, unfounded })
  const base = { ruleId: rule.id, subjectId: asset.id, organizationId: rule.organizationId }
  const subject = { kind: 'asset', id: asset.id, key: asset.externalKey, name: asset.name } as const
  const wait = changes.opened.length > 0 ? pair.isWaiting(rule, asset, timer, gaps) : undefined
  if (wait) {
    const waiting = { ...base, ...wait }
    return { rule, subject, changes: { ...changes, opened: [] }, timer: waiting, isOtherTimer: true }
  }
  // The watch finds an asset that becomes missing by the time of its last read.
  const isWatched = rule.kind === 'missing' && openings.every(({ closedAt }) => closedAt !== null)
  const isHeld = spans.some(({ from, to }) => from <= now && to === null)
  const due = dueAt === null || (isWatched && !isHeld) ? null : dueAt
  return {
    rule,
    subject,
    changes,
    timer: due === null ? null : { ...base, dueAt: due, waitedFrom: null, notBefore: null },
    isOtherTimer: due !== (timer?.dueAt ?? null),
  }
}

const alertsOpen = (stored: readonly AlertRow[]) => stored.find(({ closedAt }) => closedAt === null)

/** A missing asset is no longer missing since its last read. */
const endOf = ({ kind }: Rule, { lastSeenAt }: History, now: Micros): Micros =>
  kind === 'missing' ? (lastSeenAt ?? now) : now

/** Whether an asset that was missing has been read since then, without a new event. */
const isReadSince = (rule: Rule, open: AlertRow | undefined, { lastSeenAt }: History): boolean =>
  rule.kind === 'missing' &&
  open !== undefined &&
  lastSeenAt !== null &&
  lastSeenAt >= open.evidenceAt - second
