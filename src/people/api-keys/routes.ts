import { paging, text, toPage } from '../../contract/parameters'
import { form, json } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import {
  ApiKey,
  ApiKeyRequest,
  CreatedApiKey,
  NewApiKey,
  Organization,
  TokenRequest,
  TokenResponse,
} from './schema'
import type { ApiKeyService } from './service'

const tag = 'Identity'
const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** The public endpoints: tokens, and the organization of a token (docs/api.md, Authentication). */
export const tokenRoutes = (apiKeys: ApiKeyService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/api/v1/oauth/token',
    access: { kind: 'anyone' },
    doc: {
      operationId: 'createToken',
      summary: 'Exchange an API key or a refresh token for tokens',
      description:
        'Implements OAuth 2.0 client credentials (RFC 6749 §4.4). Refresh tokens are single-use: a second use revokes the whole chain. A token has all scopes of its API key.\n\nThe body may also be a form with the same fields. client_id and client_secret may be sent with HTTP Basic instead. Other fields of a form, such as scope, are ignored.',
      tag,
    },
    body: { mediaTypes: [json, form], schema: TokenRequest },
    response: { status: 200, description: 'A pair of tokens.', schema: TokenResponse },
    headers: noStore,
    handle: async ({ body, address }) => ({ status: 200, body: await apiKeys.token(body, address()) }),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/orgs/me',
    access: { kind: 'apiKey' },
    doc: {
      operationId: 'getOrganization',
      summary: 'Read the organization of the token',
      description:
        'Returns the organization, API key and scopes of the token. A token of a web session is rejected.',
      tag,
    },
    response: {
      status: 200,
      description: 'The organization.',
      schema: itemOf(Organization),
      headers: ['ETag'],
    },
    handle: async ({ caller }) => ok(await apiKeys.organizationOf(caller)),
  }),
]

const ofKey = { client_id: text('The client_id of the API key.') }

const admin = { kind: 'session', role: 'admin' } as const

/** The private endpoints for API keys (docs/internal-api.md, API keys). */
export const apiKeyRoutes = (apiKeys: ApiKeyService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/api-keys',
    access: admin,
    isList: true,
    query: paging,
    response: { status: 200, description: 'A page of API keys.', schema: pageOf(ApiKey) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await apiKeys.list(caller, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/api-keys',
    access: admin,
    body: { mediaTypes: [json], schema: NewApiKey },
    response: { status: 201, description: 'The new API key.', schema: itemOf(CreatedApiKey) },
    async handle({ caller, body }) {
      const key = await apiKeys.create(caller, body)
      return created(`/internal/v1/api-keys/${key.client_id}`, key)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/api-keys/:client_id',
    access: admin,
    params: ofKey,
    response: { status: 200, description: 'The API key.', schema: itemOf(ApiKey), headers: ['ETag'] },
    handle: async ({ caller, params }) => ok(await apiKeys.get(caller, params.client_id)),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/api-keys/:client_id/requests',
    access: admin,
    params: ofKey,
    isList: true,
    query: paging,
    response: { status: 200, description: 'Recent requests, newest first.', schema: pageOf(ApiKeyRequest) },
    async handle({ caller, params, query }) {
      const page = toPage(query)
      const { rows, total } = await apiKeys.requestsOf(caller, params.client_id, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/api-keys/:client_id',
    access: admin,
    params: ofKey,
    response: { status: 204, description: 'Done.' },
    async handle({ caller, params }) {
      await apiKeys.revoke(caller, params.client_id)
      return noContent
    },
  }),
]
