import type { Waiter } from './waiting'

/** Interval of the comments that keep a connection open, in milliseconds. The caller's rights are checked as often. */
const heartbeatMillis = 15_000
/** Time after which a stream ends whose client reads nothing, in milliseconds. */
const stuckMillis = 60_000

interface EventStreamOptions {
  readonly waiter: Waiter
  /** Returns the text of the next events, empty when there are none. Throws when the log cannot be continued. */
  readonly nextText: () => Promise<string>
  /** Returns an event without data that only sets the last event id of the client; empty when the client has it. */
  readonly positionText: () => string
  readonly isStillAuthorized: () => Promise<boolean>
  readonly isStopped: () => boolean
}

/**
 * Server-sent events of the log (HTML standard, 9.2). Pages are read only when the client has read the one before, so a slow
 * client costs no memory and loses nothing.
 */
export function openEventStream(options: EventStreamOptions) {
  const encoder = new TextEncoder()
  let stuck: ReturnType<typeof setTimeout> | undefined
  let isFirst = true
  let hasEnded = false

  function end(): void {
    hasEnded = true
    clearTimeout(stuck)
    options.waiter.release()
  }

  /** Returns the next text to send; undefined when the stream ends. */
  async function next(): Promise<string | undefined> {
    if (!isFirst) return eventsOrHeartbeat(options, () => hasEnded)
    // The headers are sent with the first bytes, so this comment makes the connection known to the client at once.
    isFirst = false
    return ': connected\n\n'
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stuck)
        try {
          const text = await next()
          if (hasEnded) return
          if (text === undefined) {
            end()
            controller.close()
            return
          }
          controller.enqueue(encoder.encode(text))
          stuck = setTimeout(() => {
            end()
            controller.error(new Error('The client reads nothing.'))
          }, stuckMillis)
        } catch (error) {
          end()
          throw error
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

/** Waits for the next events, at most until the next heartbeat. Returns undefined when the stream ends. */
async function eventsOrHeartbeat(
  { waiter, nextText, positionText, isStillAuthorized, isStopped }: EventStreamOptions,
  hasEnded: () => boolean,
): Promise<string | undefined> {
  // Events that the filter leaves out wake the stream, too, but the client receives nothing of them.
  const heartbeatAt = performance.now() + heartbeatMillis
  while (!hasEnded() && !isStopped()) {
    const text = await nextText()
    // After the read, because these events may be newer than the loss of the caller's rights.
    if (!(await isStillAuthorized())) return undefined
    if (text !== '') return text
    const left = heartbeatAt - performance.now()
    if (left <= 0) return `: heartbeat\n\n${positionText()}`
    await waiter.next(left)
  }
  return undefined
}
