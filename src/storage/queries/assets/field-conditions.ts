import { fold } from '../../../base/text'

/** A condition for the value of a field in the metadata of an asset. */
export interface FieldCondition {
  /** The key in metadata. */
  readonly key: string
  /** The id of the field while its values are stored for all assets (field-values.ts). */
  readonly indexId: number | undefined
  readonly kind: 'text' | 'number' | 'date' | 'choice'
  readonly test: 'contains' | 'is' | 'is_not' | 'from' | 'to' | 'before' | 'after' | 'empty' | 'not_empty'
  /** A number for a field of the type number, a date such as 2027-12-31 for a date; without a meaning for an empty field. */
  readonly value: string | number
}

/** Returns whether metadata (JSON text) satisfies all conditions. A value of another type than its field has none. */
export function satisfies(metadata: string, conditions: readonly FieldCondition[]): boolean {
  const values = JSON.parse(metadata) as Record<string, unknown>
  return conditions.every((condition) =>
    isMet(condition, Object.hasOwn(values, condition.key) ? values[condition.key] : undefined),
  )
}

function isMet({ kind, test, value }: FieldCondition, stored: unknown): boolean {
  const isEmpty = stored === '' || typeof stored !== (kind === 'number' ? 'number' : 'string')
  if (test === 'empty' || test === 'not_empty') return isEmpty === (test === 'empty')
  if (isEmpty) return test === 'is_not'
  const given = comparable(kind, stored as string | number)
  const wanted = comparable(kind, value)
  switch (test) {
    case 'contains':
      return String(given).includes(String(wanted))
    case 'is':
      return given === wanted
    case 'is_not':
      return given !== wanted
    case 'from':
      return given >= wanted
    case 'to':
      return given <= wanted
    case 'before':
      return given < wanted
    default:
      return given > wanted
  }
}

/** Text is compared case-folded. A date may be stored with a time, which does not count. */
function comparable(kind: FieldCondition['kind'], value: string | number): string | number {
  if (typeof value === 'number') return value
  return kind === 'date' ? value.slice(0, 10) : fold(value)
}
