import { isObject, type Json } from '../../base/json'
import type { Message } from '../../base/messages'
import { type Instant, parseInstant, second, toMicros } from '../../base/time'
import type { AssetFieldRow, AssetListFilter, Span } from '../../storage/core/store'
import { fold } from '../../base/text'
import type { Condition } from './condition'
import { fieldConditionsOf, fieldOperatorsOf } from './field-values'
import { assetListMessages } from './messages'

/** Why a condition does not apply. */
export interface ConditionProblem {
  readonly index: number
  readonly code:
    | 'unknown_field'
    | 'unknown_operator'
    | 'invalid_value'
    | 'gone'
    | 'contradiction'
    | 'present_only'
  readonly message: Message
}

type Fault = Omit<ConditionProblem, 'index'>

/** What conditions name. */
interface Named {
  readonly fields: readonly AssetFieldRow[]
  /** Live locations by id, each with those below it. */
  readonly places: ReadonlyMap<number, readonly number[]>
  readonly now: Instant
  /** Whether the list is that of a past time. */
  readonly isPast: boolean
}

const day = 86_400 * second
const minute = 60 * second
const daysMax = 36_500
const minutesMax = daysMax * 1440
const textMax = 255

const tagTypes = ['rfid', 'ble', 'barcode'] as const
const states = ['active', 'inactive'] as const

/** The operators of the fields that all lists have. Other fields are `field:<key>`. */
const operators: Readonly<Record<string, readonly string[]>> = {
  place: ['is', 'below', 'none'],
  last_seen: ['before', 'after', 'within_days', 'older_than_days', 'never'],
  dwell_minutes: ['more', 'less'],
  state: ['is'],
  tag_type: ['has', 'has_not'],
  text: ['contains'],
  alert: ['is'],
}

const everyAsset: AssetListFilter = {
  isActive: undefined,
  locationIds: undefined,
  isNowhere: false,
  seen: undefined,
  isNeverSeen: false,
  arrived: undefined,
  tags: { has: [], hasNot: [] },
  texts: [],
  fields: [],
  hasOpenAlert: false,
}

/** Whether every asset meets the conditions. */
export const isEverything = (filter: Omit<AssetListFilter, 'locationIds'>): boolean =>
  JSON.stringify({ ...filter, locationIds: undefined }) === JSON.stringify(everyAsset)

/** Returns the ids of the locations that conditions name. */
export const placesIn = (conditions: readonly Condition[]): number[] =>
  conditions.flatMap(({ field, value }) => (field === 'place' && isId(value) ? [value] : []))

/**
 * Returns the filter of the conditions that apply, and the problems of the others. A condition that contradicts the ones before it
 * does not apply.
 */
export function filterOf(
  conditions: readonly Condition[],
  named: Named,
): { readonly filter: AssetListFilter; readonly problems: ConditionProblem[] } {
  let filter = everyAsset
  const problems: ConditionProblem[] = []
  for (const [index, condition] of conditions.entries()) {
    const result = narrowed(filter, condition, named)
    if ('code' in result) problems.push({ index, ...result })
    else filter = result
  }
  return { filter, problems }
}

const isId = (value: Json): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

const invalid = (message: Message): Fault => ({ code: 'invalid_value', message })
const contradiction: Fault = {
  code: 'contradiction',
  message: assetListMessages('asset_list.contradicts'),
}

function narrowed(filter: AssetListFilter, condition: Condition, named: Named): AssetListFilter | Fault {
  const { field, operator } = condition
  const known = field.startsWith('field:') ? fieldOperatorsOf(field.slice(6), named.fields) : operators[field]
  if (!known) {
    return field.startsWith('field:')
      ? { code: 'gone', message: assetListMessages('asset_list.no_own_field', { key: field.slice(6) }) }
      : { code: 'unknown_field', message: assetListMessages('asset_list.no_field', { name: field }) }
  }
  if (!known.includes(operator))
    return {
      code: 'unknown_operator',
      message: assetListMessages('asset_list.no_operator', { name: field, operator, operators: known }),
    }
  if (named.isPast && isOfPresent(condition))
    return { code: 'present_only', message: assetListMessages('asset_list.present_only') }
  const result = withCondition(filter, condition, named)
  return 'code' in result || isPossible(result) ? result : contradiction
}

/** Whether nothing is kept that would answer the condition at a past time. */
const isOfPresent = ({ field, operator }: Condition): boolean =>
  field === 'last_seen' || field === 'dwell_minutes' || field === 'alert' || operator === 'none'

