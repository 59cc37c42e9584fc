import { t } from '../languages/messages'
import { midnight } from '../languages/zone'
import type { Target } from './cells/column-names'
import { damageOf, isListOfWords, severalTags, withoutTextMark } from './cells/damage'
import { type DayOrder, isInstant, isNoDate, readDate } from './cells/dates'
import { type CellProblem, changesOf, type FieldCell, isDash, isField, notADate } from './cells/field-values'
import { readYesNo } from './cells/yes-no'
import { assumed, keyOf, type Reading } from './columns'
import { splitValues } from './reading/csv'

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
  reading: Omit<Reading, 'questions'>,
  ignored?: ReadonlySet<number>,
): Fields {
  const row = new RowFields(reading)
  for (const [column, target] of reading.mapping.entries())
    if (target !== null && !ignored?.has(column)) row.add(column, target, cells[column] ?? '')
  return row.fields()
}

type DateTarget = 'valid_from' | 'valid_to'
type TagTarget = Extract<Target, `tags_${string}`>

const isTags = (target: Target): target is TagTarget => target.startsWith('tags_')

/** Collects the fields of one row, a cell at a time. */
class RowFields {
  readonly #reading: Omit<Reading, 'questions'>
  readonly #body: Record<string, unknown> = {}
  readonly #values: FieldCell[] = []
  readonly #tags: { tag_type: string; value: string }[] = []
  readonly #tagColumns: number[] = []
  readonly #problems: CellProblem[] = []

  constructor(reading: Omit<Reading, 'questions'>) {
    this.#reading = reading
  }

  add(column: number, target: Target, cell: string): void {
    const damage = damageOf(cell, target)
    if (damage !== undefined) this.#problems.push({ column, message: damage })
    else if (isTags(target)) this.#addTags(column, target, cell)
    else if (target === 'valid_from' || target === 'valid_to') this.#addDate(column, target, cell.trim())
    else if (isField(target)) this.#addValue(column, target, cell)
    else this.#addOther(target, cell)
  }

  #addTags(column: number, target: TagTarget, cell: string): void {
    if (isDash(cell.trim())) return
    if (isListOfWords(cell, target)) {
      const message = t('{text} is a list of words, not an RFID tag. Leave the column out.', {
        text: cell.trim(),
      })
      this.#problems.push({ column, message })
      return
    }
    for (const value of severalTags(cell, target) ?? splitValues(cell)) {
      this.#tags.push({ tag_type: target.slice('tags_'.length), value: withoutTextMark(value) })
      this.#tagColumns.push(column)
    }
  }

  #addDate(column: number, target: DateTarget, text: string): void {
    if (isNoDate(text)) {
      if (target === 'valid_to') this.#body[target] = null
      return
    }
    const instant = instantOf(text, target, this.#reading.orders.get(column))
    if (instant === undefined) this.#problems.push({ column, message: notADate(text) })
    else this.#body[target] = instant
  }

  #addValue(column: number, target: FieldCell['target'], cell: string): void {
    const { orders, marks } = this.#reading
    this.#values.push({
      column,
      target,
      cell,
      order: orders.get(column) ?? assumed,
      mark: marks.get(column),
    })
  }

  #addOther(target: Target, cell: string): void {
    const text = cell.trim()
    if (target === 'description') this.#body[target] = cell === '' ? null : cell
    else if (target === 'metadata') this.#body[target] = text === '' ? {} : text
    // The plan finds the location, and a scan places the asset.
    else if (text === '' || target === 'location') return
    else if (target === 'external_key') this.#body[target] = keyOf(text, this.#reading.hasHyphens)
    else if (target !== 'is_active') this.#body[target] = text
    else if (!isDash(text)) this.#body[target] = readYesNo(text) ?? text
  }

  fields(): Fields {
    const { changes, problems } = changesOf(this.#values, this.#body['metadata'])
    return {
      body: {
        ...this.#body,
        ...(this.#values.length > 0 && { metadata_changes: changes }),
        ...(this.#tags.length > 0 && { tags: this.#tags }),
      },
      tagColumns: this.#tagColumns,
      problems: [...this.#problems, ...problems],
    }
  }
}

/**
 * Returns the instant of a date; undefined when the text is not a date that exists. A day without a time is valid from its
 * beginning, or to its last second.
 */
function instantOf(text: string, target: DateTarget, order: DayOrder = assumed): string | undefined {
  if (isInstant(text)) return text
  const read = readDate(text, order)
  if (!read) return undefined
  const { at, hasTime } = read
  if (hasTime || target === 'valid_from') return at.toISOString()
  return new Date(midnight(at, 1).getTime() - 1000).toISOString()
}
