import type { Micros } from '../../../base/time'
import { firstAir } from './air'
import { type Evidence, noSums } from './state'
import type { AntennaLevel } from './signal'
import type { Matching, Place, Start, Sum } from './sums'

/**
 * The state of the location decision as it is stored. It is written with each read, so it consists of JSON arrays without
 * names, and its times are the microseconds before the newest read. A time that is not set is null.
 */
export const evidenceText = (evidence: Evidence | null): string | null =>
  evidence && JSON.stringify(packed(evidence))

export const evidenceFrom = (text: string | null): Evidence | null =>
  text === null ? null : unpacked(JSON.parse(text) as Packed | FormerEvidence)

type Ago = number | null

type PackedStart = readonly [
  at: Ago,
  readCount: number,
  strongestRssi: number | null,
  readerId: number | null,
  antenna: number | null,
  lastAt: Ago,
  currentReads: number,
  currentRssi: number | null,
]
type PackedSum = readonly [evidence: number, ...start: PackedStart] | readonly [evidence: number] | null
type PackedAntenna = readonly [
  readerId: number | null,
  antenna: number | null,
  level: number,
  quick: number,
  calm: number,
  noise: number,
  reads: number,
  firstAt: Ago,
  rssi: number,
  lastAt: Ago,
]
type PackedPlace = readonly [
  locationId: number,
  lastAt: Ago,
  reads: number,
  rate: number,
  fast: PackedSum,
  slow: PackedSum,
  moving: PackedSum,
  antennas: readonly PackedAntenna[],
]
type PackedAir = readonly [
  scatter: number,
  scatterReads: number,
  swing: number,
  swingAt: Ago,
  denseUntil: Ago,
  changingSince: Ago,
  changingAt: Ago,
  movingUntil: Ago,
]
type PackedUntaught = readonly [
  newestAt: Micros,
  startedAt: Ago,
  pause: number,
  heldUntil: Ago,
  air: PackedAir,
  places: readonly PackedPlace[],
]
/** The last element is absent while samples of taught locations do not decide. */
export type Packed = readonly [...PackedUntaught, matching?: PackedMatching]
type PackedMatching = readonly [at: Ago, sums: readonly (readonly [locationId: number, sum: PackedSum])[]]

/** The state that earlier versions stored, which has fewer values. */
export interface FormerEvidence extends Pick<Evidence, 'startedAt' | 'pause'> {
  readonly heldUntil?: Micros
  readonly places: readonly (Omit<Place, 'fast' | 'slow' | 'moving' | 'antennas'> & {
    readonly antennas: readonly Pick<AntennaLevel, 'readerId' | 'antenna' | 'level' | 'lastAt'>[]
    readonly fast?: FormerSum
    readonly slow?: FormerSum
  })[]
}
interface FormerSum {
  readonly evidence: number
  readonly start?: Start
}

const ago = (newestAt: Micros, at: Micros): Ago => (at === 0 ? null : newestAt - at)
const instant = (newestAt: Micros, since: Ago): Micros => (since === null ? 0 : newestAt - since)

export function packed(evidence: Evidence): Packed {
  const { matching, places } = evidence
  const newestAt = places.reduce((newest, { lastAt }) => Math.max(newest, lastAt), 0)
  const text = packedUntaught(newestAt, evidence)
  return matching ? [...text, packedMatching(newestAt, matching)] : text
}

function packedUntaught(
  newestAt: Micros,
  { startedAt, pause, heldUntil, air, places }: Evidence,
): PackedUntaught {
  return [
    newestAt,
    ago(newestAt, startedAt),
    pause,
    ago(newestAt, heldUntil),
    [
      air.scatter,
      air.scatterReads,
      air.swing,
      ago(newestAt, air.swingAt),
      ago(newestAt, air.denseUntil),
      ago(newestAt, air.changingSince),
      ago(newestAt, air.changingAt),
      ago(newestAt, air.movingUntil),
    ],
    places.map((place) => packedPlace(newestAt, place)),
  ]
}

const packedMatching = (newestAt: Micros, { at, sums }: Matching): PackedMatching => [
  ago(newestAt, at),
  sums.map(({ locationId, sum }) => [locationId, packedSum(newestAt, sum)]),
]

const openMatching = (newestAt: Micros, [at, sums]: PackedMatching): Matching => ({
  at: instant(newestAt, at),
  sums: sums.map(([locationId, sum]) => ({ locationId, sum: openSum(newestAt, sum) as Sum })),
})

