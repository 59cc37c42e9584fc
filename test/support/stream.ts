import { connect, type Socket } from 'node:net'
import type { Client } from './client'
import type { Program } from './program'

/** A client of the live stream of the console, over a socket. */

interface LiveEvent {
  readonly event: string
  // oxlint-disable-next-line typescript/no-explicit-any -- responses are what the tests examine
  readonly data: any
}

export interface OpenStream {
  readonly events: LiveEvent[]
  /** The comments of the stream, such as the heartbeat. */
  readonly comments: string[]
  /** Resolves when there are `count` events of this name. Rejects after `seconds`. */
  wait(name: string, count?: number, seconds?: number): Promise<LiveEvent[]>
  /** Resolves once the service has ended the stream. */
  readonly ended: Promise<void>
  readonly headers: () => string
  readonly socket: Socket
}

/** Resolves when the service has confirmed the connection. */
export async function openStream(program: Program, client: Client, query = ''): Promise<OpenStream> {
  const { hostname, port } = new URL(program.http)
  const socket = connect(Number(port), hostname)
  const events: LiveEvent[] = []
  const comments: string[] = []
  let head = ''
  let isHead = true
  let rest = ''
  let changed = Promise.withResolvers<void>()
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()))

  function take(text: string): void {
    rest += text
    const blocks = rest.split('\n\n')
    rest = blocks.pop() as string
    for (const block of blocks) {
      if (block.startsWith(': ')) comments.push(block.slice(2))
      else {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
        if (event === undefined || data === undefined) throw new Error(`This is not an event: ${block}`)
        events.push({ event, data: JSON.parse(data) })
      }
    }
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }

  const chunks = dechunked(take, () => socket.end())
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => {
    if (!isHead) return chunks(bytes)
    head += bytes.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    isHead = false
    const body = Buffer.from(head.slice(end + 4), 'latin1')
    head = head.slice(0, end)
    return chunks(body)
  })
  socket.write(
    `GET /internal/v1/stream${query} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${client.token}\r\n\r\n`,
  )

  async function until(isTrue: () => boolean, what: string, seconds: number): Promise<void> {
    const deadline = performance.now() + seconds * 1000
    while (!isTrue()) {
      const left = deadline - performance.now()
      if (left <= 0)
        throw new Error(`After ${seconds} s there is no ${what}: ${JSON.stringify(events.slice(-3))}`)
      await Promise.race([changed.promise, Bun.sleep(Math.min(left, 50))])
    }
  }
  await until(() => comments.includes('connected') || (!isHead && !head.includes(' 200 ')), 'connection', 20)

  return {
    events,
    comments,
    headers: () => head,
    socket,
    ended,
    async wait(name, count = 1, seconds = 20) {
      const found = () => events.filter(({ event }) => event === name)
      await until(() => found().length >= count, `${name} number ${count}`, seconds)
      return found()
    },
  }
}

/** Decodes a chunked body (RFC 9112, section 7.1). A chunk may end within a character. */
function dechunked(take: (text: string) => void, finish: () => void) {
  const decoder = new TextDecoder()
  let rest = Buffer.alloc(0)
  return (bytes: Buffer): void => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const line = rest.indexOf('\r\n')
      if (line < 0) return
      const size = Number.parseInt(rest.toString('latin1', 0, line), 16)
      if (size === 0) return finish()
      if (rest.length < line + 2 + size + 2) return
      take(decoder.decode(rest.subarray(line + 2, line + 2 + size), { stream: true }))
      rest = rest.subarray(line + 2 + size + 2)
    }
  }
}
