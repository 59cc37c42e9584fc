import { connect } from 'node:net'
import type { Program } from './program'
import type { Input } from './slow-inputs'

/** Sends the bytes of an input on a connection of its own. Resolves to the status when the whole response is there. */
export function send(program: Program, input: Input): Promise<number> {
  const { hostname, port } = new URL(program.http)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let head = ''
    socket.on('data', (data) => {
      if (head.length < 4096) head += data.toString('latin1')
      // A stream of events has no end.
      if (/^content-type: text\/event-stream/im.test(head)) socket.destroy()
    })
    // A response that ends the connection may come before all of the body has gone out.
    socket.on('error', () => {})
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]
      if (status === undefined) reject(new Error(`No response to ${input.kind} at ${input.to}`))
      else resolve(Number(status))
    })
    for (const part of bytesOf(input)) socket.write(part)
  })
}

function bytesOf({ method, target, headers, body, chunk }: Input): Uint8Array[] {
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
