import { api, type Schemas } from '../api/client'
import { ApiError, messageOf, toApiError } from '../api/errors'
import { newId } from '../api/new-id'
import { chunksOf, type PlannedRow } from './plan'

/**
 * Sends rows part by part until the service has answered each. A part has a key by which the service knows it: sent
 * again after its answer was lost, it does nothing twice.
 */

export type Imported = Schemas['ImportReport']['rows'][number]

export interface Part {
  readonly key: string
  readonly rows: readonly PlannedRow[]
}

const partOf = (rows: readonly PlannedRow[]): Part => ({ key: newId(), rows })

export const partsOf = (rows: readonly PlannedRow[]): Part[] => chunksOf(rows).map(partOf)

export interface Sending {
  readonly isRehearsal: boolean
  readonly signal: AbortSignal
  readonly onAnswer: (part: Part, rows: readonly Imported[]) => void
  /** Why it waits before the next attempt; undefined when it does not any more. */
  readonly onHold: (reason: string | undefined) => void
}

/** Throws what no second attempt can change, and where the signal says so. */
export async function sendPart(part: Part, sending: Sending): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      const rows = await attempt(part, sending)
      sending.onHold(undefined)
      return sending.onAnswer(part, rows)
    } catch (error) {
      sending.signal.throwIfAborted()
      if (!isWorthRetrying(error)) throw error
      sending.onHold(messageOf(error))
      await pause(pauseAfter(error, failures), sending.signal)
    }
  }
}

/** For an installation that takes less at once than is usual; undefined where there is nothing to divide. */
export function halvesOf({ rows }: Part): readonly [Part, Part] | undefined {
  if (rows.length < 2) return undefined
  const half = rows.length / 2
  return [partOf(rows.slice(0, half)), partOf(rows.slice(half))]
}

export const isTooLarge = (error: unknown): boolean => error instanceof ApiError && error.status === 413

class Refusal extends ApiError {
  constructor(
    { status, type, message, fields, requestId }: ApiError,
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(status, type, message, fields, requestId)
  }
}

/** Without an answer for so long it is tried again. */
const answerMs = 60_000

async function attempt({ key, rows }: Part, { isRehearsal, signal }: Sending): Promise<readonly Imported[]> {
  const { data, error, response } = await api.POST('/internal/v1/assets/import', {
    params: { header: { 'Idempotency-Key': key } },
    body: { dry_run: isRehearsal, rows: rows.map(({ body }) => body) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
  })
  if (data) return data.data.rows
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new Refusal(toApiError(response, error), Number.isNaN(seconds) ? undefined : seconds)
}

/** 409: the attempt before this one is still under way. */
const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [408, 409, 425, 429].includes(error.status)

const longestPauseMs = 30_000

const pauseAfter = (error: unknown, failures: number): number =>
  error instanceof Refusal && error.retryAfterSeconds !== undefined
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
