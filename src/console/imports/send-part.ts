import { api, type Schemas } from '../api/client'
import { ApiError, isUnanswered, messageOf, toApiError, unreachable } from '../api/errors'
import { isTimeout } from '../api/connection'
import { newId } from '../api/new-id'
import { chunksOf, type PlannedRow } from './plan'

/**
 * Sends the rows of an import in parts. Each part has an idempotency key: when the response was lost, the part is sent again
 * and the service does not store it twice.
 */

export type Imported = Schemas['ImportReport']['rows'][number]

export interface Part {
  readonly key: string
  readonly rows: readonly PlannedRow[]
}

const partOf = (rows: readonly PlannedRow[]): Part => ({ key: newId(), rows })

export const partsOf = (rows: readonly PlannedRow[]): Part[] => chunksOf(rows).map(partOf)

/** How requests that can be repeated are sent until the service responds. */
export interface Patience {
  readonly signal: AbortSignal
  /** Called with the reason before waiting for the next attempt, and with undefined when the wait is over. */
  readonly onWait: (reason: string | undefined) => void
}

export interface Sending extends Patience {
  readonly isDryRun: boolean
  /** The audit log groups the changes of the parts by it. */
  readonly importId: string
  readonly onResponse: (part: Part, rows: readonly Imported[]) => void
}

/** Sends a part until the service responds. Throws errors that a retry can't fix, and when the signal is aborted. */
export const sendPart = async (part: Part, sending: Sending): Promise<void> =>
  sending.onResponse(part, await patiently((signal) => attempt(part, sending, signal), sending))

/** Repeats a request until the service responds. Throws errors that a retry can't fix, and when the signal is aborted. */
export async function patiently<T>(
  request: (signal: AbortSignal) => Promise<T>,
  { signal, onWait }: Patience,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      const result = await request(AbortSignal.any([signal, AbortSignal.timeout(responseTimeoutMs)]))
      onWait(undefined)
      return result
    } catch (error) {
      signal.throwIfAborted()
      if (!isWorthRetrying(error)) throw error
      // The same request is sent again, so it does not matter whether a lost response was of a change.
      onWait(isUnanswered(error) && !isTimeout(error) ? unreachable : messageOf(error))
      await pause(pauseAfter(error, failures), signal)
    }
  }
}

/** Splits a part for an installation with a low size limit. Returns undefined when the part has a single row. */
export function halvesOf({ rows }: Part): readonly [Part, Part] | undefined {
  if (rows.length < 2) return undefined
  const half = rows.length / 2
  return [partOf(rows.slice(0, half)), partOf(rows.slice(half))]
}

export const isTooLarge = (error: unknown): boolean => error instanceof ApiError && error.status === 413

/** The result of a row that exceeds the size limit of a request by itself. */
export const tooLarge = (message: string): Imported => ({
  outcome: 'refused',
  id: null,
  external_key: null,
  changes: [],
  errors: [
    { field: '', code: 'too_large', message, text: { key: 'text.plain', params: { english: message } } },
  ],
})

class ImportError extends ApiError {
  constructor(
    { status, type, message, fields, requestId }: ApiError,
    readonly retryAfterSeconds: number | undefined,
  ) {
    super({ status, type, detail: message, fields, requestId })
  }
}

/** A request without a response is sent again after this time, in milliseconds. */
const responseTimeoutMs = 60_000

async function attempt(
  { key, rows }: Part,
  { isDryRun, importId }: Sending,
  signal: AbortSignal,
): Promise<readonly Imported[]> {
  const { data, error, response } = await api.POST('/internal/v1/assets/import', {
    params: { header: { 'Idempotency-Key': key } },
    body: { dry_run: isDryRun, import_id: importId, rows: rows.map(({ body }) => body) },
    signal,
  })
  if (data) return data.data.rows
  throw refusalOf(response, error)
}

/** Returns the error of a response, with the time to wait that it asks for. */
export function refusalOf(response: Response, error: unknown): ApiError {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ImportError(toApiError(response, error), Number.isNaN(seconds) ? undefined : seconds)
}

/** Returns whether to retry. A 409 means that the previous attempt is still in progress. */
const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [408, 409, 425, 429].includes(error.status)

const longestPauseMs = 30_000

const pauseAfter = (error: unknown, failures: number): number =>
  error instanceof ImportError && error.retryAfterSeconds !== undefined
    ? error.retryAfterSeconds * 1000
    : Math.min(longestPauseMs, 1000 * 2 ** failures)

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', aborted)
    }
    const aborted = () => {
      over()
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      over()
      resolve()
    }, ms)
    signal.addEventListener('abort', aborted)
  })
