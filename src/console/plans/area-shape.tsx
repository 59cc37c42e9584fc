import type { FocusEvent, KeyboardEvent } from 'react'
import { Link } from 'wouter'
import type { TreeLocation } from '../api/location-tree'
import { t } from '../languages/messages'
import { ageOf, assetsText, counted, locationsText } from '../ui/values/format'
import { gap, Label, Plate } from './area-label'
import { type Floor, type SilentPlace, staleShareOf, type Total, totalOf } from './floor'
import { heatOf } from './freshness'
import type { Box } from './shapes/geometry'
import type { Area } from './shapes/picture'

interface AreaShapeProps {
  readonly area: Area
  readonly floor: Floor
  readonly nowMs: number
  readonly isSelected: boolean
  /** The page that the area leads to; undefined when it leads nowhere. */
  readonly href: string | undefined
  /** Ids of the patterns of the picture. */
  readonly hatch: string
  readonly onKeyDown: (event: KeyboardEvent, area: Area) => void
  /** Called when the keyboard moves the focus to the area. */
  readonly onFocus: (area: Area) => void
  readonly tabIndex: number
}

/** An area of a plan, with its name, its number of assets and its sub-locations. */
export function AreaShape(props: AreaShapeProps) {
  const { area, floor, nowMs, isSelected, href, onKeyDown, onFocus, tabIndex } = props
  const silent = problemOf(area.location, floor)
  const serviceNow = nowMs + floor.clockOffset
  return (
    <>
      <AreaContent {...props} silent={silent} serviceNow={serviceNow} />
      {href !== undefined && (
        <Link
          href={href}
          aria-label={nameOf(area.location, floor, silent, serviceNow)}
          aria-current={isSelected ? 'true' : undefined}
          tabIndex={tabIndex}
          onKeyDown={(event: KeyboardEvent) => onKeyDown(event, area)}
          // A press also gives the focus, but what is pressed is in view and must not jump.
          onFocus={({ currentTarget }: FocusEvent<Element>) =>
            currentTarget.matches(':focus-visible') && onFocus(area)
          }
          data-area={area.location.id}
        >
          <Outline area={area} className="area-link" />
        </Link>
      )}
    </>
  )
}

interface AreaContentProps extends Pick<AreaShapeProps, 'area' | 'floor' | 'isSelected' | 'hatch'> {
  readonly silent: SilentPlace | undefined
  readonly serviceNow: number
}

/** The drawing. It is hidden from screen readers, because the link above it has a name that says more. */
function AreaContent({ area, floor, isSelected, hatch, silent, serviceNow }: AreaContentProps) {
  const { location, cells } = area
  const total = totalOf(floor, location)
  const { assets } = total
  const own = floor.own.get(location.id)
  const isWhole = cells.length === 0 && !area.isDivided
  // The cells show which sub-locations are silent.
  const isPartlySilent = isWhole && silentBelow(location, floor) > 0
  const heat = heatAndShare(total, floor, serviceNow)
  return (
    <g
      className="area"
      data-selected={isSelected ? '' : undefined}
      data-problem={silent || isPartlySilent ? '' : undefined}
      aria-hidden
    >
      <Outline area={area} className="area-fill" />
      {silent ? (
        <>
          <Outline area={area} className="area-hatch" fill={`url(#${hatch})`} />
          <Plate
            area={area}
            count={counted(assets)}
            age={ageOf(serviceNow - Date.parse(silent.silent_since))}
          />
        </>
      ) : (
        <>
          {cells.map(({ location: cell, box }) => (
            <Heat
              key={cell.id}
              box={box}
              heat={cellHeat(cell, floor, serviceNow)}
              stale={staleShareOf(totalOf(floor, cell))}
            />
          ))}
          {isWhole && <Strip area={area} {...heat} {...(isPartlySilent && { heat: 'problem' })} />}
          {!isWhole && own && (
            <OwnStrip area={area} count={assets} {...heatAndShare(own, floor, serviceNow)} />
          )}
          <Label area={area} count={assets > 0 ? counted(assets) : ''} />
        </>
      )}
      <Outline area={area} className="area-edge" />
    </g>
  )
}

function Outline({
  area: { isRectangle, box, points },
  className,
  fill,
}: {
  readonly area: Area
  readonly className: string
  readonly fill?: string
}) {
  const props = { className, ...(fill !== undefined && { fill }) }
  return isRectangle ? (
    <rect {...box} rx={Math.min(7, box.width / 4, box.height / 4)} {...props} />
  ) : (
    <polygon points={points.map(({ x, y }) => `${x},${y}`).join(' ')} {...props} />
  )
}

