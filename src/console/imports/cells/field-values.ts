import type { FieldColumn } from '../../fields/field-column'
import { t } from '../../languages/messages'
import { localDay } from '../../ui/values/format'
import { type DayOrder, isInstant, isNoDate, type ReadDate, readDate } from './dates'
import { type DecimalMark, readNumber } from './numbers'

/** Reads the cells of the fields that the organization has defined. The service accepts any value of them. */

export interface CellProblem {
  /** Undefined when the problem concerns the whole row. */
  readonly column: number | undefined
  readonly message: string
}

type FieldTarget = FieldColumn['target']

export interface FieldCell {
  readonly column: number
  readonly target: FieldTarget
  readonly cell: string
  /** How the dates of the column are read. */
  readonly order: DayOrder
  /** The decimal mark of the column. */
  readonly mark: DecimalMark | undefined
}

export const isField = (target: string): target is FieldTarget => /^(?:text|number|date):/.test(target)

const keyOf = (target: FieldTarget): string => target.slice(target.indexOf(':') + 1)

export const isDash = (text: string): boolean => /^[-–—]{1,3}$/.test(text)

/** A value of undefined means that the cell is empty. */
type Read = { readonly value: unknown } | { readonly problem: string }

function readCell({ target, cell, order, mark }: FieldCell): Read {
  const text = cell.trim()
  if (target.startsWith('date:')) return readDay(text, order)
  if (target.startsWith('number:')) return readAmount(text, mark)
  return { value: text === '' ? undefined : cell }
}

function readDay(text: string, order: DayOrder): Read {
  if (isNoDate(text)) return { value: undefined }
  const read = readDateOf(text, order)
  return read ? { value: localDay(read.at) } : { problem: notADate(text) }
}

export const notADate = (text: string): string =>
  t('{text} is not a date. Write it like 2027-12-31', { text })

/** Returns the date that a cell of a field contains. Of an instant, it is the date as it is written. */
export const readDateOf = (text: string, order: DayOrder): ReadDate | undefined =>
  readDate(isInstant(text) ? text.slice(0, 10) : text, order)

/** A longer number is sent as text, because the browser would round it. */
const shortNumber = /^-?\d{1,12}(?:\.\d{1,3}0*)?$/

function readAmount(text: string, mark: DecimalMark | undefined): Read {
  if (text === '' || isDash(text)) return { value: undefined }
  const read = readNumber(text, mark)
  if (read === undefined) return { problem: t('{text} is not a number. Write it like 1234.5', { text }) }
  return { value: shortNumber.test(read) ? Number(read) : read }
}

interface MetadataChanges {
  readonly changes: { readonly set: Readonly<Record<string, unknown>>; readonly remove: readonly string[] }
  readonly problems: readonly CellProblem[]
}

/**
 * Returns what the cells of a row change. Cells with values that the metadata of the row has already are left out, because
 * an exported file contains both.
 */
export function changesOf(cells: readonly FieldCell[], metadata: unknown): MetadataChanges {
  const isGiven = givenBy(metadata)
  const set: Record<string, unknown> = {}
  const remove: string[] = []
  const problems: CellProblem[] = []
  for (const field of cells) {
    const { column, target, cell } = field
    const key = keyOf(target)
    if (isGiven(target, cell)) continue
    const read = readCell(field)
    if ('problem' in read) problems.push({ column, message: read.problem })
    else if (read.value === undefined) remove.push(key)
    else set[key] = read.value
  }
  return { changes: { set, remove }, problems }
}

/** Returns the function that tells whether the metadata of a row has the value of a cell already. */
export function givenBy(metadata: unknown): (target: FieldTarget, cell: string) => boolean {
  const given = typeof metadata === 'string' ? objectOf(metadata) : undefined
  return (target, cell) => {
    const key = keyOf(target)
    return cell.trim() !== '' && given !== undefined && Object.hasOwn(given, key) && isSame(given[key], cell)
  }
}

/** Whether a value is exported as this cell. Numbers are compared as the browser rounds them. */
function isSame(value: unknown, cell: string): boolean {
  if (typeof value === 'string') return value === cell
  return typeof value === 'number' ? value === Number(cell) : JSON.stringify(value) === cell
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
