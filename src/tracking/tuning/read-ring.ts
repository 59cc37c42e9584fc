import { type Micros, second } from '../../base/time'
import { columnNames, type Columns, columnsOf, copyRead } from './columns'

/** The sample covers the reads of this time. */
export const sampleSpan: Micros = 3600 * second

/** Halvings of the share at once. Each takes about a millisecond when a quarter of a million reads are kept. */
const halvingsMax = 4

/** A copy of the kept reads, in the order of arrival. It may contain reads of assets that do not belong to its share. */
export interface Snapshot {
  readonly reads: Columns
  /** The reads of the assets of the share are complete since this time. Earlier reads arrived late. */
  readonly from: Micros
  /** The share of assets is 1 / 2 ** level. */
  readonly level: number
}

/**
 * The reads of one organization in the last hour, at most `capacity`. With more reads, it keeps those of fewer assets: a
 * share that is halved until the rest fits. The hash of its id decides whether an asset belongs to the share, so that
 * the reads of an asset are kept completely or not at all.
 */
export class ReadRing {
  #columns: Columns
  #head = 0
  #count = 0
  /** The share of assets that is kept is 1 / 2 ** level. */
  #level = 0
  /** By level, the time since which the reads of its share are complete. */
  #since: Micros[]

  /** @param capacity a power of two */
  constructor(capacity: number, since: Micros) {
    this.#columns = columnsOf(capacity)
    this.#since = [since]
  }

  get capacity(): number {
    return this.#columns.at.length
  }

  get isFull(): boolean {
    return this.#count === this.capacity
  }

  /** True when no read of any asset is kept or was left out in the span of the sample. */
  get isIdle(): boolean {
    return this.#count === 0 && this.#level === 0
  }

  /** Whether the asset belongs to the share that is kept. */
  keeps(assetId: number): boolean {
    return isInShare(assetId, this.#level)
  }

  /** Adds a read. The ring must not be full. */
  push(assetId: number, origin: number, at: Micros, rssi: number): void {
    const { assetIds, origins, at: times, rssi: levels } = this.#columns
    const slot = this.#slotOf(this.#count++)
    assetIds[slot] = assetId
    origins[slot] = origin
    times[slot] = at
    levels[slot] = rssi
  }

  /** Drops the reads before `from`. A share that has become small is doubled, at most once in the span of the sample. */
  dropBefore(from: Micros): void {
    const { at } = this.#columns
    while (this.#count > 0 && (at[this.#head] as number) < from) this.#dropFirst()
    const isSmall = this.#count * 4 < this.capacity
    if (this.#level === 0 || !isSmall || (this.#since[this.#level] as Micros) > from) return
    this.#level--
    this.#since[this.#level] = from + sampleSpan
  }

  /** Halves the share of assets until at most `most` reads are left. If few assets have many reads, drops the oldest. */
  thin(most: number): void {
    for (let halvings = 0; this.#count > most && halvings < halvingsMax; halvings++) {
      if (!this.#hasAnyAt(this.#level + 1)) break
      this.#halve()
    }
    let dropped = 0
    for (; this.#count > most; this.#dropFirst())
      dropped = Math.max(dropped, this.#columns.at[this.#head] as number)
    if (dropped > 0) this.#since = this.#since.map((since) => Math.max(since, dropped + 1))
  }

  /** Changes the capacity to a power of two that is at least the number of reads. */
  resize(capacity: number): void {
    this.#columns = this.#copied(capacity)
    this.#head = 0
  }

  /** Returns a copy of the reads, of which the largest share of assets that is complete since `from` is to be used. */
  snapshot(from: Micros): Snapshot {
    const level = this.#levelSince(from)
    return {
      reads: this.#copied(this.#count),
      from: Math.max(from, this.#since[level] as Micros),
      level,
    }
  }

  /** Returns the level whose share is complete since `from`, or otherwise for the longest time. */
  #levelSince(from: Micros): number {
    let best = this.#level
    for (let level = this.#level + 1; level < this.#since.length; level++)
      if (Math.max(this.#since[level] as Micros, from) < Math.max(this.#since[best] as Micros, from))
        best = level
    return best
  }

  #slotOf(index: number): number {
    return (this.#head + index) & (this.capacity - 1)
  }

  #dropFirst(): void {
    this.#head = this.#slotOf(1)
    this.#count--
  }

  /** Whether an asset belongs to the share of this level. */
  #hasAnyAt(level: number): boolean {
    for (let index = 0; index < this.#count; index++)
      if (isInShare(this.#columns.assetIds[this.#slotOf(index)] as number, level)) return true
    return false
  }

  #halve(): void {
    const before = this.#since[this.#level] as Micros
    this.#level++
    this.#since[this.#level] = Math.min(before, this.#since[this.#level] ?? before)
    const columns = this.#columns
    const { assetIds } = columns
    const [head, mask, level] = [this.#head, this.capacity - 1, this.#level]
    let kept = 0
    for (let index = 0; index < this.#count; index++) {
      const slot = (head + index) & mask
      if (isInShare(assetIds[slot] as number, level)) copyRead(columns, slot, columns, (head + kept++) & mask)
    }
    this.#count = kept
  }

  /** Returns a copy of the reads in order, in columns of this length. */
  #copied(length: number): Columns {
    const copy = columnsOf(length)
    for (const name of columnNames) {
      const column = this.#columns[name]
      const upToEnd = column.subarray(this.#head, Math.min(this.#head + this.#count, this.capacity))
      copy[name].set(upToEnd)
      copy[name].set(column.subarray(0, this.#count - upToEnd.length), upToEnd.length)
    }
    return copy
  }
}

/** Whether the hash of an asset is in the lowest 1 / 2 ** level of all hashes. */
export const isInShare = (assetId: number, level: number): boolean => hashOf(assetId) < 2 ** (32 - level)

/** Returns 32 bits that are evenly distributed, even for consecutive ids. */
function hashOf(id: number): number {
  let hash = Math.imul(id ^ (id >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
