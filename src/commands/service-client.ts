import { setTimeout as sleep } from 'node:timers/promises'

/** A client of the HTTP API that is signed in as a user or with an API key. */
export interface ServiceClient {
  /** Sends a POST and returns `data` of the response. Throws ServiceError. */
  post<T = unknown>(path: string, body: unknown): Promise<T>
  /** Sends bytes in a POST and returns `data` of the response. Throws ServiceError. */
  upload<T = unknown>(path: string, bytes: Uint8Array): Promise<T>
  /** Sends a PATCH with a merge patch and returns `data` of the response. Throws ServiceError. */
  patch<T = unknown>(path: string, body: unknown): Promise<T>
  /** Returns the rows of one page of a list. Throws ServiceError. */
  list<T>(path: string): Promise<T[]>
  /** Returns the body and the headers of a response. Throws ServiceError. */
  get<T>(path: string): Promise<{ readonly body: T; readonly headers: Headers }>
}

/** An error response of the service, or a failed connection. The message is one sentence. */
export class ServiceError extends Error {
  constructor(
    message: string,
    /** Undefined when the connection failed. */
    readonly status?: number,
  ) {
    super(message)
  }
}

/** Signs in as a user. */
export const signInTo = (
  httpUrl: string,
  email: string,
  password: string,
  /** PEM of the certificate authority to trust over HTTPS. By default the public ones are trusted. */
  ca?: string,
): Promise<ServiceClient> =>
  connect(httpUrl, ca, {
    path: '/internal/v1/session',
    credentials: { email, password },
    grantOf: (body) => body['data'] as TokenGrant,
  })

/** Signs in with an API key. */
export const connectWithKey = (
  httpUrl: string,
  clientId: string,
  clientSecret: string,
  ca?: string,
): Promise<ServiceClient> => {
  const credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const grantOf = (body: object) => body as TokenGrant
  return connect(httpUrl, ca, { path: '/api/v1/oauth/token', credentials, grantOf })
}

interface TokenGrant {
  readonly access_token: string
}

/** How credentials are exchanged for a token. */
interface TokenRequest {
  readonly path: string
  readonly credentials: object
  readonly grantOf: (body: Readonly<Record<string, unknown>>) => TokenGrant
}

/** Returns a client that exchanges its credentials again when its token expires, and waits for the rate limit. */
async function connect(
  httpUrl: string,
  ca: string | undefined,
  { path: tokenPath, credentials, grantOf }: TokenRequest,
): Promise<ServiceClient> {
  let token = ''

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    try {
      return await fetch(httpUrl + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        ...(body !== undefined && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
        ...(ca !== undefined && { tls: { ca } }),
      })
    } catch (error) {
      throw new ServiceError(`Cannot reach ${httpUrl} (${(error as Error).message}).`)
    }
  }

  async function renew(): Promise<void> {
    const response = await send('POST', tokenPath, credentials)
    token = grantOf(await read(response)).access_token
  }

  async function respond(method: string, path: string, body?: unknown): Promise<Response> {
    let response = await send(method, path, body)
    while (response.status === 429) {
      await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
      response = await send(method, path, body)
    }
    if (response.status === 401) {
      await renew()
      response = await send(method, path, body)
    }
    return response
  }

  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    (await read<{ data: T }>(await respond(method, path, body))).data

  await renew()
  return {
    post: (path, body) => call('POST', path, body),
    upload: (path, bytes) => call('POST', path, bytes),
    patch: (path, body) => call('PATCH', path, body),
    list: (path) => call('GET', path),
    async get(path) {
      const response = await respond('GET', path)
      return { body: await read(response), headers: response.headers }
    },
  }
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (response.ok) return JSON.parse(text) as T
  throw new ServiceError(`The service returned ${response.status}: ${detailOf(text)}`, response.status)
}

/** Returns the detail of an error envelope, or the whole text of another body, such as the page of a proxy. */
function detailOf(text: string): string {
  try {
    return (JSON.parse(text) as { error: { detail: string } }).error.detail
  } catch {
    return text
  }
}
