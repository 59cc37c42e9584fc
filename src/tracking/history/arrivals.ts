import type { Micros } from '../../base/time'
import type { Asset, History } from './late'
import type { Read } from '../../storage/core/store'
import type { HistoryRules } from './closing'
import { type Move, recordReads } from './record'
import { setBackHistory, silence } from './set-back'

/** The time of arrival of reads, while the clock of the service is not in order (decision 0012). */
export interface Moment {
  /** Time of the service. */
  readonly at: Micros
  /** How far a believed read may be ahead of the present. */
  readonly ahead: Micros
  /** How far `at` is ahead of the time of the machine, after a small step back of the machine's clock. */
  readonly lag: Micros
  /** Whether histories may contain later instants, written while the clock was wrong. */
  readonly mayHoldFuture: boolean
}

/** How the reads that arrive in one write are recorded. */
export interface Arriving {
  readonly rules: HistoryRules
  /** Undefined while the clock is in order. */
  readonly moment: Moment | undefined
}

/**
 * Records reads that have just arrived. It first sets back events that a wrong clock has dated in the future, so that
 * they do not win against the new reads. Returns the move when the asset is at another location than before, otherwise
 * undefined.
 */
export async function recordArrivals(
  history: History,
  asset: Asset,
  reads: readonly Read[],
  { rules, moment }: Arriving,
): Promise<Move | undefined> {
  const dated = moment ? await datedAfterHistory(history, asset, reads, moment) : reads
  return recordReads(history, asset, dated, rules)
}

/** Returns the reads with times such that the reads of the present are later than the history. */
async function datedAfterHistory(
  history: History,
  asset: Asset,
  reads: readonly Read[],
  { at, ahead, lag, mayHoldFuture }: Moment,
): Promise<readonly Read[]> {
  const placement = await history.placement(asset.assetId)
  if (!placement) return reads
  if (mayHoldFuture && placement.lastSeenAt > at + ahead) {
    const newest = Math.max(...reads.map((read) => read.at))
    // An old read is placed among older events. A read of the present comes after a silence, so that it moves the asset.
    const target = (newest > at - ahead ? Math.min(newest - 1, at) : at) - silence
    await setBackHistory(history, asset, at + ahead, placement.lastSeenAt - target)
    return reads
  }
  const machineAt = at - lag
  if (placement.lastSeenAt <= machineAt + ahead) return reads
  // A reader whose clock agrees with the machine is behind the time of the service, which the history uses.
  return reads.map((read) => (Math.abs(read.at - machineAt) <= ahead ? { ...read, at: read.at + lag } : read))
}
