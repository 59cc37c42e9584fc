import { t } from '../languages/messages'
import type { Box } from './shapes/geometry'
import { nameWidth } from './shapes/joined'
import { fittingName, lettersIn } from './shapes/names'
import { type Area, labelDepth } from './shapes/picture'

/** The texts of an area. Counts and durations are whole or absent; only names are shortened. */

/** Between a name and the number beside it, in pixels: without it, "Dock 1" with one asset reads "Dock 11". */
export const gap = 10
/** The width of a digit of a count, in pixels. */
const digit = 10

interface LabelProps {
  readonly area: Area
  /** The number of assets; empty when it is not shown. */
  readonly count: string
}

export function Label({ area, count }: LabelProps) {
  const { location, detail, isCentered, labelAt, box } = area
  if (detail === 'none') return null
  if (detail === 'count')
    return (
      <text
        className="area-count"
        textAnchor="middle"
        x={box.x + box.width / 2}
        y={box.y + box.height / 2 + 5}
      >
        {count}
      </text>
    )
  if (detail === 'line') {
    // A name that is cut to a few letters is not useful.
    const hasName = location.name.length <= lettersIn(box.width - 16 - gap - count.length * digit)
    return (
      <>
        {hasName && (
          <text className="area-name" x={box.x + 8} y={box.y + box.height / 2 + 4}>
            {location.name}
          </text>
        )}
        <text
          className="area-count"
          textAnchor={hasName ? 'end' : 'start'}
          x={hasName ? box.x + box.width - 8 : box.x + 8}
          y={box.y + box.height / 2 + 5}
        >
          {count}
        </text>
      </>
    )
  }
  const anchor = isCentered ? 'middle' : 'start'
  return (
    <>
      <text className="area-name" textAnchor={anchor} x={labelAt.x} y={labelAt.y}>
        {fittingName(location.name, box.width - 8)}
      </text>
      <text className="area-count" textAnchor={anchor} x={labelAt.x} y={labelAt.y + 18}>
        {count}
      </text>
    </>
  )
}

/** In pixels: around the text of a plate and around the plate, and less in an area that is narrower. */
const roomy = { from: 90, padding: 9, around: 6 }
const tight = { padding: 3, around: 2 }
const lineHeight = 17

interface PlateProps {
  readonly area: Area
  readonly count: string
  /** How long the area was not read. */
  readonly age: string
}

/** The label of an area that needs attention: name and count, then for how long. A small area has its count only. */
export function Plate({ area: { location, box, detail }, count, age }: PlateProps) {
  if (detail === 'none') return null
  const { padding, around } = box.width < roomy.from ? tight : roomy
  const room = box.width - 2 * (padding + around)
  const most = Math.floor((box.height - 2 * around - 7) / lineHeight)
  const lines = plateLines({ name: location.name, count, age }, room, most)
  if (lines.length === 0) return null
  const width = Math.min(box.width - 2 * around, Math.max(...lines.map(nameWidth)) + 2 * padding)
  return (
    <g transform={`translate(${box.x + around} ${box.y + around})`}>
      <rect className="plate" width={width} height={lines.length * lineHeight + 7} rx={5} />
      {lines.map((line, index) => (
        <text
          key={index}
          className={index === 0 ? 'plate-name' : 'plate-text'}
          x={padding}
          y={16 + index * lineHeight}
        >
          {line}
        </text>
      ))}
    </g>
  )
}

interface PlateTexts {
  readonly name: string
  readonly count: string
  readonly age: string
}

/** Returns the lines that fit: the count has precedence, then the name, then the age. */
function plateLines({ name, count, age }: PlateTexts, width: number, most: number): string[] {
  const fits = (text: string) => text.length <= lettersIn(width)
  const beside = fittingName(name, width - nameWidth(` · ${count}`), 5)
  const above = beside === undefined ? fittingName(name, width, 2) : undefined
  const label =
    beside !== undefined
      ? [`${beside} · ${count}`]
      : above !== undefined && most > 1
        ? [above, count]
        : [count]
  const sentence = [t('No reads for {age}', { age }), age].find(fits)
  return [...label, ...(sentence === undefined ? [] : [sentence])].filter(fits).slice(0, Math.max(0, most))
}

/** The height and the assumed width of a count, in pixels: a place for a few digits. */
const countBox = { width: 36, height: 18 }

/** Returns where the name and the count of an area are. */
export function labelBoxes({ box, detail, isCentered, labelAt, location }: Area): Box[] {
  if (detail === 'none') return []
  const middle = box.y + box.height / 2
  if (detail === 'count') {
    const x = box.x + (box.width - countBox.width) / 2
    return [{ ...countBox, x, y: middle - countBox.height / 2 }]
  }
  if (detail === 'line') return [{ ...box, y: middle - countBox.height / 2, height: countBox.height }]
  const width = Math.min(Math.max(nameWidth(location.name), countBox.width), box.width)
  return [
    {
      x: isCentered ? labelAt.x - width / 2 : labelAt.x,
      y: labelAt.y - 12,
      width,
      height: 12 + labelDepth,
    },
  ]
}
