/** The times of reads in a minute of a source, by the hash of the tag. */
type TimesOfTags = Map<number, number[]>

/** The times that a write adds, by the hash of the tag. */
type AddedTimes = ReadonlyMap<number, { readonly added: readonly number[] }>

/** Maximum number of cached times. Each takes about 20 bytes. */
const recentMax = 500_000

/**
 * Caches the stored times of the minutes that this process has stored completely, so that the reads of a busy reader are
 * compared without a query. Cached times are on disk and belong to one day of receipt.
 */
export class RecentTimes {
  readonly #minutes = new Map<string, TimesOfTags>()
  readonly #max: number
  #day = 0
  #size = 0

  constructor(max = recentMax) {
    this.#max = max
  }

  /** Returns all times of a minute of a source; undefined when some may not be cached. */
  of(day: number, source: string, minute: number): ReadonlyMap<number, readonly number[]> | undefined {
    return day === this.#day ? this.#minutes.get(`${source} ${minute}`) : undefined
  }

  /** Adds times of a minute that is cached, or of which nothing was stored before. */
  add(day: number, source: string, minute: number, tags: AddedTimes): void {
    let cached: TimesOfTags | undefined
    for (const [tag, { added }] of tags) {
      if (added.length === 0) continue
      cached ??= this.#open(day, source, minute)
      const times = cached.get(tag)
      // Most lists of a write have one time. A spread takes several times as long.
      if (times) for (const time of added) times.push(time)
      else cached.set(tag, [...added])
      this.#size += added.length
    }
  }

  #open(day: number, source: string, minute: number): TimesOfTags {
    if (day !== this.#day) this.#clear(day)
    return this.#minutes.getOrInsertComputed(`${source} ${minute}`, () => new Map<number, number[]>())
  }

  /** Removes the oldest minutes when there are too many times. Call it after all times of a write are added. */
  evictOldest(): void {
    for (const [name, tags] of this.#minutes) {
      if (this.#size <= this.#max) return
      this.#minutes.delete(name)
      for (const times of tags.values()) this.#size -= times.length
    }
  }

  #clear(day: number): void {
    this.#minutes.clear()
    this.#size = 0
    this.#day = day
  }
}
