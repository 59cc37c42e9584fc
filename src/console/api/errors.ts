import type { components } from './schema'

type Envelope = components['schemas']['ErrorEnvelope']
export type FieldProblem = components['schemas']['FieldError']

/** An error response, with the contents of the service's error envelope. */
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
    return new ApiError(response.status, 'unknown', `The service responded with status ${response.status}`)
  const { type, detail, fields, request_id: requestId } = body.error
  return new ApiError(response.status, type, detail, fields, requestId)
}

export const unreachable = "The service can't be reached"

/** Returns the message to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    const reference = error.status >= 500 && error.requestId ? ` (request ${error.requestId})` : ''
    return error.message + reference
  }
  // Browsers describe a failed connection in different, unhelpful ways.
  if (error instanceof TypeError) return unreachable
  return error instanceof Error ? error.message : String(error)
}
