import { type PointerEvent, useRef, useState } from 'react'
import { t } from '../../languages/messages'
import { hasSize, moved, polygonOf, rectangleOf, withCorner } from './editing'
import { type Box, boxOf, type Point } from '../shapes/geometry'
import type { PlanArea } from '../shapes/picture'
import { type Snapping, snappedMove, snappedPoint, snappingOf } from './snapping'

export type Tool = 'select' | 'rectangle' | 'polygon'

export interface PointerProps {
  readonly areas: readonly PlanArea[]
  readonly tool: Tool
  /** The location that is drawn next. */
  readonly drawing: number | null
  readonly isSnapping: boolean
  readonly onSelect: (locationId: number | null) => void
  /** Called before a drag changes an area. */
  readonly onBegin: () => void
  readonly onChange: (area: PlanArea) => void
  readonly onDrawn: (area: PlanArea) => void
  /** Called with a sentence when what was drawn is not an area, and without one when the next thing is drawn. */
  readonly onProblem: (problem: string | undefined) => void
}

/** What the pointer does between pressing and releasing. */
type Drag =
  | { readonly kind: 'move'; readonly area: PlanArea; readonly from: Point }
  | { readonly kind: 'corner'; readonly area: PlanArea; readonly corner: number }
  | { readonly kind: 'draw'; readonly from: Point }
  | { readonly kind: 'pan'; readonly from: Point }

/** Distance in pixels in which the first corner of a polygon closes it. */
const closeBy = 14

/** Follows the pointer: it draws, moves areas and their corners, and moves an enlarged plan. */
export function usePointer(props: PointerProps, frame: Box) {
  const { areas, tool, drawing, isSnapping, onSelect, onBegin, onChange, onDrawn, onProblem } = props
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

  /** Returns what the pointer snaps to. Alt draws freely. */
  const snappingFor = (event: PointerEvent, except: number | null): Snapping | undefined =>
    isSnapping && !event.altKey ? snappingOf(areas, except, frame) : undefined

  function snappedOf(event: PointerEvent, except: number | null = null): Point {
    const snapping = snappingFor(event, except)
    const at = pointOf(event)
    return snapping ? snappedPoint(at, snapping) : at
  }

  function begin(event: PointerEvent, started: Drag): void {
    event.stopPropagation()
    svg.current?.setPointerCapture(event.pointerId)
    drag.current = started
    onProblem(undefined)
    if (started.kind === 'move' || started.kind === 'corner') onBegin()
  }

  function finish(area: PlanArea | undefined, problem: string): void {
    if (area && hasSize(area.points, frame)) onDrawn(area)
    else onProblem(problem)
  }

  function closePolygon(): void {
    if (drawing !== null && corners.length > 0)
      finish(
        corners.length >= 3 ? polygonOf(drawing, corners) : undefined,
        t('These corners are on a line, so there is no area between them. Click at least three corners.'),
      )
    setCorners([])
  }

  function addCorner(event: PointerEvent): void {
    onProblem(undefined)
    const [at, first] = [pointOf(event), corners[0]]
    const isClosed =
      first &&
      corners.length >= 3 &&
      Math.hypot((first.x - at.x) * frame.width, (first.y - at.y) * frame.height) < closeBy
    if (isClosed) closePolygon()
    else setCorners([...corners, snappedOf(event)])
  }

  function release(event: PointerEvent): void {
    const current = drag.current
    drag.current = undefined
    setSketch(undefined)
    if (current?.kind !== 'draw' || event.type === 'pointercancel' || drawing === null) return
    const end = snappedOf(event)
    const drawn = hasSize([current.from, end], frame) ? rectangleOf(drawing, current.from, end) : undefined
    finish(drawn, t('The area has no width or no height. Drag from one corner to the opposite one.'))
  }

  function move(event: PointerEvent): void {
    const current = drag.current
    if (current?.kind === 'draw') setSketch(rectangleOf(drawing ?? 0, current.from, snappedOf(event)))
    else if (current?.kind === 'corner')
      onChange(withCorner(current.area, current.corner, snappedOf(event, current.area.location_id)))
    else if (current?.kind === 'move') {
      const at = pointOf(event)
      const by = { x: at.x - current.from.x, y: at.y - current.from.y }
      const snapping = snappingFor(event, current.area.location_id)
      onChange(moved(current.area, snapping ? snappedMove(boxOf(current.area.points), by, snapping) : by))
    } else if (current) {
      const scrolled = svg.current?.parentElement
      scrolled?.scrollBy(current.from.x - event.clientX, current.from.y - event.clientY)
      drag.current = { kind: 'pan', from: { x: event.clientX, y: event.clientY } }
    }
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
        if (!isDrawing) {
          onSelect(null)
          begin(event, { kind: 'pan', from: { x: event.clientX, y: event.clientY } })
        } else if (tool === 'rectangle') begin(event, { kind: 'draw', from: snappedOf(event) })
        else addCorner(event)
      },
      onPointerMove: move,
      onPointerUp: release,
      onPointerCancel: release,
      onDoubleClick: closePolygon,
    },
  }
}
