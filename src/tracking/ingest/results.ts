import type { MessageResult, ReadResult } from '../../base/metrics'
import type { SignalKind } from '../tuning/seen-reads'

/** Returns how a read counts in the signal of its antenna. */
export function kindOf(effect: ReadResult | 'weak'): SignalKind {
  if (effect === 'unmapped_antenna') return 'none'
  return effect === 'weak' ? 'weak' : 'usual'
}

/** Returns the result of a message from the counts of all its writes. */
export function resultOf(...counts: ReadonlyMap<ReadResult, number>[]): MessageResult {
  const results = new Set(counts.flatMap((each) => [...each.keys()]))
  return results.size === 1 && results.has('duplicate') ? 'duplicate' : 'accepted'
}

/** Returns the number of reads in a part of a message, or in a message. */
export const readCountOf = (reads: ReadonlyMap<ReadResult, number>): number =>
  reads.values().reduce((sum, count) => sum + count, 0)
