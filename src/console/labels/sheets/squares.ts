import { encode } from 'uqr'

/** QR codes as paths to draw, for pages that need no other code. Lengths are in modules: the smallest square, or the narrowest bar. */

export type CodeKind = 'qr' | 'code128' | 'datamatrix'

export interface Code {
  readonly kind: CodeKind
  readonly width: number
  /** 1 for bars, which are stretched to the available height. */
  readonly height: number
  /** The dark modules as an SVG path. */
  readonly path: string
}

/** Quiet zone: ISO/IEC 18004 requires four modules on every side. */
const quietSquares = 4

/** Returns a QR code with a quiet zone of so many modules. */
export function squaresOf(text: string, quiet = quietSquares): Code {
  const { size, data } = encode(text, { ecc: 'M', border: quiet })
  return { kind: 'qr', width: size, height: size, path: data.map((row, y) => runsOf(row, 0, y)).join('') }
}

/** Returns a rectangle for each run of dark modules. Single modules would show seams. */
export function runsOf(row: readonly boolean[], left: number, y: number): string {
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
