import type { Presence } from '../../storage/core/store'
import { type Micros, second } from '../../base/time'

/** The time that an asset is at one location, which may be several events. */
export interface Stay {
  readonly locationId: number
  readonly firstAt: Micros
}

/** Sums over assets. */
export interface TalliedMoves {
  readonly moves: number
  /** Returns to a location that an asset had left for less than 5 minutes. */
  readonly backAndForth: number
  /** Reads that are weaker than the minimum RSSI of their antenna. */
  readonly weakReads: number
}

/** The console groups moves back and forth by the same limit. */
const shortStay: Micros = 5 * 60 * second

/** Returns the stays of consecutive events. */
export function staysOf(events: readonly Presence[]): Stay[] {
  const stays: Stay[] = []
  for (const { locationId, firstAt } of events)
    if (stays.at(-1)?.locationId !== locationId) stays.push({ locationId, firstAt })
  return stays
}

/** Returns the location of the last stay; null without stays. */
export const lastOf = (stays: readonly Stay[]): number | null => stays.at(-1)?.locationId ?? null

/** Counts the moves of assets. */
export class Tally {
  /** Number of moves by `from:to`. */
  readonly pairs = new Map<string, number>()
  #backAndForth = 0
  #weakReads = 0

  get moves(): TalliedMoves {
    const moves = this.pairs.values().reduce((sum, count) => sum + count, 0)
    return { moves, backAndForth: this.#backAndForth, weakReads: this.#weakReads }
  }

  countWeak(): void {
    this.#weakReads++
  }

  add(stays: readonly Stay[]): void {
    for (const [index, stay] of stays.entries()) {
      const previous = stays[index - 1]
      if (!previous) continue
      const pair = `${previous.locationId}:${stay.locationId}`
      this.pairs.set(pair, (this.pairs.get(pair) ?? 0) + 1)
      const isReturn = stays[index - 2]?.locationId === stay.locationId
      if (isReturn && stay.firstAt - previous.firstAt < shortStay) this.#backAndForth++
    }
  }
}
