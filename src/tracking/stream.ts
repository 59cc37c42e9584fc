/** One console's connection: server-sent events (HTML, 9.2), in bounded memory however slowly they are taken. */

/** The time that a stream goes by; a test sets its own. */
export interface Ticker {
  /** Milliseconds since some instant; they never go back. */
  now(): number
  /** Calls again and again until the function that it returns is called. */
  every(milliseconds: number, call: () => void): () => void
}

const systemTicker: Ticker = {
  now: () => performance.now(),
  every(milliseconds, call) {
    const timer = setInterval(call, milliseconds)
    return () => clearInterval(timer)
  },
}

export interface StreamOptions {
  /** Asked before anything is sent, once a second at most; the stream ends where it says no. */
  readonly isStillAuthorized: () => Promise<boolean>
  readonly onEnd: () => void
}

export interface Stream {
  readonly body: ReadableStream<Uint8Array>
  /** What to send next, unless too much is waiting already. */
  send(event: string): void
  end(): void
}

const heartbeatMillis = 15_000
const checkMillis = 1_000

/** So much text waits for a client that is slow, in characters; of the events beyond it only the number is sent. */
const waitingMax = 4_000_000

export const eventText = (name: string, data: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

const comment = (text: string): string => `: ${text}\n\n`

export function openStream(
  { isStillAuthorized, onEnd }: StreamOptions,
  ticker: Ticker = systemTicker,
): Stream {
  const encoder = new TextEncoder()
  // The headers leave with the first bytes, so that the client knows at once that it is connected.
  let waiting: string[] = [comment('connected')]
  let waitingLength = 0
  let lost = 0
  let checkedAt = ticker.now()
  let waitingSince = ticker.now()
  let isOver = false
  let wake: (() => void) | undefined
  let controller: ReadableStreamDefaultController<Uint8Array>

  function send(event: string): void {
    if (isOver) return
    if (waiting.length === 0) waitingSince = ticker.now()
    if (waitingLength + event.length > waitingMax) lost++
    else {
      waiting.push(event)
      waitingLength += event.length
    }
    wake?.()
  }

  function release(): void {
    isOver = true
    waiting = []
    stopHeartbeat()
    onEnd()
    wake?.()
  }

  function end(): void {
    if (isOver) return
    release()
    controller.close()
  }

  function take(): Uint8Array {
    const events = lost > 0 ? [...waiting, eventText('lost', { count: lost })] : waiting
    waiting = []
    waitingLength = 0
    lost = 0
    return encoder.encode(events.join(''))
  }

  async function isStillAllowed(): Promise<boolean> {
    if (ticker.now() - checkedAt < checkMillis) return true
    checkedAt = ticker.now()
    return isStillAuthorized()
  }

  const stopHeartbeat = ticker.every(heartbeatMillis, () => {
    const isStuck = waiting.length > 0 && ticker.now() - waitingSince > heartbeatMillis
    if (isStuck) end()
    else send(comment('heartbeat'))
  })

  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened
      },
      async pull() {
        while (waiting.length === 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve))
        try {
          if (!isOver && !(await isStillAllowed())) end()
        } catch (error) {
          release()
          throw error
        }
        if (!isOver) controller.enqueue(take())
      },
      cancel: () => {
        if (!isOver) release()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, send, end }
}
