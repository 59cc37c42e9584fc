/** Points, boxes and layouts of plans. Pure functions; the unit is that of the caller. */

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export function boxOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

export const cornersOf = ({ x, y, width, height }: Box): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]

export const centerOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })

export const inset = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x + by,
  y: y + by,
  width: Math.max(0, width - 2 * by),
  height: Math.max(0, height - 2 * by),
})

/** Returns the largest box with this ratio of width to height, in the middle of another box. */
export function fitted(ratio: number, into: Box): Box {
  const width = Math.min(into.width, into.height * ratio)
  const height = width / ratio
  return { x: into.x + (into.width - width) / 2, y: into.y + (into.height - height) / 2, width, height }
}

/** Returns the point at which a label of a polygon is inside of it: its center of area. */
export function centroid(points: readonly Point[]): Point {
  let [area, x, y] = [0, 0, 0]
  points.forEach((a, index) => {
    const b = points[(index + 1) % points.length] as Point
    const cross = a.x * b.y - b.x * a.y
    area += cross
    x += (a.x + b.x) * cross
    y += (a.y + b.y) * cross
  })
  return Math.abs(area) < 1e-9 ? centerOf(boxOf(points)) : { x: x / (3 * area), y: y / (3 * area) }
}

/**
 * Divides a box into parts with areas in proportion to their weights, as square as possible and in the given order
 * (Bruls, Huizing and van Wijk, Squarified Treemaps, 2000).
 */
export function squarified(weights: readonly number[], box: Box): Box[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const boxes: Box[] = []
  let rest = box
  let first = 0
  while (first < weights.length) {
    const left = weights.slice(first).reduce((sum, weight) => sum + weight, 0)
    const side = Math.min(rest.width, rest.height)
    const scale = (rest.width * rest.height) / left
    let count = 1
    while (
      first + count < weights.length &&
      worstRatio(weights.slice(first, first + count + 1), scale, side) <=
        worstRatio(weights.slice(first, first + count), scale, side)
    )
      count++
    const row = weights.slice(first, first + count)
    rest = placeRow(row, rest, scale, boxes)
    first += count
  }
  return total > 0 ? boxes : weights.map(() => box)
}

function worstRatio(row: readonly number[], scale: number, side: number): number {
  const area = row.reduce((sum, weight) => sum + weight, 0) * scale
  const depth = area / side
  return Math.max(
    ...row.map((weight) => {
      const length = (weight * scale) / depth
      return Math.max(length / depth, depth / length)
    }),
  )
}

/** Places a row along the shorter side, and returns what is left of the box. */
function placeRow(row: readonly number[], box: Box, scale: number, boxes: Box[]): Box {
  const area = row.reduce((sum, weight) => sum + weight, 0) * scale
  const isColumn = box.width >= box.height
  const depth = area / (isColumn ? box.height : box.width)
  let at = isColumn ? box.y : box.x
  for (const weight of row) {
    const length = (weight * scale) / depth
    boxes.push(
      isColumn
        ? { x: box.x, y: at, width: depth, height: length }
        : { x: at, y: box.y, width: length, height: depth },
    )
    at += length
  }
  return isColumn
    ? { ...box, x: box.x + depth, width: box.width - depth }
    : { ...box, y: box.y + depth, height: box.height - depth }
}

/** The smallest side of a cell, and the space between cells, in pixels. */
const cellMin = 7
const cellGap = 4
const cellMax = { width: 46, height: 26 }
/** The part of a large box that a cell may fill. */
const cellShare = 1 / 5

/** Lays cells out in rows. Returns undefined when they would be too small. */
export function gridded(count: number, box: Box): Box[] | undefined {
  // Cells fill a tall box from side to side, and so do a few cells in any box.
  const isTall = box.height > box.width
  const widest = isTall ? box.width : Math.max(cellMax.width, box.width / Math.min(count, 1 / cellShare))
  const highest = Math.max(cellMax.height, box.height * cellShare)
  let best: { columns: number; width: number; height: number } | undefined
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns)
    const width = Math.min(widest, (box.width - cellGap * (columns - 1)) / columns)
    const height = Math.min(highest, (box.height - cellGap * (rows - 1)) / rows)
    // Of equal cells, those in fewer rows.
    if (Math.min(width, height * 1.4) >= Math.min(best?.width ?? 0, (best?.height ?? 0) * 1.4))
      best = { columns, width, height }
  }
  if (!best || Math.min(best.width, best.height) < cellMin) return undefined
  const { columns, width, height } = best
  return Array.from({ length: count }, (_, index) => ({
    x: box.x + (index % columns) * (width + cellGap),
    y: box.y + Math.floor(index / columns) * (height + cellGap),
    width,
    height,
  }))
}
