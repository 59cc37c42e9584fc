import type { ActorKind, ReaderRow, Role } from '../storage/store'

/** Who calls, as services and guards see it. */

export const scopes = [
  'assets:read',
  'assets:write',
  'locations:read',
  'locations:write',
  'tracking:read',
] as const
export type Scope = (typeof scopes)[number]

export const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

/** Each role may do what the roles before it may (docs/internal-api.md, Roles). */
export const roles = ['viewer', 'operator', 'manager', 'admin'] as const satisfies readonly Role[]

export const hasRole = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)

const reading: readonly Scope[] = ['assets:read', 'locations:read', 'tracking:read']

/** What a person's session may do on the public API. */
export const scopesOfRole = (role: Role): readonly Scope[] => (hasRole(role, 'manager') ? scopes : reading)

interface InOrganization {
  readonly organizationId: number
}

/** Who makes a change, as the audit log keeps it: under the name of the day. */
export interface Actor {
  readonly kind: ActorKind
  /** Null where it is the program itself. */
  readonly id: string | null
  readonly name: string
}

export const personOf = ({ id, name }: { readonly id: string; readonly name: string }): Actor => ({
  kind: 'user',
  id,
  name,
})

export const programItself: Actor = { kind: 'system', id: null, name: 'Whereabouts' }

/** On whose behalf a service changes something. */
export interface Author extends InOrganization {
  readonly actor: Actor
}

export interface CredentialCaller extends Author {
  readonly kind: 'credential'
  readonly apiKeyId: string
  readonly scopes: readonly Scope[]
}

export interface SessionCaller extends Author {
  readonly kind: 'session'
  readonly sessionId: string
  readonly userId: string
  readonly role: Role
  /** Whether the person owns the installation (decision 0011). */
  readonly isOwner: boolean
  readonly scopes: readonly Scope[]
}

export interface DeviceCaller extends InOrganization {
  readonly kind: 'device'
  readonly reader: ReaderRow
}

export type Caller = CredentialCaller | SessionCaller | DeviceCaller
