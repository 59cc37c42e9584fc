import { describe, expect, test } from 'bun:test'
import { bitmapOf } from '../../../src/tracking/zpl/bitmap'
import {
  code128Modules,
  code128Of,
  contentOf,
  dataMatrixOf,
  qrModules,
} from '../../../src/tracking/zpl/codes'
import { LabelProblem, type PrintedElement, toZpl } from '../../../src/tracking/zpl/label'
import { png, withDarkCorner } from '../../support/images'

/** Labels in ZPL II (docs/labels.md, Drawing). */

const box = { left_mm: 2, top_mm: 3, width_mm: 60, height_mm: 10 }
const device = { dpi: 203, correctionX: 0, correctionY: 0 }
const zplOf = (elements: readonly PrintedElement[], changes: object = {}) =>
  toZpl({ id: 7, width_mm: 76.2, height_mm: 50.8, epc: null, elements }, { ...device, ...changes })
const fieldOf = (element: PrintedElement, changes: object = {}): string | undefined =>
  zplOf([element], changes)
    .split('\n')
    .find((line) => line.startsWith('^FO'))

describe('the content of codes', () => {
  // >; and >: begin in subsets C and B, >5 and >6 switch to them, >8 is FNC1, and >0 is the character >.
  test.each([
    ['123456', '>;123456', 4],
    ['AB12', '>:AB12', 5],
    ['AB1234', '>:AB>51234', 6],
    ['A12345z>', '>:A1>52345>6z>0', 9],
    ['(8004)95212341', '>;>8800495212341', 8],
    ['(01)04012345123456(21)7', '>;>801040123451234562 1>67'.replace(' ', ''), 13],
  ])('of the Code 128 of %s is %s', (value, data, symbols) => {
    expect(code128Of(contentOf(value))).toEqual({ data, symbols })
  })

  test.each([
    ['123456', '123456', 12],
    ['A_B', 'A_d095B', 12],
    ['(8004)95212341', '_1800495212341', 16],
    // AI 10 has a variable length, and AI 01 has not.
    ['(01)04012345123456(10)AB(21)7', '_1010401234512345610AB_1217', 20],
    ['Größe', 'Größe', 18],
  ])('of the Data Matrix of %s is %s, with a side of %d modules', (value, data, modules) => {
    expect(dataMatrixOf(contentOf(value))).toEqual({ data, modules })
  })

  test('has limits', () => {
    expect(code128Of(['Ä'])).toBeUndefined()
    expect(dataMatrixOf(['x'.repeat(817)])).toBeUndefined()
    expect([qrModules('x'.repeat(14)), qrModules('x'.repeat(15)), qrModules('x'.repeat(2_332))]).toEqual([
      29,
      33,
      undefined,
    ])
    expect(code128Modules(4)).toBe(88)
  })
})

describe('a label', () => {
  test('says how large it is, and asks the printer to return its id', () => {
    expect(zplOf([])).toBe(
      '^XA\n^CI28\n^PW609^LL406^LH0,0\n^FN3^FD7^FS\n^FH_^HV3,1,L7P[,]_0D_0A,L^FS\n^PQ1\n^XZ\n',
    )
  })

  test('writes the control word and the EPC, and reads both banks back', () => {
    const epc = '3414A4C13C00000000000001'
    const lines = toZpl({ id: 7, width_mm: 10, height_mm: 10, epc, elements: [] }, device).split('\n')
    expect(lines.slice(3, -3)).toEqual([
      '^RS8,,,1,N',
      '^RFW,H,1,2,1^FD3000^FS',
      `^RFW,H,2,12,1^FD${epc}^FS`,
      '^FN1^RFR,H,2,12,1^FS',
      '^FN2^RFR,H,0,12,2^FS',
      '^FH_^HV1,24,L7E[,]_0D_0A,L^FS',
      '^FH_^HV2,24,L7T[,]_0D_0A,L^FS',
    ])
  })

  test.each<readonly [PrintedElement, string]>([
    [{ kind: 'line', ...box, height_mm: 0.3 }, '^FO16,24^GB480,2,2^FS'],
    [{ kind: 'text', value: 'A', fits: false, ...box }, String.raw`^FO16,24^A0N,64,64^TBN,480,80^FH\^FDA^FS`],
    // Nothing in a text is a command.
    [
      { kind: 'text', value: '^XZ~HS\\\t', fits: true, ...box },
      String.raw`^FO16,24^A0N,64,64^TBN,480,80^FH\^FD\5EXZ\7EHS\5C ^FS`,
    ],
    [
      { kind: 'text', value: 'Tray <A>', fits: false, ...box },
      String.raw`^FO16,24^A0N,64,64^TBN,480,80^FH\^FDTray << >A>^FS`,
    ],
    [{ kind: 'code128', value: '123456', ...box }, String.raw`^FO66,24^BY5^BCN,80,N,N,N,N^FH\^FD>;123456^FS`],
    [{ kind: 'datamatrix', value: '123456', ...box }, String.raw`^FO22,30^BXN,6,200,,,,_,1^FH\^FD123456^FS`],
    [{ kind: 'qr', value: 'abc', ...box }, String.raw`^FO24,32^BQN,2,2^FH\^FDMA,abc^FS`],
  ])('has %j as %s', (element, line) => {
    expect(fieldOf(element)).toBe(line)
  })

  test('makes a text smaller until it fits, shares the height between lines, and moves by the corrections', () => {
    const long = fieldOf({ kind: 'text', value: 'W'.repeat(40), fits: true, ...box })
    expect(long).toStartWith('^FO16,24^A0N,13,13^TBN')
    const lines = zplOf([{ kind: 'text', value: 'A\nB', fits: true, ...box }], {
      correctionX: 1,
      correctionY: -5,
    })
    expect(lines.match(/\^FO\d+,\d+\^A0N,\d+/g)).toEqual(['^FO24,0^A0N,32', '^FO24,40^A0N,32'])
  })

  test('is refused when a code does not fit, or cannot have a character', () => {
    const narrow = { ...box, width_mm: 5, height_mm: 5 }
    const faults = (element: PrintedElement) => expect(() => zplOf([element])).toThrow(LabelProblem)
    faults({ kind: 'code128', value: '(8004)9521234123', ...narrow })
    faults({ kind: 'code128', value: 'Größe', ...box })
    faults({ kind: 'qr', value: 'x'.repeat(100), ...narrow })
    faults({ kind: 'datamatrix', value: 'x'.repeat(200), ...narrow })
  })

  test('has an image in dots, black where it is dark', async () => {
    const bitmap = await bitmapOf(png(20, 20), 12, 2)
    expect([bitmap.bytesPerRow, bitmap.hex.length]).toEqual([2, 8])
    const line = fieldOf({ kind: 'image', bitmap, ...box })
    expect(line).toMatch(/^\^FO16,24\^GFA,4,4,2,[0-9A-F]{8}\^FS$/)
    const corner = await bitmapOf(withDarkCorner(20, 4), 20, 4)
    expect(corner.hex).toBe('FFC000FFC000000000000000')
  })
})
