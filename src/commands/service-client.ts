import { setTimeout as sleep } from 'node:timers/promises'

/** A client of the HTTP API that is signed in as a user. */
export interface ServiceClient {
  /** Sends a POST and returns `data` of the response. Throws ServiceError. */
  post<T = unknown>(path: string, body: unknown): Promise<T>
  /** Sends bytes in a POST and returns `data` of the response. Throws ServiceError. */
  upload<T = unknown>(path: string, bytes: Uint8Array): Promise<T>
  /** Sends a PATCH with a merge patch and returns `data` of the response. Throws ServiceError. */
  patch<T = unknown>(path: string, body: unknown): Promise<T>
  /** Returns the rows of one page of a list. Throws ServiceError. */
  list<T>(path: string): Promise<T[]>
}

/** An error response of the service, or a failed connection. The message is one sentence. */
export class ServiceError extends Error {}

/** Signs in. The client signs in again when its token expires, and waits when the rate limit is exceeded. */
export async function signInTo(
  httpUrl: string,
  email: string,
  password: string,
  /** PEM of the certificate authority to trust over HTTPS. By default the public ones are trusted. */
  ca?: string,
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
    const response = await send('POST', '/internal/v1/session', { email, password })
    token = (await read<{ access_token: string }>(response)).access_token
  }

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    let response = await send(method, path, body)
    while (response.status === 429) {
      await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
      response = await send(method, path, body)
    }
    if (response.status === 401) {
      await renew()
      response = await send(method, path, body)
    }
    return read<T>(response)
  }

  await renew()
  return {
    post: (path, body) => call('POST', path, body),
    upload: (path, bytes) => call('POST', path, bytes),
    patch: (path, body) => call('PATCH', path, body),
    list: (path) => call('GET', path),
  }
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (response.ok) return (JSON.parse(text) as { data: T }).data
  throw new ServiceError(`The service returned ${response.status}: ${detailOf(text)}`)
}

/** Returns the detail of an error envelope, or the whole text of another body, such as the page of a proxy. */
function detailOf(text: string): string {
  try {
    return (JSON.parse(text) as { error: { detail: string } }).error.detail
  } catch {
    return text
  }
}
