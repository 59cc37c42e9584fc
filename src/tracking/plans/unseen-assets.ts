import { BoundedMap } from '../../base/bounded-map'
import { type Instant, toMicros } from '../../base/time'
import type { Store, UnseenCount } from '../../storage/core/store'
import { seenLimits } from '../tracking/seen'

export type UnseenByLocation = ReadonlyMap<number, UnseenCount>

/** A count is used for this time, in milliseconds, and for twenty times as long as it took. */
const usedMillis = 5_000
const usedShare = 20
/** Maximum number of organizations whose counts are kept. */
const keptMax = 1_000

interface Counted {
  readonly counting: Promise<UnseenByLocation>
  usedUntil: number
}

/** Counts the assets that were not seen for a day, and for a week, by location. A count reads the rows of all of them. */
export class UnseenAssets {
  readonly #read: Store['read']['seen']
  readonly #kept = new BoundedMap<number, Counted>(keptMax)

  constructor(read: Store['read']['seen']) {
    this.#read = read
  }

  async now(organizationId: number, at: Instant): Promise<UnseenByLocation> {
    const counts = await this.#read.counts(organizationId, at, seenLimits(toMicros(at)))
    return new Map(counts.map((each) => [each.locationId, each]))
  }

  /**
   * Returns a count of the last seconds, for walls, which ask every second and share it. An asset that has arrived since then is not
   * in it, so it counts as seen at once.
   */
  recent(organizationId: number, at: Instant): Promise<UnseenByLocation> {
    const begunAt = performance.now()
    const known = this.#kept.get(organizationId)
    if (known && begunAt < known.usedUntil) return known.counting
    const counted: Counted = { counting: this.now(organizationId, at), usedUntil: Infinity }
    this.#kept.set(organizationId, counted)
    counted.counting.then(
      () => {
        const endedAt = performance.now()
        counted.usedUntil = endedAt + Math.max(usedMillis, usedShare * (endedAt - begunAt))
      },
      () => this.#kept.delete(organizationId),
    )
    return counted.counting
  }
}
