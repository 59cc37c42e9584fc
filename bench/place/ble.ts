import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'bun'
import type { Read } from '../../src/storage/core/store'
import { DataError } from './data'
import { readOf } from './radio'
import type { Run, Truth } from './score'

/**
 * Reads of a real BLE beacon with known positions, from the data set "Position Annotated BLE RSSI" (F. Serhan Daniş and
 * others, CC0 1.0): one beacon and twelve sensors in an open hall. The places are the quarters of the hall; a sensor
 * belongs to the quarter in which it stands. A folder contains one or both of these files, with a line of names that
 * begins with #:
 *
 *   parked.tsv.gz  x_m y_m ms antenna rssi_dbm; the first minutes at each point
 *   walks.tsv.gz   walk ms antenna rssi_dbm x_m y_m; the position at each read
 */

/** Positions of the sensors in m. */
const sensors: readonly (readonly [x: number, y: number])[] = [
  [7, 7.09],
  [7.18, 0.68],
  [0.71, 6.16],
  [7.25, 11.36],
  [0.76, 12.13],
  [7.18, 17.64],
  [13.14, 12.33],
  [12.82, 16.83],
  [18.12, 11.93],
  [13.01, 5.51],
  [17.77, 6.33],
  [12.76, 0.27],
]
/** Where the hall is divided. */
const [middleX, middleY] = [10.2, 8.9]

const placeAt = (x: number, y: number): number => 1 + Number(x > middleX) + 2 * Number(y > middleY)
const places = sensors.map(([x, y]) => placeAt(x, y))

const microsPerMilli = 1000

/** The runs of a part of the data: parked beacons for a time from their first read on, or walks. */
interface BlePart {
  readonly name: string
  readonly isParked: boolean
  readonly runs: readonly Run[]
}

/** Loads the data. A smaller share of the points takes less time. */
export function loadBle(folder: string, share: number): readonly BlePart[] {
  const parked = parkedIn(folder)
  const walks = walksIn(folder)
  if (parked.length === 0 && walks.length === 0)
    throw new DataError(
      `${folder} has neither parked.tsv.gz nor walks.tsv.gz. Set TEST_PLACE_BLE to a folder with one.`,
    )
  const some = parked.filter((_, index) => index % Math.round(1 / share) === 0)
  const upTo = (seconds: number) => some.map((point) => runOf(point, seconds))
  return [
    { name: 'real BLE, first 2 min', isParked: true, runs: upTo(120) },
    { name: 'real BLE, parked', isParked: true, runs: upTo(Infinity) },
    { name: 'real BLE, walks', isParked: false, runs: walks.map((walk) => runOf(walk, Infinity)) },
    {
      name: 'real BLE, parked and walks',
      isParked: false,
      runs: parked.length > 0 ? walks.map((walk) => parkedBefore(walk, parked)) : [],
    },
  ].filter(({ runs }) => runs.length > 0)
}

/** A parked beacon, and where it was, in m. */
export interface Point {
  readonly x: number
  readonly y: number
  readonly run: Run
}

/** Loads all points of the parked beacon. */
export const loadPoints = (folder: string): readonly Point[] =>
  parkedIn(folder).map((positions) => {
    const [{ x, y }] = positions as [Position]
    return { x, y, run: runOf(positions, Infinity) }
  })

interface Position {
  readonly ms: number
  readonly x: number
  readonly y: number
  readonly read: Read
}

function rowsOf(folder: string, file: string): readonly (readonly number[])[] {
  const path = join(folder, file)
  if (!existsSync(path)) return []
  const text = new TextDecoder().decode(gunzipSync(readFileSync(path)))
  return text
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => row.split('\t').map(Number))
}

const positionOf = (x: number, y: number, ms: number, antenna: number, rssi: number): Position => ({
  ms,
  x,
  y,
  read: readOf(ms * microsPerMilli, places[antenna - 1] as number, antenna, rssi),
})

const parkedIn = (folder: string): readonly (readonly Position[])[] => [
  ...Map.groupBy(
    rowsOf(folder, 'parked.tsv.gz').map(([x = 0, y = 0, ms = 0, antenna = 0, rssi = 0]) =>
      positionOf(x, y, ms, antenna, rssi),
    ),
    ({ x, y }) => `${x} ${y}`,
  ).values(),
]

const walksIn = (folder: string): readonly (readonly Position[])[] =>
  [...Map.groupBy(rowsOf(folder, 'walks.tsv.gz'), ([walk]) => walk).values()].map((rows) =>
    rows.map(([_walk, ms = 0, antenna = 0, rssi = 0, x = 0, y = 0]) => positionOf(x, y, ms, antenna, rssi)),
  )

function runOf(positions: readonly Position[], seconds: number): Run {
  const sorted = positions
    .filter(({ ms }) => ms < seconds * 1000)
    .toSorted((a, b) => a.read.at - b.read.at || a.read.locationId - b.read.locationId)
  const truth: Truth[] = []
  for (const { x, y, read } of sorted) {
    const place = placeAt(x, y)
    if (truth.at(-1)?.place !== place) truth.push({ at: read.at, place })
  }
  return { reads: sorted.map(({ read }) => read), truth, endAt: sorted.at(-1)?.read.at as number }
}

const parkedMillis = 300_000

/** A walk after five minutes at the point that is nearest to its beginning. The time at the point does not count. */
function parkedBefore(walk: readonly Position[], parked: readonly (readonly Position[])[]): Run {
  const [start] = walk as [Position]
  const distanceOf = ([point]: readonly Position[]): number =>
    point ? Math.hypot(point.x - start.x, point.y - start.y) : Infinity
  const nearest = parked.toSorted((a, b) => distanceOf(a) - distanceOf(b))[0] as readonly Position[]
  const shifted = walk.map(({ ms, x, y, read }) =>
    positionOf(x, y, ms + parkedMillis, read.antenna ?? 0, read.rssi ?? 0),
  )
  const { reads, truth, endAt } = runOf(
    [...nearest.filter(({ ms }) => ms < parkedMillis), ...shifted],
    Infinity,
  )
  const walkFrom = parkedMillis * microsPerMilli
  const placeBefore = truth.findLast(({ at }) => at <= walkFrom)?.place ?? null
  return {
    reads,
    truth: [
      { at: 0, place: null },
      { at: walkFrom, place: placeBefore },
      ...truth.filter(({ at }) => at > walkFrom),
    ],
    endAt,
  }
}
