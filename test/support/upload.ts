import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Client } from './client'
import type { Program } from './program'

/** A request whose body stops half-way until the test continues it, which takes as long as the test needs. */
export interface Upload {
  readonly socket: Socket
  /** Sends the rest of the body. */
  finish(): void
  /** The status of the response; rejects when the connection ends without one. */
  readonly status: Promise<number>
}

export async function beginUpload(
  program: Program,
  client: Client,
  path: string,
  body: unknown,
  headers: readonly string[] = [],
  method: 'POST' | 'PATCH' = 'POST',
): Promise<Upload> {
  const { hostname, port } = new URL(program.http)
  const socket = connect(Number(port), hostname)
  const status = statusOf(socket)
  // A test that does not look at the response does not need one.
  status.catch(() => {})
  await once(socket, 'connect')
  const text = JSON.stringify(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${client.token}`,
    `Content-Type: application/${method === 'PATCH' ? 'merge-patch+json' : 'json'}`,
    `Content-Length: ${text.length}`,
    ...headers,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${text.slice(0, 2)}`)
  // The service responds to the request that follows, so it is processing this one.
  for (let times = 0; times < 2; times++) await client.get('/healthz')
  return { socket, finish: () => void socket.write(text.slice(2)), status }
}

function statusOf(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      text += chunk
      const line = /^HTTP\/1\.1 (\d{3}) /.exec(text)
      if (line) resolve(Number(line[1]))
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`The connection ended after ${JSON.stringify(text)}.`)))
  })
}
