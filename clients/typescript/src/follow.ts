import type { Whereabouts } from './index.js'
import { ApiError, required } from './errors.js'
import type { components, paths } from './schema.js'

type Query = NonNullable<paths['/api/v1/events']['get']['parameters']['query']>

export interface FollowOptions extends Pick<Query, 'type' | 'asset_id' | 'location_id' | 'limit'> {
  /** `next_after` of the last page that was processed. The default is 0, the beginning of the log. */
  readonly after?: number
  /** Seconds that a request waits for an event. The default is 30. */
  readonly wait?: number
  /** Called before a request is repeated, such as to log the error. */
  readonly onFailure?: (error: unknown) => void
  /** Ends the loop. */
  readonly signal?: AbortSignal
}

/** Longest pause after a failure, in milliseconds. */
const pauseMax = 30_000

/**
 * Returns the pages of the event log from a sequence on, and waits for further events. Process `data` of a page, then store
 * `next_after` with the result. Repeats a request after a failure of the network, 429 and 5xx. Throws `ApiError` for other errors:
 * with `too_small` for the field `after`, start again from the report.
 */
export async function* follow(
  api: Whereabouts,
  { after = 0, wait = 30, signal, onFailure, ...filter }: FollowOptions = {},
): AsyncGenerator<components['schemas']['EventPage'], void> {
  let failures = 0
  while (!signal?.aborted) {
    try {
      const query = { ...filter, after, wait }
      const page = required(await api.GET('/api/v1/events', { params: { query }, signal: signal ?? null }))
      failures = 0
      after = page.next_after
      if (page.data.length > 0) yield page
    } catch (error) {
      if (signal?.aborted) return
      const pause = pauseAfter(error, failures++)
      if (pause === undefined) throw error
      onFailure?.(error)
      await sleep(pause, signal)
    }
  }
}

/** Returns the time to wait before the request is repeated, in milliseconds; undefined when a repetition does not help. */
function pauseAfter(error: unknown, failures: number): number | undefined {
  const growing = Math.min(pauseMax, 1000 * 2 ** failures)
  if (!(error instanceof ApiError)) return growing
  if (error.status !== 429 && error.status < 500) return undefined
  const seconds = Number(error.headers.get('retry-after') ?? Number.NaN)
  return Number.isNaN(seconds) ? growing : seconds * 1000
}

const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
