import { type Box, boxOf, cornersOf, type Point, type Size } from '../shapes/geometry'
import type { PlanArea } from '../shapes/picture'

/** Changes of areas in the editor. Pure functions; coordinates are those of the plan, from 0 to 1. */

const clamped = (value: number): number => Math.min(1, Math.max(0, value))
/** Six digits are a tenth of a pixel of the largest image. */
const rounded = (value: number): number => Math.round(clamped(value) * 1e6) / 1e6
const point = (x: number, y: number): Point => ({ x: rounded(x), y: rounded(y) })

/** The smallest side of a rectangle. */
const sideMin = 0.01

/** The smallest side of something drawn, in pixels. */
const pixelsMin = 4
/** How far a copy without room beside its original is from it. */
const copyBy = 0.03

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
  if (area.shape === 'polygon') {
    const points = area.points.map((old, index) => (index === corner ? point(to.x, to.y) : old))
    // Corners on a line are not an area.
    return sizeOf(points) > 0 ? { ...area, points } : area
  }
  const opposite = handlesOf(area)[(corner + 2) % 4] as Point
  return rectangleOf(area.location_id, opposite, point(to.x, to.y))
}

const sizeOf = (points: readonly Point[]): number =>
  Math.abs(
    points.reduce((sum, a, index) => {
      const b = points[(index + 1) % points.length] as Point
      return sum + (a.x * b.y - b.x * a.y) / 2
    }, 0),
  )

/** Whether something drawn has a width and a height, in pixels of a plan of this size. A click has none. */
export function hasSize(points: readonly Point[], { width, height }: Size): boolean {
  const box = boxOf(points)
  const [wide, high] = [box.width * width, box.height * height]
  const isRectangle = points.length === 2
  const isLine = !isRectangle && sizeOf(points) * width * height < pixelsMin * Math.max(wide, high)
  return Math.min(wide, high) >= pixelsMin && !isLine
}

/** Returns an area of the same shape beside the first one, or below it, as far as the plan allows. */
export function copyOf(area: PlanArea, locationId: number): PlanArea {
  const { x, y, width, height } = boxOf(area.points)
  const by =
    x + 2 * width <= 1
      ? { x: width, y: 0 }
      : y + 2 * height <= 1
        ? { x: 0, y: height }
        : { x: x > 0.5 ? -copyBy : copyBy, y: y > 0.5 ? -copyBy : copyBy }
  return { ...moved(area, by), location_id: locationId }
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
