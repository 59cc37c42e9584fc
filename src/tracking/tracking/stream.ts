/**
 * The live stream of one console: server-sent events (HTML standard, 9.2), in bounded memory for a slow client, too.
 */

/** The clock and the timer of a stream. Tests replace them. */
export interface Ticker {
  /** Returns milliseconds since an arbitrary instant. They never decrease. */
  now(): number
  /** Calls `call` at this interval until the returned function is called. */
  every(milliseconds: number, call: () => void): () => void
}

const systemTicker: Ticker = {
  now: () => performance.now(),
  every(milliseconds, call) {
    const timer = setInterval(call, milliseconds)
    return () => clearInterval(timer)
  },
}

interface StreamOptions {
  /** Checked before events are sent, at most once a second. The stream ends when it returns false. */
  readonly isStillAuthorized: () => Promise<boolean>
  readonly onEnd: () => void
}

export interface Stream {
  readonly body: ReadableStream<Uint8Array>
  /** Sends an event, or counts it as lost when too much is waiting. */
  send(event: string): void
  end(): void
}

const heartbeatMillis = 15_000
const checkMillis = 1_000

/** Maximum number of characters that wait for a slow client. Of the events beyond it, only the number is sent. */
const waitingMax = 4_000_000

export const eventText = (name: string, data: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

const comment = (text: string): string => `: ${text}\n\n`

export function openStream(
  { isStillAuthorized, onEnd }: StreamOptions,
  ticker: Ticker = systemTicker,
): Stream {
  const encoder = new TextEncoder()
  // The headers are sent with the first bytes, so this comment makes the connection known to the client at once.
  let waiting: string[] = [comment('connected')]
  let waitingLength = 0
  let lost = 0
  let checkedAt = ticker.now()
  let waitingSince = ticker.now()
  let hasEnded = false
  let wake: (() => void) | undefined
  let controller: ReadableStreamDefaultController<Uint8Array>

  function send(event: string): void {
    if (hasEnded) return
    if (waiting.length === 0) waitingSince = ticker.now()
    if (waitingLength + event.length > waitingMax) lost++
    else {
      waiting.push(event)
      waitingLength += event.length
    }
    wake?.()
  }

  function release(): void {
    hasEnded = true
    waiting = []
    stopHeartbeat()
    onEnd()
    wake?.()
  }

  function end(): void {
    if (hasEnded) return
    release()
    controller.close()
  }

  function takeWaiting(): Uint8Array {
    const events = lost > 0 ? [...waiting, eventText('lost', { count: lost })] : waiting
    waiting = []
    waitingLength = 0
    lost = 0
    return encoder.encode(events.join(''))
  }

  async function isAuthorized(): Promise<boolean> {
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
        while (waiting.length === 0 && !hasEnded) await new Promise<void>((resolve) => (wake = resolve))
        try {
          if (!hasEnded && !(await isAuthorized())) end()
        } catch (error) {
          release()
          throw error
        }
        if (!hasEnded) controller.enqueue(takeWaiting())
      },
      cancel: () => {
        if (!hasEnded) release()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, send, end }
}
