/** A proxy in front of the service that ends tokens and fails, as happens to a client in the course of days. */
interface FlakyProxy {
  readonly http: string
  /** Number of tokens that the client has fetched. */
  readonly exchanges: () => number
  stop(): Promise<void>
}

const unavailable = () =>
  new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })

/**
 * Starts the proxy. The first token expires at once, the token of the first report is refused, and the first request that waits
 * for events returns 502.
 */
export function startFlakyProxy(target: string): FlakyProxy {
  let exchanges = 0
  let reports = 0
  let waits = 0

  const server = Bun.serve({
    port: 0,
    idleTimeout: 120,
    async fetch(request) {
      const { pathname, search, searchParams } = new URL(request.url)
      const headers = new Headers(request.headers)
      if (pathname.startsWith('/api/v1/reports/') && ++reports === 1)
        headers.set('authorization', 'Bearer ended')
      if (pathname === '/api/v1/events' && searchParams.get('wait') === '30' && ++waits === 1)
        return unavailable()
      const body = request.method === 'GET' ? null : await request.bytes()
      const response = await fetch(target + pathname + search, { method: request.method, headers, body })
      if (pathname !== '/api/v1/oauth/token') return response
      const pair = (await response.json()) as { expires_in: number }
      return Response.json(++exchanges === 1 ? { ...pair, expires_in: 5 } : pair)
    },
  })
  return {
    http: `http://localhost:${server.port}`,
    exchanges: () => exchanges,
    stop: () => server.stop(true),
  }
}
