import { until } from './until'

/** A client of the event stream of the public API. */
interface EventStream {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- responses are what the tests examine
  readonly events: any[]
  /** The ids of events without data, which only set the position of the client. */
  readonly positions: readonly number[]
  readonly heartbeats: () => number
  readonly hasEnded: () => boolean
  /** Resolves when there are at least `count` events. */
  wait(count: number): Promise<void>
  close(): void
}

export async function openEventStream(
  url: string,
  token: string | undefined,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const controller = new AbortController()
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  })
  const events: unknown[] = []
  const positions: number[] = []
  let heartbeats = 0
  let hasEnded = false
  let rest = ''

  function take(text: string): void {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() as string
    for (const block of blocks) {
      if (block === ': heartbeat') heartbeats++
      if (block.startsWith(':')) continue
      if (/^id: \d+$/.test(block)) {
        positions.push(Number(block.slice(4)))
        continue
      }
      const [, id, type, data] = /^id: (\d+)\nevent: ([\w.]+)\ndata: (.*)$/.exec(block) ?? []
      const event = JSON.parse(data as string)
      if (event.sequence !== Number(id) || event.type !== type) throw new Error(`Not an event: ${block}`)
      events.push(event)
    }
  }

  async function read(): Promise<void> {
    const decoder = new TextDecoder()
    try {
      for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>)
        take(decoder.decode(bytes, { stream: true }))
    } catch {
      // The connection was closed.
    }
    hasEnded = true
  }
  if (response.status === 200) void read()
  return {
    status: response.status,
    events,
    positions,
    heartbeats: () => heartbeats,
    hasEnded: () => hasEnded,
    wait: (count) =>
      until(
        () => events.length >= count,
        () => `event ${count} of ${JSON.stringify(events)}`,
        10,
      ),
    close: () => controller.abort(),
  }
}
