import type { CSSProperties } from 'react'
import { type Code, type CodeKind, codeOf } from './label-codes'
import { type LabelSize, paperOf } from './label-sizes'

/** What one label says. */
export interface LabelText {
  readonly name: string
  /** What its code holds. */
  readonly content: string
}

interface LabelSheetsProps {
  readonly labels: readonly LabelText[]
  readonly kind: CodeKind
  readonly size: LabelSize
  /** So many labels of the first sheet are used up. */
  readonly used: number
}

const paddingMm = 2
/** Of a label with bars, the part that they are high. */
const barsPart = 0.42

/** As they will be printed. */
export function LabelSheets({ labels, kind, size, used }: LabelSheetsProps) {
  const places = [...Array.from<LabelText | undefined>({ length: used }), ...labels]
  const perSheet = size.columns * size.rows
  const sheets = Array.from({ length: Math.ceil(places.length / perSheet) }, (_, at) =>
    places.slice(at * perSheet, (at + 1) * perSheet),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a sheet is wider than a phone: who has no mouse scrolls it
    <div className="label-sheets" role="region" aria-label="Labels" tabIndex={0}>
      {sheets.map((sheet, at) => (
        <div key={at} className="label-sheet" data-paper={size.paper} style={styleOf(size)}>
          {sheet.map((label, place) =>
            label ? <Label key={place} label={label} kind={kind} size={size} /> : <div key={place} />,
          )}
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
  readonly kind: CodeKind
  readonly size: LabelSize
}

function Label({ label: { name, content }, kind, size }: LabelProps) {
  const width = size.width - 2 * paddingMm
  const code = codeOf(content, kind, width)
  const square = Math.min(size.height - 2 * paddingMm, size.width / 2)
  const room =
    code.kind === 'qr' ? { width: square, height: square } : { width, height: size.height * barsPart }
  return (
    <div className="label" data-code={code.kind}>
      <Drawing code={code} label={`Code of ${name}: ${content}`} {...room} />
      <div className="label-text">
        <div className="label-name">{name}</div>
        <div>{content}</div>
      </div>
    </div>
  )
}

interface DrawingProps {
  readonly code: Code
  readonly label: string
  /** In millimetres. */
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
