import { useElementSize, useReducedMotion } from '@mantine/hooks'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import type { Locations, TreeLocation } from '../api/location-tree'
import { useNow } from '../ui/time'
import { AreaShape } from './area-shape'
import type { Floor } from './floor'
import { centerOf } from './geometry'
import { type Area, type Picture, pictureOf, type Plan } from './picture'
import { type FetchImage, PlanImage } from './plan-image'
import { Callouts, moversOf, Trails } from './trails'

interface PlanViewProps {
  readonly locations: Locations
  /** Null shows all locations. */
  readonly at: TreeLocation | null
  readonly plan: Plan | undefined
  readonly fetchImage: FetchImage
  readonly floor: Floor
  readonly selected?: number | undefined
  /** Returns the page of an area. Without it, the areas are no links. */
  readonly hrefOf?: (location: TreeLocation) => string
  /** Enlarges the labels and everything else, for a screen that is seen from far away. */
  readonly scale?: number
}

/** The picture of a floor: its areas with their assets, what needs attention, and what has just moved. */
export function PlanView(props: PlanViewProps) {
  const { locations, at, plan, fetchImage, floor, selected, hrefOf, scale = 1 } = props
  const { ref, width: wholeWidth, height: wholeHeight } = useElementSize()
  const [width, height] = [wholeWidth / scale, wholeHeight / scale]
  const nowMs = Math.max(useNow(), Date.now())
  const hatch = useId()
  const isStill = useReducedMotion()
  const picture = useMemo(
    () => pictureOf(locations, at, plan, { width, height }),
    [locations, at, plan, width, height],
  )
  const areas = useRovingFocus(picture)
  const movers = moversOf(floor, locations, picture, nowMs)
  const title = at ? `Plan of ${at.name}` : 'Plan of all locations'
  return (
    <div className="plan" data-still={isStill ? '' : undefined} data-past={floor.isPast ? '' : undefined}>
      <div className="plan-stage" ref={ref}>
        {width > 0 && (
          <div className="plan-scaled" style={{ width, height, transform: `scale(${scale})` }}>
            {plan?.image && (
              <PlanImage hash={plan.image.hash} fetchImage={fetchImage} frame={picture.frame} />
            )}
            <svg className="plan-drawing" width={width} height={height} role="group" aria-label={title}>
              <defs>
                <pattern
                  id={hatch}
                  width="9"
                  height="9"
                  patternUnits="userSpaceOnUse"
                  patternTransform="rotate(45)"
                >
                  <rect className="hatch-ground" width="9" height="9" />
                  <rect className="hatch-line" width="2.5" height="9" />
                </pattern>
              </defs>
              {!plan?.image && <rect className="plan-floor" {...picture.frame} rx={4} />}
              {picture.areas.map((area) => (
                <AreaShape
                  key={area.location.id}
                  area={area}
                  floor={floor}
                  nowMs={nowMs}
                  isSelected={area.location.id === selected}
                  href={hrefOf?.(area.location)}
                  hatch={hatch}
                  onKeyDown={areas.onKeyDown}
                  tabIndex={areas.tabIndexOf(area)}
                />
              ))}
              <Trails movers={movers} />
            </svg>
            <Callouts movers={movers} width={width} />
          </div>
        )}
      </div>
    </div>
  )
}

/** One area can be reached with Tab; the arrow keys move the focus to the nearest area in their direction. */
function useRovingFocus({ areas }: Picture) {
  const [focused, setFocused] = useState<number>()
  const current = areas.find(({ location }) => location.id === focused) ?? areas[0]
  return {
    tabIndexOf: (area: Area) => (area === current ? 0 : -1),
    onKeyDown: (event: KeyboardEvent, from: Area): void => {
      const next = nearest(areas, from, event.key)
      if (!next) return
      event.preventDefault()
      setFocused(next.location.id)
      const drawing = event.currentTarget.closest('svg')
      drawing?.querySelector<SVGElement>(`[data-area="${next.location.id}"]`)?.focus()
    },
  }
}

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function nearest(areas: readonly Area[], from: Area, key: string): Area | undefined {
  if (key === 'Home') return areas[0]
  if (key === 'End') return areas.at(-1)
  const direction = directions[key]
  if (!direction) return undefined
  const [dx, dy] = direction
  const start = centerOf(from.box)
  const distanceTo = (area: Area): number => {
    const { x, y } = centerOf(area.box)
    const along = (x - start.x) * dx + (y - start.y) * dy
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx)
    return along <= 1 ? Infinity : along + 2 * aside
  }
  const [first] = areas.filter((area) => area !== from).toSorted((a, b) => distanceTo(a) - distanceTo(b))
  return first && distanceTo(first) < Infinity ? first : undefined
}
