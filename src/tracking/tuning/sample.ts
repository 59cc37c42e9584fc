import type { Micros } from '../../base/time'
import { columnsOf } from './columns'
import { ReadRing, sampleSpan, type Snapshot } from './read-ring'

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
 * Creates the sample of the recent reads of all organizations, for rehearsals. It is in memory only, and bounded: when an
 * organization needs more memory than is left, the organization with the most memory gets less.
 *
 * @param startedAt time since which reads are added
 */
export function createSample(startedAt: Micros, limits: SampleLimits = sampleLimits) {
  const rings = new Map<number, ReadRing>()
  let total = 0

  function resize(ring: ReadRing, capacity: number): void {
    total += capacity - ring.capacity
    ring.resize(capacity)
  }

  /** Returns a new ring; undefined when the memory is used by as many organizations as possible. */
  function open(organizationId: number, now: Micros): ReadRing | undefined {
    if (!makeRoom(limits.ringMin, limits.ringMin, now)) return undefined
    const ring = new ReadRing(limits.ringMin, startedAt)
    rings.set(organizationId, ring)
    total += ring.capacity
    return ring
  }

  /** Frees memory for `size` reads, from rings that are idle or larger than `own`. Returns whether there is enough. */
  function makeRoom(size: number, own: number, now: Micros): boolean {
    if (total + size > limits.totalMax) removeIdle(now)
    while (total + size > limits.totalMax) {
      const largest = rings.values().reduce((a, b) => (b.capacity > a.capacity ? b : a))
      if (largest.capacity <= own) return false
      largest.thin(largest.capacity / 2)
      resize(largest, largest.capacity / 2)
    }
    return true
  }

  function removeIdle(now: Micros): void {
    for (const [organizationId, ring] of rings) {
      ring.dropBefore(now - sampleSpan)
      if (!ring.isIdle) continue
      rings.delete(organizationId)
      total -= ring.capacity
    }
  }

  /** Makes room for one more read in a full ring. */
  function extend(ring: ReadRing, now: Micros): void {
    const { capacity } = ring
    if (capacity < limits.ringMax && makeRoom(capacity, capacity, now)) resize(ring, capacity * 2)
    else ring.thin(capacity * 0.75)
  }

  return {
    /** Adds a read. `rssi` is without the offset of the antenna, and NaN when there is none. */
    add(
      organizationId: number,
      assetId: number,
      origin: number,
      at: Micros,
      rssi: number,
      now: Micros,
    ): void {
      const from = now - sampleSpan
      if (at < from) return
      const ring = rings.get(organizationId) ?? open(organizationId, now)
      ring?.dropBefore(from)
      if (!ring?.keeps(assetId)) return
      if (ring.isFull) extend(ring, now)
      if (ring.keeps(assetId)) ring.push(assetId, origin, at, rssi)
    },

    /** Returns a copy of the kept reads of the last hour. */
    snapshot(organizationId: number, now: Micros): SampleSnapshot {
      const from = Math.max(now - sampleSpan, startedAt)
      const kept = rings.get(organizationId)?.snapshot(from) ?? { reads: columnsOf(0), from, level: 0 }
      return { ...kept, to: now }
    },

    /** Number of reads for which there is memory. */
    get capacity(): number {
      return total
    },
  }
}