const packedPlace = (newestAt: Micros, place: Place): PackedPlace => [
  place.locationId,
  ago(newestAt, place.lastAt),
  place.reads,
  place.rate,
  packedSum(newestAt, place.fast),
  packedSum(newestAt, place.slow),
  packedSum(newestAt, place.moving),
  place.antennas.map((one): PackedAntenna => [
    one.readerId,
    one.antenna,
    one.level,
    one.quick,
    one.calm,
    one.noise,
    one.reads,
    ago(newestAt, one.firstAt),
    one.rssi,
    ago(newestAt, one.lastAt),
  ]),
]

function packedSum(newestAt: Micros, sum: Sum | null): PackedSum {
  if (!sum) return null
  const { evidence, start } = sum
  if (!start) return [evidence]
  const { lastAt, readCount, strongestRssi } = start.current
  return [
    evidence,
    ago(newestAt, start.at),
    start.readCount,
    start.strongestRssi,
    start.readerId,
    start.antenna,
    ago(newestAt, lastAt),
    readCount,
    strongestRssi,
  ]
}

export function unpacked(value: Packed | FormerEvidence): Evidence {
  if ('places' in value) return fromFormer(value)
  const [newestAt, startedAt, pause, heldUntil, air, places, matching] = value
  const [scatter, scatterReads, swing, swingAt, denseUntil, changingSince, changingAt, movingUntil] = air
  return {
    startedAt: instant(newestAt, startedAt),
    pause,
    heldUntil: instant(newestAt, heldUntil),
    air: {
      scatter,
      scatterReads,
      swing,
      swingAt: instant(newestAt, swingAt),
      denseUntil: instant(newestAt, denseUntil),
      changingSince: instant(newestAt, changingSince),
      changingAt: instant(newestAt, changingAt),
      movingUntil: instant(newestAt, movingUntil),
    },
    places: places.map((place) => openPlace(newestAt, place)),
    matching: matching ? openMatching(newestAt, matching) : null,
  }
}

const openPlace = (
  newestAt: Micros,
  [locationId, lastAt, reads, rate, fast, slow, moving, antennas]: PackedPlace,
): Place => ({
  locationId,
  antennas: antennas.map((one) => openAntenna(newestAt, one)),
  lastAt: instant(newestAt, lastAt),
  reads,
  rate,
  fast: openSum(newestAt, fast),
  slow: openSum(newestAt, slow),
  moving: openSum(newestAt, moving),
})

const openAntenna = (
  newestAt: Micros,
  [readerId, antenna, level, quick, calm, noise, reads, firstAt, rssi, lastAt]: PackedAntenna,
): AntennaLevel => ({
  readerId,
  antenna,
  level,
  quick,
  calm,
  noise,
  reads,
  firstAt: instant(newestAt, firstAt),
  rssi,
  lastAt: instant(newestAt, lastAt),
})

function openSum(newestAt: Micros, sum: PackedSum): Sum | null {
  if (!sum) return null
  if (sum.length === 1) return { evidence: sum[0], start: null }
  const [evidence, at, readCount, strongestRssi, readerId, antenna, lastAt, currentReads, currentRssi] = sum
  return {
    evidence,
    start: {
      at: instant(newestAt, at),
      readCount,
      strongestRssi,
      readerId,
      antenna,
      current: {
        lastAt: instant(newestAt, lastAt),
        readCount: currentReads,
        strongestRssi: currentRssi,
      },
    },
  }
}

/** Gives a state the values that it does not have. They are those of a first read. */
function fromFormer({ startedAt, pause, heldUntil = 0, places }: FormerEvidence): Evidence {
  const newestAt = places.reduce((newest, { lastAt }) => Math.max(newest, lastAt), 0)
  return {
    startedAt,
    pause,
    heldUntil,
    air: firstAir(newestAt),
    places: places.map(({ antennas, fast, slow, ...place }) => ({
      ...place,
      ...noSums,
      fast: fromFormerSum(fast),
      slow: fromFormerSum(slow),
      antennas: antennas.map((one) => ({
        ...one,
        quick: one.level,
        calm: one.level,
        noise: 1,
        reads: 1,
        firstAt: one.lastAt,
        rssi: one.level,
      })),
    })),
    matching: null,
  }
}

const fromFormerSum = (sum: FormerSum | undefined): Sum | null =>
  sum ? { evidence: sum.evidence, start: sum.start ?? null } : null
