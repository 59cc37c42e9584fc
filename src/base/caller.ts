/** The callers of the service, their roles and their scopes. */

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
export const roles = ['viewer', 'operator', 'manager', 'admin'] as const
export type Role = (typeof roles)[number]

export const hasRole = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)

const reading: readonly Scope[] = ['assets:read', 'locations:read', 'tracking:read']

/** Returns the scopes of a user's session on the public API. */
export const scopesOfRole = (role: Role): readonly Scope[] => (hasRole(role, 'manager') ? scopes : reading)

interface InOrganization {
  readonly organizationId: number
}

export type ActorKind = 'user' | 'api_key' | 'system'

/** The actor of a change, as the audit log stores it. The name is that at the time of the change. */
export interface Actor {
  readonly kind: ActorKind
  /** Null for the service itself. */
  readonly id: string | null
  readonly name: string
}

export const userActor = ({ id, name }: { readonly id: string; readonly name: string }): Actor => ({
  kind: 'user',
  id,
  name,
})

export const systemActor: Actor = { kind: 'system', id: null, name: 'Whereabouts' }

/** The actor of a change, and the organization whose records change. */
export interface Author extends InOrganization {
  readonly actor: Actor
  /** The import that makes the change. */
  readonly importId?: string
}

export interface ApiKeyCaller extends Author {
  readonly kind: 'apiKey'
  readonly apiKeyId: string
  readonly scopes: readonly Scope[]
}

export interface SessionCaller extends Author {
  readonly kind: 'session'
  readonly sessionId: string
  readonly userId: string
  readonly role: Role
  /** Whether the user is an owner of the installation (decision 0011). */
  readonly isOwner: boolean
  /** Whether the session may only add a second factor (decision 0026). */
  readonly mustAddFactor: boolean
  readonly scopes: readonly Scope[]
}

/** The reader behind a request with a device token. */
export interface Device extends InOrganization {
  readonly id: number
  readonly externalKey: string
  readonly kind: 'fixed' | 'handheld'
  readonly isActive: boolean
  readonly presenceTimeoutSeconds: number
  readonly tokenHash: string
}

export interface DeviceCaller extends InOrganization {
  readonly kind: 'device'
  readonly reader: Device
}

export type Caller = ApiKeyCaller | SessionCaller | DeviceCaller
