import { and, eq, gt, gte, lt, lte, or, sql } from 'drizzle-orm'
import { fold } from '../../../base/text'
import type { Instant } from '../../../base/time'
import { assetFieldValues } from '../../sql/asset-tables'
import { arg, contains, type Db } from '../../sql/database'
import { memoize } from '../../sql/list'
import { inStates, isEffective, ofAsset, type State } from '../../sql/states'
import { assets } from '../../sql/tables'
import type { FieldCondition } from './field-conditions'
import { cut, fieldRanges, type ValueRange } from './field-values'
import { foundIds, idsOf, type Source } from './found-ids'

interface RangeShape {
  readonly isOpenFrom: boolean
  readonly isOpenTo: boolean
  /** Whether the assets are in one of the states, and effective. */
  readonly isExact: boolean
  readonly states: readonly State[]
}

/** The sources of conditions on fields whose values have an index (decision 0041). */
export function fieldSources(db: Db, few: number) {
  const { fieldId, value, assetId } = assetFieldValues
  const inRange = memoize((shape) => {
    const { isOpenFrom, isOpenTo, isExact, states } = JSON.parse(shape) as RangeShape
    const from = isExact
      ? sql`${assetFieldValues} cross join ${assets} on ${assets.id} = ${assetId}`
      : sql`${assetFieldValues}`
    const where = and(
      eq(fieldId, arg('fieldId')),
      isOpenFrom ? gt(value, arg('from')) : gte(value, arg('from')),
      isOpenTo ? lt(value, arg('to')) : lte(value, arg('to')),
      isExact ? and(inStates(ofAsset, states), isEffective(ofAsset)) : undefined,
    )
    return foundIds(db, assetId, from, where)
  })
  const withPart = foundIds(
    db,
    assetId,
    sql`${assetFieldValues}`,
    // A value that was cut may have the part in its end.
    and(
      eq(fieldId, arg('fieldId')),
      gt(value, arg('none')),
      or(contains(value, 'part'), contains(value, 'cut')),
    ),
  )

  /** The index of values has no states: all ids of a common value are those of inactive assets, too. */
  const ofRanges =
    (now: Instant, states: readonly State[], field: number, ranges: readonly ValueRange[]): Source =>
    async (limit) => {
      const isExact = limit <= few + 1
      const ids: number[] = []
      for (const { from, to, isOpenFrom, isOpenTo } of ranges) {
        const shape = { isOpenFrom, isOpenTo, isExact, states } satisfies RangeShape
        const values = { fieldId: field, from, to, now, limit: limit - ids.length }
        for (const id of await idsOf(inRange(JSON.stringify(shape)), values)) ids.push(id)
      }
      return ids
    }

  return (now: Instant, states: readonly State[], conditions: readonly FieldCondition[]): Source[] => [
    ...[...fieldRanges(conditions)].map(([field, ranges]) => ofRanges(now, states, field, ranges)),
    ...conditions.flatMap(({ indexId: field, test, value: given }): Source[] => {
      if (field === undefined || test !== 'contains') return []
      const part = fold(String(given))
      return [(limit) => idsOf(withPart, { fieldId: field, none: '', part, cut, limit })]
    }),
  ]
}
