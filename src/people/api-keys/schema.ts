import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { scopes } from '../../base/caller'
import { withCheckAs, InstantInput, Name, Nullable, Timestamp } from '../../contract/fields'

const ScopeName = Type.Unsafe<(typeof scopes)[number]>({
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
    scopes: Type.Array(ScopeName, { description: 'The scopes of the token.' }),
    api_key_id: Type.String({
      format: 'uuid',
      description: 'The client_id of the API key; the sub claim of the access token.',
      example: '0d3a9e6b-6d2c-4f0a-9d1b-5c1f6f0f3b52',
    }),
  },
  { $id: 'Organization', description: 'The organization and the API key of a token.' },
)

export type OrganizationView = Static<typeof Organization>

const clientId = Type.String({
  format: 'uuid',
  description: 'The UUID of the API key.',
  example: '0d3a9e6b-6d2c-4f0a-9d1b-5c1f6f0f3b52',
})
const clientSecret = Type.String({
  format: 'password',
  description: 'The secret, which was shown only when the API key was created.',
  example: 'wab_...',
})
const refreshToken = Type.String({ description: 'The refresh token.', example: 'war_...' })

/** A token request of any grant, as it is checked. The service checks which fields a grant needs. */
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
    description: 'Exchanges client_id and client_secret of an API key for tokens (RFC 6749 §4.4).',
    additionalProperties: false,
  },
)

const RefreshTokenGrant = Type.Object(
  {
    grant_type: grantType('refresh_token', 'RefreshTokenGrantType'),
    refresh_token: refreshToken,
    client_id: Type.Optional(Type.String({ ...clientId, description: 'Accepted, but not needed.' })),
    client_secret: Type.Optional(Type.String({ ...clientSecret, description: 'Accepted, but not needed.' })),
  },
  {
    $id: 'RefreshTokenGrant',
    description: 'Exchanges a refresh token for new tokens (RFC 6749 §6).',
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
      description: 'A JWT, to send as Authorization: Bearer.',
      example: 'eyJ...',
    }),
    refresh_token: Type.String({
      description: 'A single-use token, which is valid for 30 days.',
      example: 'war_...',
    }),
    token_type: Type.Unsafe<'Bearer'>({
      $id: 'TokenType',
      type: 'string',
      enum: ['Bearer'],
      description: 'Always Bearer.',
      example: 'Bearer',
    }),
    expires_in: Type.Integer({
      format: 'int32',
      description: 'Lifetime of the access token in seconds.',
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
  client_id: Type.String({ format: 'uuid', description: 'The id of the API key.' }),
  name: Name,
  scopes: Type.Array(Type.String(), { description: 'The scopes of the API key.' }),
  expires_at: Nullable(
    Type.String({ ...Timestamp, description: 'The time of expiry; null if the API key does not expire.' }),
  ),
}

export const ApiKey = Type.Object(
  {
    ...key,
    created_at: Timestamp,
    last_used_at: Nullable(Timestamp),
    revoked_at: Nullable(Timestamp),
  },
  { $id: 'ApiKey', description: 'An API key.' },
)
export type ApiKeyView = Static<typeof ApiKey>

/** A recent request of an API key. */
export const ApiKeyRequest = Type.Object(
  {
    at: Timestamp,
    method: Type.String(),
    path: Type.String({ description: 'The path without the query, cut after 200 characters.' }),
    status: Type.Integer({ format: 'int32' }),
    error: Nullable(Type.String({ description: 'The type of the error.' })),
    fields: Type.Array(Type.Object({ field: Type.String(), code: Type.String() }), {
      description: 'The first ten invalid fields.',
    }),
    duration_ms: Type.Number({ description: 'Time until the response began, in milliseconds.' }),
    request_id: Type.String(),
  },
  { $id: 'ApiKeyRequest', description: 'A recent request of an API key, without its query and its bodies.' },
)
export type ApiKeyRequestView = Static<typeof ApiKeyRequest>

/** The response to the creation of an API key. */
export const CreatedApiKey = Type.Object(
  {
    ...key,
    client_secret: Type.String({
      description: 'The secret. It is returned only once; only its hash is stored.',
    }),
  },
  { $id: 'CreatedApiKey', description: 'A new API key, with its secret.' },
)
export type CreatedApiKeyView = Static<typeof CreatedApiKey>
