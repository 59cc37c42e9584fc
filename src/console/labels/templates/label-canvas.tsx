import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react'
import { t } from '../../languages/messages'
import { ElementDrawing } from './label-drawing'
import { type Draft, type Element, outsideOf, rounded, type Values } from './template'

interface LabelCanvasProps {
  readonly draft: Draft
  readonly values: Values
  /** The index of the selected element. */
  readonly selected: number | null
  readonly nameOf: (element: Element) => string
  readonly onSelect: (index: number | null) => void
  readonly onChange: (index: number, element: Element) => void
  readonly onRemove: (index: number) => void
}

/** Space for the rulers around the label. */
const ruler = 7
const handle = 1.6
const least = 0.1

/** The label with rulers, whose elements are moved and resized by pointer and keyboard. */
export function LabelCanvas(props: LabelCanvasProps) {
  const { draft, values, selected, nameOf, onSelect } = props
  const { width_mm: width, height_mm: height, margin_mm: margin, elements } = draft
  const svg = useRef<SVGSVGElement>(null)
  const { press, drag } = handlersOf(props, svg)
  return (
    <svg
      ref={svg}
      className="label-canvas"
      role="group"
      aria-label={t('Label')}
      viewBox={`${-ruler} ${-ruler} ${width + ruler + 2} ${height + ruler + 2}`}
      onPointerDown={() => onSelect(null)}
    >
      <Rulers width={width} height={height} />
      <rect className="label-paper" width={width} height={height} rx={1} />
      <rect
        className="label-margin"
        x={margin}
        y={margin}
        width={Math.max(0, width - 2 * margin)}
        height={Math.max(0, height - 2 * margin)}
      />
      <g aria-hidden>
        {elements.map((element, index) => (
          <ElementDrawing key={index} element={element} values={values} />
        ))}
      </g>
      {elements.map((element, index) => (
        <rect
          key={index}
          className="label-element"
          data-outside={outsideOf(element, draft) > 0 || undefined}
          role="button"
          tabIndex={0}
          aria-label={nameOf(element)}
          aria-pressed={index === selected}
          onFocus={() => onSelect(index)}
          onKeyDown={(event) => press(event, index)}
          onPointerDown={(event) => drag(event, index, false)}
          {...boxOf(element)}
        />
      ))}
      <Selected draft={draft} selected={selected} onResize={(event, index) => drag(event, index, true)} />
    </svg>
  )
}

/** Returns what keys and the pointer do with an element. */
function handlersOf(
  { draft, onSelect, onChange, onRemove }: LabelCanvasProps,
  svg: RefObject<SVGSVGElement | null>,
) {
  const { elements } = draft

  /** Moves an element from where it was, or resizes it. */
  function change(index: number, from: Element, [x, y]: Direction, isResize: boolean): void {
    const { left_mm, top_mm, width_mm, height_mm } = from
    onChange(index, {
      ...from,
      ...(isResize
        ? {
            width_mm: Math.max(least, rounded(width_mm + x)),
            height_mm: Math.max(least, rounded(height_mm + y)),
          }
        : { left_mm: rounded(left_mm + x), top_mm: rounded(top_mm + y) }),
    })
  }
  function press(event: KeyboardEvent, index: number): void {
    const [element, direction] = [elements[index], arrows[event.key]]
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace'
    if (!element || event.ctrlKey || event.metaKey || !(isRemoval || direction)) return
    event.preventDefault()
    const step = event.shiftKey ? 1 : 0.1
    if (direction) change(index, element, [direction[0] * step, direction[1] * step], event.altKey)
    else onRemove(index)
  }
  /** Follows the pointer until it is released. */
  function drag(event: PointerEvent<SVGElement>, index: number, isResize: boolean): void {
    const element = elements[index]
    const pixels = svg.current?.getScreenCTM()?.a
    if (!element || pixels === undefined || event.button !== 0) return
    event.stopPropagation()
    onSelect(index)
    const { currentTarget: target, clientX: fromX, clientY: fromY } = event
    target.setPointerCapture(event.pointerId)
    const inTenths = (distance: number) => Math.round((distance / pixels) * 10) / 10
    const move = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
      change(index, element, [inTenths(clientX - fromX), inTenths(clientY - fromY)], isResize)
    target.addEventListener('pointermove', move)
    const end = () => target.removeEventListener('pointermove', move)
    target.addEventListener('lostpointercapture', end, { once: true })
  }
  return { press, drag }
}

interface SelectedProps extends Pick<LabelCanvasProps, 'draft' | 'selected'> {
  readonly onResize: (event: PointerEvent<SVGElement>, index: number) => void
}

/** The edges of the selected element, its distances, and the corner that resizes it. */
function Selected({ draft, selected, onResize }: SelectedProps) {
  const element = selected === null ? undefined : draft.elements[selected]
  if (!element || selected === null) return null
  const { left_mm: left, top_mm: top, width_mm: width, height_mm: height } = element
  return (
    <g className="label-selected" data-outside={outsideOf(element, draft) > 0 || undefined}>
      <path className="label-distance" d={`M0 ${top}H${left}M${left} 0V${top}`} />
      <rect {...boxOf(element)} />
      <rect
        className="label-handle"
        x={left + width - handle / 2}
        y={top + height - handle / 2}
        width={handle}
        height={handle}
        onPointerDown={(event) => onResize(event, selected)}
      />
    </g>
  )
}

type Direction = readonly [x: number, y: number]

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const boxOf = ({ left_mm: x, top_mm: y, width_mm: width, height_mm: height }: Element) => ({
  x,
  y,
  width,
  height,
})

/** Rulers in millimeters, above and on the left. */
function Rulers({ width, height }: { readonly width: number; readonly height: number }) {
  const marks = (length: number) => Array.from({ length: Math.floor(length) + 1 }, (_, at) => at)
  const long = (at: number) => (at % 10 === 0 ? 2.4 : at % 5 === 0 ? 1.6 : 0.9)
  const numbers = (length: number) => marks(length).filter((at) => at % 10 === 0 && at > 0)
  return (
    <g className="label-rulers" aria-hidden>
      <path
        d={marks(width)
          .map((at) => `M${at} -1v${-long(at)}`)
          .join('')}
      />
      <path
        d={marks(height)
          .map((at) => `M-1 ${at}h${-long(at)}`)
          .join('')}
      />
      {numbers(width).map((at) => (
        <text key={`x${at}`} x={at} y={-4} textAnchor="middle">
          {at}
        </text>
      ))}
      {numbers(height).map((at) => (
        <text key={`y${at}`} x={-4} y={at + 0.8} textAnchor="end">
          {at}
        </text>
      ))}
    </g>
  )
}
