import {
  type Dispatch,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Box, Point, Size } from './shapes/geometry'
import { margin } from './shapes/picture'

/** Which part of a plan is shown: it is enlarged, then moved. In pixels of the stage. */
interface View extends Point {
  /** At least 1, which shows the whole plan. */
  readonly scale: number
}

const whole: View = { scale: 1, x: 0, y: 0 }
const scaleMax = 12
const step = 1.5
const wheelRate = 0.0015
/** A pointer that moves less is a click, in pixels. */
const clickMax = 5
/** The space around an area that is moved into view, in pixels. */
const revealMargin = 24

const limited = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

const inBounds = ({ scale, x, y }: View, { width, height }: Size): View => ({
  scale,
  x: limited(x, width * (1 - scale), 0),
  y: limited(y, height * (1 - scale), 0),
})

/** Changes the scale, and keeps the point of the plan at `at` in its place. The margin of the plan does not grow. */
function scaledAt(view: View, factor: number, at: Point, size: Size): View {
  const scale = limited(view.scale * factor, 1, scaleMax)
  const moved = (start: number, point: number, length: number) => {
    const part = (point - start - margin) / (length * view.scale - 2 * margin)
    return point - margin - part * (length * scale - 2 * margin)
  }
  const next = { scale, x: moved(view.x, at.x, size.width), y: moved(view.y, at.y, size.height) }
  return inBounds(next, size)
}

const middleOf = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 })

/** Returns the view in which a part of the whole plan, in pixels, fills about a third of the stage. */
export function viewOf({ x, y, width, height }: Box, size: Size): View {
  const scale = limited(Math.min(size.width / width, size.height / height) / 3, 1, scaleMax)
  const center = { x: x + width / 2, y: y + height / 2 }
  const scaled = scaledAt(whole, scale, center, size)
  const middle = middleOf(size)
  return inBounds({ scale, x: scaled.x + middle.x - center.x, y: scaled.y + middle.y - center.y }, size)
}

interface Drag {
  readonly pointers: Map<number, Point>
  /** Whether the pointers have moved so far that the following click is none. */
  isMoved: boolean
}

/** Moves the view so that a part of the stage, in pixels of the enlarged plan, is in it. */
function revealed(view: View, part: Box, size: Size): View {
  const moved = (start: number, from: number, length: number, room: number) => {
    const low = revealMargin - from
    const high = room - revealMargin - from - length
    return start < low ? low : start > high ? Math.max(high, low) : start
  }
  const x = moved(view.x, part.x, part.width, size.width)
  return inBounds({ ...view, x, y: moved(view.y, part.y, part.height, size.height) }, size)
}

/** How the pointers, the wheel and the keys change the view of a stage. */
interface Controls {
  readonly stage: RefObject<HTMLDivElement | null>
  readonly size: Size
  readonly view: View
  readonly setView: Dispatch<SetStateAction<View>>
  readonly zoom: (factor: number, at?: Point) => void
  readonly isFixed: boolean
}

type Placed = Pick<MouseEvent, 'clientX' | 'clientY'> | WheelEvent

/** Returns where an event is on the stage. */
function pointOf({ stage }: Pick<Controls, 'stage'>, { clientX, clientY }: Placed): Point {
  const box = stage.current?.getBoundingClientRect()
  return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }
}

/** Zooms by the wheel. React listens to wheels passively, so that it could not keep the page from scrolling. */
function useWheel({ stage, size, view, setView, isFixed }: Controls): void {
  const latest = useRef({ view, size })
  useEffect(() => {
    latest.current = { view, size }
  })
  useEffect(() => {
    const element = stage.current
    if (!element || isFixed) return undefined
    const onWheel = (event: WheelEvent) => {
      const { view: now, size: room } = latest.current
      const next = scaledAt(now, Math.exp(-event.deltaY * wheelRate), pointOf({ stage }, event), room)
      if (next.scale === now.scale) return
      event.preventDefault()
      latest.current = { view: next, size: room }
      setView(next)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [isFixed, setView, stage])
}

/** Moves the plan with one pointer, and enlarges it with two. */
function usePointers(controls: Controls) {
  const { stage, size, setView, zoom } = controls
  const drag = useRef<Drag>({ pointers: new Map(), isMoved: false })

  function onPointerDown(event: PointerEvent): void {
    const { pointers } = drag.current
    if (event.pointerType === 'mouse' && event.button !== 0) return
    if (pointers.size === 0) drag.current.isMoved = false
    pointers.set(event.pointerId, pointOf(controls, event))
  }

  function onPointerMove(event: PointerEvent): void {
    const { pointers } = drag.current
    const before = pointers.get(event.pointerId)
    if (!before) return
    const at = pointOf(controls, event)
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    const by = { x: at.x - before.x, y: at.y - before.y }
    if (!drag.current.isMoved && Math.hypot(by.x, by.y) < clickMax) return
    drag.current.isMoved = true
    stage.current?.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, at)
    if (!other) return setView((now) => inBounds({ ...now, x: now.x + by.x, y: now.y + by.y }, size))
    const length = (one: Point) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
    zoom(length(at) / length(before), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 })
  }

  const onPointerEnd = ({ pointerId }: PointerEvent): void => void drag.current.pointers.delete(pointerId)

  /** A drag over an area does not open it. */
  function onClickCapture(event: MouseEvent): void {
    if (!drag.current.isMoved) return
    event.preventDefault()
    event.stopPropagation()
    drag.current.isMoved = false
  }

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
    onClickCapture,
    onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
  }
}

/** Moves and enlarges a plan by pointers, wheel and keys, unless it is fixed. */
export function useZoom(size: Size, isFixed: boolean, first: () => View | undefined) {
  const [view, setView] = useState<View>(() => first() ?? whole)
  const stage = useRef<HTMLDivElement>(null)
  const zoom = (factor: number, at: Point = middleOf(size)): void =>
    setView((before) => scaledAt(before, factor, at, size))
  const controls = { stage, size, view, setView, zoom, isFixed }
  useWheel(controls)
  const pointers = usePointers(controls)

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') zoom(step)
    else if (event.key === '-') zoom(1 / step)
    else if (event.key === '0') setView(whole)
    else return
    event.preventDefault()
  }

  return {
    stage,
    // The stage may have become smaller since.
    view: inBounds(view, size),
    /** Moves an area, in pixels of the enlarged plan, into view. */
    reveal: (area: Box) => setView((now) => revealed(now, area, size)),
    enlarge: () => zoom(step),
    reduce: () => zoom(1 / step),
    fit: () => setView(whole),
    handlers: isFixed
      ? {}
      : {
          ...pointers,
          onDoubleClick: (event: MouseEvent) => zoom(2, pointOf(controls, event)),
          onKeyDown,
        },
  }
}

export type Zoom = ReturnType<typeof useZoom>
