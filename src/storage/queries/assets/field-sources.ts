import { and, eq, gt, gte, lt, lte, or, sql } from 'drizzle-orm'
import { fold } from '../../../base/text'
import type { Instant } from '../../../base/time'
import { assetFieldValues } from '../../sql/asset-tables'
import { arg, contains, type Db } from '../../sql/database'
import { memoize } from '../../sql/list'
import { inStates, isEffective, limited, ofAsset, type State } from '../../sql/states'
import { assets } from '../../sql/tables'
import type { FieldCondition } from './field-conditions'
import { cut, fieldRanges, type ValueRange } from './field-values'
import { foundIds, idsOf, type Source } from './found-ids'

interface RangeShape {
  readonly isOpenFrom: boolean
  readonly isOpenTo: boolean
  readonly states: readonly State[]
}

/** The sources of conditions on fields whose values have an index (decision 0041). */
export function fieldSources(db: Db) {
  const { fieldId, value, assetId, state } = assetFieldValues
  const from = sql`${assetFieldValues}`
  const inStatesOf = (states: readonly State[]) => {
    const isEffectiveNow = sql`exists (select 1 from ${assets} where ${assets.id} = ${assetId} and ${isEffective(ofAsset)})`
    return and(
      inStates({ ...ofAsset, state }, states),
      sql`(${state} < ${sql.raw(String(limited))} or ${isEffectiveNow})`,
    )
  }
  const inRange = memoize((shape) => {
    const { isOpenFrom, isOpenTo, states } = JSON.parse(shape) as RangeShape
    const where = and(
      eq(fieldId, arg('fieldId')),
      isOpenFrom ? gt(value, arg('from')) : gte(value, arg('from')),
      isOpenTo ? lt(value, arg('to')) : lte(value, arg('to')),
      inStatesOf(states),
    )
    return foundIds(db, assetId, from, where)
  })
  const withPart = memoize((states) => {
    const where = and(
      eq(fieldId, arg('fieldId')),
      gt(value, arg('none')),
      inStatesOf(JSON.parse(states) as State[]),
      // A value that was cut may have the part in its end.
      or(contains(value, 'part'), contains(value, 'cut')),
    )
    return foundIds(db, assetId, from, where)
  })

  const ofRanges =
    (now: Instant, states: readonly State[], field: number, ranges: readonly ValueRange[]): Source =>
    async (limit) => {
      const ids: number[] = []
      for (const { from: first, to: last, isOpenFrom, isOpenTo } of ranges) {
        const query = inRange(JSON.stringify({ isOpenFrom, isOpenTo, states } satisfies RangeShape))
        const values = { fieldId: field, from: first, to: last, now, limit: limit - ids.length }
        for (const id of await idsOf(query, values)) ids.push(id)
      }
      return ids
    }

  return (now: Instant, states: readonly State[], conditions: readonly FieldCondition[]): Source[] => [
    ...[...fieldRanges(conditions)].map(([field, ranges]) => ofRanges(now, states, field, ranges)),
    ...conditions.flatMap(({ indexId: field, test, value: given }): Source[] => {
      if (field === undefined || test !== 'contains') return []
      const values = { fieldId: field, none: '', part: fold(String(given)), cut, now }
      return [(limit) => idsOf(withPart(JSON.stringify(states)), { ...values, limit })]
    }),
  ]
}
