import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:tls'
import type { KeyPair } from '../../../base/key-pair'

/** Listening sockets for MQTT, without TLS or with TLS. */

type OnSocket = (socket: Socket) => void
/** Returns whether the socket is admitted. If not, it has been closed. */
type Admit = (socket: Socket) => boolean

/**
 * Half-open sockets are allowed, because a client may end its side and still wait for acknowledgements. The keep-alive
 * of TCP, after 60 seconds, detects a client that disappeared and that uses no keep-alive of MQTT.
 */
const options = { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }

/** Limited because a client that connects and sends nothing takes a file descriptor. */
const handshakeMilliseconds = 10_000

export const plainListener = (admit: Admit, onSocket: OnSocket): Server =>
  createServer(options, (socket) => {
    socket.on('error', () => {})
    if (admit(socket)) onSocket(socket)
  })

/** Creates a server with TLS. `admit` is called before the handshake. */
export function secureListener(
  { cert, key }: KeyPair,
  admit: Admit,
  onSocket: OnSocket,
  onError: (error: Error) => void,
): SecureServer {
  const secure = { ...options, cert, key, handshakeTimeout: handshakeMilliseconds }
  const server = createSecureServer(secure, onSocket)
  server.on('connection', admit)
  server.on('tlsClientError', (error, socket) => {
    onError(error)
    // Bun reports a handshake that takes too long, and leaves the connection open.
    socket.destroy()
  })
  return server
}

/** Listens on a port and returns it. 0 selects a free port. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  const listening = once(server, 'listening')
  server.listen({ host, port })
  await listening
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}
