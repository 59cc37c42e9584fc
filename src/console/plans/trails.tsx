import type { Locations } from '../api/location-tree'
import { t } from '../languages/messages'
import { ageOf } from './freshness'
import type { Floor, FloorMove } from './floor'
import type { Point } from './geometry'
import type { Picture } from './picture'

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

export function Trails({ movers }: { readonly movers: readonly Mover[] }) {
  const newest = movers.toReversed()
  return (
    <g className="trails" aria-hidden>
      {newest
        .slice(0, trailsMax)
        .toReversed()
        .map(({ move, from, to, ageMs }) => from && <Trail key={move.id} {...{ move, from, to, ageMs }} />)}
      {movers.map(({ move, to, ageMs }) => (
        <g key={move.id} transform={`translate(${to.x} ${to.y})`} data-moved={move.asset_id}>
          {ageMs < pulsingMs && <circle className="halo" r={11} />}
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
  readonly width: number
}

/** The names of the latest moves, which are HTML because the width of a text is not known. */
export const Callouts = ({ movers, width }: CalloutsProps) =>
  calledOut(movers, width).map(({ move, to, ageMs }) => (
    <div
      key={move.id}
      className="callout"
      aria-hidden
      style={{
        top: to.y - 10,
        ...(isLeftOf(to, width) ? { right: width - to.x + 14 } : { left: to.x + 14 }),
      }}
    >
      {move.asset_name}
      <span>{t('{age} ago', { age: ageOf(ageMs) })}</span>
    </div>
  ))

const isLeftOf = (to: Point, width: number): boolean => to.x > width * 0.66

/** Returns the latest moves whose names do not cover each other. */
function calledOut(movers: readonly Mover[], width: number): Mover[] {
  const chosen: Mover[] = []
  for (const mover of movers.toReversed()) {
    const isFree = chosen.every(
      ({ to }) =>
        Math.abs(to.y - mover.to.y) > calloutSize.height || Math.abs(to.x - mover.to.x) > calloutSize.width,
    )
    if (mover.move.asset_name !== '' && isFree) chosen.push(mover)
  }
  return chosen.slice(0, width < narrow ? 1 : namesMax)
}

/** An estimate, in pixels. */
const calloutSize = { width: 170, height: 44 }
