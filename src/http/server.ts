import type { Server } from 'bun'
import { isIP } from 'node:net'
import type { KeyPair } from '../base/key-pair'
import { loopbackOf, portError } from '../base/ports'
import type { MaybePromise } from '../base/turns/maybe-promise'

/** Disables the limit of Bun. The limit of body.ts rejects a body with the error envelope. */
const bunBodyMax = Number.MAX_SAFE_INTEGER

export interface HttpOptions {
  readonly host: string
  readonly port: number
  readonly fetch: (request: Request) => MaybePromise<Response>
  readonly onError: (error: unknown) => void
  /** The certificate for HTTPS; null for HTTP. */
  readonly pair: KeyPair | null
  /** Headers of every response. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Time without data after which Bun closes a connection, in seconds. */
const idleSeconds = 30
const keepOpenMs = 10_000

/** Serves requests from its creation until `stop`. */
export class HttpServer {
  /** The URL for a browser on this machine. */
  readonly url: string
  readonly #options: HttpOptions
  readonly #headers: readonly (readonly [string, string])[]
  readonly #inProgress = new Map<Request, Server<undefined>>()
  readonly #keepOpen: Timer
  /** Servers with an earlier certificate, which serve their open connections. */
  readonly #replaced = new Set<Server<undefined>>()
  readonly #first: Server<undefined>
  /** A stopped server does not have its port anymore. */
  readonly #port: number
  /** Null if listening again has failed. */
  #server: Server<undefined> | null
  #isStopping = false
  #wake: (() => void) | null = null

  /** Throws StartError if listening on the port fails. */
  constructor(options: HttpOptions) {
    this.#options = options
    this.#headers = Object.entries(options.headers ?? {})
    this.#first = this.#listen(options.port, options.pair)
    this.#port = this.#first.port as number
    this.#server = this.#first
    this.url = `${options.pair ? 'https' : 'http'}://${loopbackOf(options.host)}:${this.#port}`
    // Bun also closes the connection of a request that has no response yet, such as one that waits for an event or creates
    // a backup.
    this.#keepOpen = setInterval(() => {
      for (const [request, serving] of this.#inProgress) serving.timeout(request, idleSeconds)
    }, keepOpenMs).unref()
  }

  /** Returns the server that listens now. A renewed certificate replaces the server. */
  server(): Server<undefined> {
    return this.#server ?? this.#first
  }

