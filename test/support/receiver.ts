/** Programs that receive webhooks. */

export interface Received {
  readonly id: string
  readonly headers: Record<string, string>
  readonly body: string
}

export interface Receiver {
  readonly received: Received[]
  /** The sequences of the events that arrived. */
  sequences(): number[]
  readonly url: string
  readonly port: number
}

interface ReceiverOptions {
  /** Returns the response to the request with this number, from 1. */
  readonly respond?: (count: number) => Response | Promise<Response>
  readonly port?: number
  readonly tls?: { readonly cert: string; readonly key: string }
}

const servers: Bun.Server<undefined>[] = []

/** Starts a receiver that records what arrives. */
export function startReceiver({
  respond = () => new Response('ok'),
  port: wanted = 0,
  tls,
}: ReceiverOptions = {}): Receiver {
  const received: Received[] = []
  const server = Bun.serve({
    port: wanted,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    ...(tls && { tls }),
    async fetch(request) {
      const headers = Object.fromEntries(request.headers)
      received.push({ id: headers['webhook-id'] ?? '', headers, body: await request.text() })
      return respond(received.length)
    },
  })
  servers.push(server)
  const port = server.port as number
  return {
    received,
    sequences: () => received.map(({ body }) => JSON.parse(body).data.sequence as number),
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    port,
  }
}

/** For `afterAll`. */
export async function stopReceivers(): Promise<void> {
  for (const server of servers.splice(0)) await server.stop(true)
}
