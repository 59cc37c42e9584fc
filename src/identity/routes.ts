import { paging, pathText, toPage } from '../contract/parameters'
import { forbidden } from '../errors'
import { form, json } from '../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok, type Reply } from '../http/endpoint'
import { type CredentialService, refreshSeconds } from './credentials'
import {
  NewApiKey,
  NewOrganization,
  Organization,
  OrganizationChoice,
  Setup,
  SignIn,
  TokenRequest,
  TokenResponse,
} from './schema'
import type { SessionService, SignedIn } from './sessions'
import { itemOf } from '../http/shapes'

const tag = 'Identity'
const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** The public part: tokens, and who a token belongs to (spec, Identity and token). */
export const identityRoutes = (credentials: CredentialService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/api/v1/oauth/token',
    access: { kind: 'anyone' },
    doc: {
      operationId: 'createToken',
      summary: 'Exchange credentials, or a refresh token, for tokens',
      description:
        'OAuth 2.0 client credentials (RFC 6749 §4.4). Refresh tokens are single-use: spending one again ends its whole chain.',
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

const cookieName = 'whereabouts_refresh'
const cookiePath = '/internal/v1/session'

function withCookie(status: number, { view, refreshToken }: SignedIn): Reply {
  const cookie = `${cookieName}=${refreshToken}; Path=${cookiePath}; Max-Age=${refreshSeconds}; HttpOnly; SameSite=Strict`
  return { status, body: { data: view }, headers: { 'set-cookie': cookie } }
}

const clearedCookie = `${cookieName}=; Path=${cookiePath}; Max-Age=0; HttpOnly; SameSite=Strict`

function cookieOf(request: Request): string | undefined {
  // SameSite is the browser's promise; a cross-site request says so itself, too.
  if (request.headers.get('sec-fetch-site') === 'cross-site')
    throw forbidden('Cross-site requests are refused')
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim())
  return cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1)
}

const answer = { status: 200, description: 'Private.' }
const anyone = { kind: 'anyone' } as const
const viewer = { kind: 'session', role: 'viewer' } as const
const admin = { kind: 'session', role: 'admin' } as const

/** The private part, for the console: people, organizations, API keys (contract part 3). */
export const accountRoutes = (sessions: SessionService, credentials: CredentialService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/internal/v1/setup',
    access: anyone,
    body: { mediaTypes: [json], schema: Setup },
    answer,
    handle: async ({ body }) => withCookie(201, await sessions.setUp(body)),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session',
    access: anyone,
    body: { mediaTypes: [json], schema: SignIn },
    answer,
    handle: async ({ body, address }) => withCookie(200, await sessions.signIn(body, address)),
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/session',
    access: anyone,
    answer,
    async handle({ request }) {
      await sessions.signOut(cookieOf(request))
      return { ...noContent, headers: { 'set-cookie': clearedCookie } }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/refresh',
    access: anyone,
    answer,
    handle: async ({ request }) => withCookie(200, await sessions.refresh(cookieOf(request))),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/organization',
    access: viewer,
    body: { mediaTypes: [json], schema: OrganizationChoice },
    answer,
    handle: async ({ caller, body }) => ok(await sessions.switchOrganization(caller, body)),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/organizations',
    access: viewer,
    isList: true,
    query: paging,
    answer,
    async handle({ caller, query }) {
      const page = toPage(query)
      const all = await sessions.listOrganizations(caller)
      return listed(all.slice(page.offset, page.offset + page.limit), page, all.length)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/organizations',
    access: viewer,
    body: { mediaTypes: [json], schema: NewOrganization },
    answer,
    async handle({ caller, body }) {
      const organization = await sessions.createOrganization(caller, body)
      return { status: 201, body: { data: organization } }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/api-keys',
    access: admin,
    isList: true,
    query: paging,
    answer,
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
    answer,
    async handle({ caller, body }) {
      const key = await credentials.create(caller, body)
      return created(`/internal/v1/api-keys/${key.client_id}`, key)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/api-keys/:client_id',
    access: admin,
    params: { client_id: pathText('The key.') },
    answer,
    async handle({ caller, params }) {
      await credentials.revoke(caller, params.client_id)
      return noContent
    },
  }),
]
