import type { Message } from '../../base/messages'
import type { Bitmap } from './bitmap'
import { code128Modules, code128Of, contentOf, dataMatrixOf, qrModules } from './codes'
import { zplMessages } from './messages'
import { textWidth } from './text-size'

/** Labels in ZPL II, the language of label printers. */

interface Box {
  readonly left_mm: number
  readonly top_mm: number
  readonly width_mm: number
  readonly height_mm: number
}

/** An element of a label with its value. */
export type PrintedElement =
  | (Box & { readonly kind: 'text'; readonly value: string; readonly fits: boolean })
  | (Box & { readonly kind: 'code128' | 'qr' | 'datamatrix'; readonly value: string })
  | (Box & { readonly kind: 'line' })
  | (Box & { readonly kind: 'image'; readonly bitmap: Bitmap })

interface PrintedLabel {
  readonly id: number
  readonly width_mm: number
  readonly height_mm: number
  readonly elements: readonly PrintedElement[]
  /** What is written into the chip, in hexadecimal digits; null: the label has no chip. */
  readonly epc: string | null
}

export interface Device {
  readonly dpi: number
  /** How far everything is moved to the right and down, in millimeters. */
  readonly correctionX: number
  readonly correctionY: number
}

/** A label cannot be printed; the message says why. */
export class LabelProblem extends Error {
  constructor(readonly said: Message) {
    super(said.english)
  }
}

/** Size of a text, as a share of the height of its line. */
const textShare = 0.8
/** Lowest height of a text that is made smaller, in millimeters. */
const textMin = 1.2

/** Returns the ZPL of a label. The printer reports its id when it was processed, and what was read from the chip. Throws LabelProblem. */
export function toZpl(label: PrintedLabel, device: Device): string {
  const dots = (mm: number) => Math.round((mm * device.dpi) / 25.4)
  const lines = [
    '^XA',
    // UTF-8.
    '^CI28',
    `^PW${dots(label.width_mm)}^LL${dots(label.height_mm)}^LH0,0`,
    ...(label.epc === null ? echo(label.id) : encoding(label.id, label.epc)),
    ...label.elements.map((element) => fieldOf(element, device, dots)),
    '^PQ1',
    '^XZ',
  ]
  return `${lines.join('\n')}\n`
}

/** Returns what begins and ends the answer about a field of a label. */
export const headerOf = (id: number, field: 'E' | 'T' | 'P'): string => `L${id}${field}[`

const hostVerification = (id: number, field: 'E' | 'T' | 'P', number: number, bytes: number): string =>
  `^FH_^HV${number},${bytes},${headerOf(id, field)},]_0D_0A,L^FS`

const echo = (id: number): string[] => [`^FN3^FD${id}^FS`, hostVerification(id, 'P', 3, String(id).length)]

/**
 * Writes the chip and reads it back. One label is tried, and a label that fails is not tried again by the printer: the service decides
 * what is printed next. Bank 1 contains the control word and, from block 2 on, the EPC; bank 2 contains the TID.
 */
const encoding = (id: number, epc: string): string[] => [
  '^RS8,,,1,N',
  `^RFW,H,1,2,1^FD${controlWordOf(epc)}^FS`,
  `^RFW,H,2,${epc.length / 2},1^FD${epc}^FS`,
  `^FN1^RFR,H,2,${epc.length / 2},1^FS`,
  '^FN2^RFR,H,0,12,2^FS',
  hostVerification(id, 'E', 1, epc.length),
  hostVerification(id, 'T', 2, 24),
]

/** The five highest bits of the control word are the number of 16-bit words of the EPC. */
const controlWordOf = (epc: string): string =>
  ((epc.length / 4) << 11).toString(16).toUpperCase().padStart(4, '0')

const control = /[\p{Cc}]+/gu

/** Returns the data of a field, in which no character is a command: ^, ~ and \ begin one. */
const fieldData = (text: string): string => {
  const escaped = text
    .replace(control, ' ')
    .replace(/[\\^~]/g, (character) => `\\${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return `^FH\\^FD${escaped}^FS`
}

/** Returns a text as text blocks print it: data between < and > is a command of them, and << > prints <. */
const blockText = (text: string): string => text.replaceAll('<', '<< >')

type Dots = (mm: number) => number

function fieldOf(element: PrintedElement, device: Device, dots: Dots): string {
  const x = Math.max(0, dots(element.left_mm + device.correctionX))
  const y = Math.max(0, dots(element.top_mm + device.correctionY))
  const [width, height] = [dots(element.width_mm), dots(element.height_mm)]
  const at = (left = 0, top = 0) => `^FO${x + Math.max(0, left)},${y + Math.max(0, top)}`
  switch (element.kind) {
    case 'line':
      return `${at()}^GB${Math.max(1, width)},${Math.max(1, height)},${Math.max(1, Math.min(width, height))}^FS`
    case 'image':
      return `${at()}${graphic(element.bitmap)}`
    case 'text':
      return textFields(element, { width, height }, { at, least: dots(textMin) })
    case 'code128': {
      const code = code128Of(contentOf(element.value))
      if (!code) throw new LabelProblem(zplMessages('zpl.code128', { value: element.value }))
      const modules = code128Modules(code.symbols)
      const module = Math.min(10, Math.floor(width / modules))
      if (module < 1 || height < 1) throw tooLarge(element, device)
      return `${at(10 * module)}^BY${module}^BCN,${height},N,N,N,N${fieldData(code.data)}`
    }
    case 'datamatrix': {
      const code = dataMatrixOf(contentOf(element.value))
      const module = code ? Math.floor(Math.min(width, height) / code.modules) : 0
      if (!code || module < 1) throw tooLarge(element, device)
      return `${at(module, module)}^BXN,${module},200,,,,_,1${fieldData(code.data)}`
    }
    case 'qr': {
      const modules = qrModules(element.value)
      const module = modules === undefined ? 0 : Math.floor(Math.min(width, height) / modules)
      if (module < 1) throw tooLarge(element, device)
      const size = Math.min(10, module)
      return `${at(4 * size, 4 * size)}^BQN,2,${size}${fieldData(`MA,${element.value}`)}`
    }
  }
}

const tooLarge = (
  { value, width_mm: width, height_mm: height }: { readonly value: string } & Box,
  { dpi }: Device,
): LabelProblem => new LabelProblem(zplMessages('zpl.large', { value, width, height, dpi }))

/** The lines of a text share the height of its box. All are made smaller until the widest fits, or are cut at the end of the box. */
function textFields(
  { value, fits }: { readonly value: string; readonly fits: boolean },
  { width, height }: { readonly width: number; readonly height: number },
  { at, least }: { readonly at: (left: number, top: number) => string; readonly least: number },
): string {
  const lines = value.split('\n')
  const line = Math.max(1, Math.floor(height / lines.length))
  const full = Math.max(1, Math.floor(line * textShare))
  const fitting = Math.floor(width / Math.max(...lines.map(textWidth), 0.1))
  const size = fits ? Math.min(full, Math.max(fitting, least)) : full
  const block = `^A0N,${size},${size}^TBN,${Math.max(1, width)},${Math.max(size, line)}`
  return lines.map((text, index) => `${at(0, index * line)}${block}${fieldData(blockText(text))}`).join('\n')
}

function graphic({ bytesPerRow, hex }: Bitmap): string {
  const bytes = hex.length / 2
  return `^GFA,${bytes},${bytes},${bytesPerRow},${hex}^FS`
}