  /**
   * Uses the certificate for new connections; open ones continue. Bun cannot replace the certificate of a server: a new
   * server takes the port, and the old one serves its connections. Throws StartError if listening on the port fails.
   */
  renew(pair: KeyPair): void {
    const before = this.#server
    this.#server = null
    if (before) {
      this.#replaced.add(before)
      void before.stop(false).then(() => this.#replaced.delete(before))
    }
    this.#server = this.#listen(this.#port, pair)
  }

  /** Accepts no new connections, and gives requests in progress `seconds` to finish. */
  async stop(seconds: number): Promise<void> {
    this.#isStopping = true
    const closed = this.#server?.stop(false)
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000).unref())
    if (this.#inProgress.size > 0)
      await Promise.race([new Promise<void>((resolve) => (this.#wake = resolve)), deadline])
    // The last responses still have to leave the sockets.
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 100))])
    const servers = [...this.#replaced, ...(this.#server ? [this.#server] : [])]
    await Promise.all(servers.map((each) => each.stop(true)))
    clearInterval(this.#keepOpen)
  }

  #listen(port: number, pair: KeyPair | null): Server<undefined> {
    const fetch = (request: Request, serving: Server<undefined>) => this.#serve(request, serving)
    return listen({ ...this.#options, port, pair, fetch })
  }

  #serve(request: Request, serving: Server<undefined>): MaybePromise<Response> {
    // Two Host headers arrive as one with a comma, which no host contains (RFC 9112 §3.2).
    if (request.headers.get('host')?.includes(','))
      return new Response(null, { status: 400, headers: { connection: 'close' } })
    const response = this.#options.fetch(withUsableHost(request))
    return response instanceof Promise ? this.#keep(request, serving, response) : this.#finish(response)
  }

  /** Keeps the connection of a request open until it has its response. */
  async #keep(request: Request, serving: Server<undefined>, response: Promise<Response>): Promise<Response> {
    this.#inProgress.set(request, serving)
    try {
      return this.#finish(await response)
    } finally {
      this.#inProgress.delete(request)
      if (this.#inProgress.size === 0) this.#wake?.()
    }
  }

  #finish(response: Response): Response {
    for (const [name, value] of this.#headers) response.headers.set(name, value)
    // Keep-alive connections would otherwise delay the stop.
    if (this.#isStopping) response.headers.set('connection', 'close')
    return response
  }
}

interface ListenOptions extends Omit<HttpOptions, 'fetch'> {
  readonly fetch: (request: Request, serving: Server<undefined>) => MaybePromise<Response>
}

function listen({ host, port, fetch, onError, pair }: ListenOptions): Server<undefined> {
  try {
    return Bun.serve({
      hostname: host,
      port,
      fetch,
      maxRequestBodySize: bunBodyMax,
      idleTimeout: idleSeconds,
      development: false,
      // With `development: false`, Bun by default lets other processes of the same user share the port.
      reusePort: false,
      ...(pair && { tls: { cert: pair.cert, key: pair.key } }),
      error(error) {
        onError(error)
        return new Response(null, { status: 500 })
      },
    })
  } catch (error) {
    throw portError(error, { what: 'HTTP', host, port, flag: '--port' })
  }
}

/**
 * Returns the request with a URL that Elysia can parse. Elysia looks for the path after the eleventh character, and
 * misses it after a short host such as `pi`. For a request without a Host header, as HTTP/1.0 allows and load balancers
 * still send, the URL of Bun is only the path.
 */
function withUsableHost(request: Request): Request {
  const { url } = request
  if (url.startsWith('/')) return Object.defineProperty(request, 'url', { value: `http://localhost${url}` })
  if (url.indexOf('/', url.indexOf('://') + 3) >= 11) return request
  return Object.defineProperty(request, 'url', { value: url.replace('://', '://www.') })
}

/** Creates the functions that describe a client's connection, by the socket or by the headers of a trusted proxy. */
export function createOriginOf(trustedProxies: readonly string[], isTls: boolean) {
  let http: Pick<HttpServer, 'server'> | null = null
  const trusted = new Set(trustedProxies.map(plainAddress))
  const peerOf = (request: Request) => plainAddress(http?.server().requestIP(request)?.address ?? '')
  return {
    attach: (to: Pick<HttpServer, 'server'>): void => {
      http = to
    },
    /**
     * Reports whether the client is connected and has not received the whole response: Bun returns no address for a
     * request that has ended.
     */
    isWaiting: (request: Request): boolean => Boolean(http?.server().requestIP(request)),
    /** Reports whether the client's connection uses TLS, to the service or to a trusted proxy. */
    isSecure: (request: Request): boolean => {
      if (isTls) return true
      const [forwarded = ''] = (request.headers.get('x-forwarded-proto') ?? '').split(',')
      return forwarded.trim().toLowerCase() === 'https' && trusted.has(peerOf(request))
    },
    /** Returns the client's address; for IPv6, its /64 network. */
    address: (request: Request): string => {
      const peer = peerOf(request)
      if (!trusted.has(peer)) return networkOf(peer)
      const forwarded = (request.headers.get('x-forwarded-for') ?? '')
        .split(',')
        .map((part) => plainAddress(withoutPort(part.trim())))
      // The client is the last address that is not a trusted proxy. Addresses before it may be forged.
      return networkOf(forwarded.findLast((address) => address !== '' && !trusted.has(address)) ?? peer)
    },
  }
}

/** Returns the /64 network of an IPv6 address, because one client can use all addresses of a /64 (RFC 6177). */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  // The zone has a meaning only on its own machine. The URL parser normalizes the address.
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname
    .slice(1, -1)
    .split('::')
  const [left, right] = [head, tail ?? ''].map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = tail === undefined ? 0 : 8 - (left?.length ?? 0) - (right?.length ?? 0)
  const groups = [...(left ?? []), ...Array<string>(zeros).fill('0'), ...(right ?? [])]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Removes the port that some proxies add, so that two connections of one client have the same address. */
const withoutPort = (address: string): string =>
  /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address

/** Returns the IPv4 address of an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2). */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '')