function withCondition(filter: AssetListFilter, condition: Condition, named: Named): AssetListFilter | Fault {
  switch (condition.field) {
    case 'place':
      return withPlace(filter, condition, named)
    case 'last_seen':
      return withSeen(filter, condition, named.now)
    case 'dwell_minutes':
      return withDwell(filter, condition, named.now)
    case 'state': {
      const state = states.find((each) => each === condition.value)
      if (!state) return invalid(assetListMessages('asset_list.one_of', { values: states }))
      const isActive = state === 'active'
      return filter.isActive === !isActive ? contradiction : { ...filter, isActive }
    }
    case 'tag_type':
      return withTag(filter, condition)
    case 'text': {
      if (!isText(condition.value)) return invalid(assetListMessages('asset_list.text', { max: textMax }))
      return { ...filter, texts: [...filter.texts, fold(condition.value)] }
    }
    case 'alert':
      return condition.value === 'open'
        ? { ...filter, hasOpenAlert: true }
        : invalid(assetListMessages('asset_list.one_of', { values: ['open'] }))
    default: {
      const found = fieldConditionsOf(condition, named.fields)
      return 'message' in found
        ? invalid(found.message)
        : { ...filter, fields: [...filter.fields, ...found.tests] }
    }
  }
}

const isText = (value: Json): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= textMax &&
  value.isWellFormed() &&
  !value.includes('\0')

function withPlace(
  filter: AssetListFilter,
  { operator, value }: Condition,
  { places }: Named,
): AssetListFilter | Fault {
  if (operator === 'none') return { ...filter, isNowhere: true }
  if (!isId(value)) return invalid(assetListMessages('asset_list.place'))
  const below = places.get(value)
  if (!below) return { code: 'gone', message: assetListMessages('asset_list.no_place') }
  const ids = operator === 'is' ? [value] : below
  const before = filter.locationIds && new Set(filter.locationIds)
  return { ...filter, locationIds: before ? ids.filter((id) => before.has(id)) : ids }
}

function withSeen(
  filter: AssetListFilter,
  { operator, value }: Condition,
  now: Instant,
): AssetListFilter | Fault {
  if (operator === 'never') return { ...filter, isNeverSeen: true }
  if (operator === 'before' || operator === 'after') {
    const instant = typeof value === 'string' ? parseInstant(value) : undefined
    if (!instant) return invalid(assetListMessages('asset_list.instant', { example: '2026-11-23T08:00:00Z' }))
    const at = toMicros(instant)
    return {
      ...filter,
      seen: narrower(filter.seen, operator === 'before' ? { before: at } : { from: at + 1 }),
    }
  }
  const days = numberIn(value, daysMax)
  if (typeof days !== 'number') return days
  const at = Math.round(toMicros(now) - days * day)
  return {
    ...filter,
    seen: narrower(filter.seen, operator === 'within_days' ? { from: at } : { before: at }),
  }
}

/** An asset that has stayed for more minutes has come earlier. */
function withDwell(
  filter: AssetListFilter,
  { operator, value }: Condition,
  now: Instant,
): AssetListFilter | Fault {
  const minutes = numberIn(value, minutesMax)
  if (typeof minutes !== 'number') return minutes
  const at = Math.round(toMicros(now) - minutes * minute)
  const part = operator === 'more' ? { before: at } : { from: at + 1 }
  return { ...filter, arrived: narrower(filter.arrived, part) }
}

function numberIn(value: Json, maximum: number): number | Fault {
  if (typeof value === 'number' && value >= 0 && value <= maximum) return value
  return invalid(assetListMessages('asset_list.number', { minimum: 0, maximum }))
}

const narrower = (span: Span | undefined, { from, before }: Partial<Span>): Span => ({
  from: from === undefined ? span?.from : Math.max(from, span?.from ?? from),
  before: before === undefined ? span?.before : Math.min(before, span?.before ?? before),
})

function withTag(filter: AssetListFilter, { operator, value }: Condition): AssetListFilter | Fault {
  const type = tagTypes.find((each) => each === value)
  if (!type) return invalid(assetListMessages('asset_list.one_of', { values: tagTypes }))
  const { has, hasNot } = filter.tags
  return {
    ...filter,
    tags: operator === 'has' ? { has: [...has, type], hasNot } : { has, hasNot: [...hasNot, type] },
  }
}

/** Whether an asset can meet all conditions, as far as they say so themselves. */
function isPossible({ locationIds, isNowhere, isNeverSeen, seen, arrived, tags }: AssetListFilter): boolean {
  const hasPlace = locationIds !== undefined || arrived !== undefined
  return (
    locationIds?.length !== 0 &&
    !(isNowhere && hasPlace) &&
    !(isNeverSeen && (hasPlace || seen !== undefined)) &&
    !isEmpty(seen) &&
    !isEmpty(arrived) &&
    !tags.has.some((type) => tags.hasNot.includes(type))
  )
}

const isEmpty = (span: Span | undefined): boolean =>
  span?.from !== undefined && span.before !== undefined && span.from >= span.before

/** Returns the conditions of a JSON value; undefined when it is none. */
export function conditionsIn(value: Json): Condition[] | undefined {
  if (!Array.isArray(value)) return undefined
  const conditions = value.map((each: Json): Condition | undefined =>
    isObject(each) &&
    typeof each['field'] === 'string' &&
    typeof each['operator'] === 'string' &&
    Object.keys(each).every((name) => name === 'field' || name === 'operator' || name === 'value')
      ? { field: each['field'], operator: each['operator'], value: each['value'] ?? null }
      : undefined,
  )
  return conditions.every((each) => each !== undefined) ? conditions : undefined
}
