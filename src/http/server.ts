import type { Server } from 'bun'
import { isIP } from 'node:net'
import type { KeyPair } from '../key-pair'
import { loopbackOf, portError } from '../ports'

export interface HttpServer {
  /** What a browser on this machine opens. */
  readonly url: string
  /** The one that listens now: another certificate takes another. */
  server(): Server<undefined>
  /** For the connections from now on; those that are there go on. Throws where the port can't be listened on again. */
  renew(pair: KeyPair): void
  /** No new connections; requests in progress have `seconds` to finish. */
  stop(seconds: number): Promise<void>
}

/** A body is refused by our own limit, with our own envelope, before this one is reached. */
const bunBodyMax = Number.MAX_SAFE_INTEGER

export interface HttpOptions {
  readonly host: string
  readonly port: number
  readonly fetch: (request: Request) => Promise<Response>
  readonly onError: (error: unknown) => void
  /** For HTTPS; null for HTTP. */
  readonly pair: KeyPair | null
  /** Of every answer. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export function startHttp(options: HttpOptions): HttpServer {
  const { host, fetch, headers = {} } = options
  let inProgress = 0
  let isStopping = false
  let wake: (() => void) | null = null

  async function serve(request: Request): Promise<Response> {
    inProgress++
    try {
      const response = await fetch(withUsableHost(request))
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
      // Keep-alive connections would otherwise hold the stop up.
      if (isStopping) response.headers.set('connection', 'close')
      return response
    } finally {
      inProgress--
      if (inProgress === 0) wake?.()
    }
  }

  const first = listen({ ...options, fetch: serve })
  const port = first.port as number
  // Bun does not exchange the certificate of a server: another takes its port, and the old one serves its connections on.
  const replaced = new Set<Server<undefined>>()
  let server: Server<undefined> | null = first

  function renew(pair: KeyPair): void {
    const before = server
    server = null
    if (before) {
      replaced.add(before)
      void before.stop(false).then(() => replaced.delete(before))
    }
    server = listen({ ...options, port, pair, fetch: serve })
  }

  return {
    server: () => server ?? first,
    url: `${options.pair ? 'https' : 'http'}://${loopbackOf(host)}:${port}`,
    renew,
    async stop(seconds) {
      isStopping = true
      const closed = server?.stop(false)
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000).unref())
      if (inProgress > 0) await Promise.race([new Promise<void>((resolve) => (wake = resolve)), deadline])
      // The answers that were just made still have to leave the sockets.
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 100))])
      await Promise.all([...replaced, ...(server ? [server] : [])].map((each) => each.stop(true)))
    },
  }
}

function listen({ host, port, fetch, onError, pair }: HttpOptions): Server<undefined> {
  try {
    return Bun.serve({
      hostname: host,
      port,
      fetch,
      maxRequestBodySize: bunBodyMax,
      idleTimeout: 30,
      development: false,
      ...(pair && { tls: { cert: pair.cert, key: pair.key } }),
      error(error) {
        onError(error)
        return new Response(null, { status: 500 })
      },
    })
  } catch (error) {
    throw portError(error, 'HTTP', host, port)
  }
}

/**
 * Elysia takes the first slash behind eleven characters for the path, and misses it behind a host as short as `pi`.
 * Without a host, as HTTP/1.0 allows and probes of load balancers still do, Bun gives the path alone.
 */
function withUsableHost(request: Request): Request {
  const { url } = request
  if (url.startsWith('/')) return Object.defineProperty(request, 'url', { value: `http://localhost${url}` })
  if (url.indexOf('/', url.indexOf('://') + 3) >= 11) return request
  return Object.defineProperty(request, 'url', { value: url.replace('://', '://www.') })
}

/** What is known of a client's way here: by the connection, or by what a trusted proxy says of it. */
export function createOriginOf(trustedProxies: readonly string[], isTls: boolean) {
  let http: Pick<HttpServer, 'server'> | null = null
  const trusted = new Set(trustedProxies.map(plainAddress))
  const peerOf = (request: Request) => plainAddress(http?.server().requestIP(request)?.address ?? '')
  return {
    attach: (to: Pick<HttpServer, 'server'>): void => {
      http = to
    },
    /** Whether the client is there and has not taken the whole answer: Bun forgets a request that is over. */
    isWaiting: (request: Request): boolean => Boolean(http?.server().requestIP(request)),
    /** Whether the client's own connection is over TLS. */
    isSecure: (request: Request): boolean => {
      if (isTls) return true
      const [forwarded = ''] = (request.headers.get('x-forwarded-proto') ?? '').split(',')
      return forwarded.trim().toLowerCase() === 'https' && trusted.has(peerOf(request))
    },
    /** The client's address, as far as it tells clients apart. */
    address: (request: Request): string => {
      const peer = peerOf(request)
      if (!trusted.has(peer)) return ownPart(peer)
      const forwarded = (request.headers.get('x-forwarded-for') ?? '')
        .split(',')
        .map((part) => plainAddress(withoutPort(part.trim())))
      // The last address that no trusted proxy has is the client's; those before it may be invented.
      return ownPart(forwarded.findLast((address) => address !== '' && !trusted.has(address)) ?? peer)
    },
  }
}

/** Who has an IPv6 address has a whole /64 to choose from (RFC 6177): its network stands for it. */
function ownPart(address: string): string {
  if (isIP(address) !== 6) return address
  // A zone is of no meaning elsewhere; the URL writes each address in one way.
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname
    .slice(1, -1)
    .split('::')
  const [left, right] = [head, tail ?? ''].map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = tail === undefined ? 0 : 8 - (left?.length ?? 0) - (right?.length ?? 0)
  const groups = [...(left ?? []), ...Array<string>(zeros).fill('0'), ...(right ?? [])]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Some proxies name the port as well, by which every connection would be a client of its own. */
const withoutPort = (address: string): string =>
  /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address

/** An IPv4 address stays the same when it comes through an IPv6 socket. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '')
