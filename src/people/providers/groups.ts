import type { Message } from '../../base/messages'
import { type Role, roles as allRoles } from '../../base/caller'
import type { ProviderSetting } from '../../settings/providers'
import type { Claims } from './claims'
import { providerMessages as say } from './messages'

/**
 * The groups that a provider has sent, or why they are not known. An absent claim is not evidence that a user has no group: a
 * change at the provider removes it for all users at once.
 */
type SentGroups = { readonly groups: readonly string[] } | { readonly problem: Message }

/** Returns the groups of the user. A problem completes the sentence "The provider …". */
export function groupsOf(
  { groups_claim: claim, roles }: Pick<ProviderSetting, 'groups_claim' | 'roles'>,
  claims: Claims,
): SentGroups {
  const sent = find(claims, claim)
  const isList = Array.isArray(sent)
  const isEmpty = isList && sent.length === 0
  if ((sent === undefined || sent === null || isEmpty) && isReferred(claims, claim))
    return { problem: say('provider.fault_reference', { claim }) }
  if (sent === undefined) return { problem: say('provider.fault_absent', { claim }) }
  if (sent === null) return { problem: say('provider.fault_null', { claim }) }
  if (typeof sent === 'string') return ofText(sent, claim, roles)
  if (!isList) return { problem: say('provider.fault_no_list', { claim }) }
  const groups = sent.filter((each) => typeof each === 'string' && each.trim() !== '')
  if (groups.length === 0 && !isEmpty) return { problem: say('provider.fault_no_text', { claim }) }
  return areJoined(groups, roles) ? { problem: say('provider.fault_joined', { claim }) } : { groups }
}

/** Whether the list has no known group, but a text that consists of several groups with a known one, such as "floor, it". */
function areJoined(groups: readonly string[], roles: ProviderSetting['roles']): boolean {
  const isKnown = (text: string) => roles.some(({ group }) => group === text)
  const hasKnown = (text: string) => text.split(/[,;|]/).some((part) => isKnown(part.trim()))
  return !groups.some(isKnown) && groups.some(hasKnown)
}

/** A text is one group, but not if it is empty or contains a known group, such as "floor, it". */
function ofText(sent: string, claim: string, roles: ProviderSetting['roles']): SentGroups {
  const isKnown = roles.some(({ group }) => group === sent)
  if (!isKnown && (sent.trim() === '' || roles.some(({ group }) => sent.includes(group))))
    return { problem: say('provider.fault_text', { claim }) }
  return { groups: [sent] }
}

/**
 * Whether the claim is distributed (OpenID Connect Core 1.0, 5.6.2), as in Microsoft Entra ID for a user with many groups, which sends
 * `hasgroups` when a reference would be too long.
 */
function isReferred({ _claim_names: names, hasgroups }: Claims, claim: string): boolean {
  return (isObject(names) && Object.hasOwn(names, claim)) || hasgroups === true || hasgroups === 'true'
}

/** Returns the value of a claim: by its name, which may contain dots, or by a path such as "realm_access.roles". */
function find(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
    const head = path.slice(0, end)
    const inner = Object.hasOwn(claims, head) ? claims[head] : undefined
    const found = isObject(inner) ? find(inner, path.slice(end + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the highest role of the groups in each organization that the provider names; null without one. */
export function rolesOf(
  { roles }: Pick<ProviderSetting, 'roles'>,
  groups: readonly string[],
): Map<string, Role | null> {
  const found = new Map<string, Role | null>()
  for (const { group, organization, role } of roles) {
    const known = found.get(organization) ?? null
    const isHigher = known === null || allRoles.indexOf(role) > allRoles.indexOf(known)
    found.set(organization, groups.includes(group) && isHigher ? role : known)
  }
  return found
}
