import type { Message } from '../../../base/messages'
import type { Instant } from '../../../base/time'
import type { AssetViewRow, Reads } from '../../../storage/core/store'
import { conditionsIn, filterOf } from '../../../tracking/asset-list/conditions'
import type { Condition } from '../../../tracking/asset-list/condition'
import { alertMessages } from './messages'

/** What a rule takes from a saved view: a copy of its conditions, so that its alerts follow from the rule alone. */

/** Conditions on what an asset is. Where it is and when it was read changes with each read: a rule has its own words for it. */
const lasting = new Set(['state', 'tag_type', 'text'])
const isLasting = ({ field }: Condition): boolean => lasting.has(field) || field.startsWith('field:')

/** Returns the filter of such conditions, and the problems of those that do not apply. */
export async function filterForRule(
  { assetFields }: Pick<Reads, 'assetFields'>,
  organizationId: number,
  conditions: readonly Condition[],
  now: Instant,
) {
  const fields = await assetFields.list(organizationId)
  return filterOf(conditions, { fields, places: new Map(), now, isPast: false })
}

/** Returns the conditions of a view, or why a rule cannot use them. */
export async function conditionsForRule(
  read: Pick<Reads, 'assetFields'>,
  { organizationId, name, conditions: stored }: Pick<AssetViewRow, 'organizationId' | 'name' | 'conditions'>,
  now: Instant,
): Promise<{ readonly conditions: readonly Condition[] } | { readonly problem: Message }> {
  const conditions = conditionsIn(JSON.parse(stored)) ?? []
  const other = conditions.find((condition) => !isLasting(condition))
  if (other) return { problem: alertMessages('alert.view_condition', { view: name, condition: other.field }) }
  const { problems } = await filterForRule(read, organizationId, conditions, now)
  const [first] = problems
  return first
    ? { problem: alertMessages('alert.view_problem', { view: name, problem: first.message }) }
    : { conditions }
}
