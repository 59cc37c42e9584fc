import type { Caller } from '../base/caller'
import { AppError } from '../base/errors'
import type { FinishedRequest } from '../base/finished-request'
import type { Clock } from '../base/time'
import { chain, type MaybePromise, recovering } from '../base/turns/maybe-promise'
import type { Context } from './endpoint'
import { outcomeOf } from './errors'
import { pathOf } from './url'

/** Called when the response to a request of an API key is known. */
export type Finished = (apiKeyId: string, request: FinishedRequest) => void

/** Calls `finished` with the outcome of a request if its caller is an API key. Returns what `process` returns. */
export function reportFinished(
  caller: Caller | null,
  { request, set }: Pick<Context, 'request' | 'set'>,
  { finished, now }: { readonly finished: Finished; readonly now: Clock },
  process: () => MaybePromise<Response>,
): MaybePromise<Response> {
  if (caller?.kind !== 'apiKey') return process()
  const begunAt = performance.now()
  const known = {
    at: now(),
    method: request.method,
    path: pathOf(request),
    requestId: String(set.headers['x-request-id']),
  }
  const report = (outcome: Pick<FinishedRequest, 'status' | 'error' | 'fields'>): void =>
    finished(caller.apiKeyId, { ...known, ...outcome, milliseconds: performance.now() - begunAt })
  const succeed = (response: Response): Response => {
    report({ status: response.status, error: null, fields: [] })
    return response
  }
  const fail = (error: unknown): never => {
    const { status, type } = outcomeOf(error)
    const fields = (error instanceof AppError && error.details.fields) || []
    report({ status, error: type, fields: fields.map(({ field, code }) => ({ field, code })) })
    throw error
  }
  return recovering(() => chain(process(), succeed), fail)
}
