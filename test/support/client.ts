import { requireDocumented } from './conform'
import { administrator, type Program } from './program'

/**
 * A client of the executable over HTTP. It sends requests unchanged and returns complete responses. A response of the public API that
 * the OpenAPI document does not describe is an error in every test.
 */

// oxlint-disable-next-line typescript/no-explicit-any -- responses are what the tests examine
type Body = any

export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON, or the text of other bodies. */
  readonly body: Body
  readonly text: string
}

export const allScopes = ['assets:read', 'assets:write', 'locations:read', 'locations:write', 'tracking:read']

export interface Client {
  request(method: string, path: string, init?: RequestInit): Promise<ApiResponse>
  get(path: string): Promise<ApiResponse>
  post(path: string, body?: unknown): Promise<ApiResponse>
  /** Sends the body as application/merge-patch+json. */
  patch(path: string, body: unknown): Promise<ApiResponse>
  delete(path: string): Promise<ApiResponse>
  readonly token: string | undefined
}

/** Creates a client. `ca` is the certificate of the CA to trust over HTTPS, as PEM. */
export function clientOf(base: string, token?: string, ca?: string): Client {
  async function request(method: string, path: string, init: RequestInit = {}): Promise<ApiResponse> {
    const headers = new Headers(init.headers)
    if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    const tls = ca === undefined ? {} : { tls: { ca } }
    const response = await fetch(base + path, { redirect: 'manual', ...tls, ...init, method, headers })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    const received: ApiResponse = {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
      text,
    }
    requireDocumented(method, base + path, received)
    return received
  }
  const send = (method: string, path: string, type: string, body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return request(method, path, body === undefined ? {} : { headers: { 'content-type': type }, body: text })
  }
  return {
    request,
    get: (path) => request('GET', path),
    post: (path, body) => send('POST', path, 'application/json', body),
    patch: (path, body) => send('PATCH', path, 'application/merge-patch+json', body),
    delete: (path) => request('DELETE', path),
    token,
  }
}

/** The parts of a program that signing in needs. A program that the test set up has no prepared sessions. */
type SignInTarget = Pick<Program, 'http'> & Partial<Pick<Program, 'ca' | 'takeSession'>>

/**
 * Signs in as a user; the client then carries the session token. The first sessions of the administrator are prepared.
 */
export async function signIn(program: SignInTarget, credentials = administrator): Promise<Client> {
  const { http, ca } = program
  const prepared = credentials === administrator ? await preparedSession(program) : undefined
  if (prepared) return prepared
  const response = await clientOf(http, undefined, ca).post('/internal/v1/session', credentials)
  if (response.status !== 200) throw new Error(`Signing in returned ${response.status}: ${response.text}`)
  return clientOf(http, response.body.data.access_token, ca)
}

/** Returns undefined when there is no session or when the test has ended it. Over TLS, its cookie has another name. */
async function preparedSession(program: SignInTarget): Promise<Client | undefined> {
  const cookie = program.http.startsWith('http:') ? program.takeSession?.() : undefined
  if (cookie === undefined) return undefined
  const response = await clientOf(program.http).request('POST', '/internal/v1/session/refresh', {
    headers: { cookie },
  })
  return response.status === 200 ? clientOf(program.http, response.body.data.access_token) : undefined
}

export interface Credential {
  readonly client_id: string
  readonly client_secret: string
}

export async function mintKey(session: Client, scopes: readonly string[] = allScopes): Promise<Credential> {
  const response = await session.post('/internal/v1/api-keys', { name: 'Test', scopes })
  if (response.status !== 201) throw new Error(`Minting returned ${response.status}: ${response.text}`)
  return response.body.data
}

/** Creates an API key with these scopes and returns a client with its access token. */
export async function apiClient(
  program: Program,
  session: Client,
  scopes: readonly string[] = allScopes,
): Promise<Client> {
  const { client_id, client_secret } = await mintKey(session, scopes)
  const response = await clientOf(program.http).post('/api/v1/oauth/token', {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
  })
  if (response.status !== 200)
    throw new Error(`The token endpoint returned ${response.status}: ${response.text}`)
  return clientOf(program.http, response.body.access_token)
}

/** Creates a second organization of the same administrator and returns a session in it. */
export async function otherOrganization(program: Program, name = 'South'): Promise<Client> {
  const session = await signIn(program)
  const created = await session.post('/internal/v1/organizations', { name })
  const moved = await session.post('/internal/v1/session/organization', {
    organization_id: created.body.data.id,
  })
  if (moved.status !== 200) throw new Error(`Switching returned ${moved.status}: ${moved.text}`)
  return clientOf(program.http, moved.body.data.access_token)
}
