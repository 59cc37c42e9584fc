import type { Schemas } from '../../api/client'
import { t } from '../../languages/messages'
import { bareCodeOf, narrowestMm } from '../sheets/label-codes'
import type { Code, CodeKind } from '../sheets/squares'

/** A label template, its elements, and what can be wrong with them. Lengths are in millimeters. */

export type Template = Schemas['LabelTemplate']
export type Element = Schemas['LabelElement']
export type Draft = Pick<Template, 'name' | 'width_mm' | 'height_mm' | 'gap_mm' | 'margin_mm' | 'elements'>
/** The texts of the fields that have one. */
export type Values = Readonly<Record<string, string>>

export const kindNames: Readonly<Record<Element['kind'], string>> = {
  text: t('Text'),
  code128: 'Code 128',
  qr: t('QR code'),
  datamatrix: 'DataMatrix',
  image: t('Image'),
  line: t('Straight line'),
}

export const fieldNames: Readonly<Record<string, string>> = {
  external_key: t('Key'),
  name: t('Name'),
  description: t('Description'),
  organization: t('Organization'),
  location: t('Location'),
  code: t('Barcode tag, or the key'),
  epc: 'EPC',
  gs1_key: t('GS1 key'),
  serial: t('Serial number'),
  element_string: t('GS1 element string'),
  uri: t('EPC URI'),
  digital_link: t('GS1 Digital Link'),
}

/** What an example label shows. Its number is one of GS1's prefix for examples. */
export const exampleValues: Values = {
  external_key: 'RC-0547',
  name: t('Roll cage, 800 × 720'),
  description: t('A description'),
  organization: t('Acme Warehousing'),
  location: t('North hall'),
  code: 'RC-0547',
  epc: '3316452148001EC000000223',
  gs1_key: '9521234001232547',
  serial: '547',
  element_string: '(8003)09521234001232547',
  uri: 'urn:epc:id:grai:9521234.00123.547',
  digital_link: 'https://id.gs1.org/8003/09521234001232547',
}

export const isCode = ({ kind }: Element): boolean => kind !== 'text' && kind !== 'image' && kind !== 'line'

/** Returns the text of an element; empty when its field has no value. */
export const textOf = ({ field, text }: Element, values: Values): string =>
  field === null ? (text ?? '') : (values[field] ?? '')

const codes = new Map<string, Code | undefined>()
const codesMax = 500

/** Returns the code of an element. A code takes up to ten milliseconds, so that they are kept. */
export function codeOfElement(element: Element, values: Values): Code | undefined {
  const text = textOf(element, values)
  if (text === '') return undefined
  const key = `${element.kind} ${text}`
  if (!codes.has(key)) {
    if (codes.size >= codesMax) codes.clear()
    codes.set(key, codeFor(element.kind as CodeKind, text))
  }
  return codes.get(key)
}

function codeFor(kind: CodeKind, text: string): Code | undefined {
  try {
    return bareCodeOf(text, kind)
  } catch {
    // The text is too long for the kind.
    return undefined
  }
}

/** Returns the width of a bar or square of a code that is drawn into its element. */
export const cellOf = (
  { width, height, kind }: Code,
  element: Pick<Element, 'width_mm' | 'height_mm'>,
): number =>
  kind === 'code128'
    ? element.width_mm / width
    : Math.min(element.width_mm / width, element.height_mm / height)

export const rounded = (millimeters: number): number => Math.round(millimeters * 100) / 100

/** Returns how far an element is outside of the label; 0 when it is on it. */
export const outsideOf = (element: Element, label: Pick<Draft, 'width_mm' | 'height_mm'>): number =>
  rounded(
    Math.max(
      0,
      -element.left_mm,
      -element.top_mm,
      element.left_mm + element.width_mm - label.width_mm,
      element.top_mm + element.height_mm - label.height_mm,
    ),
  )

type CodeFault = 'unsuitable' | { readonly cell: number; readonly least: number }

/** Returns why the code of an element cannot be read from its label: its text, or its size. */
export function codeFault(element: Element, values: Values): CodeFault | undefined {
  if (!isCode(element) || textOf(element, values) === '') return undefined
  const code = codeOfElement(element, values)
  if (!code) return 'unsuitable'
  const cell = cellOf(code, element)
  if (cell >= narrowestMm - 1e-9) return undefined
  const squares = code.kind === 'code128' ? code.width : Math.max(code.width, code.height)
  return { cell: rounded(cell), least: Math.ceil(squares * narrowestMm * 10) / 10 }
}
