import { setTimeout as sleep } from 'node:timers/promises'

/** A command that uses Whereabouts as everybody does: over HTTP, signed in. */
export interface ServiceClient {
  /** The `data` of the answer; throws what the service says is wrong. */
  post<T = unknown>(path: string, body: unknown): Promise<T>
  /** As `post`, with a merge patch. */
  patch<T = unknown>(path: string, body: unknown): Promise<T>
  /** The rows of a list, of the page that the path asks for. */
  list<T>(path: string): Promise<T[]>
}

/** What the service says is wrong, or that it can't be reached, in one sentence. */
export class ServiceError extends Error {}

/** Signs in; goes on with the session's token, renews it by signing in again, and keeps to the budget. */
export async function signInTo(
  httpUrl: string,
  email: string,
  password: string,
  /** PEM of the authority to trust over HTTPS; the well-known ones where it is absent. */
  ca?: string,
): Promise<ServiceClient> {
  let token = ''

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    try {
      return await fetch(httpUrl + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(ca !== undefined && { tls: { ca } }),
      })
    } catch (error) {
      throw new ServiceError(`Cannot reach ${httpUrl} (${(error as Error).message})`)
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
    patch: (path, body) => call('PATCH', path, body),
    list: (path) => call('GET', path),
  }
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (response.ok) return (JSON.parse(text) as { data: T }).data
  throw new ServiceError(`The service answered ${response.status}: ${detailOf(text)}`)
}

/** Of the error envelope its detail; of anything else, such as a proxy's page, all of it. */
function detailOf(text: string): string {
  try {
    return (JSON.parse(text) as { error: { detail: string } }).error.detail
  } catch {
    return text
  }
}
