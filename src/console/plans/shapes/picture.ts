import { type Locations, pathTo, type TreeLocation } from '../../api/location-tree'
import type { components } from '../../api/schema'
import {
  type Box,
  boxOf,
  centerOf,
  centroid,
  cornersOf,
  fitted,
  gridded,
  inset,
  type Point,
  type Size,
  squarified,
} from './geometry'
import { type Detail, detailOf, fullFrom, joined, nameWidth, type Sketch } from './joined'

/** The picture of a location: where its areas are on the screen, in pixels. It does not depend on the assets. */

export type Plan = components['schemas']['PlanView']
export type PlanArea = Plan['areas'][number]

export interface Area {
  readonly location: TreeLocation
  readonly points: readonly Point[]
  readonly box: Box
  readonly isRectangle: boolean
  readonly detail: Detail
  /** Whether the label is above the center of the area, instead of in its corner. */
  readonly isCentered: boolean
  readonly labelAt: Point
  /** Whether other areas are in it. */
  readonly isDivided: boolean
  /** The sub-locations, when they fit and are not areas themselves. */
  readonly cells: readonly { readonly location: TreeLocation; readonly box: Box }[]
}

export interface Picture {
  /** The floor, or the image. */
  readonly frame: Box
  /** Each after the areas that contain it. */
  readonly areas: readonly Area[]
  /** Returns the point that stands for a location, if it or a location above it is in the picture. */
  readonly pointOf: (location: TreeLocation) => Point | undefined
  /** Returns the box of the area that contains a location. */
  readonly boxOf: (location: TreeLocation) => Box | undefined
}

/** Around the floor, in pixels. */
export const margin = 16

/**
 * Returns the picture of a location, or of all locations when `at` is null. Without drawn areas, the sub-locations
 * divide the floor in proportion to the number of locations in them, so that they keep their places when assets move.
 */
export function pictureOf(
  locations: Locations,
  at: TreeLocation | null,
  plan: Plan | undefined,
  size: Size,
): Picture {
  const stage = inset({ x: 0, y: 0, ...size }, margin)
  const children = at ? at.children : locations.roots
  const drawn = at && plan ? drawnIn(locations, at, plan) : []
  const frame = plan?.image ? fitted(plan.image.width / plan.image.height, stage) : stage
  const isDrawn = drawn.length > 0 || Boolean(plan?.image)
  const sketches = isDrawn
    ? joined(sketched(drawn, frame), areasMax)
    : laidOut(children.length > 0 || !at ? children : [at], frame)
  const shown = new Set(sketches.map(({ location }) => location.id))
  const areas = sketches
    .toSorted((a, b) => depthOf(a.location) - depthOf(b.location))
    .map((sketch) => areaOf(sketch, shown))
  const points = new Map(
    areas.map((area) => [area.location.id, area.isRectangle ? dotAt(area) : centroid(area.points)]),
  )
  for (const { cells } of areas) for (const { location, box } of cells) points.set(location.id, centerOf(box))
  return {
    frame,
    areas,
    pointOf(location) {
      const nearest = pathTo(location).findLast(({ id }) => points.has(id))
      return nearest && points.get(nearest.id)
    },
    boxOf(location) {
      const nearest = pathTo(location).findLast(({ id }) => shown.has(id))
      return areas.find((area) => area.location === nearest)?.box
    },
  }
}

/** Below the label, or in the corner of an area without room there. */
function dotAt({ box, detail, labelAt }: Area): Point {
  const { x, y, width, height } = box
  if (detail === 'none') return centerOf(box)
  const hasRoom = detail === 'full' && y + height - (labelAt.y + labelDepth) >= dotRoom
  return hasRoom
    ? { x: x + width / 2, y: Math.max(y + height * 0.6, labelAt.y + labelDepth + dotRoom / 2) }
    : { x: x + width - cornerInset, y: y + height - cornerInset }
}

const depthOf = (location: TreeLocation): number => pathTo(location).length

const hasShown = (location: TreeLocation, shown: ReadonlySet<number>): boolean =>
  shown.has(location.id) || location.children.some((child) => hasShown(child, shown))

/** Returns the areas whose location is still below the location of the plan. */
function drawnIn({ byId }: Locations, at: TreeLocation, { areas }: Plan): [TreeLocation, PlanArea][] {
  return areas.flatMap((area) => {
    const location = byId.get(area.location_id)
    const isBelow = location && location !== at && pathTo(location).includes(at)
    return isBelow ? [[location, area] satisfies [TreeLocation, PlanArea]] : []
  })
}

