import type { components } from './schema'

type Envelope = components['schemas']['ErrorEnvelope']
export type FieldProblem = components['schemas']['FieldError']

/** An answer that is not what was asked for, in the words of the service's error envelope. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    detail: string,
    readonly fields: readonly FieldProblem[] = [],
    readonly requestId: string | null = null,
  ) {
    super(detail)
  }
}

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object'

export function toApiError(response: Response, body: unknown): ApiError {
  if (!isEnvelope(body))
    return new ApiError(response.status, 'unknown', `The service answered ${response.status}`)
  const { type, detail, fields, request_id: requestId } = body.error
  return new ApiError(response.status, type, detail, fields, requestId)
}

/** What to tell a person of anything that was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    const quote = error.status >= 500 && error.requestId ? ` (request ${error.requestId})` : ''
    return error.message + quote
  }
  // The browser's own words for a failed connection differ and help nobody.
  if (error instanceof TypeError) return "The service can't be reached"
  return error instanceof Error ? error.message : String(error)
}
