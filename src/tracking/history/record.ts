import type { Placement } from '../../storage/core/store'
import type { Micros } from '../../base/time'
import { type Asset, type History, placeOldRead, replaceTail, saveAll } from './late'
import { type Base, openBase, storedBase } from './base'
import {
  fold,
  foldUpTo,
  type HistoryRules,
  horizonOf,
  isFull,
  isLong,
  lastReadAfter,
  limitReads,
} from './closing'
import { decided, presentAt, presentOf } from './decided'
import { evidenceText } from './place/evidence-text'
import { inOrder } from './presence'
import { openEvidence, pastAfter, pastBefore, setPast } from './past'
import type { Evidence } from './place/state'
import { withEvidence } from './upgrade'
import type { Presence, Read } from '../../storage/core/store'

/** An asset has moved to another location, or is seen for the first time. */
export interface Move extends Asset {
  /** Null when the asset was not seen before. */
  readonly from: number | null
  readonly to: number
  /** Time at which the event at the new location began. */
  readonly firstAt: Micros
  readonly lastSeenAt: Micros
}

/**
 * Records reads of one asset in its history (docs/history.md, Late reads). Reads that are newer than all others
 * continue from the present state. A read within the tail makes the rules compute the tail again. An older read is
 * placed among the closed events.
 *
 * @param unordered reads with corrected times, without repeats
 * @returns the move when the asset is at another location than before, otherwise undefined
 */
export async function recordReads(
  history: History,
  asset: Asset,
  unordered: readonly Read[],
  rules: HistoryRules,
): Promise<Move | undefined> {
  const reads = unordered.toSorted(inOrder)
  const [first] = reads
  if (!first) return undefined
  const stored = await history.placement(asset.assetId)
  if (!stored) return moveOf(undefined, await begin(history, asset, reads))
  const after =
    first.at > stored.lastSeenAt
      ? await append(history, stored, reads, rules)
      : await insertLate(history, await inCurrentForm(history, stored), reads, rules)
  return moveOf(stored, after)
}

/** Reads a placement. One that an earlier version stored gets a state of the location decision. */
export async function loadPlacement(history: History, assetId: number): Promise<Placement | undefined> {
  const stored = await history.placement(assetId)
  return stored && inCurrentForm(history, stored)
}

const inCurrentForm = async (history: History, stored: Placement): Promise<Placement> =>
  stored.evidence === null ? withEvidence(history, stored) : stored

/** Returns the move between two placements; undefined when the location is the same. */
export function moveOf(before: Placement | undefined, after: Placement): Move | undefined {
  const { organizationId, assetId, lastSeenAt, head } = after
  const from = before?.head.locationId ?? null
  if (from === head.locationId) return undefined
  return { organizationId, assetId, from, to: head.locationId, firstAt: head.firstAt, lastSeenAt }
}

/** Closes a history up to an instant, so that its events before it can be deleted. Returns the base. */
export async function closeHistory(
  history: History,
  assetId: number,
  upTo: Micros,
): Promise<Base | undefined> {
  const placement = await loadPlacement(history, assetId)
  if (!placement) return undefined
  if (upTo <= placement.base.at) return openBase(placement.base)
  const kept = await history.recentReads(assetId, placement.base.at)
  const base = await fold(history, placement, kept, upTo)
  await history.savePlacement({ ...placement, base: storedBase(base) })
  await history.deleteRecentReads(assetId, base.at)
  return base
}

async function begin(history: History, asset: Asset, reads: readonly Read[]): Promise<Placement> {
  const { events, evidence } = await decided(history, asset, null, reads)
  const base = storedBase({ at: 0, current: null, reads: 0, evidence: null })
  const saved = await saveAll(history, asset, events)
  return finish(history, { ...asset, base, lastRead: null }, reads, { events: saved, evidence })
}

/**
 * Records reads that are all newer than the history, which is the common case. It moves the base to the horizon when it is
 * more than a presence timeout behind, so that each read is folded only once.
 */
