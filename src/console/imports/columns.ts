import type { FieldColumn } from '../fields/field-column'
import { t } from '../languages/messages'
import { guessTargets, type Target, targetsWith } from './cells/column-names'
import { contentOf } from './cells/content'
import { isInformative } from './cells/informative'
import { splitValues } from './reading/csv'
import { damageOf, isListOfWords, severalTags, withoutTextMark } from './cells/damage'
import { type DayOrder, inWords, isInstant, isNoDate, openExampleOf, orderOf, readDate } from './cells/dates'
import {
  type CellProblem,
  changesOf,
  type FieldCell,
  givenBy,
  isDash,
  isField,
  notADate,
  readDateOf,
} from './cells/field-values'
import { hyphenated } from './cells/keys'
import { type DecimalMark, decimalMarkOf, isOpenNumber, readNumber } from './cells/numbers'
import { readYesNo } from './cells/yes-no'

/** Maps the columns of a file to fields, and the cells of a row to a request. The service validates the values. */

/** The target of each column of the file; null for a column that is not imported. */
export type Mapping = readonly (Target | null)[]

/**
 * @param fields the columns of the fields that the organization has defined
 * @param rows the rows, whose cells tell what headings such as "Tags" mean
 */
export const guessMapping = (
  headings: readonly string[],
  fields: readonly FieldColumn[] = [],
  rows: readonly Row[] = [],
): Mapping =>
  guessTargets(
    headings.map((heading) => (isInformative(heading) ? '' : heading)),
    targetsWith(fields),
    contentOf(rows),
  )

/** How the cells of a file are read. */
export interface Reading {
  readonly mapping: Mapping
  /** The order of day and month in each column of dates. */
  readonly orders: ReadonlyMap<number, DayOrder>
  /** The decimal mark in each column of numbers that need it. */
  readonly marks: ReadonlyMap<number, DecimalMark>
  /** The columns whose order or decimal mark the user must choose, with a date or number that can be read in two ways. */
  readonly questions: ReadonlyMap<number, string>
  /** Whether characters that a key cannot have are replaced by hyphens. */
  readonly hasHyphens: boolean
}

/** What the user has chosen for a column: the order of its dates, or the decimal mark of its numbers. */
export type Answer = DayOrder | DecimalMark

type Row = { readonly cells: readonly string[] }

const isDates = (target: Target | null): boolean =>
  target === 'valid_from' || target === 'valid_to' || (target?.startsWith('date:') ?? false)

export const isNumbers = (target: Target | null): target is `number:${string}` =>
  target?.startsWith('number:') ?? false

const isOrder = (answer: Answer | undefined): answer is DayOrder =>
  answer === 'day-first' || answer === 'month-first'
const isMark = (answer: Answer | undefined): answer is DecimalMark => answer === ',' || answer === '.'

/** The order and the mark of questions that are not answered yet. */
const assumed: DayOrder = 'day-first'
const assumedMark: DecimalMark = '.'

/** @param answers what the user has chosen, by column */
export function readingOf(
  rows: readonly Row[],
  mapping: Mapping,
  answers: ReadonlyMap<number, Answer>,
  hasHyphens = false,
): Reading {
  const orders = new Map<number, DayOrder>()
  const questions = new Map<number, string>()
  const marks = new Map<number, DecimalMark>()
  const textsOf = (column: number) => rows.map(({ cells }) => (cells[column] ?? '').trim())
  for (const [column, target] of mapping.entries()) {
    const answer = answers.get(column)
    if (isNumbers(target)) {
      const evidence = decimalMarkOf(textsOf(column))
      const example = evidence ? undefined : openNumberIn(rows, column, target, mapping.indexOf('metadata'))
      if (example !== undefined) questions.set(column, example)
      const mark = evidence ?? (example === undefined ? undefined : isMark(answer) ? answer : assumedMark)
      if (mark) marks.set(column, mark)
    } else if (isDates(target)) {
      const texts = textsOf(column)
      const evidence = orderOf(texts)
      const isKnown = evidence === 'day-first' || evidence === 'month-first'
      orders.set(column, isKnown ? evidence : isOrder(answer) ? answer : assumed)
      const example = evidence === 'open' ? openExampleOf(texts) : undefined
      if (example !== undefined) questions.set(column, example)
    }
  }
  return { mapping, orders, questions, marks, hasHyphens }
}

/**
 * Returns the first number of a column that can be read with a decimal point and with a decimal comma. Numbers of an exported
 * file, which the metadata of their rows has too, are not read.
 */
function openNumberIn(
  rows: readonly Row[],
  column: number,
  target: `number:${string}`,
  metadataColumn: number,
): string | undefined {
  const isOpen = ({ cells }: Row): boolean => {
    const cell = cells[column] ?? ''
    return isOpenNumber(cell.trim()) && !givenBy(cells[metadataColumn])(target, cell)
  }
  return rows.find(isOpen)?.cells[column]?.trim()
}

