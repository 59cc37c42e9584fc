import type { Placement, Presence, Read } from '../../storage/core/store'
import { type Micros, second } from '../../base/time'
import { type Base, closedAt, openBase, storedBase } from './base'
import { decided, presentAt } from './decided'
import { eventsAroundMax, type History } from './late'
import { inOrder } from './presence'

/** Closes a history up to a horizon: earlier reads are no longer kept, and the base is the state of the rules there. */

export interface HistoryRules {
  /** Maximum age of a read. The ingest corrects older times, so no read is older. */
  readonly readMaxAgeMicros: Micros
}

/** Maximum number of recent reads of an asset that are kept. Beyond it, the oldest are closed. */
const keptMax = 4_096
/** Minimum number of reads that are closed at once. It is small, because a thousand assets of one write may need it. */
const foldMin = 512

/** Whether the base is more than a presence timeout behind the horizon. */
export const isLong = ({ base, lastRead }: Placement, horizon: Micros): boolean =>
  horizon - base.at > (lastRead?.presenceTimeoutSeconds ?? 86_400) * second

export const isFull = ({ base }: Pick<Placement, 'base'>): boolean => base.reads > keptMax

/** Returns the latest read of a fixed reader after more reads. */
export function lastReadAfter(before: Placement['lastRead'], reads: readonly Read[]): Placement['lastRead'] {
  for (let index = reads.length - 1; index >= 0; index--) {
    const { at, presenceTimeoutSeconds, isScan } = reads[index] as Read
    if (!isScan) return at >= (before?.at ?? 0) ? { at, presenceTimeoutSeconds } : before
  }
  return before
}

/** Closes the oldest kept reads when there are more than the maximum. Returns the base. */
export async function limitReads(history: History, placement: Placement): Promise<Placement['base']> {
  const { assetId, base, head, lastSeenAt, evidence } = placement
  const limit = base.reads - keptMax + foldMin
  const oldest = await history.recentReads(assetId, base.at, { limit })
  if (oldest.length < limit && oldest.length <= keptMax) return { ...base, reads: oldest.length }

  // There may be further reads at the last instant, so the horizon is before it.
  const horizon = Math.max(base.at, (oldest.at(-1) as Read).at - 1)
  const folded = await fold(history, placement, oldest, horizon)
  const isBounded = folded.reads <= keptMax
  // When too many reads have the same time, no event is computed again from them.
  const limited = isBounded ? folded : closedAt(lastSeenAt, head, evidence)
  await history.deleteRecentReads(assetId, limited.at)
  return storedBase(limited)
}

/**
 * Returns the instant up to which the history can be closed: a presence timeout before the latest read of a fixed
 * reader, or the maximum age of a read. Scans do not move it within that age, because their result must not depend on
 * their order.
 */
export function horizonOf(
  { base, lastRead, lastSeenAt }: Placement,
  reads: readonly Read[],
  rules: HistoryRules,
): Micros {
  let timeout = lastRead?.presenceTimeoutSeconds ?? 0
  for (const read of reads) if (!read.isScan) timeout = Math.max(timeout, read.presenceTimeoutSeconds)
  const closed = lastRead ? lastRead.at - timeout * second : 0
  return Math.max(base.at, closed, lastSeenAt - rules.readMaxAgeMicros)
}

/** Moves the base to the horizon and deletes the reads up to it. Returns the base. */
export async function foldUpTo(
  history: History,
  placement: Placement,
  horizon: Micros,
): Promise<Placement['base']> {
  const closed = await history.recentReads(placement.assetId, placement.base.at, { upTo: horizon })
  const base = await fold(history, placement, closed, horizon)
  await history.deleteRecentReads(placement.assetId, base.at)
  return storedBase(base)
}

/**
 * Returns the state of the rules at the horizon, from the base and the reads after it. `kept` may contain later reads.
 *
 * When the rules have changed since the reads were recorded, they can give an event that is not stored. Then the whole history
 * is closed as it is stored: the returned state is that of its newest read, which is later than the horizon.
 */
export async function fold(
  history: History,
  placement: Placement,
  kept: readonly Read[],
  horizon: Micros,
): Promise<Base> {
  const base = openBase(placement.base)
  if (horizon <= base.at) return base
  const folded = kept.filter((read) => read.at > base.at && read.at <= horizon).toSorted(inOrder)
  const { events, evidence } = await decided(history, placement, presentAt(base), folded)
  const newest = events.at(-1)
  const current = newest && withoutResumption(newest, horizon)
  const after = { at: horizon, reads: base.reads - folded.length, evidence }
  if (!current) return { ...after, current: null }
  const id = current.id ?? (await rowOf(history, placement.assetId, current))
  if (id === undefined) return closedAt(placement.lastSeenAt, placement.head, placement.evidence)
  return { ...after, current: { ...current, id } }
}

/** Returns the event at a horizon: after the read that resumed it, it is like any other. */
function withoutResumption(event: Presence, horizon: Micros): Presence {
  const { resumesUntil, ...others } = event
  return resumesUntil !== undefined && resumesUntil <= horizon ? others : event
}

/**
 * Returns the id of the row of an event that began after the old base; undefined without such a row. Its location differs from
 * that of the row when a later read has replaced the event.
 */
async function rowOf(history: History, assetId: number, event: Presence): Promise<number | undefined> {
  const isScan = ({ cause }: Presence) => cause === 'scanned'
  const rows = (await history.eventsUpTo(assetId, event.firstAt, eventsAroundMax)).filter(
    (row) => row.firstAt === event.firstAt && isScan(row) === isScan(event),
  )
  return (rows.find(({ locationId }) => locationId === event.locationId) ?? rows[0])?.id
}
