import { api, type Schemas } from '../api/client'
import { ApiError, messageOf, toApiError } from '../api/errors'
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

export interface Sending {
  readonly isDryRun: boolean
  /** The audit log groups the changes of the parts by it. */
  readonly importId: string
  readonly signal: AbortSignal
  readonly onResponse: (part: Part, rows: readonly Imported[]) => void
  /** Called with the reason before waiting for the next attempt, and with undefined when the wait is over. */
  readonly onWait: (reason: string | undefined) => void
}

/** Sends a part until the service responds. Throws errors that a retry can't fix, and when the signal is aborted. */
export async function sendPart(part: Part, sending: Sending): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      const rows = await attempt(part, sending)
      sending.onWait(undefined)
      return sending.onResponse(part, rows)
    } catch (error) {
      sending.signal.throwIfAborted()
      if (!isWorthRetrying(error)) throw error
      sending.onWait(messageOf(error))
      await pause(pauseAfter(error, failures), sending.signal)
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
  { isDryRun, importId, signal }: Sending,
): Promise<readonly Imported[]> {
  const { data, error, response } = await api.POST('/internal/v1/assets/import', {
    params: { header: { 'Idempotency-Key': key } },
    body: { dry_run: isDryRun, import_id: importId, rows: rows.map(({ body }) => body) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(responseTimeoutMs)]),
  })
  if (data) return data.data.rows
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new ImportError(toApiError(response, error), Number.isNaN(seconds) ? undefined : seconds)
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
