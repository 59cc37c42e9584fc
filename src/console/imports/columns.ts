import type { FieldColumn } from '../fields/field-column'
import { t } from '../languages/messages'
import { guessTargets, type Target, targetsWith } from './cells/column-names'
import { contentOf } from './cells/content'
import { isInformative } from './cells/informative'
import { withoutTextMark } from './cells/damage'
import { type DayOrder, inWords, isInstant, isNoDate, openExampleOf, orderOf, readDate } from './cells/dates'
import { givenBy, isField, readDateOf } from './cells/field-values'
import { hyphenated } from './cells/keys'
import { type DecimalMark, decimalMarkOf, isOpenNumber, readNumber } from './cells/numbers'
import { readYesNo } from './cells/yes-no'

/** Maps the columns of a file to fields. The service validates the values. */

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
export const assumed: DayOrder = 'day-first'
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

/** Returns the key of a cell. */
export const keyOf = (text: string, hasHyphens: boolean): string => {
  const key = withoutTextMark(text)
  // A key without a letter or a digit stays as it is, so that the service reports it.
  return hasHyphens ? hyphenated(key) || key : key
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
