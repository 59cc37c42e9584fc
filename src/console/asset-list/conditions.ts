import type { AssetField } from '../fields/use-fields'
import { readableValue } from '../fields/values'
import { t } from '../languages/messages'
import { exactly, counted, lengthOf } from '../ui/values/format'

/** The conditions of the list of assets. They are in the address, so that a link contains them. */

export interface Condition {
  readonly field: string
  readonly operator: string
  readonly value?: unknown
}

/** How the value of an operator is entered. */
type ValueKind =
  | 'none'
  | 'place'
  | 'time'
  | 'days'
  | 'hours'
  | 'state'
  | 'tag'
  | 'alert'
  | 'text'
  | 'number'
  | 'numbers'
  | 'date'
  | 'dates'
  | 'choice'

export interface Operator {
  readonly name: string
  readonly label: string
  readonly value: ValueKind
}

export interface ListField {
  readonly name: string
  readonly label: string
  readonly operators: readonly Operator[]
  /** The values of a choice. */
  readonly options?: readonly string[]
}

const operator = (name: string, label: string, value: ValueKind): Operator => ({ name, label, value })

const baseFields: readonly ListField[] = [
  {
    name: 'place',
    label: t('Location'),
    operators: [
      operator('below', t('is, with sub-locations'), 'place'),
      operator('is', t('is exactly'), 'place'),
      operator('none', t('is none'), 'none'),
    ],
  },
  {
    name: 'last_seen',
    label: t('Last seen'),
    operators: [
      operator('older_than_days', t('more days ago than'), 'days'),
      operator('within_days', t('in the last days'), 'days'),
      operator('before', t('before'), 'time'),
      operator('after', t('after'), 'time'),
      operator('never', t('never'), 'none'),
    ],
  },
  {
    name: 'dwell_minutes',
    label: t('Time at its location'),
    operators: [operator('more', t('longer than'), 'hours'), operator('less', t('shorter than'), 'hours')],
  },
  { name: 'state', label: t('Status'), operators: [operator('is', t('is'), 'state')] },
  {
    name: 'tag_type',
    label: t('Tags'),
    operators: [operator('has', t('has'), 'tag'), operator('has_not', t('has not'), 'tag')],
  },
  { name: 'text', label: t('Any text'), operators: [operator('contains', t('contains'), 'text')] },
  { name: 'alert', label: t('Alert'), operators: [operator('is', t('is'), 'alert')] },
]

const presence = [operator('empty', t('is empty'), 'none'), operator('not_empty', t('has a value'), 'none')]
const ordered = (before: string, after: string, one: ValueKind, two: ValueKind): readonly Operator[] => [
  operator('is', t('is'), one),
  operator('is_not', t('is not'), one),
  operator('before', before, one),
  operator('after', after, one),
  operator('between', t('is between'), two),
  ...presence,
]
const operatorsOf: Readonly<Record<AssetField['type'], readonly Operator[]>> = {
  text: [
    operator('contains', t('contains'), 'text'),
    operator('is', t('is'), 'text'),
    operator('is_not', t('is not'), 'text'),
    ...presence,
  ],
  choice: [operator('is', t('is'), 'choice'), operator('is_not', t('is not'), 'choice'), ...presence],
  number: ordered(t('is less than'), t('is more than'), 'number', 'numbers'),
  date: ordered(t('is before'), t('is after'), 'date', 'dates'),
}

/** Returns what conditions can be about: what every list has, and the fields that the organization has defined. */
export const listFields = (fields: readonly AssetField[]): ListField[] => [
  ...baseFields,
  ...fields.map(({ key, name, type, options }) => ({
    name: `field:${key}`,
    label: name,
    operators: operatorsOf[type],
    options,
  })),
]

/** Returns the conditions of the address. Anything else in it is left out. */
export const conditionsIn = (text: string | undefined): Condition[] => itemsIn(text).filter(isCondition)

/** Whether the address has something else than conditions. */
export const isUnreadable = (text: string | undefined): boolean => !itemsIn(text).every(isCondition)

function itemsIn(text: string | undefined): unknown[] {
  if (text === undefined) return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : [value]
  } catch {
    return [text]
  }
}

const isCondition = (value: unknown): value is Condition =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Condition).field === 'string' &&
  typeof (value as Condition).operator === 'string'

/** Returns the conditions for the address; null without any. */
export const textOf = (conditions: readonly Condition[]): string | null =>
  conditions.length === 0 ? null : JSON.stringify(conditions)

/** The status of the list, which a select next to the search shows, too. */
export function stateOf(conditions: readonly Condition[]): string {
  const value = conditions.find(({ field }) => field === 'state')?.value
  return typeof value === 'string' ? value : ''
}

/** Returns the conditions with another status; an empty one selects all assets. */
export const withState = (conditions: readonly Condition[], state: string): Condition[] => [
  ...conditions.filter(({ field }) => field !== 'state'),
  ...(state === '' ? [] : [{ field: 'state', operator: 'is', value: state }]),
]

export const tagNames: Readonly<Record<string, string>> = { rfid: 'RFID', ble: 'BLE', barcode: t('Barcode') }

/** @param pathOf names a location */
export function sentenceOf(
  condition: Condition,
  fields: readonly AssetField[],
  pathOf: (id: number) => string,
): string {
  const { value } = condition
  const number = typeof value === 'number' ? value : 0
  const text = typeof value === 'string' ? value : ''
  switch (`${condition.field} ${condition.operator}`) {
    case 'place below':
      // An address can name a location by a key that does not exist.
      return t('In {place}', { place: text === '' ? pathOf(number) : text })
    case 'place is':
      return t('Exactly at {place}', { place: pathOf(number) })
    case 'place none':
      return t('Without a location')
    case 'last_seen older_than_days':
      return t('Not seen for {count, plural, one {# day} other {# days}}', { count: number })
    case 'last_seen within_days':
      return t('Seen in the last {count, plural, one {# day} other {# days}}', { count: number })
    case 'last_seen before':
      return t('Last seen before {time}', { time: exactly(text) })
    case 'last_seen after':
      return t('Last seen after {time}', { time: exactly(text) })
    case 'last_seen never':
      return t('Never seen')
    case 'dwell_minutes more':
      return t('At its location for more than {length}', { length: lengthOf(60 * number) })
    case 'dwell_minutes less':
      return t('At its location for less than {length}', { length: lengthOf(60 * number) })
    case 'state is':
      return value === 'inactive' ? t('Inactive') : t('Active')
    case 'tag_type has':
      return t('Has a tag: {type}', { type: tagNames[text] ?? text })
    case 'tag_type has_not':
      return t('Has no tag: {type}', { type: tagNames[text] ?? text })
    case 'text contains':
      return t('Contains “{text}”', { text })
    case 'alert is':
      return t('Has an open alert')
    default:
      return ofField(condition, fields) ?? `${condition.field} ${condition.operator} ${shown(value)}`.trim()
  }
}

/** Returns the sentence of a condition for a field of the organization; undefined when there is no such field. */
function ofField({ field: name, operator: of, value }: Condition, fields: readonly AssetField[]) {
  const field = fields.find(({ key }) => name === `field:${key}`)
  const found = field && operatorsOf[field.type].find((each) => each.name === of)
  if (!found) return undefined
  const values = [value].flat().map((each) => readableValue(field.type, each))
  return `${field.name} ${found.label} ${values.join(' – ')}`.trim()
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(shown).join(' – ')
  return typeof value === 'number'
    ? counted(value)
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
}
