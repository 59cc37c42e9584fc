import type { CSSProperties, ReactNode } from 'react'
import { t } from '../../languages/messages'
import { codeOf } from './label-codes'
import type { Code } from './squares'
import { type LabelSize, paperOf } from './label-sizes'

/** The content of a label. */
interface LabelText {
  readonly name: string
  /** The names of the locations above a location. */
  readonly above: string | undefined
  /** The text that the code encodes. */
  readonly content: string
}

interface LabelSheetsProps {
  readonly labels: readonly ReactNode[]
  readonly size: LabelSize
  /** Number of labels of the first sheet that are already used. */
  readonly used?: number
  /** Whether the sheets are on paper only. */
  readonly isHidden?: boolean
}

/** A low label has less space around it, smaller text, and names of one line. Its text has three lines with the code. */
const lowMm = 20
const isLow = ({ height }: LabelSize): boolean => height < lowMm
const paddingOf = (size: LabelSize): number => (isLow(size) ? 1 : 2)
const textOf = (size: LabelSize): number => (isLow(size) ? Math.min(3.2, size.height / 5) : 3.2)

/** Height of the bars, as a fraction of the label's height. */
const barsPart = 0.42

/** Shows the labels as they will be printed. */
export function LabelSheets({ labels, size, used = 0, isHidden = false }: LabelSheetsProps) {
  const slots = [...Array.from<ReactNode>({ length: used }), ...labels]
  const perSheet = size.columns * size.rows
  const sheets = Array.from({ length: Math.ceil(slots.length / perSheet) }, (_, at) =>
    slots.slice(at * perSheet, (at + 1) * perSheet),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a sheet is wider than a phone, so the keyboard must be able to scroll it
    <div className="label-sheets" data-hidden={isHidden} role="region" aria-label={t('Labels')} tabIndex={0}>
      {sheets.map((sheet, at) => (
        <div key={at} className="label-sheet" data-paper={size.paper} style={styleOf(size)}>
          {sheet.map((label, slot) => (
            <div key={slot} className="label-slot">
              {label}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function styleOf(size: LabelSize): CSSProperties {
  const paper = paperOf(size)
  const lengths = {
    '--sheet-width': `${paper.width}mm`,
    '--sheet-height': `${paper.height}mm`,
    '--sheet-top': `${size.top}mm`,
    '--sheet-left': `${size.left}mm`,
    '--label-padding': `${paddingOf(size)}mm`,
    '--label-text': `${textOf(size)}mm`,
    '--label-lines': isLow(size) ? 1 : 2,
    '--label-width': `${size.width}mm`,
    '--label-height': `${size.height}mm`,
    '--label-gap': `${size.gap}mm`,
    '--columns': size.columns,
    '--rows': size.rows,
  }
  return lengths as CSSProperties
}

interface LabelProps {
  readonly label: LabelText
  readonly kind: 'qr' | 'code128'
  readonly size: LabelSize
}

/** A label without a template: the code, the name and what the code contains. */
export function PlainLabel({ label: { name, above, content }, kind, size }: LabelProps) {
  const padding = paddingOf(size)
  const width = size.width - 2 * padding
  const code = codeOf(content, kind, width)
  const square = Math.min(size.height - 2 * padding, size.width / 2)
  const room =
    code.kind === 'qr' ? { width: square, height: square } : { width, height: size.height * barsPart }
  return (
    <div className="label" data-code={code.kind}>
      <Drawing code={code} label={t('Code of {name}: {content}', { name, content })} {...room} />
      <div className="label-text">
        <div className="label-name">{name}</div>
        {above !== undefined && <div className="label-above">{above}</div>}
        <div>{content}</div>
      </div>
    </div>
  )
}

interface DrawingProps {
  readonly code: Code
  readonly label: string
  /** Width and height are in millimetres. */
  readonly width: number
  readonly height: number
}

const Drawing = ({ code, label, width, height }: DrawingProps) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${code.width} ${code.height}`}
    width={`${width}mm`}
    height={`${height}mm`}
    preserveAspectRatio="none"
    shapeRendering="crispEdges"
  >
    <path d={code.path} fill="black" />
  </svg>
)
