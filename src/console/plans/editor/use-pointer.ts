import { type PointerEvent, type RefObject, useRef, useState } from 'react'
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

/** Where an event of the pointer is on the plan, and what it snaps to. */
class Pointing {
  readonly #svg: RefObject<SVGSVGElement | null>
  readonly #frame: Box
  readonly #props: Pick<PointerProps, 'areas' | 'isSnapping'>

  constructor(svg: RefObject<SVGSVGElement | null>, frame: Box, props: PointerProps) {
    this.#svg = svg
    this.#frame = frame
    this.#props = props
  }

  pointOf(event: PointerEvent): Point {
    const box = this.#svg.current?.getBoundingClientRect()
    return {
      x: (event.clientX - (box?.left ?? 0) - this.#frame.x) / this.#frame.width,
      y: (event.clientY - (box?.top ?? 0) - this.#frame.y) / this.#frame.height,
    }
  }

  /** Alt draws freely. */
  #snappingFor(event: PointerEvent, except: number | null): Snapping | undefined {
    const { areas, isSnapping } = this.#props
    return isSnapping && !event.altKey ? snappingOf(areas, except, this.#frame) : undefined
  }

  /** Returns the point on the plan that the pointer snaps to. */
  snappedOf(event: PointerEvent, except: number | null = null): Point {
    const snapping = this.#snappingFor(event, except)
    const at = this.pointOf(event)
    return snapping ? snappedPoint(at, snapping) : at
  }

  /** Returns the area, moved from the point where the drag began to the pointer. */
  movedArea(event: PointerEvent, area: PlanArea, from: Point): PlanArea {
    const at = this.pointOf(event)
    const by = { x: at.x - from.x, y: at.y - from.y }
    const snapping = this.#snappingFor(event, area.location_id)
    return moved(area, snapping ? snappedMove(boxOf(area.points), by, snapping) : by)
  }

  /** Whether a pointer closes a polygon that begins at `first`. */
  isAt(event: PointerEvent, first: Point): boolean {
    const at = this.pointOf(event)
    const { width, height } = this.#frame
    return Math.hypot((first.x - at.x) * width, (first.y - at.y) * height) < closeBy
  }

  /** Whether something drawn has a width and a height on the screen. */
  hasSize(points: readonly Point[]): boolean {
    return hasSize(points, this.#frame)
  }
}

/** Draws a polygon, a corner at each press. */
function usePolygon({ drawing, onDrawn, onProblem }: PointerProps, pointing: Pointing) {
  const [corners, setCorners] = useState<readonly Point[]>([])

  function close(): void {
    setCorners([])
    if (drawing === null || corners.length === 0) return
    const area = polygonOf(drawing, corners)
    if (corners.length >= 3 && pointing.hasSize(area.points)) onDrawn(area)
    else
      onProblem(
        t('These corners are on a line, so there is no area between them. Click at least three corners.'),
      )
  }

  function addCorner(event: PointerEvent): void {
    onProblem(undefined)
    const [first] = corners
    if (first && corners.length >= 3 && pointing.isAt(event, first)) close()
    else setCorners([...corners, pointing.snappedOf(event)])
  }

  return { corners, addCorner, close }
}

/** Follows the pointer between pressing and releasing: it moves areas and their corners, draws a rectangle, or moves the plan. */
function useDrag(props: PointerProps, pointing: Pointing, svg: RefObject<SVGSVGElement | null>) {
  const { drawing, onBegin, onChange, onDrawn, onProblem } = props
  const drag = useRef<Drag>(undefined)
  const [sketch, setSketch] = useState<PlanArea>()

  function begin(event: PointerEvent, started: Drag): void {
    event.stopPropagation()
    svg.current?.setPointerCapture(event.pointerId)
    drag.current = started
    onProblem(undefined)
    if (started.kind === 'move' || started.kind === 'corner') onBegin()
  }

  function move(event: PointerEvent): void {
    const current = drag.current
    if (current?.kind === 'draw')
      setSketch(rectangleOf(drawing ?? 0, current.from, pointing.snappedOf(event)))
    else if (current?.kind === 'corner')
      onChange(withCorner(current.area, current.corner, pointing.snappedOf(event, current.area.location_id)))
    else if (current?.kind === 'move') onChange(pointing.movedArea(event, current.area, current.from))
    else if (current) {
      const scrolled = svg.current?.parentElement
      scrolled?.scrollBy(current.from.x - event.clientX, current.from.y - event.clientY)
      drag.current = { kind: 'pan', from: { x: event.clientX, y: event.clientY } }
    }
  }

  function release(event: PointerEvent): void {
    const current = drag.current
    drag.current = undefined
    setSketch(undefined)
    if (current?.kind !== 'draw' || event.type === 'pointercancel' || drawing === null) return
    const end = pointing.snappedOf(event)
    if (pointing.hasSize([current.from, end])) onDrawn(rectangleOf(drawing, current.from, end))
    else onProblem(t('The area has no width or no height. Drag from one corner to the opposite one.'))
  }

  return { sketch, begin, move, release }
}

/** Follows the pointer: it draws, moves areas and their corners, and moves an enlarged plan. */
export function usePointer(props: PointerProps, frame: Box) {
  const { tool, drawing, onSelect } = props
  const svg = useRef<SVGSVGElement>(null)
  const pointing = new Pointing(svg, frame, props)
  const { sketch, begin, move, release } = useDrag(props, pointing, svg)
  const { corners, addCorner, close } = usePolygon(props, pointing)
  const isDrawing = tool !== 'select' && drawing !== null
  return {
    svg,
    sketch,
    corners,
    isDrawing,
    pressArea: (event: PointerEvent, area: PlanArea) => {
      if (isDrawing) return
      onSelect(area.location_id)
      begin(event, { kind: 'move', area, from: pointing.pointOf(event) })
    },
    pressCorner: (event: PointerEvent, area: PlanArea, corner: number) =>
      begin(event, { kind: 'corner', area, corner }),
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (!isDrawing) {
          onSelect(null)
          begin(event, { kind: 'pan', from: { x: event.clientX, y: event.clientY } })
        } else if (tool === 'rectangle') begin(event, { kind: 'draw', from: pointing.snappedOf(event) })
        else addCorner(event)
      },
      onPointerMove: move,
      onPointerUp: release,
      onPointerCancel: release,
      onDoubleClick: close,
    },
  }
}
