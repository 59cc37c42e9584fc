import { describe, expect, test } from 'bun:test'
import { second } from '../../../src/base/time'
import { isInShare, sampleSpan } from '../../../src/tracking/tuning/read-ring'
import { Sample, type SampleSnapshot } from '../../../src/tracking/tuning/sample'
import { SeenReads } from '../../../src/tracking/tuning/seen-reads'

/** The sample of recent reads: its assets, its reads and its memory. */

const start = 1_790_000_000 * second
const limits = { ringMin: 16, ringMax: 256, totalMax: 1024 }

interface SeenAt {
  readonly organizationId?: number
  readonly assetId: number
  readonly at: number
  readonly origin?: number
  readonly rssi?: number | null
}

/** One read, as a write passes it on. */
function readOf({ organizationId = 1, assetId, at, origin = 7, rssi = -50 }: SeenAt): SeenReads {
  const seen = new SeenReads()
  seen.add(organizationId, { origin, assetId, at, rssi }, 'usual')
  return seen
}

type Given = readonly [assetId: number, seconds: number]

function sampleOf(given: readonly Given[], organizationId = 1, sample = new Sample(start, limits)) {
  for (const [assetId, seconds] of given) {
    const at = start + seconds * second
    sample.add(readOf({ organizationId, assetId, at }), 0, at)
  }
  return sample
}

/** The reads that a rehearsal uses, as pairs of asset and second. */
const used = ({ reads, to, level }: SampleSnapshot): Given[] =>
  [...reads.at.entries()].flatMap(([index, at]) => {
    const assetId = reads.assetIds[index] as number
    return at >= to - sampleSpan && isInShare(assetId, level)
      ? [[assetId, (at - start) / second] as const]
      : []
  })

const usedAt = (sample: Sample, seconds: number, organizationId = 1) =>
  sample.snapshot(organizationId, start + seconds * second)

const oneRead = (assets: number, seconds: number): Given[] =>
  Array.from({ length: assets }, (_, index) => [index + 1, seconds] as const)

describe('the sample', () => {
  test('keeps each read with its values', () => {
    const sample = new Sample(start, limits)
    sample.add(readOf({ assetId: 42, origin: 9, at: start + 5, rssi: -61.25 }), 0, start + 6)
    sample.add(readOf({ assetId: 43, origin: 8, at: start + 6, rssi: null }), 0, start + 7)
    const { reads, from, to, level } = sample.snapshot(1, start + 8)
    expect([...reads.assetIds]).toEqual([42, 43])
    expect([...reads.origins]).toEqual([9, 8])
    expect([...reads.at]).toEqual([start + 5, start + 6])
    expect([...reads.rssi]).toEqual([-61.25, Number.NaN])
    expect({ from, to, level }).toEqual({ from: start, to: start + 8, level: 0 })
  })

  test('covers the last hour, and the time since the start when that is shorter', () => {
    const sample = sampleOf([
      [1, 0],
      [1, 1800],
      [1, 3700],
    ])
    expect(used(usedAt(sample, 3700)).map(([, seconds]) => seconds)).toEqual([1800, 3700])
    expect(usedAt(sample, 3700).from).toBe(start + 100 * second)
    expect(usedAt(sample, 600).from).toBe(start)
  })

  test('leaves out reads that were older than an hour when they arrived', () => {
    const sample = new Sample(start, limits)
    const now = start + 2 * sampleSpan
    sample.add(readOf({ assetId: 1, at: now - sampleSpan - 1 }), 0, now)
    sample.add(readOf({ assetId: 1, at: now - sampleSpan + 1 }), 0, now)
    expect(sample.snapshot(1, now).reads.at).toHaveLength(1)
  })

  test('is separate for each organization', () => {
    const sample = sampleOf([[1, 1]], 1)
    sampleOf([[2, 2]], 2, sample)
    expect(used(usedAt(sample, 3, 1))).toEqual([[1, 1]])
    expect(used(usedAt(sample, 3, 2))).toEqual([[2, 2]])
    expect(used(usedAt(sample, 3, 3))).toEqual([])
  })
})

