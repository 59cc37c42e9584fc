import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Locations } from '../api/location-tree'
import { t } from '../languages/messages'
import { handlesOf, moved, polygonOf, rectangleOf, withCorner, withoutCorner } from './editing'
import { type Box, boxOf, centerOf, centroid, cornersOf, fitted, inset, type Point } from './geometry'
import type { Plan, PlanArea } from './picture'
import { type FetchImage, PlanImage } from './plan-image'

export type Tool = 'select' | 'rectangle' | 'polygon'

interface EditorCanvasProps {
  readonly plan: Plan
  readonly fetchImage: FetchImage
  readonly locations: Locations
  readonly areas: readonly PlanArea[]
  readonly tool: Tool
  /** The location that is drawn next. */
  readonly drawing: number | null
  /** The location of the selected area. */
  readonly selected: number | null
  readonly onSelect: (locationId: number | null) => void
  readonly onChange: (area: PlanArea) => void
  readonly onDrawn: (area: PlanArea) => void
  readonly onRemove: (locationId: number) => void
}

/** What the pointer does between pressing and releasing. */
type Drag =
  | { readonly kind: 'move'; readonly area: PlanArea; readonly from: Point }
  | { readonly kind: 'corner'; readonly area: PlanArea; readonly corner: number }
  | { readonly kind: 'draw'; readonly from: Point }

const ratioWithoutImage = 4 / 3
/** Distance in pixels in which the first corner of a polygon closes it. */
const closeBy = 14

/** Follows the pointer: it draws, moves areas and their corners. */
function usePointer(props: EditorCanvasProps, frame: Box) {
  const { tool, drawing, onSelect, onChange, onDrawn } = props
  const svg = useRef<SVGSVGElement>(null)
  const drag = useRef<Drag>(undefined)
  const [sketch, setSketch] = useState<PlanArea>()
  const [corners, setCorners] = useState<readonly Point[]>([])
  const isDrawing = tool !== 'select' && drawing !== null

  function pointOf(event: PointerEvent): Point {
    const box = svg.current?.getBoundingClientRect()
    return {
      x: (event.clientX - (box?.left ?? 0) - frame.x) / frame.width,
      y: (event.clientY - (box?.top ?? 0) - frame.y) / frame.height,
    }
  }

  function begin(event: PointerEvent, started: Drag): void {
    event.stopPropagation()
    svg.current?.setPointerCapture(event.pointerId)
    drag.current = started
  }

  function closePolygon(): void {
    if (drawing !== null && corners.length >= 3) onDrawn(polygonOf(drawing, corners))
    setCorners([])
  }

  function addCorner(at: Point): void {
    const [first] = corners
    const isClosed =
      first &&
      corners.length >= 3 &&
      Math.hypot((first.x - at.x) * frame.width, (first.y - at.y) * frame.height) < closeBy
    if (isClosed) closePolygon()
    else setCorners([...corners, at])
  }

  function release(): void {
    if (drag.current?.kind === 'draw' && sketch) onDrawn(sketch)
    drag.current = undefined
    setSketch(undefined)
  }

  return {
    svg,
    sketch,
    corners,
    isDrawing,
    pressArea: (event: PointerEvent, area: PlanArea) => {
      if (isDrawing) return
      onSelect(area.location_id)
      begin(event, { kind: 'move', area, from: pointOf(event) })
    },
    pressCorner: (event: PointerEvent, area: PlanArea, corner: number) =>
      begin(event, { kind: 'corner', area, corner }),
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (!isDrawing) onSelect(null)
        else if (tool === 'rectangle') begin(event, { kind: 'draw', from: pointOf(event) })
        else addCorner(pointOf(event))
      },
      onPointerMove: (event: PointerEvent) => {
        const at = pointOf(event)
        const current = drag.current
        if (current?.kind === 'draw') setSketch(rectangleOf(drawing ?? 0, current.from, at))
        else if (current?.kind === 'corner') onChange(withCorner(current.area, current.corner, at))
        else if (current)
          onChange(moved(current.area, { x: at.x - current.from.x, y: at.y - current.from.y }))
      },
      onPointerUp: release,
      onPointerCancel: release,
      onDoubleClick: closePolygon,
    },
  }
}

