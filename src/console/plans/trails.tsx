import type { Locations } from '../api/location-tree'
import { t } from '../languages/messages'
import { ageOf } from '../ui/values/format'
import type { Floor, FloorMove } from './floor'
import type { Box, Point } from './shapes/geometry'
import { labelBoxes } from './area-label'
import type { Area, Picture } from './shapes/picture'

/** Assets that have just moved: a dot at the new place, a trail from the old one, and the names of the latest. */

/** How long an asset is a dot, and how long its dot pulses, in milliseconds. */
const shownMs = 60_000
const pulsingMs = 10_000
const dotsMax = 20
const trailsMax = 5
const namesMax = 3
/** A plan that is narrower has room for one name, in pixels. */
const narrow = 480

interface Mover {
  readonly move: FloorMove
  readonly to: Point
  readonly from: Point | undefined
  readonly ageMs: number
}

/** Returns the moves to show, the newest last, so that it is above the others. */
export function moversOf(floor: Floor, locations: Locations, picture: Picture, nowMs: number): Mover[] {
  const pointOf = (id: number | null) => {
    const location = id === null ? undefined : locations.byId.get(id)
    return location && picture.pointOf(location)
  }
  const latest = new Map<number, Mover>()
  for (const move of floor.moves) {
    const ageMs = Math.max(0, nowMs + floor.clockOffset - Date.parse(move.event_observed_at))
    const to = pointOf(move.location_id)
    if (ageMs > shownMs || !to || latest.has(move.asset_id)) continue
    const from = pointOf(move.previous_location_id)
    const isSame = from && from.x === to.x && from.y === to.y
    latest.set(move.asset_id, { move, to, from: isSame ? undefined : from, ageMs })
  }
  const shown = [...latest.values()].slice(0, dotsMax)
  return spread(shown).toReversed()
}

/** Moves the dots at the same place apart. */
function spread(movers: readonly Mover[]): Mover[] {
  const taken = new Map<string, number>()
  return movers.map((mover) => {
    const key = `${Math.round(mover.to.x)} ${Math.round(mover.to.y)}`
    const before = taken.get(key) ?? 0
    taken.set(key, before + 1)
    if (before === 0) return mover
    const angle = before * 2.4
    const distance = 9 + before * 2.5
    const to = { x: mover.to.x + Math.cos(angle) * distance, y: mover.to.y + Math.sin(angle) * distance }
    return { ...mover, to }
  })
}

/** A path that leaves and arrives vertically. */
const curve = (from: Point, to: Point): string => {
  const bend = Math.max(24, Math.abs(to.y - from.y) * 0.5)
  const [out, back] = to.y > from.y ? [bend, -bend] : [-bend, bend]
  return `M${from.x} ${from.y}C${from.x} ${from.y + out} ${to.x} ${to.y + back} ${to.x} ${to.y}`
}

interface TrailsProps {
  readonly movers: readonly Mover[]
  /** Whether they moved in the past: nothing of it has just happened. */
  readonly isPast: boolean
}

export function Trails({ movers, isPast }: TrailsProps) {
  const newest = movers.toReversed()
  return (
    <g className="trails" data-past={isPast ? '' : undefined} aria-hidden>
      {newest
        .slice(0, trailsMax)
        .toReversed()
        .map(({ move, from, to, ageMs }) => from && <Trail key={move.id} {...{ move, from, to, ageMs }} />)}
      {movers.map(({ move, to, ageMs }) => (
        <g key={move.id} transform={`translate(${to.x} ${to.y})`} data-moved={move.asset_id}>
          {ageMs < pulsingMs && !isPast && <circle className="halo" r={11} />}
          <circle className="moved-dot" r={6.5} />
        </g>
      ))}
    </g>
  )
}

function Trail({ move, from, to, ageMs }: Mover & { readonly from: Point }) {
  const id = `trail-${move.id}`
  return (
    <g className="trail" style={{ opacity: 1 - ageMs / shownMs }}>
      <linearGradient id={id} gradientUnits="userSpaceOnUse" x1={from.x} y1={from.y} x2={to.x} y2={to.y}>
        <stop offset="0" className="trail-begin" />
        <stop offset="1" className="trail-end" />
      </linearGradient>
      <path d={curve(from, to)} stroke={`url(#${id})`} pathLength={1} />
      <circle className="trail-origin" cx={from.x} cy={from.y} r={3.5} />
    </g>
  )
}

interface CalloutsProps {
  readonly movers: readonly Mover[]
  readonly areas: readonly Area[]
  readonly width: number
}

/** The names of the latest moves, which are HTML because the width of a text is not known. */
export const Callouts = ({ movers, areas, width }: CalloutsProps) =>
  calledOut(movers, areas, width).map(({ mover: { move, to, ageMs }, top, isLeft }) => (
    <div
      key={move.id}
      className="callout"
      aria-hidden
      style={{ top, ...(isLeft ? { right: width - to.x + aside } : { left: to.x + aside }) }}
    >
      {move.asset_name}
      <span>{t('{age} ago', { age: ageOf(ageMs) })}</span>
    </div>
  ))

interface Callout {
  readonly mover: Mover
  readonly top: number
  /** Whether it is on the left of its dot. */
  readonly isLeft: boolean
}

/** Distance from the dot, and the height, in pixels. */
const aside = 14
const calloutHeight = 38
/** Tops of a name relative to its dot: beside it, and near and farther above and below it. */
const tops = [-10, -calloutHeight - 8, 10, -calloutHeight - 32, 34]

/** Returns the latest moves whose names do not cover each other or the label of an area. */
function calledOut(movers: readonly Mover[], areas: readonly Area[], width: number): Callout[] {
  const labels = areas.flatMap(labelBoxes)
  const chosen: Callout[] = []
  const taken: Box[] = []
  for (const mover of movers.toReversed()) {
    if (mover.move.asset_name === '' || chosen.length === (width < narrow ? 1 : namesMax)) continue
    const isFirstLeft = mover.to.x > width * 0.66
    const best = [isFirstLeft, !isFirstLeft]
      .flatMap((isLeft) => tops.map((top) => ({ mover, top: mover.to.y + top, isLeft })))
      .find((callout) => isInside(boxOf(callout), width) && !overlaps(boxOf(callout), [...taken, ...labels]))
    if (!best) continue
    chosen.push(best)
    taken.push(boxOf(best))
  }
  return chosen
}

/** An estimate: a letter has about 7 pixels. */
function boxOf({ mover: { move, to }, top, isLeft }: Callout): Box {
  const width = move.asset_name.length * 7 + 24
  return { x: isLeft ? to.x - aside - width : to.x + aside, y: top, width, height: calloutHeight }
}

const isInside = ({ x, y, width }: Box, most: number): boolean => x >= 0 && y >= 0 && x + width <= most

const overlaps = (box: Box, others: readonly Box[]): boolean =>
  others.some(
    ({ x, y, width, height }) =>
      box.x < x + width && x < box.x + box.width && box.y < y + height && y < box.y + box.height,
  )
