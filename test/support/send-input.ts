import { connect } from 'node:net'
import type { Program } from './program'
import type { Input } from './slow-inputs'

type Request = Pick<Input, 'method' | 'target' | 'headers' | 'body' | 'chunk'>

/** Sends a request on a separate connection. Resolves when the response is complete, or a stream begins. */
export function exchange(program: Program, request: Request): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(program.http)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (data) => {
      if (text.length < keptMax) text += data.toString('latin1')
      if (/^content-type: text\/event-stream/im.test(text)) socket.destroy()
    })
    // The server may end the connection before all of the body has gone out.
    socket.on('error', () => {})
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]
      if (status === undefined) reject(new Error(`No response to ${request.method} ${request.target}`))
      else resolve({ status: Number(status), text })
    })
    for (const part of bytesOf(request)) socket.write(part)
  })
}

/** The number of characters that identify a response. */
const keptMax = 4096

function bytesOf({ method, target, headers, body, chunk }: Request): Uint8Array[] {
  const length = chunk === undefined ? body && `Content-Length: ${body.length}` : 'Transfer-Encoding: chunked'
  const named = { host: 'localhost', ...headers }
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...Object.entries(named).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    ...(length ? [length] : []),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8')
  if (!body) return [head]
  return [head, chunk === undefined ? body : chunked(body, chunk)]
}

function chunked(body: Uint8Array, size: number): Uint8Array {
  const parts: Uint8Array[] = []
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size)
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}
