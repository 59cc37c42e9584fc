import { problemsAt } from '../api/errors'
import { locale } from '../languages/language'
import { t } from '../languages/messages'
import { isNumber, withOwnMark, withPoint } from './decimal-mark'
import { type AssetField, useFields } from './use-fields'

/** Values of fields: JSON in the metadata of an asset, text in the inputs of a form. */

export type Metadata = Readonly<Record<string, unknown>>

/** The inputs of the fields in a form, by the id of the field. */
export type FieldInputs = { [name: `field_${number}`]: string }

export const inputName = ({ id }: Pick<AssetField, 'id'>): `field_${number}` => `field_${id}`

/** Returns a text as it is, and any other value as JSON. */
const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Returns a number as the user writes it. */
const inputTextOf = (value: unknown): string =>
  typeof value === 'number' ? withOwnMark(textOf(value)) : textOf(value)

export const fieldInputsOf = (metadata: Metadata, fields: readonly AssetField[]): FieldInputs =>
  Object.fromEntries(fields.map((field) => [inputName(field), inputTextOf(metadata[field.key])]))

/** Returns the metadata that no field describes. */
export const otherMetadata = (metadata: Metadata, fields: readonly AssetField[]): Metadata =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => fields.every(({ key }) => key !== name)))

export interface MetadataChanges {
  set: Record<string, unknown>
  remove: string[]
}

/** Returns the changes of the fields whose inputs differ. Throws an error for the inputs that have no valid value. */
export function fieldChangesOf(
  inputs: FieldInputs,
  before: FieldInputs,
  fields: readonly AssetField[],
): MetadataChanges {
  requireValid(inputs, before, fields)
  const changed = fields.filter((field) => inputs[inputName(field)] !== before[inputName(field)])
  const valueOf = (field: AssetField) => (inputs[inputName(field)] ?? '').trim()
  return {
    set: Object.fromEntries(
      changed
        .filter((field) => valueOf(field) !== '')
        .map((field) => [
          field.key,
          field.type === 'number' ? Number(withPoint(valueOf(field))) : valueOf(field),
        ]),
    ),
    remove: changed.filter((field) => valueOf(field) === '').map(({ key }) => key),
  }
}

function requireValid(inputs: FieldInputs, before: FieldInputs, fields: readonly AssetField[]): void {
  const problems = fields.flatMap((field) => {
    const name = inputName(field)
    const text = (inputs[name] ?? '').trim()
    const message = text !== '' && text === before[name] ? undefined : problemOf(field, text)
    return message === undefined ? [] : [{ field: name, code: 'invalid_value', message }]
  })
  const [first, ...others] = problems
  if (first) throw problemsAt([first, ...others])
}

function problemOf(field: AssetField, text: string): string | undefined {
  if (text === '') return field.is_required ? t('This field is required') : undefined
  if (field.type === 'number' && !isNumber(text)) return t('Enter a number, such as 12.5')
  return undefined
}

/** Returns the fields that have values, then all other metadata, with names for users. */
export function useMetadataPairs(metadata: Metadata): (readonly [name: string, value: string])[] {
  const { data: fields = [] } = useFields()
  const defined = fields
    .filter(({ key }) => Object.hasOwn(metadata, key))
    .map((field) => [field.name, shownValue(field, metadata)] as const)
  const others = Object.entries(otherMetadata(metadata, fields))
  return [...defined, ...others.map(([name, value]) => [name, textOf(value)] as const)]
}

const dates = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' })

/** Returns the value of a field for reading, and a dash when the asset has none. */
export const shownValue = ({ key, type }: AssetField, metadata: Metadata): string =>
  readableValue(type, metadata[key]) || '–'

/** Returns a value for reading; an empty text when there is none. */
export function readableValue(type: AssetField['type'], value: unknown): string {
  const text = inputTextOf(value)
  if (type !== 'date' || !/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return text
  return dates.format(new Date(text))
}
