import { type Box, boxOf, type Point, type Size } from '../shapes/geometry'
import type { PlanArea } from '../shapes/picture'

/** Snaps what is drawn or moved to the edges of other areas and to a grid. Coordinates are those of the plan, from 0 to 1. */

/** The grid divides the width of a plan; its fields are squares. */
const columns = 40
/** How near an edge or a line of the grid must be, in pixels. Edges attract from farther away. */
const edgeWithin = 8
const gridWithin = 4

export interface Snapping {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** The size of the plan, in pixels. */
  readonly size: Size
}

export const gridOf = ({ width }: Size): number => width / columns

export function snappingOf(areas: readonly PlanArea[], except: number | null, size: Size): Snapping {
  const boxes = areas.filter(({ location_id }) => location_id !== except).map(({ points }) => boxOf(points))
  return {
    xs: [0, 1, ...boxes.flatMap(({ x, width }) => [x, x + width])],
    ys: [0, 1, ...boxes.flatMap(({ y, height }) => [y, y + height])],
    size,
  }
}

/** Returns how far to move so that one of the values is on an edge, or on the grid; 0 when none is near. */
function shiftOf(values: readonly number[], edges: readonly number[], length: number, grid: number): number {
  const nearest = (shifts: readonly number[], within: number) => {
    const [best] = shifts.toSorted((a, b) => Math.abs(a) - Math.abs(b))
    return best !== undefined && Math.abs(best) * length <= within ? best : undefined
  }
  const toEdges = values.flatMap((value) => edges.map((edge) => edge - value))
  const toGrid = values.map((value) => Math.round((value * length) / grid) * (grid / length) - value)
  return nearest(toEdges, edgeWithin) ?? nearest(toGrid, gridWithin) ?? 0
}

function shiftsOf(xs: readonly number[], ys: readonly number[], snapping: Snapping): Point {
  const { width, height } = snapping.size
  const grid = gridOf(snapping.size)
  return { x: shiftOf(xs, snapping.xs, width, grid), y: shiftOf(ys, snapping.ys, height, grid) }
}

/** Returns the point on the nearest edges or lines. */
export function snappedPoint(at: Point, snapping: Snapping): Point {
  const { x, y } = shiftsOf([at.x], [at.y], snapping)
  return { x: at.x + x, y: at.y + y }
}

/** Returns by how much to move a box, so that its sides are on the nearest edges or lines. */
export function snappedMove({ x, y, width, height }: Box, by: Point, snapping: Snapping): Point {
  const [left, top] = [x + by.x, y + by.y]
  const shift = shiftsOf([left, left + width], [top, top + height], snapping)
  return { x: by.x + shift.x, y: by.y + shift.y }
}
