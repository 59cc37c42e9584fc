import type { AntennaTarget, Read } from '../../storage/core/store'
import { type Micros, second } from '../../base/time'
import { inOrder } from '../history/presence'
import type { RecordedRead } from '../tuning/recordings'
import { histogramOf } from '../tuning/signal-window'
import { movedAt } from './motion'

/** What a sample of a place consists of, computed from the reads that were recorded. It is pure. */

/** An antenna that heard the tags of a sample. */
interface SampleAntenna {
  readonly readerId: number
  readonly port: number
  readonly readCount: number
  readonly levelDbm: number
  /** Share of the seconds with reads in which this antenna read nothing. */
  readonly missedShare: number
  readonly histogram: readonly number[]
  /** Its offset and its location when the sample was kept. Null: it had no location. */
  readonly offsetDb: number | null
  readonly locationId: number | null
}

type Levels = readonly (readonly [readerId: number, antenna: number, dbm: number])[]

export interface SampleResult {
  readonly readCount: number
  readonly antennas: readonly SampleAntenna[]
  /** Seconds after the beginning at which a tag moved; null when all stood still. */
  readonly movedAfterSeconds: number | null
  /** For each tag the mean levels of its antennas, and those of parts of the time, with which the samples are tested. */
  readonly tags: readonly { readonly levels: Levels; readonly parts: readonly Levels[] }[]
}

/** An antenna with fewer reads says nothing about a tag. */
const readsMin = 3
/** The parts of a sample, for the test how well places are told apart. */
const partsMax = 6
const partMin: Micros = 2 * second

export function resultOf(
  reads: readonly RecordedRead[],
  { startedAt, endsAt }: { readonly startedAt: Micros; readonly endsAt: Micros },
  antennas: ReadonlyMap<string, AntennaTarget>,
): SampleResult {
  const ofTags = [...Map.groupBy(reads, ([target, tagId]) => `${target}:${tagId}`).values()]
  const moments = ofTags.flatMap((ofTag) => movedAt(ofTag.map(toRead).toSorted(inOrder)) ?? [])
  const partMicros = Math.max(partMin, (endsAt - startedAt) / partsMax)
  const partOf = (read: RecordedRead): number => Math.floor((read[4] - startedAt) / partMicros)
  return {
    readCount: reads.length,
    antennas: antennasIn(reads, antennas),
    movedAfterSeconds: moments.length === 0 ? null : Math.round((Math.min(...moments) - startedAt) / second),
    tags: ofTags.map((ofTag) => ({
      levels: levelsOf(ofTag, readsMin),
      parts: [...Map.groupBy(ofTag, partOf).values()].map((part) => levelsOf(part, 1)),
    })),
  }
}

const toRead = ([, tagId, readerId, antenna, at, rssi]: RecordedRead): Read => ({
  at,
  rssi,
  readerId,
  antenna,
  tagId,
  // One place, so that only the levels tell whether the tag moved.
  locationId: 1,
  presenceTimeoutSeconds: 300,
  isScan: false,
})

export const antennaKey = (readerId: number, port: number): string => `${readerId}:${port}`

const byAntenna = (reads: readonly RecordedRead[]) =>
  Map.groupBy(reads, ([, , readerId, antenna]) => antennaKey(readerId, antenna))

function levelsOf(reads: readonly RecordedRead[], least: number): Levels {
  return [...byAntenna(reads).values()]
    .filter((ofAntenna) => ofAntenna.length >= least)
    .map((ofAntenna) => {
      const [, , readerId, antenna] = ofAntenna[0] as RecordedRead
      return [readerId, antenna, tenths(meanOf(ofAntenna))] as const
    })
    .toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
}

const meanOf = (reads: readonly RecordedRead[]): number =>
  reads.reduce((sum, [, , , , , rssi]) => sum + rssi, 0) / reads.length
const tenths = (value: number): number => Math.round(value * 10) / 10

/** The antennas that heard the tags, the strongest first. */
function antennasIn(
  reads: readonly RecordedRead[],
  antennas: ReadonlyMap<string, AntennaTarget>,
): readonly SampleAntenna[] {
  const secondsOf = (some: readonly RecordedRead[]) =>
    new Set(some.map(([, , , , at]) => Math.floor(at / second))).size
  const all = secondsOf(reads)
  return [...byAntenna(reads)]
    .map(([key, ofAntenna]): SampleAntenna => {
      const [, , readerId, port] = ofAntenna[0] as RecordedRead
      const target = antennas.get(key)
      return {
        readerId,
        port,
        readCount: ofAntenna.length,
        levelDbm: tenths(meanOf(ofAntenna)),
        missedShare: Math.round((1 - secondsOf(ofAntenna) / all) * 1000) / 1000,
        histogram: histogramOfReads(ofAntenna),
        offsetDb: target?.rssiOffsetDb ?? null,
        locationId: target?.locationId ?? null,
      }
    })
    .toSorted((a, b) => b.levelDbm - a.levelDbm || a.readerId - b.readerId || a.port - b.port)
}

const levelBins = 128

/** The number of reads by RSSI, in the bars of the signal of an antenna. The RSSI has the offset already. */
function histogramOfReads(reads: readonly RecordedRead[]): number[] {
  const levels = new Uint32Array(levelBins)
  for (const [, , , , , rssi] of reads) levels[Math.min(Math.max(Math.round(-rssi), 0), levelBins - 1)]!++
  return histogramOf(levels, 0)
}
