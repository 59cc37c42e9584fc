import JsBarcode from 'jsbarcode'
import { encode } from 'uqr'

/** Codes for labels, as paths to draw. Lengths are in modules: the narrowest bar or the smallest square. */

export type CodeKind = 'qr' | 'code128'

export interface Code {
  readonly kind: CodeKind
  readonly width: number
  /** 1 for bars, which are stretched to the available height. */
  readonly height: number
  /** The dark modules as an SVG path. Width and height include the quiet zone. */
  readonly path: string
}

/** Minimum width of a bar. Printers with 203 dpi and many scanners can't handle narrower bars. */
const narrowestMm = 0.25

/** Quiet zones: ISO/IEC 15417 requires ten modules on either side, ISO/IEC 18004 four on every side. */
const quietBars = 10
const quietSquares = 4

/** Returns a Code 128 when it can encode the text and is readable at this width; otherwise a QR code. */
export function codeOf(text: string, wanted: CodeKind, widthMm: number): Code {
  const bars = wanted === 'code128' && isPlain(text) ? barsOf(text) : undefined
  return bars && widthMm / bars.width >= narrowestMm ? bars : squaresOf(text)
}

/** Returns whether the text is printable ASCII. Scanners that act as keyboards garble other characters. */
const isPlain = (text: string): boolean => /^[ -~]+$/.test(text)

function barsOf(text: string): Code {
  const drawn: { encodings?: { data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  const modules = drawn.encodings?.[0]?.data
  if (modules === undefined) throw new Error(`Code 128 can't encode ${text}`)
  const row = Array.from(modules, (module) => module === '1')
  return { kind: 'code128', width: row.length + 2 * quietBars, height: 1, path: runsOf(row, quietBars, 0) }
}

function squaresOf(text: string): Code {
  const { size, data } = encode(text, { ecc: 'M', border: quietSquares })
  return { kind: 'qr', width: size, height: size, path: data.map((row, y) => runsOf(row, 0, y)).join('') }
}

/** Returns a rectangle for each run of dark modules. Single modules would show seams. */
function runsOf(row: readonly boolean[], left: number, y: number): string {
  const runs: string[] = []
  for (let from = 0; from < row.length; from++) {
    if (!row[from]) continue
    let to = from
    while (row[to]) to++
    runs.push(`M${left + from} ${y}h${to - from}v1h${from - to}z`)
    from = to
  }
  return runs.join('')
}
