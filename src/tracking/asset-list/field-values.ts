import type { Json } from '../../base/json'
import type { Message } from '../../base/messages'
import type { AssetFieldRow, FieldCondition } from '../../storage/core/store'
import type { Condition } from './condition'
import { assetListMessages } from './messages'

/** Conditions for the fields that an organization has defined. */

const ordered = ['is', 'is_not', 'before', 'after', 'between', 'empty', 'not_empty']
const operators: Readonly<Record<AssetFieldRow['kind'], readonly string[]>> = {
  text: ['is', 'is_not', 'contains', 'empty', 'not_empty'],
  choice: ['is', 'is_not', 'empty', 'not_empty'],
  number: ordered,
  date: ordered,
}

const valueMax = 255

/** Returns the operators of a field; undefined when there is no such field. */
export function fieldOperatorsOf(
  key: string,
  fields: readonly AssetFieldRow[],
): readonly string[] | undefined {
  const field = fields.find((each) => each.key === key)
  return field && operators[field.kind]
}

/** Returns the tests of a condition whose field and operator exist, or what is wrong with its value. */
export function fieldConditionsOf(
  { field, operator, value }: Condition,
  fields: readonly AssetFieldRow[],
): { readonly tests: readonly FieldCondition[] } | { readonly message: Message } {
  const found = fields.find(({ key }) => field === `field:${key}`) as AssetFieldRow
  const { kind } = found
  const of = { key: found.key, kind, indexId: found.indexedTo === null ? found.id : undefined }
  if (operator === 'empty' || operator === 'not_empty')
    return { tests: [{ ...of, test: operator, value: '' }] }
  if (operator !== 'between') {
    const message = faultOf(kind, value)
    const test = operator as FieldCondition['test']
    return message ? { message } : { tests: [{ ...of, test, value: value as string | number }] }
  }
  if (!Array.isArray(value) || value.length !== 2) return { message: assetListMessages('asset_list.range') }
  const [from, to] = value as [Json, Json]
  const message = faultOf(kind, from) ?? faultOf(kind, to)
  if (message) return { message }
  const [first, last] = [from as string | number, to as string | number]
  if (first > last) return { message: assetListMessages('asset_list.range') }
  return {
    tests: [
      { ...of, test: 'from', value: first },
      { ...of, test: 'to', value: last },
    ],
  }
}

function faultOf(kind: AssetFieldRow['kind'], value: Json): Message | undefined {
  if (kind === 'number')
    return typeof value === 'number' && Number.isFinite(value)
      ? undefined
      : assetListMessages('asset_list.field_number')
  if (kind === 'date')
    return typeof value === 'string' && isDate(value)
      ? undefined
      : assetListMessages('asset_list.date', { example: '2027-12-31' })
  return typeof value === 'string' && value !== '' && value.length <= valueMax
    ? undefined
    : assetListMessages('asset_list.text', { max: valueMax })
}

const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