async function append(
  history: History,
  stored: Placement,
  reads: readonly Read[],
  rules: HistoryRules,
): Promise<Placement> {
  const placement = stored.evidence === null ? await withEvidence(history, stored) : stored
  const { head } = placement
  const horizon = horizonOf(placement, [], rules)
  const base = isLong(placement, horizon) ? await foldUpTo(history, placement, horizon) : placement.base
  const present = presentOf(head, openEvidence(placement))
  const { events, evidence } = await decided(history, placement, present, reads)
  const changed = events.filter((event) => event !== head)
  const saved = await saveAll(history, placement, changed, head)
  return finish(history, { ...placement, base }, reads, {
    events: saved.length > 0 ? saved : [head],
    evidence,
    stored,
    past: pastAfter(placement),
  })
}

/** The history after new reads. */
interface Result {
  /** The stored events. The asset is at the location of the last one. */
  readonly events: readonly Presence[]
  readonly evidence: Evidence | null
  /** The placement as it is stored, if the reads continue it. */
  readonly stored?: Placement
  /** States before the newest reads. */
  readonly past?: readonly Base[]
}

/** Stores the reads and the placement. */
async function finish(
  history: History,
  before: Asset & Pick<Placement, 'base' | 'lastRead'> & Partial<Placement>,
  reads: readonly Read[],
  { events, evidence, stored, past = [] }: Result,
): Promise<Placement> {
  const { organizationId, assetId, base } = before
  for (const read of reads) history.insertRecentRead(assetId, read)
  const lastSeenAt = Math.max(before.lastSeenAt ?? 0, reads.at(-1)?.at ?? 0)
  const after = {
    organizationId,
    assetId,
    lastSeenAt,
    lastRead: lastReadAfter(before.lastRead, reads),
    base: { ...base, reads: base.reads + reads.length },
    head: events.at(-1) as Presence,
    evidence: evidenceText(evidence),
  }
  const placement = isFull(after) ? { ...after, base: await limitReads(history, after) } : after
  // Most reads are of assets that stay. Writing the base and the location again would cost more than the rest.
  const stays =
    stored?.head.locationId === placement.head.locationId &&
    stored.base.state === placement.base.state &&
    stored.base.at === placement.base.at
  if (stays) history.advancePlacement(placement)
  else await history.savePlacement(placement)
  setPast(placement, evidence, past)
  return placement
}

/** Records reads of which some are late. */
async function insertLate(
  history: History,
  placement: Placement,
  reads: readonly Read[],
  rules: HistoryRules,
): Promise<Placement> {
  const horizon = horizonOf(placement, reads, rules)
  return (
    (await insertNear(history, placement, reads, horizon)) ??
    (await insert(history, placement, { reads, closed: [] }, horizon))
  )
}

/**
 * Records reads of which some are a little late: computes the events again from a past state. The base remains. Returns
 * undefined when no such state is known.
 */
async function insertNear(
  history: History,
  placement: Placement,
  reads: readonly Read[],
  horizon: Micros,
): Promise<Placement | undefined> {
  const past = pastBefore(placement, (reads[0] as Read).at, horizon)
  const state = past.at(-1)
  if (!state || isLong(placement, horizon)) return undefined
  const kept = await history.recentReads(placement.assetId, state.at)
  const tail = await computeTail(history, placement, state, [...kept, ...reads])
  return finish(history, placement, reads, { ...tail, stored: placement, past })
}

/** Reads of which some are late. */
interface LateReads {
  readonly reads: readonly Read[]
  /** Reads that stand for closed events up to the horizon. They are placed first. */
  readonly closed: readonly Read[]
}

/**
 * Closes the history up to the horizon and places the reads before it among the closed events. The tail is computed again
 * with the others.
 */
export async function insert(
  history: History,
  placement: Placement,
  { reads, closed }: LateReads,
  horizon: Micros,
): Promise<Placement> {
  const { assetId } = placement
  const kept = await history.recentReads(assetId, placement.base.at)
  let base = await fold(history, placement, kept, horizon)
  for (const read of [...closed, ...reads])
    if (read.at <= base.at) base = await placeOldRead(history, placement, base, read)

  const tail = await computeTail(history, placement, base, [...kept, ...reads])
  const after = await finish(history, { ...placement, base: storedBase(base) }, reads, tail)
  await history.deleteRecentReads(assetId, base.at)
  return after
}

/** Computes the events after a state again and stores them. */
async function computeTail(history: History, asset: Asset, state: Base, reads: readonly Read[]) {
  const tail = reads.filter((read) => read.at > state.at).toSorted(inOrder)
  const { events, evidence } = await decided(history, asset, presentAt(state), tail)
  return { events: await replaceTail(history, asset, state, events), evidence }
}
