/** Time before the end of a token from which it is not used, in milliseconds. It covers the way of a request. */
const margin = 30_000

interface Token {
  readonly access_token: string
  readonly expires_in: number
}

type Send = (request: Request) => Promise<Response>

/**
 * Returns a function that sends requests with a token. It gets a token by `exchange` when there is none, when the token is
 * about to expire, and once more when the service refuses it. Requests at the same time share an exchange.
 */
export function withToken(send: Send, exchange: () => Promise<Token>): Send {
  let current: Promise<string> | undefined
  let validUntil = 0

  async function renew(): Promise<string> {
    const { access_token, expires_in } = await exchange()
    validUntil = Date.now() + expires_in * 1000 - margin
    return access_token
  }

  function token(): Promise<string> {
    if (current && Date.now() < validUntil) return current
    validUntil = Number.POSITIVE_INFINITY
    current = renew().catch((error: unknown) => {
      current = undefined
      throw error
    })
    return current
  }

  const authorized = (request: Request, access: string): Request => {
    request.headers.set('authorization', `Bearer ${access}`)
    return request
  }

  return async (request) => {
    const repeated = request.clone()
    const used = token()
    const response = await send(authorized(request, await used))
    if (response.status !== 401) return response
    await response.body?.cancel()
    if (current === used) current = undefined
    return send(authorized(repeated, await token()))
  }
}
