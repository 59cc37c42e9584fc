import { useElementSize, useReducedMotion } from '@mantine/hooks'
import { type KeyboardEvent, memo, useId, useMemo, useState } from 'react'
import type { Locations, TreeLocation } from '../api/location-tree'
import { t } from '../languages/messages'
import { useNow } from '../ui/values/use-now'
import { AreaShape } from './area-shape'
import type { Floor } from './floor'
import { centerOf, type Size } from './shapes/geometry'
import { type Area, type Picture, pictureOf, type Plan } from './shapes/picture'
import { PlanImage } from './plan-image'
import type { FetchImage } from './plan-query'
import { FoundDot, type FoundAsset } from './found-dot'
import { Callouts, moversOf, Trails } from './trails'
import { useZoom, viewOf } from './use-zoom'
import { ZoomButtons } from './zoom-buttons'

interface PlanViewProps {
  readonly locations: Locations
  /** Null shows all locations. */
  readonly at: TreeLocation | null
  readonly plan: Plan | undefined
  readonly fetchImage: FetchImage
  readonly floor: Floor
  readonly selected?: number | undefined
  /** Returns the page of an area. Without it, the areas are not links, and the picture can't be moved or enlarged. */
  readonly hrefOf?: (location: TreeLocation) => string
  /** Enlarges the labels and everything else, for a screen that is seen from far away. */
  readonly scale?: number
  /** An asset that the picture shows. It begins at the part around it. */
  readonly found?: FoundAsset | undefined
}

/** The picture of a floor: its areas with their assets, what needs attention, and what has just moved. */
export function PlanView(props: PlanViewProps) {
  const { at, floor, scale = 1 } = props
  const { ref, width: wholeWidth, height: wholeHeight } = useElementSize()
  const [width, height] = [wholeWidth / scale, wholeHeight / scale]
  const isStill = useReducedMotion()
  return (
    <div className="plan" data-still={isStill ? '' : undefined} data-past={floor.isPast ? '' : undefined}>
      <div className="plan-stage" ref={ref}>
        {width > 0 && <Stage key={at?.id ?? 0} {...props} scale={scale} size={{ width, height }} />}
      </div>
    </div>
  )
}

type StageProps = PlanViewProps & { readonly scale: number; readonly size: Size }

/** The picture at its position. Areas are drawn for their size on the screen, so labels keep theirs. */
function Stage({ locations, at, plan, fetchImage, floor, selected, hrefOf, scale, found, size }: StageProps) {
  const { width, height } = size
  const now = useNow()
  const nowMs = useMemo(() => Math.max(now, floor.receivedAt), [now, floor])
  const zoom = useZoom(size, !hrefOf, () => firstView({ locations, at, plan, size, found }))
  const { view } = zoom
  const [wide, high] = [width * view.scale, height * view.scale]
  const picture = useMemo(
    () => pictureOf(locations, at, plan, { width: wide, height: high }),
    [locations, at, plan, wide, high],
  )
  const movers = useMemo(() => moversOf(floor, locations, picture, nowMs), [floor, locations, picture, nowMs])
  const title = at ? t('Plan of {name}', { name: at.name }) : t('Plan of all locations')
  const reveal = (area: Area): void => zoom.reveal(area.box)
  return (
    <div
      ref={zoom.stage}
      className="plan-frame"
      data-enlarged={view.scale > 1 ? '' : undefined}
      {...zoom.handlers}
    >
      <div
        className="plan-scaled"
        style={{
          width: wide,
          height: high,
          transform: `scale(${scale}) translate(${view.x}px, ${view.y}px)`,
        }}
      >
        {plan?.image && <PlanImage hash={plan.image.hash} fetchImage={fetchImage} frame={picture.frame} />}
        <svg className="plan-drawing" width={wide} height={high} role="group" aria-label={title}>
          <Areas {...{ picture, floor, nowMs, selected, hrefOf, hasImage: Boolean(plan?.image), reveal }} />
          <Trails movers={movers} isPast={floor.isPast} />
          {found && <FoundDot asset={found} picture={picture} />}
        </svg>
        {!found && <Callouts movers={movers} areas={picture.areas} width={wide} />}
      </div>
      {hrefOf && <ZoomButtons zoom={zoom} />}
    </div>
  )
}

/** The part of the plan around the asset, or the whole plan. */
function firstView({
  locations,
  at,
  plan,
  size,
  found,
}: Pick<StageProps, 'locations' | 'at' | 'plan' | 'size' | 'found'>) {
  const box = found && pictureOf(locations, at, plan, size).boxOf(found.location)
  return box && viewOf(box, size)
}

interface AreasProps extends Pick<PlanViewProps, 'floor' | 'selected'> {
  readonly hrefOf: PlanViewProps['hrefOf'] | undefined
  readonly picture: Picture
  readonly nowMs: number
  readonly hasImage: boolean
  /** Called when an area gets the focus. */
  readonly reveal: (area: Area) => void
}

const isSameDrawing = (a: AreasProps, b: AreasProps): boolean =>
  a.picture === b.picture &&
  a.floor === b.floor &&
  a.selected === b.selected &&
  a.hrefOf === b.hrefOf &&
  a.nowMs === b.nowMs

/** Memoized, so that moving the picture draws nothing again. */
const Areas = memo(({ picture, floor, nowMs, selected, hrefOf, hasImage, reveal }: AreasProps) => {
  const hatch = useId()
  const focus = useRovingFocus(picture)
  return (
    <>
      <defs>
        <pattern id={hatch} width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="hatch-ground" width="9" height="9" />
          <rect className="hatch-line" width="2.5" height="9" />
        </pattern>
      </defs>
      {!hasImage && <rect className="plan-floor" {...picture.frame} rx={4} />}
      {picture.areas.map((area) => (
        <AreaShape
          key={area.location.id}
          area={area}
          floor={floor}
          nowMs={nowMs}
          isSelected={area.location.id === selected}
          href={hrefOf?.(area.location)}
          hatch={hatch}
          onKeyDown={focus.onKeyDown}
          onFocus={reveal}
          tabIndex={focus.tabIndexOf(area)}
        />
      ))}
    </>
  )
}, isSameDrawing)

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