export interface Fields {
  readonly body: Readonly<Record<string, unknown>>
  /** The column that each tag in the body comes from. */
  readonly tagColumns: readonly number[]
  /** The cells that can't be read, of fields whose values the service does not check. */
  readonly problems: readonly CellProblem[]
}

/**
 * Returns the request for a row. Other invalid cells are sent unchanged, so that the service reports what is wrong. An empty
 * cell clears a field that can be cleared; other fields are treated as if the file had no such column.
 *
 * @param ignored columns that are not imported for this row
 */
export function fieldsOf(
  cells: readonly string[],
  { mapping, orders, marks, hasHyphens }: Omit<Reading, 'questions'>,
  ignored?: ReadonlySet<number>,
): Fields {
  const body: Record<string, unknown> = {}
  const values: FieldCell[] = []
  const tags: { tag_type: string; value: string }[] = []
  const tagColumns: number[] = []
  const damaged: CellProblem[] = []
  for (const [column, target] of mapping.entries()) {
    const cell = cells[column] ?? ''
    const text = cell.trim()
    if (target === null || ignored?.has(column)) continue
    const damage = damageOf(cell, target)
    if (damage !== undefined) {
      damaged.push({ column, message: damage })
      continue
    }
    switch (target) {
      case 'location':
        // The plan finds it, and a scan places the asset.
        break
      case 'description':
        body[target] = cell === '' ? null : cell
        break
      case 'valid_to':
      case 'valid_from': {
        if (isNoDate(text)) {
          if (target === 'valid_to') body[target] = null
          break
        }
        const instant = instantOf(text, target, orders.get(column))
        if (instant === undefined) damaged.push({ column, message: notADate(text) })
        else body[target] = instant
        break
      }
      case 'metadata':
        body[target] = text === '' ? {} : text
        break
      case 'is_active':
        if (text !== '' && !isDash(text)) body[target] = readYesNo(text) ?? text
        break
      case 'tags_rfid':
      case 'tags_ble':
      case 'tags_barcode':
        if (isListOfWords(cell, target)) {
          damaged.push({
            column,
            message: t('{text} is a list of words, not an RFID tag. Leave the column out.', { text }),
          })
          break
        }
        for (const value of severalTags(cell, target) ?? splitValues(cell)) {
          tags.push({ tag_type: target.slice('tags_'.length), value: withoutTextMark(value) })
          tagColumns.push(column)
        }
        break
      case 'external_key':
        if (text !== '') body[target] = keyOf(text, hasHyphens)
        break
      default:
        if (isField(target))
          values.push({
            column,
            target,
            cell,
            order: orders.get(column) ?? assumed,
            mark: marks.get(column),
          })
        else if (text !== '') body[target] = text
    }
  }
  const { changes, problems } = changesOf(values, body['metadata'])
  if (values.length > 0) body['metadata_changes'] = changes
  if (tags.length > 0) body['tags'] = tags
  return { body, tagColumns, problems: [...damaged, ...problems] }
}

const keyOf = (text: string, hasHyphens: boolean): string => {
  const key = withoutTextMark(text)
  // A key without a letter or a digit stays as it is, so that the service reports it.
  return hasHyphens ? hyphenated(key) || key : key
}

/**
 * Returns the instant of a date; undefined when the text is not a date that exists. A day without a time is valid from its
 * beginning, or to its last second.
 */
function instantOf(
  text: string,
  target: 'valid_from' | 'valid_to',
  order: DayOrder = assumed,
): string | undefined {
  if (isInstant(text)) return text
  const read = readDate(text, order)
  if (!read) return undefined
  const { at, hasTime } = read
  if (hasTime || target === 'valid_from') return at.toISOString()
  return new Date(at.getFullYear(), at.getMonth(), at.getDate(), 23, 59, 59).toISOString()
}

/** Returns what was understood of a cell; undefined when it is imported as it is written. */
export function understoodOf(
  cell: string,
  column: number,
  { mapping, orders, marks, hasHyphens }: Reading,
): string | undefined {
  const text = cell.trim()
  const target = mapping[column] ?? null
  if (target === 'external_key') {
    const key = text === '' ? text : keyOf(text, hasHyphens)
    return key === text ? undefined : key
  }
  if (target === 'is_active') {
    const value = readYesNo(text)
    return value === undefined ? undefined : value ? t('Active') : t('Inactive')
  }
  if (isNumbers(target)) {
    const number = readNumber(text, marks.get(column))
    return number === text ? undefined : number
  }
  if (!isDates(target) || text === '') return undefined
  if (isNoDate(text)) return t('No date')
  if (target !== null && isField(target)) {
    const day = readDateOf(text, orders.get(column) ?? assumed)
    return day && inWords({ ...day, hasTime: false })
  }
  const read = isInstant(text)
    ? { at: new Date(text), hasTime: true }
    : readDate(text, orders.get(column) ?? assumed)
  return read && !Number.isNaN(read.at.getTime()) ? inWords(read) : undefined
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
