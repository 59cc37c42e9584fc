import {
  BinaryBitmap,
  Code128Reader,
  DataMatrixReader,
  DecodeHintType,
  GlobalHistogramBinarizer,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readCode } from '../../src/base/gs1/identity'
import { bareCodeOf, codeOf } from '../../src/console/labels/sheets/label-codes'
import type { Code } from '../../src/console/labels/sheets/squares'
import { numberOf } from '../../src/inventory/numbers/kinds'

/** The codes of labels, read by another library than those that generate them. */

const pixels = 4
const barsHigh = 40

/** Renders the path of a code to an image, as a scanner sees it. */
function photographed({ kind, width, height, path }: Code): BinaryBitmap {
  const rows = kind === 'code128' ? barsHigh : height
  const shades = new Uint8ClampedArray(width * pixels * rows * pixels).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    const from = Number(x) * pixels
    const top = kind === 'code128' ? 0 : Number(y) * pixels
    const bottom = kind === 'code128' ? rows * pixels : top + pixels
    for (let line = top; line < bottom; line++) {
      const start = line * width * pixels + from
      shades.fill(0, start, start + Number(length) * pixels)
    }
  }
  const source = new RGBLuminanceSource(shades, width * pixels, rows * pixels)
  return new BinaryBitmap(new GlobalHistogramBinarizer(source))
}

const readers = { qr: QRCodeReader, code128: Code128Reader, datamatrix: DataMatrixReader }

function readOf(code: Code, isGs1 = false): { text: string; kind: string } {
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.CHARACTER_SET, 'UTF-8'],
    // The image contains only the code. Without this hint the reader mistakes parts of some codes for a corner.
    [DecodeHintType.PURE_BARCODE, true],
    // Says where an element string has its separators.
    ...(isGs1 ? [[DecodeHintType.ASSUME_GS1, true] as const] : []),
  ])
  const reader = new readers[code.kind]()
  return { text: reader.decode(photographed(code), hints).getText(), kind: code.kind }
}

/** Bars with the space that a reader needs on either side. */
const withQuiet = ({ path, width, ...code }: Code): Code => ({
  ...code,
  width: width + 20,
  path: path.replaceAll(/M(\d+)/g, (_, x) => `M${Number(x) + 10}`),
})

/** Wide enough for anything. */
const wide = 10_000

describe('the codes of labels', () => {
  test.each([
    'A',
    'PALLET-7',
    '123456',
    '1234567',
    'AB12345678CD',
    '00350123450000000017',
    'a~b c{}',
    'Mixed-007-Case-99',
  ])('%p is read from either code', (text) => {
    expect(readOf(codeOf(text, 'qr', wide))).toEqual({ text, kind: 'qr' })
    expect(readOf(codeOf(text, 'code128', wide))).toEqual({ text, kind: 'code128' })
  })

  test('any key is read from Code 128', () => {
    const key = fc.stringMatching(/^[A-Za-z0-9-]{1,40}$/)
    fc.assert(
      fc.property(key, (text) => {
        expect(readOf(codeOf(text, 'code128', wide))).toEqual({ text, kind: 'code128' })
      }),
      { numRuns: 100 },
    )
  })

  test('any printable text is read from QR', () => {
    const printable = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(printable, (text) => {
        expect(readOf(codeOf(text, 'qr', wide))).toEqual({ text, kind: 'qr' })
      }),
      { numRuns: 30 },
    )
  })

  test('text that Code 128 cannot encode becomes QR', () => {
    for (const text of ['Größe-3', '棚-12', 'a\u00c8b'])
      expect(readOf(codeOf(text, 'code128', wide))).toEqual({ text, kind: 'qr' })
  })

  test('bars that would be narrower than a quarter of a millimeter become QR', () => {
    const { width } = codeOf('PALLET-0042', 'code128', wide)
    expect(codeOf('PALLET-0042', 'code128', width / 4).kind).toBe('code128')
    expect(codeOf('PALLET-0042', 'code128', width / 4 - 0.1).kind).toBe('qr')
  })

  test('a code has the quiet zone that its standard requires', () => {
    const bars = codeOf('DOCK-9', 'code128', wide)
    const ends = [...bars.path.matchAll(/M(\d+) 0h(\d+)/g)].map(([, x, length]) => Number(x) + Number(length))
    expect(bars.path.startsWith('M10 0')).toBe(true)
    expect(bars.width - Math.max(...ends)).toBe(10)
    const squares = codeOf('DOCK-9', 'qr', wide)
    expect(squares.path.startsWith('M4 4h7')).toBe(true)
    expect(squares.width).toBe(squares.height)
  })

  const separator = '\u001d'
  const grai = numberOf({ scheme: 'grai', prefix: '9521234', reference: '00123' }, 547)

  test.each([
    ['(01)09521234543213(21)400', '010952123454321321400'],
    [grai.element_string, grai.element_string.replace(/[()]/g, '')],
    [`${grai.element_string}(21)7`, `${grai.element_string.replace(/[()]/g, '')}${separator}217`],
    [String.raw`(8004)9521234a\(b(21)xy`, `80049521234a(b${separator}21xy`],
  ])('%p is a GS1 code, whose separators are where the next element begins', (text, raw) => {
    const [bars, squares] = [bareCodeOf(text, 'code128'), bareCodeOf(text, 'datamatrix')] as [Code, Code]
    expect(readOf(withQuiet(bars), true).text).toBe(`]C1${raw}`)
    expect([raw, separator + raw]).toContain(readOf(squares).text)
    const { identity } = readCode(`]d2${raw}`)
    expect(identity?.element_string).toBe(readCode(text).identity?.element_string ?? 'none')
  })

  test('any printable text is read from a DataMatrix', () => {
    const printable = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(printable, (text) => {
        expect(readOf(bareCodeOf(text, 'datamatrix') as Code).text).toBe(text)
      }),
      { numRuns: 30 },
    )
    expect(bareCodeOf('Größe-3', 'datamatrix')).toBeUndefined()
  })
})
