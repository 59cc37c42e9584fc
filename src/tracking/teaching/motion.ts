import type { Read } from '../../storage/core/store'
import { type Micros, second } from '../../base/time'
import { isMoving } from '../history/place/air'
import { needs } from '../history/place/evidence'
import { eventsOf, type Present } from '../history/presence'

/** Whether a tag stood still while a sample of it was recorded. */

/** The levels before and after a moment are compared in steps of this time. */
const stepMicros: Micros = 5 * second
/** Reads of an antenna on each side that are compared. */
const readsMin = 3
/** The levels of a tag that stands still differ by less than this, in dB, on average of its antennas. */
const stillMax = 7
/** Variance of a single read, which its mean has less of. */
const scatter = 25

/**
 * Returns when a tag began to move, or moved: the antennas that hear it say that it is being carried, or their levels after a
 * moment differ from those before it. Undefined when it stood still.
 *
 * @param reads of one tag, in order
 */
export function movedAt(reads: readonly Read[]): Micros | undefined {
  return carriedAt(reads) ?? changedAt(reads)
}

function carriedAt(reads: readonly Read[]): Micros | undefined {
  let present: Present | null = null
  for (const read of reads) {
    const { events, evidence } = eventsOf(present, [read], needs.normal)
    const event = events.at(-1)
    if (!event || !evidence) continue
    present = { event, evidence }
    if (isMoving(evidence.air, read.at, evidence.pause)) return evidence.air.changingSince
  }
  return undefined
}

/** Returns the moment at which the levels changed most, if they did. */
function changedAt(reads: readonly Read[]): Micros | undefined {
  const [first, last] = [reads[0]?.at ?? 0, reads.at(-1)?.at ?? 0]
  let [at, most]: [Micros | undefined, number] = [undefined, stillMax]
  for (let moment = first + stepMicros; moment < last; moment += stepMicros) {
    const change = changeAt(reads, moment)
    if (change > most) [at, most] = [moment, change]
  }
  return at
}

/** The root of the mean square of the differences, without what the scatter of the reads causes, in dB. */
function changeAt(reads: readonly Read[], moment: Micros): number {
  const sides = new Map<string, [before: number, reads: number, after: number, reads: number]>()
  for (const { at, rssi, readerId, antenna } of reads) {
    if (rssi === null) continue
    const side = sides.getOrInsertComputed(`${readerId}:${antenna}`, () => [0, 0, 0, 0])
    const from = at < moment ? 0 : 2
    side[from] = (side[from] as number) + rssi
    side[from + 1] = (side[from + 1] as number) + 1
  }
  let [squares, count] = [0, 0]
  for (const [before, readsBefore, after, readsAfter] of sides.values()) {
    if (readsBefore < readsMin || readsAfter < readsMin) continue
    squares += (before / readsBefore - after / readsAfter) ** 2 - scatter * (1 / readsBefore + 1 / readsAfter)
    count++
  }
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count))
}
