import { AppError, type FieldError, invalid, invalidField } from '../../base/errors'
import type { Instant } from '../../base/time'
import { fieldMessages } from '../../contract/messages'
import type { AssetListFilter, ListScope, Reads } from '../../storage/core/store'
import type { Condition } from '../asset-list/condition'
import { conditionsIn } from '../asset-list/conditions'
import { assetListMessages } from '../asset-list/messages'
import { resolve } from '../asset-list/service'
import { stocktakeMessages } from './messages'
import type { ScopeView } from './schema'

/** Which of the assets below a location a stocktake expects. A scope is `all`, a list of assets, or conditions of the list of assets. */

/** The members that a scope of a kind has. */
const members = {
  all: [],
  assets: ['asset_ids'],
  search: ['q'],
  field: ['key', 'value'],
  conditions: ['conditions'],
} as const

/** Returns what is wrong with a scope by itself. */
export function scopeProblems(scope: ScopeView): FieldError[] {
  const wanted: readonly string[] = members[scope.kind]
  const given = Object.keys(scope).filter((member) => member !== 'kind')
  const named = (member: string) => `scope.${member}`
  const missing = wanted
    .filter((member) => !given.includes(member))
    .map(named)
    .map((field): FieldError => ({
      field,
      code: 'required',
      message: fieldMessages('field.required', { field }),
    }))
  const extra = given
    .filter((member) => !wanted.includes(member))
    .map(named)
    .map((field): FieldError => ({
      field,
      code: 'invalid_context',
      message: fieldMessages('field.unknown', { field }),
    }))
  if (scope.kind === 'conditions' && scope.conditions && !conditionsIn(scope.conditions as never)) {
    const field = 'scope.conditions'
    return [{ field, code: 'invalid_value', message: assetListMessages('asset_list.json', { field }) }]
  }
  return [...missing, ...extra]
}

function conditionsOf({ kind, q, key, value, conditions }: ScopeView): Condition[] {
  if (kind === 'search') return [{ field: 'text', operator: 'contains', value: q ?? '' }]
  if (kind === 'field') return [{ field: `field:${key}`, operator: 'is', value: value ?? '' }]
  return conditionsIn((conditions ?? []) as never) ?? []
}

/** The field of a scope that a problem of its conditions is about. */
const fieldOf = ({ kind }: ScopeView, index: number): string =>
  kind === 'search' ? 'scope.q' : kind === 'field' ? 'scope.key' : `scope.conditions[${index}]`

type ScopeReads = Pick<Reads, 'assetFields' | 'assetList' | 'assets'>

/** Returns the filter of a scope with conditions. Throws `invalid` when one of them does not apply. */
async function filterOf(
  read: ScopeReads,
  organizationId: number,
  scope: ScopeView,
  now: Instant,
): Promise<AssetListFilter> {
  const { filter, problems } = await resolve(read, organizationId, conditionsOf(scope), { now })
  if (problems.length > 0)
    throw invalid(
      problems.map(({ index, message }): FieldError => {
        return { field: fieldOf(scope, index), code: 'invalid_value', message }
      }),
    )
  return filter
}

/** Throws `invalid` when the scope names something that does not exist. */
export async function requireUsable(
  read: ScopeReads,
  organizationId: number,
  scope: ScopeView,
  now: Instant,
): Promise<void> {
  if (scope.kind === 'assets') {
    const live = await read.assets.liveAmong(organizationId, scope.asset_ids ?? [])
    const index = (scope.asset_ids ?? []).findIndex((id) => !live.has(id))
    const field = `scope.asset_ids[${index}]`
    if (index >= 0) throw invalidField(field, 'fk_not_found', fieldMessages('field.no_asset', { field }))
  } else if (scope.kind !== 'all') await filterOf(read, organizationId, scope, now)
}

/** Returns the ids of the assets of a scope, at most `max`; undefined when all assets are meant, or when there are more. */
export async function assetsOf(
  read: ScopeReads,
  organizationId: number,
  scope: ScopeView,
  {
    locationIds,
    now,
    max,
  }: { readonly locationIds: readonly number[]; readonly now: Instant; readonly max: number },
): Promise<readonly number[] | 'all' | 'too many'> {
  if (scope.kind === 'all') return 'all'
  if (scope.kind === 'assets') return scope.asset_ids ?? []
  const filter = await filterOf(read, organizationId, scope, now)
  const within = filter.locationIds ? new Set(filter.locationIds) : undefined
  const places = within ? locationIds.filter((id) => within.has(id)) : locationIds
  if (places.length === 0) return []
  return matchesOf(read, { organizationId, now }, { ...filter, locationIds: places }, max)
}

/** Returns the ids of the assets of a scope wherever they are, in the order of their keys; `too many` when there are more than `max`. */
export async function assetsAnywhere(
  read: ScopeReads,
  organizationId: number,
  scope: ScopeView,
  { now, max }: { readonly now: Instant; readonly max: number },
): Promise<readonly number[] | 'too many'> {
  if (scope.kind === 'assets') return scope.asset_ids ?? []
  const filter = await filterOf(read, organizationId, scope, now)
  return matchesOf(read, { organizationId, now }, filter, max)
}

async function matchesOf(
  read: ScopeReads,
  scope: ListScope,
  filter: AssetListFilter,
  max: number,
): Promise<readonly number[] | 'too many'> {
  const found = await read.assetList.allMatches(
    scope,
    filter,
    { field: 'external_key', descending: false },
    max,
  )
  if (!found) return 'too many'
  if (!found.isComplete) throw new AppError('conflict', stocktakeMessages('stocktake.not_all_compared'))
  return found.ids
}
