import { t } from '../../languages/messages'
import type { Code } from '../sheets/squares'
import { cellOf, codeOfElement, type Draft, type Element, isCode, textOf, type Values } from './template'

interface LabelDrawingProps {
  readonly template: Pick<Draft, 'width_mm' | 'height_mm' | 'elements'>
  readonly values: Values
  /** What the label is. */
  readonly name: string
  /** What all lengths are multiplied by, for a printer that prints too short or too long. */
  readonly scale?: number
}

/** A label as it is printed, in millimeters. */
export const LabelDrawing = ({ template, values, name, scale = 1 }: LabelDrawingProps) => (
  <svg
    className="label-drawing"
    role="img"
    aria-label={t('Label of {name}', { name })}
    viewBox={`0 0 ${template.width_mm} ${template.height_mm}`}
    width={`${template.width_mm * scale}mm`}
    height={`${template.height_mm * scale}mm`}
  >
    {template.elements.map((element, at) => (
      <ElementDrawing key={at} element={element} values={values} />
    ))}
  </svg>
)

interface ElementDrawingProps {
  readonly element: Element
  readonly values: Values
}

/** An element in its place on the label. What is larger than the element is cut off. */
export function ElementDrawing({ element, values }: ElementDrawingProps) {
  const { kind, left_mm: x, top_mm: y, width_mm: width, height_mm: height, image } = element
  const box = { x, y, width, height }
  if (kind === 'line') return <rect {...box} fill="black" />
  if (kind === 'image')
    return image === null ? null : (
      <image {...box} href={`data:image/png;base64,${image}`} preserveAspectRatio="xMinYMin" />
    )
  if (kind === 'text')
    return (
      <svg {...box} overflow="hidden">
        <Lines element={element} text={textOf(element, values)} />
      </svg>
    )
  const code = isCode(element) ? codeOfElement(element, values) : undefined
  return code ? <CodeDrawing element={element} code={code} /> : null
}

function CodeDrawing({ element, code }: { readonly element: Element; readonly code: Code }) {
  const cell = cellOf(code, element)
  const height = code.kind === 'code128' ? element.height_mm : cell
  return (
    <path
      d={code.path}
      transform={`translate(${element.left_mm} ${element.top_mm}) scale(${cell} ${height})`}
      fill="black"
      shapeRendering="crispEdges"
    />
  )
}

/** Size of the font, and where its baseline is, as fractions of a line. */
const fontPart = 0.8
const basePart = 0.77

/** The lines of a text share its height. */
function Lines({ element, text }: { readonly element: Element; readonly text: string }) {
  const lines = text.split('\n')
  const line = element.height_mm / lines.length
  const widest = Math.max(...lines.map(widthOf)) * line * fontPart
  const shrunk = element.fits && widest > element.width_mm ? element.width_mm / widest : 1
  return lines.map((one, at) => (
    <text
      key={at}
      x={0}
      y={(at + basePart) * line}
      fontSize={line * fontPart * shrunk}
      fill="black"
      // Otherwise letters of few units are spaced as on a screen.
      textRendering="geometricPrecision"
      xmlSpace="preserve"
    >
      {one}
    </text>
  ))
}

const measuredPx = 100
let context: CanvasRenderingContext2D | null = null

/** Returns the width of a text, in heights of its font. */
function widthOf(text: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return 0
  const { fontFamily } = getComputedStyle(document.body)
  context.font = ['500', `${measuredPx}px`, fontFamily].join(' ')
  return context.measureText(text).width / measuredPx
}
