import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:tls'
import type { KeyPair } from '../../key-pair'

/** A port on which connections come in, as they are or over TLS. */

type OnSocket = (socket: Socket) => void
/** Whether it may stay; it is closed where not. */
type Admit = (socket: Socket) => boolean

/**
 * A client may end its side and still wait for acknowledgements. One that has vanished without a word, and has asked
 * for no keep-alive of the protocol, is found out by that of TCP.
 */
const options = { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }

/** Whoever connects and says nothing occupies a file descriptor. */
const handshakeMilliseconds = 10_000

export const plainListener = (admit: Admit, onSocket: OnSocket): Server =>
  createServer(options, (socket) => {
    socket.on('error', () => {})
    if (admit(socket)) onSocket(socket)
  })

/** A socket enters before it shakes hands. */
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
    // Bun tells of a handshake that takes too long, and leaves the connection open.
    socket.destroy()
  })
  return server
}

/** Answers the port; 0 picks a free one. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  const listening = once(server, 'listening')
  server.listen({ host, port })
  await listening
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}
