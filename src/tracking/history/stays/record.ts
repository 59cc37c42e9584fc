import type { Micros } from '../../../base/time'
import { createPauses } from '../../../base/turns/pause'
import type { StayChange, StayEvent, StayRow, Writes } from '../../../storage/core/store'
import { StayCounts } from './counts'

/** Keeps the stays of assets equal to their scan events (docs/decisions/0043-stays.md). */

/** Number of events that one step reads. A history with more takes several steps. */
const eventsAtOnce = 200
/** Requests wait for at most about this time, in milliseconds. */
const sliceMillis = 1

type Stays = Writes['stays']
type NewStay = Omit<StayRow, 'id'>

/** An instant that is later than all others. */
const never: Micros = Number.MAX_SAFE_INTEGER

/**
 * Computes the stays of the oldest changes of an organization again, and deletes these changes, in one transaction. Returns the number
 * of changes.
 */
export async function recordStays({ stays }: Writes, organizationId: number, limit: number): Promise<number> {
  const changes = await stays.oldestChanges(organizationId, limit)
  if (changes.length === 0) return 0
  const counts = new StayCounts()
  const pause = createPauses(sliceMillis)
  for (const [assetId, ofAsset] of Map.groupBy(changes, (change) => change.assetId)) {
    const rest = await recompute(stays, { organizationId, assetId, fromAt: earliest(ofAsset) }, counts)
    if (rest !== undefined) await stays.noteChange(organizationId, assetId, rest)
    await pause()
  }
  await stays.deleteChanges(changes.map(({ id }) => id))
  counts.save(stays, organizationId)
  return changes.length
}

/** Computes the stays of all changes of one asset again, before a part of its history is deleted. */
export async function settleStays({ stays }: Writes, organizationId: number, assetId: number): Promise<void> {
  const changes = await stays.changesOf(assetId)
  if (changes.length === 0) return
  const counts = new StayCounts()
  for (let fromAt: Micros | undefined = earliest(changes); fromAt !== undefined;)
    fromAt = await recompute(stays, { organizationId, assetId, fromAt }, counts)
  await stays.deleteChanges(changes.map(({ id }) => id))
  counts.save(stays, organizationId)
}

/**
 * Takes an asset from the stays before the beginning of its history, which the retention has moved. What was counted does not change.
 * All earlier changes are settled, so those that the deletion of the events has noted begin there.
 */
export async function trimStays(
  { stays }: Writes,
  organizationId: number,
  assetId: number,
  beginning: Micros,
): Promise<void> {
  await stays.forgetAsset(assetId, beginning)
  const outdated = (await stays.changesOf(assetId)).filter(({ fromAt }) => fromAt < beginning)
  if (outdated.length === 0) return
  await stays.deleteChanges(outdated.map(({ id }) => id))
  await stays.noteChange(organizationId, assetId, beginning)
}

const earliest = (changes: readonly StayChange[]): Micros => Math.min(...changes.map(({ fromAt }) => fromAt))

/**
 * Computes the stays of an asset that begin at a time or later. Events before it are unchanged. Returns the time from which on the rest
 * must be computed; undefined when there is none.
 */
async function recompute(
  stays: Stays,
  { organizationId, assetId, fromAt }: Omit<StayChange, 'id'>,
  counts: StayCounts,
): Promise<Micros | undefined> {
  const base = await stays.stayBefore(assetId, fromAt)
  const found = await stays.eventsFrom(assetId, fromAt, eventsAtOnce + 1)
  const rest = found.length > eventsAtOnce ? found.at(-1)?.firstAt : undefined
  const events = rest === undefined ? found : found.filter(({ firstAt }) => firstAt < rest)
  const stored = await stays.staysBetween(assetId, fromAt, rest ?? never)
  const computed = staysOf({ organizationId, assetId }, base, events)
  const endedAt = computed[0]?.begunAt ?? null
  if (base && base.endedAt !== endedAt) {
    stays.endStay(base.id, endedAt)
    counts.ended(base, -1)
    counts.ended({ ...base, endedAt }, 1)
  }
  await replace(stays, stored, computed, counts)
  return rest
}

/** Returns the stays of the events that follow a stay. */
function staysOf(
  owner: Pick<StayRow, 'organizationId' | 'assetId'>,
  base: StayRow | undefined,
  events: readonly StayEvent[],
): NewStay[] {
  const result: NewStay[] = []
  let current: Pick<StayRow, 'locationId' | 'begunAt'> | undefined = base
  for (const event of events) {
    if (event.locationId === current?.locationId) continue
    const begun: NewStay = {
      ...owner,
      locationId: event.locationId,
      begunAt: event.firstAt,
      endedAt: null,
      previousLocationId: current?.locationId ?? null,
      previousBegunAt: current?.begunAt ?? null,
      scanEventId: event.id,
      readerId: event.readerId,
    }
    const last = result.at(-1)
    if (last) result[result.length - 1] = { ...last, endedAt: event.firstAt }
    result.push(begun)
    current = begun
  }
  return result
}

/** Replaces stored stays with those that were computed. Equal ones at the beginning stay. */
async function replace(
  stays: Stays,
  stored: readonly StayRow[],
  computed: readonly NewStay[],
  counts: StayCounts,
): Promise<void> {
  let equal = 0
  while (equal < stored.length && equal < computed.length && isSame(stored[equal]!, computed[equal]!)) {
    const [old, now] = [stored[equal]!, computed[equal]!]
    if (old.endedAt !== now.endedAt) {
      stays.endStay(old.id, now.endedAt)
      counts.ended(old, -1)
      counts.ended(now, 1)
    }
    equal++
  }
  const removed = stored.slice(equal)
  for (const old of removed) counts.add(old, -1)
  if (removed.length > 0) await stays.deleteStays(removed.map(({ id }) => id))
  for (const now of computed.slice(equal)) {
    counts.add(now, 1)
    stays.insertStay(now)
  }
}

const isSame = (one: NewStay, other: NewStay): boolean =>
  one.locationId === other.locationId &&
  one.begunAt === other.begunAt &&
  one.previousLocationId === other.previousLocationId &&
  one.previousBegunAt === other.previousBegunAt &&
  one.scanEventId === other.scanEventId &&
  one.readerId === other.readerId
