import { paging, pathId, text, toPage } from '../contract/parameters'
import { form, json, mergePatch } from '../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../http/endpoint'
import { cookieOf, originOf, signedOut, withCookies } from './cookie'
import type { CredentialService } from './credentials'
import type { OrganizationService } from './organizations'
import {
  ApiKey,
  MintedApiKey,
  NewApiKey,
  NewOrganization,
  Organization,
  OrganizationChanges,
  OrganizationChoice,
  OrganizationDetails,
  OwnOrganization,
  Session,
  Setup,
  SignIn,
  TokenRequest,
  TokenResponse,
} from './schema'
import type { SessionService } from './sessions'
import { itemOf, pageOf } from '../http/shapes'

const tag = 'Identity'
const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** The public part: tokens, and the organization of a token (docs/api.md, Authentication). */
export const identityRoutes = (credentials: CredentialService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/api/v1/oauth/token',
    access: { kind: 'anyone' },
    doc: {
      operationId: 'createToken',
      summary: 'Exchange credentials, or a refresh token, for tokens',
      description:
        'OAuth 2.0 client credentials (RFC 6749 §4.4). Refresh tokens are single-use: a second use revokes the whole chain. A token has all scopes of its API key.\n\nA form has the fields of the JSON body. HTTP Basic may carry client_id and client_secret instead. Other fields of a form, such as scope, are ignored.',
      tag,
    },
    body: { mediaTypes: [json, form], schema: TokenRequest },
    answer: { status: 200, description: 'A pair of tokens.', schema: TokenResponse },
    headers: noStore,
    handle: async ({ body, address }) => ({ status: 200, body: await credentials.token(body, address) }),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/orgs/me',
    access: { kind: 'credential' },
    doc: {
      operationId: 'getOrganization',
      summary: 'Read the organization of the bearer',
      description: 'Tells whose token it is and what it may. The token of a web session is refused.',
      tag,
    },
    answer: {
      status: 200,
      description: 'The organization.',
      schema: itemOf(Organization),
      headers: ['ETag'],
    },
    handle: async ({ caller }) => ok(await credentials.organizationOf(caller)),
  }),
]

const session = {
  status: 200,
  description: 'The session; its refresh token is in a cookie.',
  schema: itemOf(Session),
}
const gone = { status: 204, description: 'Done.' }
const details = { status: 200, description: 'The organization.', schema: itemOf(OrganizationDetails) }
const anyone = { kind: 'anyone' } as const
const viewer = { kind: 'session', role: 'viewer' } as const
const admin = { kind: 'session', role: 'admin' } as const
const organizationParams = { organization: pathId("The organization's id.") }

/** The private part, for the console: sessions, organizations, API keys (docs/internal-api.md, Sessions). */
export const accountRoutes = (
  sessions: SessionService,
  organizations: OrganizationService,
  credentials: CredentialService,
): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/internal/v1/setup',
    access: anyone,
    body: { mediaTypes: [json], schema: Setup },
    answer: { ...session, status: 201 },
    handle: async ({ body, ...from }) =>
      withCookies(201, await sessions.setUp(body, originOf(from)), from.isSecure),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session',
    access: anyone,
    body: { mediaTypes: [json], schema: SignIn },
    answer: session,
    handle: async ({ body, ...from }) =>
      withCookies(200, await sessions.signIn(body, originOf(from)), from.isSecure),
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/session',
    access: anyone,
    answer: gone,
    async handle({ request, isSecure }) {
      await sessions.signOut(cookieOf(request, isSecure))
      return signedOut(isSecure)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/refresh',
    access: anyone,
    answer: session,
    handle: async ({ request, isSecure }) =>
      withCookies(200, await sessions.refresh(cookieOf(request, isSecure)), isSecure),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/organization',
    access: viewer,
    body: { mediaTypes: [json], schema: OrganizationChoice },
    answer: session,
    handle: async ({ caller, body }) => ok(await sessions.switchOrganization(caller, body)),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/organizations',
    access: viewer,
    isList: true,
    query: paging,
    answer: { status: 200, description: 'Own organizations.', schema: pageOf(OwnOrganization) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const all = await organizations.list(caller)
      return listed(all.slice(page.offset, page.offset + page.limit), page, all.length)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/organizations',
    access: { kind: 'owner' },
    body: { mediaTypes: [json], schema: NewOrganization },
    answer: { status: 201, description: 'The new organization.', schema: itemOf(OwnOrganization) },
    async handle({ caller, body }) {
      const organization = await organizations.create(caller, body)
      return { status: 201, body: { data: organization } }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/organizations/:organization',
    access: viewer,
    params: organizationParams,
    answer: details,
    handle: async ({ caller, params }) => ok(await organizations.get(caller, params.organization)),
  }),
  endpoint({
    method: 'PATCH',
    path: '/internal/v1/organizations/:organization',
    access: viewer,
    params: organizationParams,
    exists: ({ caller, params }) => organizations.requireAdmin(caller, params.organization),
    body: { mediaTypes: [mergePatch], schema: OrganizationChanges },
    answer: details,
    handle: async ({ caller, params, body }) =>
      ok(await organizations.change(caller, params.organization, body)),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/api-keys',
    access: admin,
    isList: true,
    query: paging,
    answer: { status: 200, description: 'A page of keys.', schema: pageOf(ApiKey) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await credentials.list(caller, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/api-keys',
    access: admin,
    body: { mediaTypes: [json], schema: NewApiKey },
    answer: { status: 201, description: 'The new key.', schema: itemOf(MintedApiKey) },
    async handle({ caller, body }) {
      const key = await credentials.create(caller, body)
      return created(`/internal/v1/api-keys/${key.client_id}`, key)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/api-keys/:client_id',
    access: admin,
    params: { client_id: text('The key.') },
    answer: gone,
    async handle({ caller, params }) {
      await credentials.revoke(caller, params.client_id)
      return noContent
    },
  }),
]
