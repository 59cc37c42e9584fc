import type { AlertAsset, Reads } from '../../../storage/core/store'
import { fromMicros, type Micros } from '../../../base/time'
import { filterForRule } from '../rules/views'
import { fold } from '../../../base/text'
import type { Rule, Scope } from '../conditions/rule'

/** Reports whether an asset is in the scope of a rule. */
export type InScope = (rule: Rule, asset: AlertAsset) => boolean

interface Scoping {
  readonly read: Pick<Reads, 'alertFacts' | 'assetFields' | 'assetList'>
  readonly organizationId: number
  readonly now: Micros
}

/** The ids that a scope names, by its object, so that a list of them is read once. */
const idsOfScope = new WeakMap<Scope, ReadonlySet<number>>()

/** Finds out which of these assets the scopes of rules contain. Searches are made once for all of them. */
export async function scopesOf(
  { read, organizationId, now }: Scoping,
  rules: readonly Rule[],
  assets: readonly AlertAsset[],
): Promise<InScope> {
  const ids = assets.map(({ id }) => id)
  const found = new Map<string, ReadonlySet<number>>()
  for (const { scope } of rules)
    if (scope.kind === 'search' && !found.has(scope.q))
      found.set(scope.q, new Set(await read.alertFacts.matching(ids, fold(scope.q))))
  const viewed = new Map<Scope, ReadonlySet<number>>()
  for (const { scope } of rules)
    if (scope.kind === 'view') {
      const at = fromMicros(now)
      const { filter } = await filterForRule(read, organizationId, scope.conditions, at)
      viewed.set(scope, new Set(await read.assetList.meeting({ organizationId, now: at }, filter, ids)))
    }
  return ({ scope }, asset) => {
    if (!asset.isShown) return false
    switch (scope.kind) {
      case 'all':
        return true
      case 'assets':
        return idsIn(scope).has(asset.id)
      case 'search':
        return found.get(scope.q)?.has(asset.id) ?? false
      case 'field':
        return hasValue(asset.metadata, scope)
      case 'view':
        return viewed.get(scope)?.has(asset.id) ?? false
    }
  }
}

function idsIn(scope: Extract<Scope, { kind: 'assets' }>): ReadonlySet<number> {
  const known = idsOfScope.get(scope)
  if (known) return known
  const ids = new Set(scope.asset_ids)
  idsOfScope.set(scope, ids)
  return ids
}

/** Text is compared case-folded, as in the list of assets. */
function hasValue(metadata: string, { key, value }: Extract<Scope, { kind: 'field' }>): boolean {
  const values = JSON.parse(metadata) as Record<string, unknown>
  const stored = Object.hasOwn(values, key) ? values[key] : undefined
  if (typeof stored !== typeof value) return false
  return typeof stored === 'string' && typeof value === 'string'
    ? fold(stored) === fold(value)
    : stored === value
}
