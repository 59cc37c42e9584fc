import { Value } from '@sinclair/typebox/value'
import { type Role, roles } from '../caller'
import type { ProviderSetting } from '../settings/providers'
import { fold } from '../text'
import { Email } from '../users/schema'

/** The claims of a provider about a user. */
export type Claims = Readonly<Record<string, unknown>>

/** Returns the case-folded address, if the provider has verified it. */
export function verifiedEmailOf({ email, email_verified: isVerified }: Claims): string | undefined {
  const isUsable = isVerified === true && Value.Check(Email, email) && /^[^\s@]+@[^\s@]+$/.test(email)
  return isUsable ? fold(email) : undefined
}

const nameMax = 255

/** Returns the name, or else the part of the address before the @. */
export function nameOf({ name }: Claims, email: string): string {
  const text =
    typeof name === 'string'
      ? name
          .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
          .trim()
          .slice(0, nameMax)
      : ''
  return text === '' ? (email.split('@')[0] as string) : text
}

/** Returns the highest role of the groups of the user in each organization that the provider names; null without one. */
export function rolesOf(
  { roles: rules, groups_claim: claim }: ProviderSetting,
  claims: Claims,
): Map<string, Role | null> {
  const sent = claims[claim]
  const groups = Array.isArray(sent) ? sent : [sent]
  const found = new Map<string, Role | null>()
  for (const { group, organization, role } of rules) {
    const known = found.get(organization) ?? null
    const isHigher = known === null || roles.indexOf(role) > roles.indexOf(known)
    found.set(organization, groups.includes(group) && isHigher ? role : known)
  }
  return found
}
