import type { AlertRow, LocationMove } from '../../../storage/core/store'
import { fromMicros, type Micros, second } from '../../../base/time'
import type { Ending } from '../conditions/changes'
import type { Span } from '../conditions/conditions'
import type { Situation } from './evaluate-assets'
import { isNews, outcomeOfSpans } from './evaluate-others'
import type { Outcome } from './outcome'
import type { Rule } from '../conditions/rule'
import { scopesOf } from './scopes'
import { addCounts, type Work } from './slice'

/** Number of assets that are compared with a scope at once. */
const assetsAtOnce = 500
/** The moves of the time before that are always read, and the most that are read. */
const usual: Micros = 3600 * second
const longest: Micros = 2 * 86_400 * second
const movesMax = 1_000

/**
 * Evaluates how many assets are at places. The moves there say since when it is so.
 *
 * @param rules with the time before which their history has not changed
 */
export async function evaluatePar(
  situation: Situation,
  rules: ReadonlyMap<Rule, Micros>,
): Promise<Outcome[]> {
  if (rules.size === 0) return []
  const { read, organizationId, index, tree, now } = situation
  const outcomes: Outcome[] = []
  const ids = [...new Set([...rules.keys()].flatMap(({ locationId }) => locationId ?? []))]
  const [stored, timers] = await Promise.all([
    read.alerts.ofSubjects(organizationId, 'location', ids, now),
    read.alertState.timersOf(index.ids, ids),
  ])
  const storedOf = Map.groupBy(stored, ({ ruleId }) => ruleId)
  const counted = new Map<number, Promise<number>>()
  for (const [rule, since] of rules) {
    const place = rule.locationId === null ? undefined : tree.place(rule.locationId)
    if (!place) continue
    const places = tree.below(place.id)
    const own = storedOf.get(rule.id) ?? []
    const open = own.find(({ closedAt }) => closedAt === null)
    const count = await (rule.scope.kind === 'all'
      ? counted.getOrInsertComputed(place.id, () => countOf(situation, rule, places))
      : countOf(situation, rule, places))
    const hasTimer = timers.some(({ ruleId }) => ruleId === rule.id)
    // What has ended without an alert opens none, unless it has yet to clear.
    if (!open && !hasTimer && rule.clear === 0 && !isWrong(rule, count)) continue
    const from = Math.max(
      now - longest,
      Math.min(now - rule.hold - rule.clear - usual, open ? open.evidenceAt - second : now),
    )
    const { moves, begin } = await movesOf(situation, rule, { places, from, most: movesMax })
    const spans = spansOfCounts(rule, place.id, { count, moves, begin })
    const wasEver = (alert: AlertRow) => spans.some(({ to }) => to !== null && to > alert.evidenceAt)
    // The assets and the tree are those of now: another count of the past alone does not show that an alert was wrong.
    const unfounded = (alert: AlertRow): { at: Micros; reason: Ending } =>
      since > alert.evidenceAt || begin > alert.evidenceAt || wasEver(alert)
        ? { at: Math.max(alert.openedAt, since, moves[0]?.firstAt ?? now), reason: 'cleared' }
        : { at: now, reason: 'retracted' }
    const subject = { kind: 'location' as const, id: place.id, key: place.externalKey, name: place.name }
    const outcome = outcomeOfSpans({ rule, subject, spans, stored: own, timers, now, unfounded })
    if (isNews(outcome)) outcomes.push(outcome)
  }
  return outcomes
}

/** Adds the rules about the places of changed assets, which may be in effect no longer, or again. */
export async function addPlacesOfChanged(
  { read, organizationId, index, tree, now }: Situation,
  { assets, par }: Work,
): Promise<void> {
  const ids = [...assets].flatMap(([id, { isChanged }]) => (isChanged ? [id] : []))
  if (ids.length === 0 || index.par.length === 0) return
  for (const { locationId } of await read.alertFacts.assets(organizationId, ids, fromMicros(now)))
    if (locationId !== null) addCounts(par, index.parAt(tree.above(locationId)), now)
}

/** Whether a rule allows another number of assets. */
const isWrong = ({ minCount, maxCount }: Pick<Rule, 'minCount' | 'maxCount'>, count: number): boolean =>
  (minCount !== null && count < minCount) || (maxCount !== null && count > maxCount)

/** Counts the assets of the scope of a rule at places. */
export async function countOf(situation: Situation, rule: Rule, places: readonly number[]): Promise<number> {
  const { read, organizationId, now } = situation
  if (rule.scope.kind === 'all') return read.alertFacts.countAt(organizationId, fromMicros(now), places)
  let count = 0
  for (let after = 0; ;) {
    const ids = await read.alertFacts.placedIdsAfter(places, after, assetsAtOnce)
    count += (await inScopeOf(situation, rule, ids)).size
    const last = ids.at(-1)
    if (last === undefined || ids.length < assetsAtOnce) return count
    after = last
  }
}

async function inScopeOf(situation: Situation, rule: Rule, ids: readonly number[]): Promise<Set<number>> {
  const { read, organizationId, now } = situation
  const assets = await read.alertFacts.assets(organizationId, [...new Set(ids)], fromMicros(now))
  const inScope = await scopesOf(situation, [rule], assets)
  return new Set(assets.filter((asset) => inScope(rule, asset)).map(({ id }) => id))
}

interface Moves {
  /** Newest first. */
  readonly moves: readonly LocationMove[]
  /** They are all since this time. */
  readonly begin: Micros
}

interface Window {
  readonly places: readonly number[]
  readonly from: Micros
  readonly most: number
}

/** Reads the newest moves of the assets of the scope of a rule to and from places. */
export async function movesOf(
  situation: Situation,
  rule: Rule,
  { places, from, most }: Window,
): Promise<Moves> {
  const { read, organizationId, now } = situation
  const found: LocationMove[] = []
  let to: Micros | undefined = now
  let begin = from
  while (to !== undefined && found.length < most) {
    const part: { rows: LocationMove[]; nextTo: Micros | undefined } = await read.locationMoves.part(
      organizationId,
      places,
      { from, to, isArrival: undefined },
    )
    found.push(...part.rows)
    begin = part.nextTo === undefined ? from : part.nextTo + 1
    to = part.nextTo
  }
  const scoped = await inScopeOf(
    situation,
    rule,
    found.map(({ assetId }) => assetId),
  )
  return { moves: found.filter(({ assetId }) => scoped.has(assetId)), begin }
}

/** Returns when there were too few or too many, from the present count backwards over the moves. */
export function spansOfCounts(
  rule: Pick<Rule, 'minCount' | 'maxCount'>,
  locationId: number,
  {
    count,
    moves,
    begin,
  }: { readonly count: number } & {
    readonly moves: readonly Pick<LocationMove, 'id' | 'firstAt' | 'isArrival'>[]
    readonly begin: Micros
  },
): Span[] {
  const spans: Span[] = []
  let number = count
  let to: Micros | null = null
  for (const move of [...moves, undefined]) {
    const from = move?.firstAt ?? begin
    const later = spans[0]
    if (isWrong(rule, number)) {
      const span = { from, eventId: move?.id ?? null, locationId, isCut: move === undefined }
      if (later && later.from === to) spans[0] = { ...later, ...span }
      else spans.unshift({ ...span, to })
    }
    to = from
    if (move) number += move.isArrival ? -1 : 1
  }
  return spans
}
