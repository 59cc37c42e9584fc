import type { DecodedRead } from '../formats/payloads/decoder'
import type { Arrived, Content, PayloadFormat } from './content'
import type { DecodeRequest, DecodeResponse } from './decode-worker'

/** Time without a large payload after which the thread ends, in milliseconds. It occupies memory. */
const idleMillis = 60_000

interface Job {
  readonly reads: DecodedRead[]
  readonly resolve: (content: Content) => void
  readonly reject: (error: unknown) => void
}

/** Creates the thread for large payloads. It starts with the first payload. */
export function createDecodeThread() {
  let thread: Worker | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  /** In the order of the requests, which is that of the responses. */
  let jobs: Job[] = []

  function start(): Worker {
    const started = new Worker(new URL('./decode-worker.ts', import.meta.url))
    started.addEventListener('message', ({ data }: MessageEvent<DecodeResponse>) => receive(data))
    started.addEventListener('error', (event) => {
      event.preventDefault()
      lose(event.message)
    })
    return started
  }

  function receive(response: DecodeResponse): void {
    const [job] = jobs
    if (!job) return
    if ('error' in response) job.reject(response.error)
    else {
      const { content, isLast } = response
      if (!('refused' in content)) job.reads.push(...content.reads)
      if (!isLast) return
      job.resolve('refused' in content ? content : { ...content, reads: job.reads })
    }
    jobs.shift()
    if (jobs.length === 0) idle = setTimeout(end, idleMillis).unref()
  }

  function end(): void {
    clearTimeout(idle)
    thread?.terminate()
    thread = undefined
  }

  /** Rejects what the thread has not decoded. The next payload starts a new thread. */
  function lose(reason: string): void {
    const lost = jobs
    jobs = []
    end()
    for (const job of lost) job.reject(new Error(`The thread that decodes payloads failed: ${reason}`))
  }

  return {
    decode(
      { format, mapping, timeZone }: PayloadFormat,
      payload: Uint8Array,
      { topic, receivedAt }: Arrived,
    ): Promise<Content> {
      clearTimeout(idle)
      thread ??= start()
      // A copy, because the payload is used later, too. It may be a Buffer, whose slice would not be a copy.
      const copy = new Uint8Array(payload)
      const request: DecodeRequest = { format, mapping, timeZone, payload: copy, topic, receivedAt }
      thread.postMessage(request, [copy.buffer])
      return new Promise((resolve, reject) => jobs.push({ reads: [], resolve, reject }))
    },
  }
}
