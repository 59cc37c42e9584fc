import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Kind } from './kinds'

/** The providers that sign users in, with OpenID Connect (docs/sign-in.md). */

const Text = Type.String({ minLength: 1, maxLength: 1000 })

const RoleOfGroup = Type.Object(
  {
    group: Text,
    organization: Text,
    role: Type.Union((['viewer', 'operator', 'manager', 'admin'] as const).map((role) => Type.Literal(role))),
  },
  { additionalProperties: false },
)

const ProviderSetting = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    issuer: Text,
    client_id: Text,
    client_secret: Type.Optional(Text),
    client_secret_file: Type.Optional(Text),
    scope: Type.String({ default: 'openid email profile', pattern: '\\bopenid\\b' }),
    groups_claim: Type.String({ default: 'groups', minLength: 1, maxLength: 100 }),
    membership: Type.Union([Type.Literal('automatic'), Type.Literal('invitation')], {
      default: 'invitation',
    }),
    trusts_email: Type.Boolean({ default: false }),
    roles: Type.Array(RoleOfGroup, { default: [], maxItems: 1000 }),
  },
  { additionalProperties: false },
)
const ProviderSettings = Type.Array(ProviderSetting, { maxItems: 20 })

export type ProviderSetting = Static<typeof ProviderSetting>

export const providers: Kind<readonly ProviderSetting[]> = {
  allowed: 'a list of providers',
  read: (value) => {
    const list = withDefaults(value)
    return faultOf(list) === undefined ? (list as ProviderSetting[]) : undefined
  },
  problemOf: (value) => faultOf(withDefaults(value)),
}

/** Returns the value of the file, or the parsed JSON, with the defaults of absent fields; undefined for invalid JSON. */
function withDefaults(value: unknown): unknown {
  if (typeof value !== 'string') return Value.Default(ProviderSettings, structuredClone(value))
  try {
    return Value.Default(ProviderSettings, JSON.parse(value))
  } catch {
    return undefined
  }
}

/** Returns what is wrong. The sentence contains no values, because one of them is a secret. */
function faultOf(list: unknown): string | undefined {
  if (list === undefined) return 'is not valid JSON'
  const error = Value.Errors(ProviderSettings, list).First()
  if (error) return `is wrong at ${error.path || '/'}: ${error.message}`
  const all = list as ProviderSetting[]
  const repeated = all.find(
    ({ id, issuer }) => all.filter((each) => each.id === id || each.issuer === issuer).length > 1,
  )
  if (repeated) return `has two providers with the id or issuer of ${repeated.id}`
  for (const provider of all) {
    const fault = faultOfProvider(provider)
    if (fault !== undefined) return `is wrong for ${provider.id}: ${fault}`
  }
  return undefined
}

function faultOfProvider({ issuer, membership, roles, ...provider }: ProviderSetting): string | undefined {
  if (!isUsableIssuer(issuer))
    return 'issuer must be an https:// address; http:// is allowed for this machine only'
  if (provider.client_secret !== undefined && provider.client_secret_file !== undefined)
    return 'set client_secret or client_secret_file, not both'
  if (membership === 'automatic' && roles.length === 0) return 'membership is automatic, but roles is empty'
  if (membership === 'invitation' && roles.length > 0) return 'roles is set, but membership is not automatic'
  return undefined
}

function isUsableIssuer(issuer: string): boolean {
  const url = URL.parse(issuer)
  if (!url || url.search !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname))
}

/** Plain HTTP to another machine would let anyone on the network sign in as anyone. */
const isThisMachine = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host)
