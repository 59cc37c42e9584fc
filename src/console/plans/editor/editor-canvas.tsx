import { useElementSize } from '@mantine/hooks'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Locations } from '../../api/location-tree'
import { t } from '../../languages/messages'
import { EditableArea, onScreen, pathOf, Shape } from './editable-area'
import { type Box, fitted, inset, type Point, type Size } from '../shapes/geometry'
import type { Plan } from '../shapes/picture'
import { PlanImage } from '../plan-image'
import type { FetchImage } from '../plan-query'
import { gridOf } from './snapping'
import { type PointerProps, usePointer } from './use-pointer'
import { ZoomButtons } from '../zoom-buttons'

interface EditorCanvasProps extends PointerProps {
  readonly plan: Plan
  readonly fetchImage: FetchImage
  readonly locations: Locations
  /** The location of the selected area. */
  readonly selected: number | null
  readonly onRemove: (locationId: number) => void
}

const ratioWithoutImage = 4 / 3
/** How much a press of a button enlarges, and the most. */
const step = 1.5
const scaleMax = 8

/** How much the plan is enlarged, and the window that shows a part of it. */
function useScale({ width, height }: Size) {
  const [scale, setScale] = useState(1)
  const scrolled = useRef<HTMLDivElement>(null)

  /** Keeps the middle of the window in its place. */
  function zoom(wanted: number): void {
    const next = Math.min(scaleMax, Math.max(1, wanted))
    const box = scrolled.current
    if (!box) return
    const left = ((box.scrollLeft + width / 2) * next) / scale - width / 2
    const top = ((box.scrollTop + height / 2) * next) / scale - height / 2
    flushSync(() => setScale(next))
    box.scrollTo(left, top)
  }
  const actions = {
    view: { scale },
    enlarge: () => zoom(scale * step),
    reduce: () => zoom(scale / step),
    fit: () => zoom(1),
  }
  return { scale, scrolled, actions }
}

/** The plan with its areas, which pointer and keyboard draw, move, resize and delete. */
export function EditorCanvas(props: EditorCanvasProps) {
  const { plan, fetchImage } = props
  const { ref, width, height } = useElementSize()
  const { scale, scrolled, actions } = useScale({ width, height })
  const size = { width: width * scale, height: height * scale }
  const ratio = plan.image ? plan.image.width / plan.image.height : ratioWithoutImage
  const frame = fitted(ratio, inset({ x: 0, y: 0, ...size }, 16))
  return (
    <>
      <div className="plan plan-editor">
        <div className="plan-stage" ref={ref}>
          {width > 0 && (
            <div className="plan-editor-scroll" ref={scrolled}>
              {plan.image && <PlanImage hash={plan.image.hash} fetchImage={fetchImage} frame={frame} />}
              <Drawing {...props} size={size} frame={frame} />
            </div>
          )}
        </div>
      </div>
      <ZoomButtons zoom={actions} />
    </>
  )
}

function Drawing(props: EditorCanvasProps & { readonly size: Size; readonly frame: Box }) {
  const { plan, locations, areas, tool, selected, size, frame, onSelect, onRemove } = props
  const pointer = usePointer(props, frame)
  const { svg, sketch, corners, isDrawing } = pointer
  return (
    <svg
      ref={svg}
      className="plan-drawing"
      {...size}
      role="application"
      aria-label={t('Areas of the plan')}
      data-tool={isDrawing ? tool : 'select'}
      {...pointer.handlers}
    >
      {!plan.image && <rect className="plan-floor" {...frame} rx={4} />}
      {props.isSnapping && <Grid frame={frame} />}
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
          onBegin={props.onBegin}
          onChange={props.onChange}
          onRemove={() => onRemove(area.location_id)}
        />
      ))}
      {sketch && <Shape area={sketch} frame={frame} className="sketch" />}
      {corners.length > 0 && <OpenPolygon corners={corners} frame={frame} />}
    </svg>
  )
}

function Grid({ frame }: { readonly frame: Box }) {
  const id = useId()
  const side = gridOf(frame)
  return (
    <>
      <pattern id={id} x={frame.x} y={frame.y} width={side} height={side} patternUnits="userSpaceOnUse">
        <path className="grid-line" d={`M${side} 0H0V${side}`} />
      </pattern>
      <rect {...frame} fill={`url(#${id})`} pointerEvents="none" />
    </>
  )
}

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
