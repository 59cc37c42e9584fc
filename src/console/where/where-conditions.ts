import type { Locations } from '../api/location-tree'
import { type Condition, conditionsIn, textOf } from '../asset-list/conditions'

/**
 * The conditions of the Where page. The plan and the list share the location, which is a parameter of its own: the first condition
 * on a location with its sub-locations.
 */

type Filter = (name: string) => string | null | undefined

/** The parameters of the address that the list reads, besides its search. */
export const whereFilters = ['location', 'conditions', 'seen']

const days = (operator: string, value: number): Condition => ({ field: 'last_seen', operator, value })

/** The ages that the plan links to. */
const ages: Readonly<Record<string, readonly Condition[]>> = {
  day: [days('within_days', 1)],
  week: [days('older_than_days', 1), days('within_days', 7)],
  old: [days('older_than_days', 7)],
  never: [{ field: 'last_seen', operator: 'never' }],
}

/** Returns the conditions of an address. A location that does not exist is a condition that the service names. */
export function whereConditions(filter: Filter, locations: Locations): Condition[] {
  const key = filter('location')
  const location = locations.all.find((each) => each.key === key)
  const text = filter('q')
  return [
    ...(key ? [{ field: 'place', operator: 'below', value: location?.id ?? key }] : []),
    ...conditionsIn(filter('conditions') ?? undefined),
    ...(ages[filter('seen') ?? ''] ?? []),
    ...(text ? [{ field: 'text', operator: 'contains', value: text }] : []),
  ]
}

/** Returns the parameters with other conditions, at the first page. */
export function withConditions(
  before: URLSearchParams,
  conditions: readonly Condition[],
  { byId }: Locations,
): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const name of [...whereFilters, 'q', 'offset', 'cursor']) after.delete(name)
  const index = conditions.findIndex(({ field, operator }) => field === 'place' && operator === 'below')
  const location = byId.get(Number(conditions[index]?.value))
  const others = location ? conditions.toSpliced(index, 1) : conditions
  const text = textOf(others)
  if (location) after.set('location', location.key)
  if (text !== null) after.set('conditions', text)
  return after
}