const sketched = (drawn: readonly (readonly [TreeLocation, PlanArea])[], frame: Box): Sketch[] =>
  drawn.map(([location, { shape, points }]) => {
    const placed = points.map(({ x, y }) => ({ x: frame.x + x * frame.width, y: frame.y + y * frame.height }))
    const isRectangle = shape === 'rectangle'
    return { location, isRectangle, points: isRectangle ? cornersOf(boxOf(placed)) : placed }
  })

const wall = 14
const gap = 4

/** A floor with fewer areas also shows the sub-locations of its largest ones, as does an area of this part of the floor. */
const areasWanted = 8
const largePart = 1 / 4
const areasMax = 24

/** Divides the floor among locations, and the largest ones in turn among their sub-locations. */
function laidOut(children: readonly TreeLocation[], frame: Box): Sketch[] {
  const sketches = tiled(children, inset(frame, wall - gap))
  const large = frame.width * frame.height * largePart
  const undivided = [...sketches]
  for (;;) {
    const [largest] = undivided.toSorted((a, b) => sizeOf(b) - sizeOf(a))
    if (!largest || (sketches.length >= areasWanted && sizeOf(largest) < large)) return sketches
    undivided.splice(undivided.indexOf(largest), 1)
    const parts = partsOf(largest)
    if (sketches.length + parts.length > areasMax) continue
    sketches.push(...parts)
    undivided.push(...parts)
  }
}

function tiled(locations: readonly TreeLocation[], box: Box): Sketch[] {
  const boxes = squarified(locations.map(weightOf), box)
  return locations.map((location, index) => ({
    location,
    isRectangle: true,
    points: cornersOf(inset(boxes[index] as Box, gap)),
  }))
}

/**
 * Returns the sub-locations of an area, below its label; none when they would be too small, or contain nothing: cells show
 * those.
 */
function partsOf({ location, points }: Sketch): Sketch[] {
  const { x, y, width, height } = boxOf(points)
  const room = { x: x + gap, y: y + labelHeight, width: width - 2 * gap, height: height - labelHeight - gap }
  const hasCellsOnly = location.children.every((child) => child.children.length === 0)
  if (hasCellsOnly || Math.min(room.width, room.height) < fullFrom) return []
  const parts = tiled(location.children, room)
  const hasRoom = (box: Box) => Math.min(box.width, box.height) >= partFrom
  return parts.every((part) => hasRoom(boxOf(part.points))) ? parts : []
}

const sizeOf = ({ points }: Sketch): number => {
  const { width, height } = boxOf(points)
  return width * height
}

const weightOf = (location: TreeLocation): number => Math.sqrt(leavesOf(location))
const leavesOf = ({ children }: TreeLocation): number =>
  children.length === 0 ? 1 : children.reduce((sum, child) => sum + leavesOf(child), 0)

/** The side from which a location is an area of its own in a larger area, instead of a cell. */
const partFrom = 40
const labelHeight = 44

/** The end of the label below the base line of the name, and the height that a dot needs, in pixels. */
export const labelDepth = 22
const dotRoom = 24
/** Distance of a dot from both sides of its corner. */
const cornerInset = 12

function areaOf({ location, points, isRectangle }: Sketch, shown: ReadonlySet<number>): Area {
  const box = boxOf(points)
  const side = Math.min(box.width, box.height)
  const detail = detailOf(box, isRectangle)
  const inner = location.children.filter((child) => !hasShown(child, shown))
  const isDivided = inner.length < location.children.length
  const isCentered = !isRectangle || (!isDivided && box.width < 2.2 * nameWidth(location.name))
  const hasRoomAside = box.height < 90 && box.width > 2.6 * nameWidth(location.name)
  const center = isRectangle ? centerOf(box) : centroid(points)
  const room = isRectangle ? inset(box, 10) : inset(box, side * 0.25)
  const aside = Math.max(room.width * 0.45, nameWidth(location.name) + 8)
  const free = hasRoomAside
    ? { ...room, x: room.x + aside, width: room.width - aside }
    : { ...room, y: room.y + labelHeight, height: room.height - labelHeight }
  const boxes = detail === 'full' && isRectangle && inner.length > 0 ? gridded(inner.length, free) : undefined
  return {
    location,
    points,
    box,
    isRectangle,
    detail,
    isDivided,
    isCentered,
    labelAt: {
      x: isCentered ? center.x : box.x + 11,
      y: isRectangle && (boxes || !isCentered || box.height > 90) ? box.y + 21 : center.y - 3,
    },
    cells: (boxes ?? []).map((cell, index) => ({ location: inner[index] as TreeLocation, box: cell })),
  }
}
