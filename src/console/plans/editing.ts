import { type Box, boxOf, cornersOf, type Point } from './geometry'
import type { PlanArea } from './picture'

/** Changes of areas in the editor. Pure functions; coordinates are those of the plan, from 0 to 1. */

const clamped = (value: number): number => Math.min(1, Math.max(0, value))
/** Six digits are a tenth of a pixel of the largest image. */
const rounded = (value: number): number => Math.round(clamped(value) * 1e6) / 1e6
const point = (x: number, y: number): Point => ({ x: rounded(x), y: rounded(y) })

/** The smallest side of a rectangle. */
const sideMin = 0.01

/** Returns the corners that the editor shows: four of a rectangle. */
export const handlesOf = ({ shape, points }: PlanArea): readonly Point[] =>
  shape === 'rectangle' ? cornersOf(boxOf(points)) : points

export function rectangleOf(locationId: number, from: Point, to: Point): PlanArea {
  const box = boxOf([from, to])
  const [right, bottom] = [Math.max(box.width, sideMin), Math.max(box.height, sideMin)]
  const [x, y] = [Math.min(box.x, 1 - right), Math.min(box.y, 1 - bottom)]
  return {
    location_id: locationId,
    shape: 'rectangle',
    points: [point(x, y), point(x + right, y + bottom)],
  }
}

export const polygonOf = (locationId: number, points: readonly Point[]): PlanArea => ({
  location_id: locationId,
  shape: 'polygon',
  points: points.map(({ x, y }) => point(x, y)),
})

/** Moves an area, as far as the plan allows. */
export function moved(area: PlanArea, by: Point): PlanArea {
  const box = boxOf(area.points)
  const dx = Math.min(1 - box.x - box.width, Math.max(-box.x, by.x))
  const dy = Math.min(1 - box.y - box.height, Math.max(-box.y, by.y))
  return { ...area, points: area.points.map(({ x, y }) => point(x + dx, y + dy)) }
}

/** Moves a corner to a point. The opposite corner of a rectangle stays where it is. */
export function withCorner(area: PlanArea, corner: number, to: Point): PlanArea {
  if (area.shape === 'polygon')
    return {
      ...area,
      points: area.points.map((old, index) => (index === corner ? point(to.x, to.y) : old)),
    }
  const opposite = handlesOf(area)[(corner + 2) % 4] as Point
  return rectangleOf(area.location_id, opposite, point(to.x, to.y))
}

/** Removes a corner of a polygon that has more than three. */
export const withoutCorner = (area: PlanArea, corner: number): PlanArea =>
  area.shape === 'polygon' && area.points.length > 3
    ? { ...area, points: area.points.filter((_, index) => index !== corner) }
    : area

/** Returns a place for a new rectangle that is not exactly on another one. */
export function freePlace(areas: readonly PlanArea[]): Box {
  const size = 0.16
  const taken = areas.map(({ points }) => boxOf(points))
  for (let y = 0.05; y + size <= 0.96; y += size + 0.03)
    for (let x = 0.05; x + size <= 0.96; x += size + 0.03) {
      const isFree = taken.every(
        (box) => box.x + box.width <= x || box.x >= x + size || box.y + box.height <= y || box.y >= y + size,
      )
      if (isFree) return { x, y, width: size, height: size }
    }
  return { x: 0.42, y: 0.42, width: size, height: size }
}
