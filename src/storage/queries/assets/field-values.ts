import { fold, separator } from '../../../base/text'
import type { AssetFieldRow } from './asset-fields'
import type { FieldCondition } from './field-conditions'

/**
 * The values of fields as texts in the order of the values (decision 0041). An empty text says that an asset has no value of the type
 * of its field. All others begin with `present`, which is less than `end`.
 */
const present = '='
const end = '>'

/** Conditions have at most 255 UTF-16 code units, so a longer value equals none of them. `cut` is stored instead of its end. */
const lengthMax = 255
export const cut = separator

/** A value of metadata as each type of field would store it. */
interface IndexedValue {
  readonly key: string
  readonly number: string
  readonly date: string
  readonly text: string
}

/** Returns the values of metadata that a field can have. */
export function indexedValues(entries: readonly (readonly [key: string, value: unknown])[]): IndexedValue[] {
  return entries.flatMap(([key, value]) => {
    if (typeof value === 'number') return { key, number: keyOf('number', value), date: '', text: '' }
    if (typeof value !== 'string' || value === '') return []
    return { key, number: '', date: keyOf('date', value), text: keyOf('text', value) }
  })
}

function keyOf(kind: AssetFieldRow['kind'], value: string | number): string {
  if (typeof value === 'number') return `${present}${inOrder(value)}`
  const text = kind === 'date' ? value.slice(0, 10) : shortened(fold(value))
  return `${present}${text.toWellFormed().replaceAll('\0', ' ')}`
}

const shortened = (text: string): string =>
  text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}${cut}`

const bits = new DataView(new ArrayBuffer(8))
const sign = 1n << 63n
const all = (1n << 64n) - 1n

/** Returns 16 hexadecimal digits that sort as the number: its bits (IEEE 754), all inverted below zero, otherwise only the sign. */
function inOrder(number: number): string {
  // -0 equals 0.
  bits.setFloat64(0, number + 0)
  const raw = bits.getBigUint64(0)
  return (raw & sign ? raw ^ all : raw | sign).toString(16).padStart(16, '0')
}

/** A range of the texts. A bound belongs to it unless it is open. */
export interface ValueRange {
  readonly from: string
  readonly isOpenFrom: boolean
  readonly to: string
  readonly isOpenTo: boolean
}

const between = (from: string, to: string, isOpenFrom = false, isOpenTo = false): ValueRange => ({
  from,
  isOpenFrom,
  to,
  isOpenTo,
})

/** The fields of conditions, each with the ranges that meet all its conditions; without those whose values are in no order. */
export function fieldRanges(conditions: readonly FieldCondition[]): Map<number, readonly ValueRange[]> {
  const found = new Map<number, readonly ValueRange[]>()
  for (const condition of conditions) {
    const ranges = rangesOf(condition)
    if (condition.indexId === undefined || !ranges) continue
    const before = found.get(condition.indexId)
    found.set(
      condition.indexId,
      before ? before.flatMap((one) => ranges.flatMap((other) => common(one, other))) : ranges,
    )
  }
  return found
}

/** Whether the index of values decides a condition. */
export const isIndexed = (condition: FieldCondition): boolean =>
  condition.indexId !== undefined && rangesOf(condition) !== undefined

function common(one: ValueRange, other: ValueRange): ValueRange[] {
  const from = one.from > other.from || (one.from === other.from && one.isOpenFrom) ? one : other
  const to = one.to < other.to || (one.to === other.to && one.isOpenTo) ? one : other
  const both = between(from.from, to.to, from.isOpenFrom, to.isOpenTo)
  const isEmpty = both.from > both.to || (both.from === both.to && (both.isOpenFrom || both.isOpenTo))
  return isEmpty ? [] : [both]
}

/** Returns the ranges of the texts of the values that meet a condition; undefined when they are in no order. */
function rangesOf({ kind, test, value }: FieldCondition): readonly ValueRange[] | undefined {
  const key = keyOf(kind, value)
  switch (test) {
    case 'contains':
      return undefined
    case 'empty':
      return [between('', '')]
    case 'not_empty':
      return [between(present, end)]
    case 'is':
      return [between(key, key)]
    case 'is_not':
      return [between('', key, false, true), between(key, end, true)]
    case 'from':
      return [between(key, end)]
    case 'to':
      return [between(present, key)]
    case 'before':
      return [between(present, key, false, true)]
    default:
      return [between(key, end, true)]
  }
}
