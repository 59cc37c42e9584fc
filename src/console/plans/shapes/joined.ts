import { pathTo, type TreeLocation } from '../../api/location-tree'
import { type Box, boxOf, cornersOf, type Point } from './geometry'

/** How much of an area can be read, and which areas their parent replaces because there are too many to read. */

export interface Sketch {
  readonly location: TreeLocation
  readonly points: readonly Point[]
  readonly isRectangle: boolean
}

/** The amount of detail that fits into an area. */
export type Detail = 'full' | 'line' | 'count' | 'none'

/** Sides in pixels from which an area has a name and cells, or a count. */
export const fullFrom = 62
const countFrom = 26
/** The width from which name and count fit side by side. */
const lineFrom = 54

/** An estimate: labels have 12 pixels. */
export const nameWidth = (name: string): number => name.length * 6.9

export function detailOf({ width, height }: Box, isRectangle: boolean): Detail {
  if (width >= fullFrom && height >= 40) return 'full'
  if (isRectangle && width >= lineFrom && height >= 18) return 'line'
  return Math.min(width, height) >= countFrom ? 'count' : 'none'
}

/** Of more areas than this, those without room for a name are shown as one area of the location above them. */
export function joined(sketches: readonly Sketch[], most: number): readonly Sketch[] {
  if (sketches.length <= most) return sketches
  const groups = [...Map.groupBy(outermost(sketches), ({ location }) => location.parent)].flatMap(
    ([parent, members]) => (parent ? (joinedInto(parent, members, sketches) ?? []) : []),
  )
  if (groups.length === 0) return sketches
  const replaced = new Set(groups.flatMap(({ members }) => members))
  const parents = new Set(groups.map(({ sketch }) => sketch.location))
  const kept = sketches.filter((sketch) => !replaced.has(sketch) && !parents.has(sketch.location))
  return joined([...kept, ...groups.map(({ sketch }) => sketch)], most)
}

/** The areas that contain no other one. */
function outermost(sketches: readonly Sketch[]): readonly Sketch[] {
  const above = new Set(sketches.flatMap(({ location }) => pathTo(location).slice(0, -1)))
  return sketches.filter(({ location }) => !above.has(location))
}

/** Returns the area of a location in place of its sub-locations, if these can't be read and nothing else is between them. */
function joinedInto(parent: TreeLocation, members: readonly Sketch[], all: readonly Sketch[]) {
  const canBeRead = members.every(({ points, isRectangle }) =>
    ['full', 'line'].includes(detailOf(boxOf(points), isRectangle)),
  )
  if (canBeRead || isCommon(parent, all)) return undefined
  const drawn = all.find(({ location }) => location === parent)
  const box = boxOf(members.flatMap(({ points }) => points))
  const path = new Set(pathTo(parent))
  const isMixed = all.some(
    (other) => !members.includes(other) && !path.has(other.location) && overlap(boxOf(other.points), box),
  )
  if (!drawn && isMixed) return undefined
  return { members, sketch: drawn ?? { location: parent, points: cornersOf(box), isRectangle: true } }
}

/** Whether the location is above or below all areas, so that it would be the only one left. */
const isCommon = (parent: TreeLocation, all: readonly Sketch[]): boolean => {
  const path = new Set(pathTo(parent))
  return all.every(({ location }) => path.has(location) || pathTo(location).includes(parent))
}

/** The share of the smaller box that may be in another one, because areas are drawn by hand. */
const overlapMax = 0.2

function overlap(a: Box, b: Box): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return (
    width > 0 && height > 0 && width * height > overlapMax * Math.min(a.width * a.height, b.width * b.height)
  )
}
