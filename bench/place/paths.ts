import type { Setup, Waypoint } from './radio'
import type { Random } from './random'

/** A simulated world with a known truth. Each tag is a run. Lengths are in m, times in s, speeds in m/s. */
export interface World {
  readonly name: string
  /** Whether no tag moves, so that each move is false. */
  readonly isParked?: boolean
  readonly setup: Setup
  readonly tags: number
  /** Returns the path of a tag. */
  readonly path: (random: Random) => Waypoint[]
}

/** An area in which a tag rests. */
export interface Area {
  readonly place: number
  readonly x: readonly [number, number]
  readonly y: readonly [number, number]
}

export const areaAround = (place: number, x: number, y: number, width: number, depth: number): Area => ({
  place,
  x: [x - width / 2, x + width / 2],
  y: [y - depth / 2, y + depth / 2],
})

export const pointIn = ({ x, y }: Area, random: Random) => ({
  x: random.between(...x),
  y: random.between(...y),
})
export const anyOf = <T>(values: readonly T[], random: Random): T =>
  values[Math.floor(random.between(0, values.length))] as T

/** A tag that rests in one area after another, and is carried between them at walking speed. */
export function wandering(areas: readonly Area[], seconds: number, stay: readonly [number, number]) {
  return (random: Random): Waypoint[] => {
    let area = anyOf(areas, random)
    let point = pointIn(area, random)
    const path: Waypoint[] = []
    for (let at = 0; ;) {
      path.push({ at, ...point, place: area.place })
      at += random.between(...stay)
      if (at >= seconds) break
      path.push({ at, ...point, place: null })
      const from = point
      area = anyOf(
        areas.filter(({ place }) => place !== area.place),
        random,
      )
      point = pointIn(area, random)
      at += Math.hypot(point.x - from.x, point.y - from.y) / random.between(1, 1.5)
    }
    return [...path, { at: seconds, ...point, place: area.place }]
  }
}

export const parked =
  (area: Area, seconds: number) =>
  (random: Random): Waypoint[] => {
    const point = pointIn(area, random)
    return [0, seconds].map((at) => ({ at, ...point, place: area.place }))
  }

export const numbered = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
