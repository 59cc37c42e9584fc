import { isSheet, type LabelSize, sizes } from '../sheets/label-sizes'
import { type Draft, type Element, rounded } from './template'

/** The templates to begin with: a code, the name and the key on the rolls of today. */

const marginMm = 2
const gapMm = 3

export const startSizes: readonly LabelSize[] = sizes.filter((size) => !isSheet(size))

export function startOf({ name, width, height }: LabelSize): Draft {
  const margin = height < 20 ? 1 : marginMm
  const side = height - 2 * margin
  const left = margin + side + marginMm
  const text = { left_mm: left, width_mm: rounded(width - margin - left), ...nothing, fits: true }
  const nameHeight = rounded(side * 0.4)
  const keyHeight = rounded(side * 0.3)
  return {
    name,
    width_mm: width,
    height_mm: height,
    gap_mm: gapMm,
    margin_mm: margin,
    elements: [
      {
        ...nothing,
        kind: 'datamatrix',
        field: 'code',
        left_mm: margin,
        top_mm: margin,
        width_mm: side,
        height_mm: side,
      },
      { ...text, kind: 'text', field: 'name', top_mm: margin, height_mm: nameHeight },
      {
        ...text,
        kind: 'text',
        field: 'external_key',
        top_mm: rounded(height - margin - keyHeight),
        height_mm: keyHeight,
      },
    ],
  }
}

const nothing = { field: null, text: null, image: null, fits: false } as const

/** Returns a new element in the middle of the label. */
export function newElement(kind: Element['kind'], label: Pick<Draft, 'width_mm' | 'height_mm'>): Element {
  const square = Math.min(label.width_mm, label.height_mm) / 2
  const width_mm = rounded(
    kind === 'qr' || kind === 'datamatrix' || kind === 'image' ? square : label.width_mm / 2,
  )
  const height_mm = rounded(
    { text: Math.min(5, label.height_mm / 3), line: 0.3, code128: square / 2 }[kind as string] ?? square,
  )
  const isShown = kind !== 'image' && kind !== 'line'
  return {
    ...nothing,
    kind,
    field: isShown ? (kind === 'text' ? 'external_key' : 'code') : null,
    left_mm: rounded((label.width_mm - width_mm) / 2),
    top_mm: rounded((label.height_mm - height_mm) / 2),
    width_mm,
    height_mm,
    fits: kind === 'text',
  }
}