describe('with more reads than it may keep, the sample', () => {
  const minutes = 20
  const assets = 60
  const given = Array.from({ length: minutes }, (_, minute) => oneRead(assets, minute * 60)).flat()

  // Rule: internal-api.md, Rehearsal
  test('keeps all reads of some assets, and none of the others', () => {
    const snapshot = usedAt(sampleOf(given), minutes * 60)
    const ofAssets = Map.groupBy(used(snapshot), ([assetId]) => assetId)
    expect(snapshot.level).toBeGreaterThan(0)
    expect(snapshot.from).toBe(start)
    expect(ofAssets.size).toBeGreaterThan(0)
    for (const [assetId, reads] of ofAssets) expect([assetId, reads.length]).toEqual([assetId, minutes])
    expect([...ofAssets.keys()].every((assetId) => isInShare(assetId, snapshot.level))).toBe(true)
  })

  test('keeps the same assets, however their reads are ordered', () => {
    const assetsOf = (reads: readonly Given[]) =>
      [...new Set(used(usedAt(sampleOf(reads), minutes * 60)).map(([assetId]) => assetId))].toSorted(
        (a, b) => a - b,
      )
    const turned = Array.from({ length: minutes }, (_, minute) => oneRead(assets, minute * 60).toReversed())
    expect(assetsOf(turned.flat())).toEqual(assetsOf(given))
  })

  // Rule: internal-api.md, Rehearsal
  test('drops the oldest reads instead when one asset has nearly all of them', () => {
    const sample = sampleOf(Array.from({ length: 1000 }, (_, index) => [5, index] as const))
    const snapshot = usedAt(sample, 1000)
    const seconds = used(snapshot).map(([, at]) => at)
    expect(seconds.length).toBeGreaterThan(limits.ringMax / 2)
    expect(seconds).toEqual(Array.from({ length: seconds.length }, (_, i) => 1000 - seconds.length + i))
    expect(snapshot.from).toBe(start + (seconds[0] as number) * second - second + 1)
  })

  test('takes more assets again when there are fewer reads, and uses them after an hour', () => {
    const sample = sampleOf(given)
    const narrow = usedAt(sample, minutes * 60).level
    const quiet = 2 * 3600
    sampleOf([[1, quiet]], 1, sample)
    expect(usedAt(sample, quiet).level).toBe(narrow)
    sampleOf(oneRead(10, quiet + 3600), 1, sample)
    const later = usedAt(sample, quiet + 3600)
    expect(later.level).toBe(narrow - 1)
    expect(later.from).toBe(start + quiet * second)
  })
})

describe('the memory of the sample', () => {
  const busy = (organizationId: number, sample: Sample) =>
    sampleOf(
      Array.from({ length: 2000 }, (_, index) => [index % 100, index % 60] as const),
      organizationId,
      sample,
    )

  // Rule: internal-api.md, Rehearsal
  test('is bounded for each organization and for all', () => {
    const sample = new Sample(start, limits)
    busy(1, sample)
    expect(sample.capacity).toBe(limits.ringMax)
    for (let organization = 2; organization < 20; organization++) {
      busy(organization, sample)
      expect(sample.capacity).toBeLessThanOrEqual(limits.totalMax)
    }
    for (let organization = 1; organization < 20; organization++)
      expect(used(usedAt(sample, 60, organization)).length).toBeGreaterThan(0)
  })

  test('is taken from organizations without reads in the last hour first', () => {
    const sample = new Sample(start, limits)
    for (let organization = 1; organization <= limits.totalMax / limits.ringMin; organization++)
      sampleOf([[1, 1]], organization, sample)
    expect(sample.capacity).toBe(limits.totalMax)
    sampleOf([[1, 2]], 1000, sample)
    expect(used(usedAt(sample, 3, 1000))).toEqual([])
    sampleOf([[1, 4000]], 1000, sample)
    expect(used(usedAt(sample, 4000, 1000))).toEqual([[1, 4000]])
    expect(sample.capacity).toBe(limits.ringMin)
  })
})
