import type { MintedNumber } from '../../inventory/numbers/kinds'
import { readCode } from '../../base/gs1/identity'
import type { PrinterRow, PrintJobRow, PrintLabelRow, Reads } from '../../storage/core/store'
import type { LabelElement, TemplateView } from '../label-templates/schema'
import { assetSubjects } from '../label-templates/subjects'
import { type LabelValues, labelValues } from '../label-templates/values'
import { type Bitmap, bitmapOf } from '../zpl/bitmap'
import { LabelProblem, type PrintedElement, toZpl } from '../zpl/label'
import { zplMessages } from '../zpl/messages'
import { templateOf } from './view'

/** Maximum number of dots of the images of a label: more than 4 × 6 inches at 600 dpi. */
const dotsMax = 10_000_000

/** Draws the labels of a job for a printer. Images are scaled once. */
export class LabelDrawing {
  readonly #template: TemplateView
  readonly #printer: PrinterRow
  readonly #bitmaps = new Map<LabelElement, Bitmap>()

  constructor(job: PrintJobRow, printer: PrinterRow) {
    this.#template = templateOf(job)
    this.#printer = printer
  }

  /** Returns the ZPL of a label with its number; undefined when its asset was deleted. Throws LabelProblem. */
  async draw(read: Reads, { id, organizationId, assetId, epc }: PrintLabelRow): Promise<string | undefined> {
    const number = epc === null ? null : numberOfEpc(epc)
    const rows = await read.assets.ofIds([assetId])
    const subject = (await assetSubjects(read, organizationId, rows)).get(assetId)
    if (!subject) return undefined
    const values = labelValues(subject, number)
    this.#requireImages()
    const elements: PrintedElement[] = []
    for (const element of this.#template.elements) {
      const printed = await this.#elementOf(element, values)
      if (printed) elements.push(printed)
    }
    const { width_mm, height_mm } = this.#template
    const { dpi, correctionX, correctionY } = this.#printer
    return toZpl({ id, width_mm, height_mm, elements, epc }, { dpi, correctionX, correctionY })
  }

  async #elementOf(element: LabelElement, values: LabelValues): Promise<PrintedElement | undefined> {
    const { kind, fits, left_mm, top_mm, width_mm, height_mm } = element
    const box = { left_mm, top_mm, width_mm, height_mm }
    if (kind === 'line') return { kind, ...box }
    if (kind === 'image') {
      const bitmap = await this.#bitmapOf(element)
      return bitmap && { kind, bitmap, ...box }
    }
    const value = textOf(element, values)
    if (value === '') return undefined
    return kind === 'text' ? { kind, value, fits, ...box } : { kind, value, ...box }
  }

  #dots(mm: number): number {
    return Math.max(1, Math.round((mm * this.#printer.dpi) / 25.4))
  }

  #requireImages(): void {
    const sizes = this.#template.elements
      .filter(({ image }) => image !== null)
      .map(({ width_mm: width, height_mm: height }) => this.#dots(width) * this.#dots(height))
    if (sizes.reduce((sum, dots) => sum + dots, 0) <= dotsMax) return
    throw new LabelProblem(zplMessages('zpl.images', { max: dotsMax, dpi: this.#printer.dpi }))
  }

  async #bitmapOf(element: LabelElement): Promise<Bitmap | undefined> {
    const { image, width_mm: width, height_mm: height } = element
    if (image === null) return undefined
    const known = this.#bitmaps.get(element)
    if (known) return known
    const bitmap = await bitmapOf(Buffer.from(image, 'base64'), this.#dots(width), this.#dots(height))
    this.#bitmaps.set(element, bitmap)
    return bitmap
  }
}

/** Returns the text of an element; empty when it shows a field that has no value. */
const textOf = ({ field, text }: LabelElement, values: LabelValues): string =>
  field === null ? (text ?? '') : (values.get(field) ?? '')

/** Returns the spellings of a minted number, from its EPC: those of GIAI and SSCC have their serial in the reference. */
function numberOfEpc(epc: string): MintedNumber {
  const { identity } = readCode(epc)
  if (!identity) throw new Error(`${epc} is not the EPC of a minted number.`)
  const { uri, gs1_key: key, serial, element_string: elements } = identity
  const reference = uri
    ?.split('.')
    .at(-1)
    ?.replace(/^0+(?=.)/, '')
  return { epc, uri: uri ?? '', gs1_key: key, serial: serial ?? reference ?? key, element_string: elements }
}