/** The plan with its areas, which pointer and keyboard draw, move, resize and delete. */
export function EditorCanvas(props: EditorCanvasProps) {
  const { plan, fetchImage, locations, areas, tool, selected, onSelect, onChange, onRemove } = props
  const { ref, width, height } = useElementSize()
  const ratio = plan.image ? plan.image.width / plan.image.height : ratioWithoutImage
  const frame = fitted(ratio, inset({ x: 0, y: 0, width, height }, 16))
  const pointer = usePointer(props, frame)
  const { svg, sketch, corners, isDrawing } = pointer

  return (
    <div className="plan-stage plan-editor-stage" ref={ref}>
      {width > 0 && (
        <>
          {plan.image && <PlanImage hash={plan.image.hash} fetchImage={fetchImage} frame={frame} />}
          <svg
            ref={svg}
            className="plan-drawing"
            width={width}
            height={height}
            role="application"
            aria-label={t('Areas of the plan')}
            data-tool={isDrawing ? tool : 'select'}
            {...pointer.handlers}
          >
            {!plan.image && <rect className="plan-floor" {...frame} rx={4} />}
            {areas.map((area) => (
              <EditableArea
                key={area.location_id}
                area={area}
                frame={frame}
                name={locations.byId.get(area.location_id)?.name ?? t('Deleted location')}
                isSelected={area.location_id === selected}
                onPress={(event) => pointer.pressArea(event, area)}
                onPressCorner={(event, corner) => pointer.pressCorner(event, area, corner)}
                onFocus={() => onSelect(area.location_id)}
                onChange={onChange}
                onRemove={() => onRemove(area.location_id)}
              />
            ))}
            {sketch && <Shape area={sketch} frame={frame} className="sketch" />}
            {corners.length > 0 && <OpenPolygon corners={corners} frame={frame} />}
          </svg>
        </>
      )}
    </div>
  )
}

const onScreen = ({ x, y }: Point, frame: Box): Point => ({
  x: frame.x + x * frame.width,
  y: frame.y + y * frame.height,
})

const pathOf = (points: readonly Point[]): string => points.map(({ x, y }) => `${x},${y}`).join(' ')

function outlineOf({ shape, points }: PlanArea, frame: Box): Point[] {
  const placed = points.map((corner) => onScreen(corner, frame))
  return shape === 'rectangle' ? cornersOf(boxOf(placed)) : placed
}

const Shape = ({ area, frame, className }: { area: PlanArea; frame: Box; className: string }) => (
  <polygon className={className} points={pathOf(outlineOf(area, frame))} />
)

function OpenPolygon({ corners, frame }: { readonly corners: readonly Point[]; readonly frame: Box }) {
  const placed = corners.map((corner) => onScreen(corner, frame))
  return (
    <g className="open-polygon">
      <polyline points={pathOf(placed)} />
      {placed.map(({ x, y }, index) => (
        <circle key={index} cx={x} cy={y} r={index === 0 ? 7 : 4} />
      ))}
    </g>
  )
}

interface EditableAreaProps {
  readonly area: PlanArea
  readonly frame: Box
  readonly name: string
  readonly isSelected: boolean
  readonly onPress: (event: PointerEvent) => void
  readonly onPressCorner: (event: PointerEvent, corner: number) => void
  readonly onFocus: () => void
  readonly onChange: (area: PlanArea) => void
  readonly onRemove: () => void
}

/** Steps of the arrow keys, as a part of the plan. With Shift they are smaller. */
const step = 0.01
const smallStep = 0.002

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

function stepOf({ key, shiftKey }: KeyboardEvent): Point | undefined {
  const arrow = arrows[key]
  const size = shiftKey ? smallStep : step
  return arrow && { x: arrow.x * size, y: arrow.y * size }
}

function EditableArea(props: EditableAreaProps) {
  const { area, frame, name, isSelected, onPress, onPressCorner, onFocus, onChange, onRemove } = props
  const outline = outlineOf(area, frame)
  const center = area.shape === 'rectangle' ? centerOf(boxOf(outline)) : centroid(outline)

  function press(event: KeyboardEvent): void {
    const by = stepOf(event)
    if (by) onChange(moved(area, by))
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
    else return
    event.preventDefault()
  }

  function pressOnCorner(event: KeyboardEvent, corner: number, at: Point): void {
    const by = stepOf(event)
    if (by) onChange(withCorner(area, corner, { x: at.x + by.x, y: at.y + by.y }))
    else if (event.key === 'Delete' || event.key === 'Backspace') onChange(withoutCorner(area, corner))
    else return
    event.preventDefault()
  }

  return (
    <g className="editable" data-selected={isSelected ? '' : undefined} data-editable={area.location_id}>
      <g
        role="button"
        tabIndex={0}
        aria-label={t('Area of {name}. Arrow keys move it, Delete removes it.', { name })}
        aria-pressed={isSelected}
        onPointerDown={onPress}
        onKeyDown={press}
        onFocus={onFocus}
      >
        <Shape area={area} frame={frame} className="editable-fill" />
        <text className="area-name" textAnchor="middle" x={center.x} y={center.y + 4}>
          {name}
        </text>
      </g>
      {isSelected &&
        handlesOf(area).map((corner, index) => {
          const { x, y } = onScreen(corner, frame)
          return (
            <circle
              key={index}
              className="corner"
              cx={x}
              cy={y}
              r={8}
              role="button"
              tabIndex={0}
              aria-label={t('Corner {index} of {name}. Arrow keys move it.', { index: index + 1, name })}
              onPointerDown={(event) => onPressCorner(event, index)}
              onKeyDown={(event) => pressOnCorner(event, index, corner)}
            />
          )
        })}
    </g>
  )
}
