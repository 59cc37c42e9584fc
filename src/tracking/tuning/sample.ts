import type { Micros } from '../../base/time'
import { columnsOf } from './columns'
import { ReadRing, sampleSpan, type Snapshot } from './read-ring'
import type { SeenReads } from './seen-reads'

interface SampleLimits {
  /** Capacities are powers of two, in reads of 32 bytes. */
  readonly ringMin: number
  readonly ringMax: number
  /** Sum over all organizations. */
  readonly totalMax: number
}

/** 8 MiB for each organization, 32 MiB for all. */
const sampleLimits: SampleLimits = { ringMin: 1024, ringMax: 262_144, totalMax: 1_048_576 }

/** The kept reads of one organization between two times. */
export interface SampleSnapshot extends Snapshot {
  readonly to: Micros
}

/**
 * The sample of the recent reads of all organizations, for rehearsals. It is in memory only, and bounded: when an
 * organization needs more memory than is left, the organization with the most memory gets less.
 *
 * @param startedAt time since which reads are added
 */
export class Sample {
  readonly #startedAt: Micros
  readonly #limits: SampleLimits
  readonly #rings = new Map<number, ReadRing>()
  #total = 0

  constructor(startedAt: Micros, limits: SampleLimits = sampleLimits) {
    this.#startedAt = startedAt
    this.#limits = limits
  }

  #resize(ring: ReadRing, capacity: number): void {
    this.#total += capacity - ring.capacity
    ring.resize(capacity)
  }

  /** Returns a new ring; undefined when the memory is used by as many organizations as possible. */
  #open(organizationId: number, now: Micros): ReadRing | undefined {
    if (!this.#makeRoom(this.#limits.ringMin, this.#limits.ringMin, now)) return undefined
    const ring = new ReadRing(this.#limits.ringMin, this.#startedAt)
    this.#rings.set(organizationId, ring)
    this.#total += ring.capacity
    return ring
  }

  /** Frees memory for `size` reads, from rings that are idle or larger than `own`. Returns whether there is enough. */
  #makeRoom(size: number, own: number, now: Micros): boolean {
    if (this.#total + size > this.#limits.totalMax) this.#removeIdle(now)
    while (this.#total + size > this.#limits.totalMax) {
      const largest = this.#rings.values().reduce((a, b) => (b.capacity > a.capacity ? b : a))
      if (largest.capacity <= own) return false
      largest.thin(largest.capacity / 2)
      this.#resize(largest, largest.capacity / 2)
    }
    return true
  }

  #removeIdle(now: Micros): void {
    for (const [organizationId, ring] of this.#rings) {
      ring.dropBefore(now - sampleSpan)
      if (!ring.isIdle) continue
      this.#rings.delete(organizationId)
      this.#total -= ring.capacity
    }
  }

  /** Makes room for one more read in a full ring. */
  #extend(ring: ReadRing, now: Micros): void {
    const { capacity } = ring
    if (capacity < this.#limits.ringMax && this.#makeRoom(capacity, capacity, now))
      this.#resize(ring, capacity * 2)
    else ring.thin(capacity * 0.75)
  }

  /** Adds a read of an asset: that at an index of the reads of a write. */
  add(seen: SeenReads, index: number, now: Micros): void {
    const organizationId = seen.organizationIds[index] as number
    const assetId = seen.assetIds[index] as number
    const at = seen.at[index] as Micros
    const from = now - sampleSpan
    if (at < from) return
    const ring = this.#rings.get(organizationId) ?? this.#open(organizationId, now)
    ring?.dropBefore(from)
    if (!ring?.keeps(assetId)) return
    if (ring.isFull) this.#extend(ring, now)
    if (ring.keeps(assetId)) ring.push(assetId, seen.origins[index] as number, at, seen.rssi[index] as number)
  }

  /** Returns a copy of the kept reads of the last hour. */
  snapshot(organizationId: number, now: Micros): SampleSnapshot {
    const from = Math.max(now - sampleSpan, this.#startedAt)
    const kept = this.#rings.get(organizationId)?.snapshot(from) ?? { reads: columnsOf(0), from, level: 0 }
    return { ...kept, to: now }
  }

  /** Number of reads for which there is memory. */
  get capacity(): number {
    return this.#total
  }
}
