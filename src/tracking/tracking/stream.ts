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

const heartbeatMillis = 15_000
const checkMillis = 1_000

/** Maximum number of characters that wait for a slow client. Of the events beyond it, only the number is sent. */
const waitingMax = 4_000_000

export const eventText = (name: string, data: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

const comment = (text: string): string => `: ${text}\n\n`

const encoder = new TextEncoder()

export class Stream {
  readonly body: ReadableStream<Uint8Array>
  readonly #options: StreamOptions
  readonly #ticker: Ticker
  readonly #stopHeartbeat: () => void
  // The headers are sent with the first bytes, so this comment makes the connection known to the client at once.
  #waiting: string[] = [comment('connected')]
  #waitingLength = 0
  #lost = 0
  #checkedAt: number
  #waitingSince: number
  #hasEnded = false
  #wake: (() => void) | undefined
  /** The body sets it while it is created. */
  #controller!: ReadableStreamDefaultController<Uint8Array>

  constructor(options: StreamOptions, ticker: Ticker = systemTicker) {
    this.#options = options
    this.#ticker = ticker
    this.#checkedAt = this.#waitingSince = ticker.now()
    this.#stopHeartbeat = ticker.every(heartbeatMillis, () => {
      const isStuck = this.#waiting.length > 0 && ticker.now() - this.#waitingSince > heartbeatMillis
      if (isStuck) this.end()
      else this.send(comment('heartbeat'))
    })
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => this.#pull(),
        cancel: () => {
          if (!this.#hasEnded) this.#release()
        },
      },
      { highWaterMark: 0 },
    )
  }

  /** Sends an event, or counts it as lost when too much is waiting. */
  send(event: string): void {
    if (this.#hasEnded) return
    if (this.#waiting.length === 0) this.#waitingSince = this.#ticker.now()
    if (this.#waitingLength + event.length > waitingMax) this.#lost++
    else {
      this.#waiting.push(event)
      this.#waitingLength += event.length
    }
    this.#wake?.()
  }

  end(): void {
    if (this.#hasEnded) return
    this.#release()
    this.#controller.close()
  }

  #release(): void {
    this.#hasEnded = true
    this.#waiting = []
    this.#stopHeartbeat()
    this.#options.onEnd()
    this.#wake?.()
  }

  async #pull(): Promise<void> {
    while (this.#waiting.length === 0 && !this.#hasEnded)
      await new Promise<void>((resolve) => (this.#wake = resolve))
    try {
      if (!this.#hasEnded && !(await this.#isAuthorized())) this.end()
    } catch (error) {
      this.#release()
      throw error
    }
    if (!this.#hasEnded) this.#controller.enqueue(this.#takeWaiting())
  }

  #takeWaiting(): Uint8Array {
    const events =
      this.#lost > 0 ? [...this.#waiting, eventText('lost', { count: this.#lost })] : this.#waiting
    this.#waiting = []
    this.#waitingLength = 0
    this.#lost = 0
    return encoder.encode(events.join(''))
  }

  async #isAuthorized(): Promise<boolean> {
    if (this.#ticker.now() - this.#checkedAt < checkMillis) return true
    this.#checkedAt = this.#ticker.now()
    return this.#options.isStillAuthorized()
  }
}
