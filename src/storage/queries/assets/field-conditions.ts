import { fold } from '../../../base/text'
import { type Db, inJsonList } from '../../sql/database'
import { assets } from '../../sql/tables'

/** A condition for the value of a field in the metadata of an asset. */
export interface FieldCondition {
  /** The key in metadata. */
  readonly key: string
  readonly kind: 'text' | 'number' | 'date' | 'choice'
  readonly test: 'contains' | 'is' | 'from' | 'to'
  /** A number for a field of the type number, a date such as 2027-12-31 for a date. */
  readonly value: string | number
}

/** Number of assets that are compared at once, so that other work continues in between. */
const comparedAtOnce = 1_000

export function createConditions(db: Db) {
  const metadataOf = db
    .select({ id: assets.id, metadata: assets.metadata })
    .from(assets)
    .where(inJsonList(assets.id, 'ids'))
    .prepare()

  /** Returns the ids of the assets that satisfy all conditions, in the order given. */
  return async (ids: readonly number[], conditions: readonly FieldCondition[]): Promise<number[]> => {
    const found: number[] = []
    for (let at = 0; at < ids.length; at += comparedAtOnce) {
      const some = ids.slice(at, at + comparedAtOnce)
      const rows = await metadataOf.execute({ ids: JSON.stringify(some) })
      const met = new Set(rows.filter((row) => satisfies(row.metadata, conditions)).map(({ id }) => id))
      found.push(...some.filter((id) => met.has(id)))
    }
    return found
  }
}

/** Returns whether metadata (JSON text) satisfies all conditions. A value of another type than its field has none. */
function satisfies(metadata: string, conditions: readonly FieldCondition[]): boolean {
  const values = JSON.parse(metadata) as Record<string, unknown>
  return conditions.every((condition) =>
    Object.hasOwn(values, condition.key) ? isMet(condition, values[condition.key]) : false,
  )
}

function isMet({ kind, test, value }: FieldCondition, stored: unknown): boolean {
  if (typeof stored !== typeof value) return false
  const given = comparable(kind, stored as string | number)
  const wanted = comparable(kind, value)
  if (test === 'contains') return String(given).includes(String(wanted))
  if (test === 'is') return given === wanted
  return test === 'from' ? given >= wanted : given <= wanted
}

/** Text is compared case-folded. A date may be stored with a time, which does not count. */
function comparable(kind: FieldCondition['kind'], value: string | number): string | number {
  if (typeof value === 'number') return value
  return kind === 'date' ? value.slice(0, 10) : fold(value)
}
