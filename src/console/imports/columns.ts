import type { FieldColumn } from '../fields/field-column'
import { t } from '../languages/messages'
import { guessTargets, type Target, targetsWith } from './column-names'
import { splitValues } from './csv'
import { type DayOrder, inWords, isInstant, isNoDate, openExampleOf, orderOf, readDate } from './dates'
import { readYesNo } from './yes-no'

/** Maps the columns of a file to fields, and the cells of a row to a request. The service validates the values. */

/** The target of each column of the file; null for a column that is not imported. */
export type Mapping = readonly (Target | null)[]

/** @param fields the columns of the fields that the organization has defined */
export const guessMapping = (headings: readonly string[], fields: readonly FieldColumn[] = []): Mapping =>
  guessTargets(headings, targetsWith(fields))

/** How the cells of a file are read. */
export interface Reading {
  readonly mapping: Mapping
  /** The order of day and month in each column of dates. */
  readonly orders: ReadonlyMap<number, DayOrder>
  /** The columns of dates whose order the user must choose, with a date that fits both orders. */
  readonly questions: ReadonlyMap<number, string>
}

const isDates = (target: Target | null): boolean => target === 'valid_from' || target === 'valid_to'

/** The order of questions that are not answered yet. */
const assumed: DayOrder = 'day-first'

/** @param answers the orders that the user has chosen, by column */
export function readingOf(
  rows: readonly { readonly cells: readonly string[] }[],
  mapping: Mapping,
  answers: ReadonlyMap<number, DayOrder>,
): Reading {
  const orders = new Map<number, DayOrder>()
  const questions = new Map<number, string>()
  for (const [column, target] of mapping.entries()) {
    if (!isDates(target)) continue
    const texts = rows.map(({ cells }) => (cells[column] ?? '').trim())
    const evidence = orderOf(texts)
    const isKnown = evidence === 'day-first' || evidence === 'month-first'
    orders.set(column, isKnown ? evidence : (answers.get(column) ?? assumed))
    const example = evidence === 'open' ? openExampleOf(texts) : undefined
    if (example !== undefined) questions.set(column, example)
  }
  return { mapping, orders, questions }
}

export interface Fields {
  readonly body: Readonly<Record<string, unknown>>
  /** The column that each tag in the body comes from. */
  readonly tagColumns: readonly number[]
}

/**
 * Returns the request for a row. An invalid cell is sent unchanged, so that the service reports what is wrong. An empty cell
 * clears a field that can be cleared; other fields are treated as if the file had no such column.
 *
 * @param ignored columns that are not imported for this row
 */
export function fieldsOf(
  cells: readonly string[],
  { mapping, orders }: Pick<Reading, 'mapping' | 'orders'>,
  ignored?: ReadonlySet<number>,
): Fields {
  const body: Record<string, unknown> = {}
  const values = new Map<string, unknown>()
  const tags: { tag_type: string; value: string }[] = []
  const tagColumns: number[] = []
  for (const [column, target] of mapping.entries()) {
    const cell = cells[column] ?? ''
    const text = cell.trim()
    if (ignored?.has(column)) continue
    switch (target) {
      case null:
        break
      case 'description':
        body[target] = cell === '' ? null : cell
        break
      case 'valid_to':
        body[target] = isNoDate(text) ? null : instantOf(text, target, orders.get(column))
        break
      case 'valid_from':
        if (!isNoDate(text)) body[target] = instantOf(text, target, orders.get(column))
        break
      case 'metadata':
        body[target] = text === '' ? {} : text
        break
      case 'is_active':
        if (text !== '' && !isDash(text)) body[target] = readYesNo(text) ?? text
        break
      case 'tags_rfid':
      case 'tags_ble':
      case 'tags_barcode':
        for (const value of splitValues(cell)) {
          tags.push({ tag_type: target.slice('tags_'.length), value })
          tagColumns.push(column)
        }
        break
      default:
        if (isField(target)) values.set(keyOf(target), valueOf(target, cell))
        else if (text !== '') body[target] = text
    }
  }
  if (values.size > 0) body['metadata_changes'] = changesOf(values, body['metadata'])
  if (tags.length > 0) body['tags'] = tags
  return { body, tagColumns }
}

const isDash = (text: string): boolean => /^[-–—]$/.test(text)

/** Returns the instant of a date. A day without a time is valid from its beginning, or to its last second. */
function instantOf(text: string, target: 'valid_from' | 'valid_to', order: DayOrder = assumed): string {
  const read = isInstant(text) ? undefined : readDate(text, order)
  if (!read) return text
  const { at, hasTime } = read
  if (hasTime || target === 'valid_from') return at.toISOString()
  return new Date(at.getFullYear(), at.getMonth(), at.getDate(), 23, 59, 59).toISOString()
}

/** Returns what was understood of a cell; undefined when it is imported as it is written. */
export function understoodOf(cell: string, column: number, { mapping, orders }: Reading): string | undefined {
  const text = cell.trim()
  const target = mapping[column] ?? null
  if (target === 'is_active') {
    const value = readYesNo(text)
    return value === undefined ? undefined : value ? t('Active') : t('Inactive')
  }
  if (!isDates(target) || text === '') return undefined
  if (isNoDate(text)) return t('No date')
  const read = isInstant(text)
    ? { at: new Date(text), hasTime: true }
    : readDate(text, orders.get(column) ?? assumed)
  return read && !Number.isNaN(read.at.getTime()) ? inWords(read) : undefined
}

const isField = (target: Target): target is FieldColumn['target'] => /^(?:text|number):/.test(target)

const keyOf = (target: FieldColumn['target']): string => target.slice(target.indexOf(':') + 1)

/** A longer number is sent as text, because the browser would round it. */
const shortNumber = /^-?\d{1,12}(?:\.\d{1,3})?$/

/** Returns the value of a cell; undefined for an empty one. */
function valueOf(target: FieldColumn['target'], cell: string): unknown {
  const text = cell.trim()
  if (text === '') return undefined
  return target.startsWith('number:') && shortNumber.test(text) ? Number(text) : cell
}

/** Leaves out the values that the metadata of the row already has, as an exported file has both. */
function changesOf(values: ReadonlyMap<string, unknown>, metadata: unknown) {
  const given = typeof metadata === 'string' ? objectOf(metadata) : undefined
  const isGiven = (key: string, value: unknown) =>
    given !== undefined && Object.hasOwn(given, key) && isSame(given[key], value)
  const entries = [...values].filter(([key, value]) => value !== undefined && !isGiven(key, value))
  return {
    set: Object.fromEntries(entries),
    remove: [...values].filter(([, value]) => value === undefined).map(([key]) => key),
  }
}

/** Whether a value is exported as this cell. Numbers are compared as the browser rounds them. */
function isSame(value: unknown, cell: unknown): boolean {
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

/** Returns the column that the field of an error comes from; undefined when the file has no such column. */
export function columnOf(field: string, mapping: Mapping, tagColumns: readonly number[]): number | undefined {
  const tag = /^tags\[(\d+)\]/.exec(field)
  if (tag) return tagColumns[Number(tag[1])]
  const root = /^[^.[]*/.exec(field)?.[0] ?? field
  const column = mapping.findIndex(
    (target) => target === root || (root === 'tags' && target?.startsWith('tags_')),
  )
  return column < 0 ? undefined : column
}

/** Returns whether a row can be imported without the cell of this column. */
export const isOptional = (column: number | undefined, mapping: Mapping): boolean => {
  const target = column === undefined ? undefined : mapping[column]
  return target !== undefined && target !== null && target !== 'external_key' && target !== 'name'
}
