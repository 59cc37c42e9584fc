import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { scopes } from '../caller'
import { withCheckAs, InstantInput, Name, Nullable, Timestamp } from '../contract/fields'

export const ScopeName = Type.Unsafe<(typeof scopes)[number]>({
  $id: 'Scope',
  type: 'string',
  enum: [...scopes],
  description: 'A scope.',
  example: 'assets:read',
})

/** The response of GET /orgs/me (docs/api.md, Organization). */
export const Organization = Type.Object(
  {
    id: Type.Integer({ format: 'int64', minimum: 1, description: "The organization's id.", example: 1 }),
    name: Type.String({ description: "The organization's name.", example: 'North warehouse' }),
    scopes: Type.Array(ScopeName, { description: 'The scopes that the bearer carries.' }),
    api_key_id: Type.String({
      format: 'uuid',
      description: 'The API key; the sub claim of the access token.',
      example: '0d3a9e6b-6d2c-4f0a-9d1b-5c1f6f0f3b52',
    }),
  },
  { $id: 'Organization', description: 'The organization and API key that a bearer belongs to.' },
)

export type OrganizationView = Static<typeof Organization>

const clientId = Type.String({
  format: 'uuid',
  description: 'The UUID of the API key.',
  example: '0d3a9e6b-6d2c-4f0a-9d1b-5c1f6f0f3b52',
})
const clientSecret = Type.String({
  format: 'password',
  description: 'The secret that was shown once.',
  example: 'wab_...',
})
const refreshToken = Type.String({ description: 'The token to spend.', example: 'war_...' })

/** A token request of any grant, as it is checked; the service checks which fields a grant needs. */
const AnyTokenRequest = Type.Object({
  grant_type: Type.Unsafe<'client_credentials' | 'refresh_token'>({
    type: 'string',
    enum: ['client_credentials', 'refresh_token'],
  }),
  client_id: Type.Optional(clientId),
  client_secret: Type.Optional(clientSecret),
  refresh_token: Type.Optional(refreshToken),
})

const grantType = (value: string, $id: string) =>
  Type.Unsafe<string>({
    $id,
    type: 'string',
    enum: [value],
    description: `The grant_type ${value}.`,
    example: value,
  })

const ClientCredentialsGrant = Type.Object(
  {
    grant_type: grantType('client_credentials', 'ClientCredentialsGrantType'),
    client_id: clientId,
    client_secret: clientSecret,
  },
  {
    $id: 'ClientCredentialsGrant',
    description: 'Exchanges the credentials of an API key (RFC 6749 §4.4).',
    additionalProperties: false,
  },
)

const RefreshTokenGrant = Type.Object(
  {
    grant_type: grantType('refresh_token', 'RefreshTokenGrantType'),
    refresh_token: refreshToken,
    client_id: Type.Optional(Type.String({ ...clientId, description: 'Accepted, and not needed.' })),
    client_secret: Type.Optional(Type.String({ ...clientSecret, description: 'Accepted, and not needed.' })),
  },
  {
    $id: 'RefreshTokenGrant',
    description: 'Exchanges a refresh token (RFC 6749 §6).',
    additionalProperties: false,
  },
)

const schemaPath = (schema: TSchema) => `#/components/schemas/${schema.$id}`

/** A token request; the document shows one schema for each grant. */
export const TokenRequest = withCheckAs(
  Type.Unsafe<Static<typeof AnyTokenRequest>>({
    $id: 'TokenRequest',
    description: 'A token request: one schema for each grant_type.',
    oneOf: [ClientCredentialsGrant, RefreshTokenGrant],
    discriminator: {
      propertyName: 'grant_type',
      mapping: {
        client_credentials: schemaPath(ClientCredentialsGrant),
        refresh_token: schemaPath(RefreshTokenGrant),
      },
    },
    example: {
      grant_type: 'client_credentials',
      client_id: clientId['example'],
      client_secret: clientSecret['example'],
    },
  }),
  AnyTokenRequest,
)

export const TokenResponse = Type.Object(
  {
    access_token: Type.String({
      description: 'A JWT, to be sent as Authorization: Bearer.',
      example: 'eyJ...',
    }),
    refresh_token: Type.String({ description: 'Single-use; lives for 30 days.', example: 'war_...' }),
    token_type: Type.Unsafe<'Bearer'>({
      $id: 'TokenType',
      type: 'string',
      enum: ['Bearer'],
      description: 'Always Bearer.',
      example: 'Bearer',
    }),
    expires_in: Type.Integer({
      format: 'int32',
      description: 'Seconds that the access token lives.',
      example: 900,
    }),
  },
  { $id: 'TokenResponse', description: 'A pair of tokens.' },
)

export const NewApiKey = Type.Object({
  name: Name,
  scopes: Type.Array(ScopeName, { minItems: 1, maxItems: scopes.length }),
  expires_at: Type.Optional(Nullable(InstantInput)),
})

const key = {
  client_id: Type.String({ format: 'uuid', description: 'What the key is known by.' }),
  name: Name,
  scopes: Type.Array(Type.String(), { description: 'What it may do.' }),
  expires_at: Nullable(Type.String({ ...Timestamp, description: 'Null: it does not expire.' })),
}

export const ApiKey = Type.Object(
  {
    ...key,
    created_at: Timestamp,
    last_used_at: Nullable(Timestamp),
    revoked_at: Nullable(Timestamp),
  },
  { $id: 'ApiKey', description: 'A credential of a program.' },
)
export type ApiKeyView = Static<typeof ApiKey>

/** What minting a key answers. */
export const MintedApiKey = Type.Object(
  { ...key, client_secret: Type.String({ description: 'Shown this once; only its hash is kept.' }) },
  { $id: 'MintedApiKey', description: 'A new credential, with its secret.' },
)
export type MintedApiKeyView = Static<typeof MintedApiKey>
