import type { Reads, Store } from '../../../storage/core/store'
import type { Message } from '../../../base/messages'
import { fromMicros, type Micros, second } from '../../../base/time'
import type { Situation } from './evaluate-assets'
import { Gaps } from './gaps'
import { alertMessages } from '../rules/messages'
import { conditionsForRule } from '../rules/views'
import type { Rule } from '../conditions/rule'
import type { RuleIndex } from './rule-index'

/** Finds what has changed without an event. */

/** A longer time between two signs of life is a time in which the service did not run. */
const gapMin: Micros = 30 * second
const aliveEvery: Micros = 10 * second
const gapDays = 400
const gapsMax = 10_000

/** Number of assets that one look at a rule reads, when their place matters and otherwise, and the most with an equal time. */
const placedAtOnce = 3_000
const assetsAtOnce = 300
const equalMax = 50_000

/**
 * Notes that the service runs, and since when it did not. Returns the times in which it did not run. A step of the clock is such
 * a time, too.
 */
export async function noteLife(store: Store, known: Gaps | undefined, now: Micros): Promise<Gaps> {
  const aliveAt = await store.read.alertState.aliveAt()
  const isGap = aliveAt !== undefined && now - aliveAt > gapMin
  if (known && aliveAt !== undefined && aliveAt <= now && now - aliveAt < aliveEvery) return known
  await store.write(async (tx) => {
    await tx.alertState.noteAlive(now)
    if (!isGap) return
    await tx.alertState.insertGap({ startedAt: aliveAt, endedAt: now })
    await tx.alertState.pruneGaps(now - gapDays * 86_400 * second, gapsMax)
  })
  return known && !isGap ? known : new Gaps(await store.read.alertState.gaps())
}

export interface Unseen {
  readonly rule: Rule
  readonly assetIds: readonly number[]
  /** All assets whose last read was before this time were looked at. */
  readonly upTo: Micros
  readonly hasMore: boolean
}

/** Finds the assets that were read for the last time so long ago that they may be missing, and were not looked at before. */
export async function unseenOf(
  { read, organizationId, gaps, tree, now }: Situation,
  rule: Rule,
  watchedUpTo: Micros,
): Promise<Unseen> {
  const upTo = gaps.before(now, (rule.minutes ?? 0) * 60 * second)
  if (upTo <= watchedUpTo) return { rule, assetIds: [], upTo: watchedUpTo, hasMore: false }
  const find = (limit: number, last: Micros) =>
    read.alertFacts.seenBetween(organizationId, watchedUpTo, last, limit)
  const at = rule.locationId
  const atOnce = at === null ? assetsAtOnce : placedAtOnce
  const idsOf = (seen: typeof rows) =>
    seen.flatMap(({ assetId, locationId }) => (at === null || tree.isBelow(locationId, at) ? [assetId] : []))
  const rows = await find(atOnce, upTo)
  const end = rows[atOnce - 1]
  if (!end) return { rule, assetIds: idsOf(rows), upTo, hasMore: false }
  const before = rows.filter(({ lastSeenAt }) => lastSeenAt < end.lastSeenAt)
  const some = before.length > 0 ? before : await find(equalMax, end.lastSeenAt)
  return {
    rule,
    assetIds: idsOf(some),
    upTo: before.length > 0 ? end.lastSeenAt - 1 : end.lastSeenAt,
    hasMore: true,
  }
}

/** Returns the rules whose field was deleted, with the reason. */
export async function rulesWithoutField(
  read: Pick<Reads, 'assetFields'>,
  organizationId: number,
  index: RuleIndex,
) {
  const scoped = index.all.flatMap(({ id, scope }) =>
    scope.kind === 'field' ? [{ id, key: scope.key }] : [],
  )
  if (scoped.length === 0) return []
  const keys = new Set((await read.assetFields.list(organizationId)).map(({ key }) => key))
  return scoped
    .filter(({ key }) => !keys.has(key))
    .map(({ id, key }) => ({ id, reason: alertMessages('alert.paused_field', { key }) }))
}

interface Outdated {
  /** The rules whose view was deleted, or can no longer be used. */
  readonly paused: { readonly id: number; readonly reason: Message }[]
  /** The rules whose view has other conditions now. */
  readonly renewed: { readonly id: number; readonly scope: string }[]
}

/** Compares the rules about saved views with these views. */
export async function rulesOfViews(
  { read, organizationId, now }: Pick<Situation, 'read' | 'organizationId' | 'now'>,
  index: RuleIndex,
): Promise<Outdated> {
  const found: Outdated = { paused: [], renewed: [] }
  for (const { id, scope } of index.all) {
    if (scope.kind !== 'view') continue
    const view = await read.assetViews.ofOrganization(organizationId, scope.view_id)
    const result = view
      ? await conditionsForRule(read, view, fromMicros(now))
      : { problem: alertMessages('alert.paused_view') }
    if ('problem' in result) found.paused.push({ id, reason: result.problem })
    else if (JSON.stringify(result.conditions) !== JSON.stringify(scope.conditions))
      found.renewed.push({ id, scope: JSON.stringify({ ...scope, conditions: result.conditions }) })
  }
  return found
}

/** Returns the tags with an open alert, some at a time. */
export async function tagsWithAlerts(
  { read, organizationId, index }: Situation,
  after: number,
): Promise<{ readonly ids: number[]; readonly next: number }> {
  const ids: number[] = []
  let next = 0
  for (const rule of index.tags) {
    const open = await read.alerts.openOfRule(organizationId, rule.id, after, assetsAtOnce)
    ids.push(...open.map(({ subjectId }) => subjectId))
    if (open.length === assetsAtOnce) next = Math.max(next, open.at(-1)?.id ?? 0)
  }
  return { ids, next }
}
