import type { Micros } from '../time'
import type { Asset, History } from './late'
import type { Read } from '../storage/store'
import { type HistoryRules, type Move, recordReads } from './record'
import { setBackHistory } from './set-back'

/** The time at which reads come while the clock is not in order (decision 0012). */
export interface Moment {
  readonly at: Micros
  /** How much later than now a believed read may be. */
  readonly ahead: Micros
  /** How far `at` is ahead of the machine, whose clock went back a little. */
  readonly lag: Micros
  /** Whether the history may hold later instants, which a wrong clock has written. */
  readonly mayHoldFuture: boolean
}

/** Records reads that have just come. What a wrong clock has written later than now does not win against them. */
export async function recordArrivals(
  history: History,
  asset: Asset,
  reads: readonly Read[],
  rules: HistoryRules,
  moment: Moment | undefined,
): Promise<Move | undefined> {
  const dated = moment ? await datedAfterAll(history, asset, reads, rules, moment) : reads
  return recordReads(history, asset, dated, rules)
}

/** The reads, dated so that those of this moment are later than all that the history holds. */
async function datedAfterAll(
  history: History,
  asset: Asset,
  reads: readonly Read[],
  { settleMicros }: HistoryRules,
  { at, ahead, lag, mayHoldFuture }: Moment,
): Promise<readonly Read[]> {
  const placement = await history.placement(asset.assetId)
  if (!placement) return reads
  if (mayHoldFuture && placement.lastSeenAt > at + ahead) {
    const newest = Math.max(...reads.map((read) => read.at))
    // A read of long ago is placed among what is older; one of this moment comes last, and competes with none of these.
    const target = (newest > at - ahead ? Math.min(newest - 1, at) : at) - settleMicros
    await setBackHistory(history, asset, at + ahead, placement.lastSeenAt - target)
    return reads
  }
  const machineAt = at - lag
  if (placement.lastSeenAt <= machineAt + ahead) return reads
  // The reader's clock agrees with the machine's; the history goes by the time of the service.
  return reads.map((read) => (Math.abs(read.at - machineAt) <= ahead ? { ...read, at: read.at + lag } : read))
}