interface HeatProps {
  readonly heat: string
  /** The share of the assets that were not seen for 24 hours. */
  readonly stale: number
}

const heatAndShare = (total: Total, { isPast }: Floor, serviceNow: number): HeatProps => ({
  heat: heatOf(total.assets, total.lastReadAt, serviceNow, isPast),
  stale: isPast ? 0 : staleShareOf(total),
})

/** The color of the latest read. It does not fill the part of the assets that were not seen for 24 hours. */
function Heat({ box, heat, stale }: HeatProps & { readonly box: Box }) {
  const rx = Math.min(3, box.height / 2)
  const hasStale = stale > 0 && stale < 1 && heat !== 'problem'
  if (!hasStale) return <rect {...box} rx={rx} className="cell" data-heat={heat} />
  return (
    <>
      <rect {...box} rx={rx} className="cell" data-heat="missing" data-stale={stale.toFixed(2)} />
      <rect {...box} width={Math.max(2, box.width * (1 - stale))} rx={rx} className="cell" data-heat={heat} />
    </>
  )
}

const cellHeat = (cell: TreeLocation, floor: Floor, serviceNow: number): string => {
  if (problemOf(cell, floor)) return 'problem'
  const { assets, lastReadAt } = totalOf(floor, cell)
  return heatOf(assets, lastReadAt, serviceNow, floor.isPast)
}

/** The silence of a location, if it and all its sub-locations that readers cover are silent. */
function problemOf(location: TreeLocation, floor: Floor): SilentPlace | undefined {
  const own = floor.silent.get(location.id)
  if (own || location.children.length === 0) return own
  const below = location.children.map((child) => problemOf(child, floor))
  return below.every((place) => place !== undefined) ? below[0] : undefined
}

/** Returns the number of silent locations below a location that is not silent itself. */
const silentBelow = ({ children }: TreeLocation, floor: Floor): number =>
  floor.silent.size === 0
    ? 0
    : children.reduce(
        (sum, child) => sum + (floor.silent.has(child.id) ? 1 : 0) + silentBelow(child, floor),
        0,
      )

/** The heat of an area without cells. */
function Strip({
  area: { box, isRectangle, isCentered, detail, labelAt },
  heat,
  stale,
}: HeatProps & { readonly area: Area }) {
  if (!isRectangle || box.height < (detail === 'full' ? 62 : 44) || heat === 'empty') return null
  const width = Math.min(46, box.width - 16)
  // A narrow area has no room for it.
  if (width < 4) return null
  const x = isCentered ? box.x + (box.width - width) / 2 : labelAt.x
  return <Heat box={{ x, y: box.y + box.height - 13, width, height: 6 }} heat={heat} stale={stale} />
}

/** The heat of the assets directly at an area whose sub-locations are drawn, beside its number. */
function OwnStrip({
  area: { box, detail, isCentered, labelAt },
  count,
  heat,
  stale,
}: HeatProps & { readonly area: Area; readonly count: number }) {
  const digits = counted(count).length * 9
  const x = labelAt.x + (isCentered ? digits / 2 : digits) + gap
  const width = Math.min(46, box.x + box.width - x - 8)
  if (detail !== 'full' || heat === 'empty' || width < 12) return null
  return (
    <g data-own>
      <Heat box={{ x, y: labelAt.y + 10, width, height: 6 }} heat={heat} stale={stale} />
    </g>
  )
}

/** The text equivalent: "Aisle 1, 218 assets, last read 12 s ago". */
function nameOf(
  location: TreeLocation,
  floor: Floor,
  silent: SilentPlace | undefined,
  serviceNow: number,
): string {
  const total = totalOf(floor, location)
  const { assets, lastReadAt } = total
  const parts = [location.name, assetsText(assets)]
  if (silent)
    parts.push(
      t('needs attention: no reads by reader “{reader}” for {age}', {
        reader: silent.reader_name,
        age: ageOf(serviceNow - Date.parse(silent.silent_since)),
      }),
    )
  else {
    const below = silentBelow(location, floor)
    if (below > 0)
      parts.push(t('needs attention: no reads at {locations}', { locations: locationsText(below) }))
    if (lastReadAt !== null) parts.push(t('last read {age} ago', { age: ageOf(serviceNow - lastReadAt) }))
  }
  const own = location.children.length > 0 ? (floor.own.get(location.id)?.assets ?? 0) : 0
  if (own > 0) parts.push(t('{count} directly here', { count: counted(own) }))
  const stale = Math.round(staleShareOf(total) * assets)
  if (stale > 0) parts.push(t('{count} not seen for 24 hours', { count: counted(stale) }))
  return parts.join(', ')
}
