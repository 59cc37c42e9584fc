import { noteServiceTime } from './service-clock'
import { createStore } from './store'

/** The state of the connection to the service, judged by the last request. */
type Connection = 'good' | 'unreachable' | 'unavailable'

export const connection = createStore<Connection>('good')

/** When data last arrived, in milliseconds since 1970; null before the first time. */
let heardAt: number | null = null

export const lastHeardAt = (): number | null => heardAt

/** Notes that data has arrived. */
export function heard(): void {
  heardAt = Date.now()
}

/** Time that the service has to respond to a read, and for each part of its response, in milliseconds. */
export const readTimeoutMs = 10_000

/**
 * How long after a request was sent something else must have arrived, in milliseconds, to show that only this request is slow. What
 * arrived sooner may have been on its way when the connection was lost.
 */
const meanwhileMs = 2000

/** Notes that the service is silent, unless it has answered others since this time. */
function unanswered(sinceMs: number): void {
  if (heardAt === null || heardAt - sinceMs < meanwhileMs) connection.set('unreachable')
}

/** Ends a request, or a read, to which the service has not responded in time. */
const timedOut = (): DOMException => new DOMException('', 'TimeoutError')

export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'

/**
 * Fetches, and updates the state of the connection. A read ends when the service is silent for too long. A change does not:
 * to end it would not say whether it was stored.
 */
export async function observed(request: Request): Promise<Response> {
  const sentAt = Date.now()
  try {
    const response = await (request.method === 'GET' ? readInTime(request) : watched(request))
    if (response.status !== 503) heard()
    noteServiceTime(response.headers.get('date'), Date.now())
    connection.set(response.status === 503 ? 'unavailable' : 'good')
    return response
  } catch (error) {
    if (isTimeout(error) || isTimeout(request.signal.reason)) unanswered(sentAt)
    else if (!request.signal.aborted) connection.set('unreachable')
    throw error
  }
}

/** Sends a change, which may take long. Whether the connection is lost meanwhile, another request shows. */
async function watched(request: Request): Promise<Response> {
  const late = setTimeout(() => void observed(new Request('/healthz')).catch(() => undefined), readTimeoutMs)
  try {
    return await fetch(request)
  } finally {
    clearTimeout(late)
  }
}

async function readInTime(request: Request): Promise<Response> {
  const silence = new AbortController()
  const signal = AbortSignal.any([request.signal, silence.signal])
  const response = await inTime(fetch(request, { signal }), () => silence.abort(timedOut()))
  const { body, status, statusText, headers } = response
  // A stream has its own heartbeats, which are rarer.
  const isWatched = body !== null && !headers.get('content-type')?.startsWith('text/event-stream')
  return isWatched ? new Response(inParts(body), { status, statusText, headers }) : response
}

/** Passes a body on. The time counts only while a part of it is awaited, so a slow reader of the body may take longer. */
function inParts(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        const askedAt = Date.now()
        const part = await inTime(reader.read(), () => {
          unanswered(askedAt)
          void reader.cancel().catch(() => undefined)
        })
        heard()
        if (part.done) controller.close()
        else controller.enqueue(part.value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** Rejects when the work takes too long, and calls `late` then. */
export async function inTime<T>(work: Promise<T>, late: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(timedOut())
      late()
    }, readTimeoutMs)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
