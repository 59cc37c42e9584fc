import { code128, datamatrix, type DrawingContext } from 'bwip-js/generic'
import { type Code, type CodeKind, runsOf, squaresOf } from './squares'

/** Codes for labels, as paths to draw. Lengths are in modules: the narrowest bar or the smallest square. */

/** Minimum width of a bar and of a square. Printers with 203 dpi and many scanners can't handle narrower ones. */
export const narrowestMm = 0.25

/** Quiet zone: ISO/IEC 15417 requires ten modules on either side. */
const quietBars = 10

/**
 * Returns a Code 128 when it can encode the text and is readable at this width; otherwise a QR code. Width and height include the
 * quiet zone.
 */
export function codeOf(text: string, wanted: 'qr' | 'code128', widthMm: number): Code {
  const bars = wanted === 'code128' ? barsOf(text, quietBars) : undefined
  return bars && widthMm / bars.width >= narrowestMm ? bars : squaresOf(text)
}

/** Returns a code without its quiet zone; undefined when the kind can't encode the text. */
export function bareCodeOf(text: string, kind: CodeKind): Code | undefined {
  if (kind === 'code128') return barsOf(text, 0)
  return kind === 'qr' ? squaresOf(text, 0) : matrixOf(text)
}

/** Returns whether the text is printable ASCII. Scanners that act as keyboards garble other characters. */
const isPlain = (text: string): boolean => /^[ -~]+$/.test(text)

/** The first two digits of application identifiers whose data has a predefined length, and needs no separator after it. */
const predefined = new Set('00 01 02 03 04 11 12 13 14 15 16 17 18 19 20 31 32 33 34 35 36 41'.split(' '))
const fnc1 = '^FNC1'

/**
 * Returns what a code encodes: an element string with brackets becomes one with separators (GS1 General Specifications), as
 * `readCode` in src/base/gs1 reads it. In other texts, a circumflex is written as its number, because it begins a function.
 */
function toEncode(text: string): string {
  const elements: string[] = []
  const part = /\((\d{2,4})\)((?:\\\(|[^(\\])+)/y
  while (part.lastIndex < text.length) {
    const [whole, ai = '', data = ''] = part.exec(text) ?? []
    if (whole === undefined) return escaped(text)
    const isLast = part.lastIndex === text.length
    const end = isLast || predefined.has(ai.slice(0, 2)) ? '' : fnc1
    elements.push(ai + escaped(data.replaceAll(String.raw`\(`, '(')) + end)
  }
  return fnc1 + elements.join('')
}

const escaped = (text: string): string => text.replaceAll('^', '^^')

function barsOf(text: string, quiet: number): Code | undefined {
  if (!isPlain(text)) return undefined
  const { lines, width } = code128(optionsOf('code128', text), drawing())
  const row = Array.from({ length: width }, () => false)
  for (const { middle, width: bar } of lines) {
    const left = middle - Math.ceil(bar / 2)
    row.fill(true, left, left + bar)
  }
  return { kind: 'code128', width: width + 2 * quiet, height: 1, path: runsOf(row, quiet, 0) }
}

/** Units of a square in the drawings of bwip-js. */
const unitsOfSquare = 2

function matrixOf(text: string): Code | undefined {
  if (!isPlain(text)) return undefined
  const { polygons, width, height } = datamatrix(optionsOf('datamatrix', text), drawing())
  const [columns, rows] = [width / unitsOfSquare, height / unitsOfSquare]
  const path = Array.from({ length: rows }, (_, y) => runsOf(darkIn(polygons, y, columns), 0, y))
  return { kind: 'datamatrix', width: columns, height: rows, path: path.join('') }
}

const optionsOf = (bcid: string, text: string) => ({
  bcid,
  text: toEncode(text),
  parsefnc: true,
  scale: 1,
  // Of bars. A matrix would be stretched.
  ...(bcid === 'code128' && { height: 1 }),
})

type Point = [x: number, y: number]

interface Drawn {
  width: number
  height: number
  readonly lines: { readonly middle: number; readonly width: number }[]
  readonly polygons: Point[][]
}

/** Collects what bwip-js draws. */
function drawing(): DrawingContext<Drawn> {
  const drawn: Drawn = { width: 0, height: 0, lines: [], polygons: [] }
  const none = () => {}
  return {
    scale: () => null,
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width, height) => void Object.assign(drawn, { width, height }),
    line: (middle, ...[, , , width]) => void drawn.lines.push({ middle, width }),
    polygon: (points) => void drawn.polygons.push(points),
    hexagon: none,
    ellipse: none,
    fill: none,
    text: none,
    end: () => drawn,
  }
}

/** Returns which squares of a row are dark: the edges of polygons begin and end its runs. */
function darkIn(polygons: readonly Point[][], y: number, columns: number): boolean[] {
  const middle = (y + 0.5) * unitsOfSquare
  const edges = polygons.flatMap((points) =>
    points.flatMap(([x, y1], at) => {
      const [, y2] = points[(at + 1) % points.length] as Point
      return y1 > middle === y2 > middle ? [] : [x / unitsOfSquare]
    }),
  )
  const row = Array.from({ length: columns }, () => false)
  edges.sort((one, other) => one - other)
  for (let at = 0; at + 1 < edges.length; at += 2) row.fill(true, edges[at], edges[at + 1])
  return row
}
