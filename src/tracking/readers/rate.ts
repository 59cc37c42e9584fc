import type { ReaderHealth } from '../../storage/core/store'
import { type Micros, second } from '../../base/time'
import { slotCount } from '../tuning/read-rate'

/** The time that the counted reads cover. */
const covered: Micros = slotCount * 60 * second

/**
 * Returns the recent reads of a reader per minute. They are counted in memory, so they are unknown (null) when there are none
 * although the health says that there were reads: before a restart, or at another instance.
 *
 * @param counted the reads per minute since the start; undefined when there were none
 */
export function rateOf(
  counted: number | undefined,
  health: Pick<ReaderHealth, 'lastReadAt'> | undefined,
  now: Micros,
): number | null {
  if (counted) return Math.round(counted * 10) / 10
  return now - (health?.lastReadAt ?? 0) < covered ? null : 0
}
