/** The demo uses Whereabouts as everybody does: over HTTP, signed in. */
export interface DemoClient {
  /** The `data` of the answer; throws what the service says is wrong. */
  post<T = unknown>(path: string, body: unknown): Promise<T>
  /** The rows of a list. */
  list<T>(path: string): Promise<T[]>
}

/** Signs in; the client goes on with the session's token, and renews it by signing in again. */
export async function signInTo(httpUrl: string, email: string, password: string): Promise<DemoClient> {
  let token = ''

  async function call(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(httpUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  async function renew(): Promise<void> {
    const response = await call('POST', '/internal/v1/session', { email, password })
    const { data } = await read<{ data: { access_token: string } }>(response)
    token = data.access_token
  }

  await renew()
  return {
    async post<T>(path: string, body: unknown): Promise<T> {
      const response = await call('POST', path, body)
      return (await read<{ data: T }>(response)).data
    },
    async list<T>(path: string): Promise<T[]> {
      let response = await call('GET', path)
      if (response.status === 401) {
        await renew()
        response = await call('GET', path)
      }
      return (await read<{ data: T[] }>(response)).data
    },
  }
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}
