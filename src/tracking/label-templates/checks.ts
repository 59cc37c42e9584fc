import type { FieldError } from '../../base/errors'
import { labelMessages } from './messages'
import type { NewElement, TemplateView } from './schema'
import { isLabelField, labelFields, ownKeyOf } from './values'

/** The rules of a template that compare several of its fields. */

type Size = Pick<TemplateView, 'width_mm' | 'height_mm' | 'gap_mm' | 'margin_mm'>

const invalidValue = (field: string, message: FieldError['message'], params?: Record<string, unknown>) =>
  ({ field, code: 'invalid_value', message, ...(params && { params }) }) as const

/** Returns a length in hundredths of a millimeter. */
const hundredths = (millimeters: number): number => Math.round(millimeters * 100)
const isRounded = (millimeters: number): boolean =>
  Math.abs(hundredths(millimeters) - millimeters * 100) < 1e-6

/** @param ownKeys the keys of the own fields that elements may show */
export function templateProblems(
  size: Size,
  elements: readonly NewElement[],
  ownKeys: ReadonlySet<string>,
): FieldError[] {
  const inner = Math.min(size.width_mm, size.height_mm) / 2
  return [
    ...decimalProblems(size, ''),
    ...(size.margin_mm < inner
      ? []
      : [invalidValue('margin_mm', labelMessages('label.margin', { field: 'margin_mm' }))]),
    ...elements.flatMap((element, index) => {
      const path = `elements[${index}]`
      return [
        ...decimalProblems(element, `${path}.`),
        ...outsideProblems(element, size, path),
        ...contentProblems(element, path, ownKeys),
      ]
    }),
  ]
}

function decimalProblems(lengths: object, path: string): FieldError[] {
  return Object.entries(lengths)
    .filter(([name, value]) => name.endsWith('_mm') && !isRounded(value))
    .map(([name]) => `${path}${name}`)
    .map((field) => invalidValue(field, labelMessages('label.decimals', { field })))
}

function outsideProblems(element: NewElement, label: Size, field: string): FieldError[] {
  const [left, top] = [hundredths(element.left_mm), hundredths(element.top_mm)]
  const beyond = Math.max(
    -left,
    -top,
    left + hundredths(element.width_mm) - hundredths(label.width_mm),
    top + hundredths(element.height_mm) - hundredths(label.height_mm),
  )
  const millimeters = beyond / 100
  return beyond > 0
    ? [invalidValue(field, labelMessages('label.outside', { field, millimeters }), { millimeters })]
    : []
}

function contentProblems(
  { kind, field = null, text = null, image = null }: NewElement,
  path: string,
  ownKeys: ReadonlySet<string>,
): FieldError[] {
  const faults: FieldError[] = []
  const isShown = kind !== 'image' && kind !== 'line'
  if (isShown && (field === null) === (text === null))
    faults.push(invalidValue(path, labelMessages('label.one_content', { field: path })))
  if (!isShown && (field !== null || text !== null))
    faults.push(invalidValue(path, labelMessages('label.no_content', { field: path })))
  if (isShown && field !== null) faults.push(...fieldProblems(field, `${path}.field`, ownKeys))
  if (kind === 'image' && image === null)
    faults.push(invalidValue(`${path}.image`, labelMessages('label.needs_image', { field: `${path}.image` })))
  if (kind !== 'image' && image !== null)
    faults.push(invalidValue(`${path}.image`, labelMessages('label.no_image')))
  return faults
}

function fieldProblems(name: string, field: string, ownKeys: ReadonlySet<string>): FieldError[] {
  const key = ownKeyOf(name)
  if (key === undefined)
    return isLabelField(name)
      ? []
      : [invalidValue(field, labelMessages('label.no_field', { field, values: [...labelFields] }))]
  return ownKeys.has(key) ? [] : [invalidValue(field, labelMessages('label.no_own_field', { key }))]
}
