import type { KeyboardEvent, PointerEvent } from 'react'
import { t } from '../../languages/messages'
import { handlesOf, moved, withCorner, withoutCorner } from './editing'
import { type Box, boxOf, centerOf, centroid, cornersOf, type Point } from '../shapes/geometry'
import type { PlanArea } from '../shapes/picture'

export const onScreen = ({ x, y }: Point, frame: Box): Point => ({
  x: frame.x + x * frame.width,
  y: frame.y + y * frame.height,
})

export const pathOf = (points: readonly Point[]): string => points.map(({ x, y }) => `${x},${y}`).join(' ')

function outlineOf({ shape, points }: PlanArea, frame: Box): Point[] {
  const placed = points.map((corner) => onScreen(corner, frame))
  return shape === 'rectangle' ? cornersOf(boxOf(placed)) : placed
}

export const Shape = ({ area, frame, className }: { area: PlanArea; frame: Box; className: string }) => (
  <polygon className={className} points={pathOf(outlineOf(area, frame))} />
)

interface EditableAreaProps {
  readonly area: PlanArea
  readonly frame: Box
  readonly name: string
  readonly isSelected: boolean
  readonly onPress: (event: PointerEvent) => void
  readonly onPressCorner: (event: PointerEvent, corner: number) => void
  readonly onFocus: () => void
  /** Called before a change by a key. */
  readonly onBegin: () => void
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

/** An area with its name and, when it is selected, its corners. */
export function EditableArea(props: EditableAreaProps) {
  const { area, frame, name, isSelected, onPress, onPressCorner, onFocus, onRemove } = props
  const outline = outlineOf(area, frame)
  const center = area.shape === 'rectangle' ? centerOf(boxOf(outline)) : centroid(outline)

  function change(next: PlanArea): void {
    props.onBegin()
    props.onChange(next)
  }

  function press(event: KeyboardEvent): void {
    const by = stepOf(event)
    if (by) change(moved(area, by))
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
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
      {isSelected && <Corners {...{ area, frame, name, change, onPressCorner }} />}
    </g>
  )
}

interface CornersProps extends Pick<EditableAreaProps, 'area' | 'frame' | 'name' | 'onPressCorner'> {
  readonly change: (area: PlanArea) => void
}

function Corners({ area, frame, name, change, onPressCorner }: CornersProps) {
  function press(event: KeyboardEvent, corner: number, at: Point): void {
    const by = stepOf(event)
    if (by) change(withCorner(area, corner, { x: at.x + by.x, y: at.y + by.y }))
    else if (event.key === 'Delete' || event.key === 'Backspace') change(withoutCorner(area, corner))
    else return
    event.preventDefault()
  }
  return handlesOf(area).map((corner, index) => {
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
        onKeyDown={(event) => press(event, index, corner)}
      />
    )
  })
}
