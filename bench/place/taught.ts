import { needs } from '../../src/tracking/history/place/evidence'
import { taughtOf } from '../../src/tracking/history/place/taught'
import type { StoredTaughtSample } from '../../src/storage/core/store'
import { second } from '../../src/base/time'
import { loadBle, loadPoints, type Point } from './ble'
import { decided, type Rule } from './rules'
import { type Run, type Score, score, total } from './score'

/**
 * Taught locations (docs/history.md, Taught locations) with reads of a real beacon: the first minute at some points of each place
 * teaches, minutes 5 to 10 at all points are scored, and the walks.
 */

const teachingSeconds = 60
const readsMin = 3
const scoredFrom = 300
const scoredSeconds = 300
/** The first taught point of a place, as a share of its points. The others are as far apart as possible. */
const choices = [0.1, 0.3, 0.5, 0.7, 0.9]
const samplesOfPlace = [3, 5]
const antennas = 12
const lowerDb = 10

/** A part of the data with the scores of the rules. */
interface TaughtRow {
  readonly name: string
  readonly rule: string
  readonly isParked: boolean
  readonly sum: Score
}

const placeOf = ({ truth }: Run): number => truth[0]?.place as number

function sampleOf(run: Run): StoredTaughtSample {
  const first = run.reads.filter(({ at }) => at < teachingSeconds * second)
  const levels = [...Map.groupBy(first, ({ antenna }) => antenna)]
    .filter(([, reads]) => reads.length >= readsMin)
    .map(([antenna, reads]): readonly [number, number, number] => [
      1,
      antenna as number,
      reads.reduce((sum, { rssi }) => sum + (rssi as number), 0) / reads.length,
    ])
  return { locationId: placeOf(run), levels }
}

function scoredPart({ reads, truth }: Run): Run {
  const [from, to] = [scoredFrom * second, (scoredFrom + scoredSeconds) * second]
  return { reads: reads.filter(({ at }) => at >= from && at < to), truth, endAt: to }
}

const withLower = (run: Run, antenna: number): Run => ({
  ...run,
  reads: run.reads.map((read) =>
    read.antenna === antenna ? { ...read, rssi: (read.rssi as number) - lowerDb } : read,
  ),
})

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Returns the points of each place that teach, spread over the place. */
const chosenOf = (points: readonly Point[], count: number, offset: number): Point[] =>
  [...Map.groupBy(points, ({ run }) => placeOf(run)).values()].flatMap((ofPlace) => {
    const chosen = [ofPlace[Math.floor(offset * ofPlace.length)] as Point]
    const room = (point: Point) => Math.min(...chosen.map((other) => distance(point, other)))
    while (chosen.length < count)
      chosen.push(ofPlace.reduce((best, one) => (room(one) > room(best) ? one : best)))
    return chosen
  })

const scoreWith = (rule: Rule, runs: readonly Run[]): Score =>
  total(runs.map((run) => score(run, rule.follow(run.reads))))

/** @param share of the points that are scored; all can teach */
export function* taughtRows(folder: string, share: number): Generator<TaughtRow> {
  const points = loadPoints(folder)
  if (points.length === 0) return
  const walks = loadBle(folder, 1).find(({ name }) => name === 'real BLE, walks')?.runs ?? []
  const parked = points
    .filter((_, index) => index % Math.round(1 / share) === 0)
    .map(({ run }) => scoredPart(run))
  const lower = Array.from({ length: antennas }, (_, index) =>
    parked.filter((_run, at) => at % antennas === index).map((run) => withLower(run, index + 1)),
  ).flat()
  const worlds = [
    { name: 'real BLE, minutes 5 to 10', isParked: true, runs: parked },
    { name: 'the same, 10 dB lower', isParked: true, runs: lower },
    { name: 'real BLE, walks', isParked: false, runs: walks },
  ]
  for (const { name, isParked, runs } of worlds) {
    yield { name, isParked, rule: 'rule, normal', sum: scoreWith(decided('', needs.normal, null), runs) }
    for (const count of samplesOfPlace) {
      const sums = choices.map((offset) => {
        const taught = taughtOf(chosenOf(points, count, offset).map(({ run }) => sampleOf(run)))
        return scoreWith(decided('', needs.normal, taught), runs)
      })
      yield { name, isParked, rule: `taught, ${count} samples`, sum: total(sums) }
    }
  }
}
