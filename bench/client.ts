import { email, password } from './service'

/** Calls the API of a service that a benchmark has started. */

const headersOf = (token: string | undefined) => ({
  'content-type': 'application/json',
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
})

/** Sends a body with POST, or GET without one. Returns the JSON of the response. @throws Error for an error status */
export async function call(
  url: string,
  token?: string,
  body?: object,
): Promise<{ data: Record<string, unknown>; access_token: string }> {
  const response = await fetch(url, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: headersOf(token),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { data: Record<string, unknown>; access_token: string }
}

/** Returns the token of a session of the administrator. It is valid for 15 minutes. */
export async function sessionOf(http: string): Promise<string> {
  const { data } = await call(`${http}/internal/v1/session`, undefined, { email, password })
  return String(data['access_token'])
}

/** Creates an API key with all scopes, and returns an access token. */
export async function tokenOf(http: string): Promise<string> {
  const scopes = ['assets:read', 'assets:write', 'locations:read', 'locations:write', 'tracking:read']
  const { data } = await call(`${http}/internal/v1/api-keys`, await sessionOf(http), {
    name: 'bench',
    scopes,
  })
  const { client_id, client_secret } = data
  const grant = { grant_type: 'client_credentials', client_id, client_secret }
  return (await call(`${http}/api/v1/oauth/token`, undefined, grant)).access_token
}
