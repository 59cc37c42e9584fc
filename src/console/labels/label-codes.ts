import JsBarcode from 'jsbarcode'
import { encode } from 'uqr'

/** Codes for labels, as what a drawing needs: lengths are in modules, the narrowest bar or the smallest square. */

export type CodeKind = 'qr' | 'code128'

export interface Code {
  readonly kind: CodeKind
  readonly width: number
  /** 1 for bars, which are drawn as high as there is room. */
  readonly height: number
  /** The dark parts, as an SVG path. The quiet zone around them is within width and height. */
  readonly path: string
}

/** Narrower bars are more than printers of 203 dpi draw, and more than many scanners see. */
const narrowestMm = 0.25

/** ISO/IEC 15417 wants ten modules of white on either side, ISO/IEC 18004 four all around. */
const quietBars = 10
const quietSquares = 4

/** Code 128 where that can hold the text and is readable at this width; else QR, which holds any text. */
export function codeOf(text: string, wanted: CodeKind, widthMm: number): Code {
  const bars = wanted === 'code128' && isPlain(text) ? barsOf(text) : undefined
  return bars && widthMm / bars.width >= narrowestMm ? bars : squaresOf(text)
}

/** Printable ASCII: all else, scanners that act as keyboards garble. */
const isPlain = (text: string): boolean => /^[ -~]+$/.test(text)

function barsOf(text: string): Code {
  const drawn: { encodings?: { data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  const modules = drawn.encodings?.[0]?.data
  if (modules === undefined) throw new Error(`No Code 128 for ${text}`)
  const row = Array.from(modules, (module) => module === '1')
  return { kind: 'code128', width: row.length + 2 * quietBars, height: 1, path: runsOf(row, quietBars, 0) }
}

function squaresOf(text: string): Code {
  const { size, data } = encode(text, { ecc: 'M', border: quietSquares })
  return { kind: 'qr', width: size, height: size, path: data.map((row, y) => runsOf(row, 0, y)).join('') }
}

/** A rectangle for each run of dark modules: single ones would show seams. */
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
