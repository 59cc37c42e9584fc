import { recordMessages } from '../records/messages'
import type { Message } from '../../base/messages'
import type { Page } from '../../contract/parameters'
import { invalidField } from '../../base/errors'
import type { AssetFieldRow, FieldCondition, Store } from '../../storage/core/store'
import type { Clock } from '../../base/time'
import type { AssetView } from './schema'
import { type AssetQuery, filterOf, orderOf, toView } from './service'

export type FieldFilterService = ReturnType<typeof createFieldFilterService>

/** A condition of a request: the id of a field, a test and a value as text. */
interface FieldTest {
  readonly fieldId: number
  readonly test: FieldCondition['test']
  readonly value: string
}

interface FilteredAssets {
  readonly rows: AssetView[]
  readonly total: number
  /** Whether all assets of the list were compared. */
  readonly isComplete: boolean
}

const testsOf: Readonly<Record<AssetFieldRow['kind'], readonly FieldCondition['test'][]>> = {
  text: ['contains', 'is'],
  number: ['is', 'from', 'to'],
  date: ['is', 'from', 'to'],
  choice: ['is'],
}

/** The list of assets with conditions for the fields of the organization (docs/internal-api.md, Asset filters). */
export function createFieldFilterService(store: Store, now: Clock) {
  return async (
    organizationId: number,
    query: AssetQuery,
    tests: readonly FieldTest[],
    page: Page,
  ): Promise<FilteredAssets> => {
    const conditions = conditionsOf(tests, await store.read.assetFields.list(organizationId))
    const { rows, total, isComplete } = await store.read.assets.listWith(
      organizationId,
      filterOf(query),
      now(),
      { order: orderOf(query), ...page, conditions },
    )
    const tags = Map.groupBy(
      await store.read.tags.attachedTo(rows.map(({ id }) => id)),
      ({ assetId }) => assetId,
    )
    return { rows: rows.map((row) => toView(row, tags.get(row.id) ?? [])), total, isComplete }
  }
}

function conditionsOf(tests: readonly FieldTest[], fields: readonly AssetFieldRow[]): FieldCondition[] {
  const conditions = tests.map((each) => {
    const field = fields.find(({ id }) => id === each.fieldId)
    if (!field)
      throw invalidField('field', 'fk_not_found', recordMessages('asset.no_field', { field: 'field' }))
    return conditionOf(each, field)
  })
  for (const from of conditions.filter(({ test }) => test === 'from')) {
    const turned = conditions.find(
      ({ key, test, value }) => key === from.key && test === 'to' && value < from.value,
    )
    if (turned)
      throw invalidField('field', 'invalid_value', recordMessages('asset.turned_range', { key: from.key }))
  }
  return conditions
}

function conditionOf({ test, value }: FieldTest, { key, kind }: AssetFieldRow): FieldCondition {
  const faultOf = (fault: Message) =>
    invalidField('field', 'invalid_value', recordMessages('asset.field_fault', { key, fault }))
  if (!testsOf[kind].includes(test))
    throw faultOf(recordMessages('asset.field_test', { kind, tests: testsOf[kind] }))
  if (kind === 'number') {
    const number = Number(value)
    if (value.trim() === '' || !Number.isFinite(number)) throw faultOf(recordMessages('asset.field_number'))
    return { key, kind, test, value: number }
  }
  if (kind === 'date' && !isDate(value)) throw faultOf(recordMessages('asset.field_date'))
  return { key, kind, test, value }
}

const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
