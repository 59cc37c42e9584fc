import { toFieldText, toFieldView } from '../contract/problems'
import { AppError, type ErrorCode, type ErrorDetails } from '../base/errors'
import { requestMessages } from './messages'

interface Kind {
  readonly status: number
  readonly type: string
  readonly title: string
  /** Defaults, which the headers of an error override. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Status, type and title of each error (docs/api.md, Error types). */
const kinds: Record<ErrorCode, Kind> = {
  invalid: { status: 400, type: 'validation_error', title: 'Validation failed' },
  malformed: { status: 400, type: 'bad_request', title: 'Bad request' },
  unauthenticated: {
    status: 401,
    type: 'unauthorized',
    title: 'Unauthorized',
    headers: { 'www-authenticate': 'Bearer' },
  },
  forbidden: { status: 403, type: 'forbidden', title: 'Forbidden' },
  not_found: { status: 404, type: 'not_found', title: 'Not found' },
  method_not_allowed: { status: 405, type: 'method_not_allowed', title: 'Method not allowed' },
  conflict: { status: 409, type: 'conflict', title: 'Conflict' },
  precondition_failed: { status: 412, type: 'precondition_failed', title: 'Precondition failed' },
  too_large: { status: 413, type: 'payload_too_large', title: 'Payload too large' },
  unsupported_media_type: {
    status: 415,
    type: 'unsupported_media_type',
    title: 'Unsupported media type',
  },
  rate_limited: { status: 429, type: 'rate_limited', title: 'Rate limited' },
  unavailable: { status: 503, type: 'service_unavailable', title: 'Service unavailable' },
  storage_full: { status: 507, type: 'insufficient_storage', title: 'Insufficient storage' },
}

const internal: Kind = { status: 500, type: 'internal_error', title: 'Internal server error' }

const kindOf = (error: unknown): Kind => (error instanceof AppError ? kinds[error.code] : internal)

/** Returns the status and the type of the response to an error. */
export const outcomeOf = (error: unknown): Pick<Kind, 'status' | 'type'> => kindOf(error)

export const errorTypes: readonly string[] = [...Object.values(kinds), internal].map((kind) => kind.type)

/** What the envelope of an error contains except for what identifies the request. */
export function describeError({ code, message: detail, details: { fields } }: AppError) {
  const { status, type, title } = kinds[code]
  return { type, title, status, detail, ...(fields && { fields: fields.map(toFieldView) }) }
}

interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Returns the response for an error, in the envelope of docs/api.md, Error envelope. An error that is not an AppError
 * is a bug: the response is 500 and reveals no details.
 *
 * @param instance the path of the request
 * @param hasTexts whether the envelope has the keys and values of its sentences
 */
export function toErrorResponse(
  error: unknown,
  instance: string,
  requestId: string,
  hasTexts = false,
): ErrorResponse {
  const { said, details } =
    error instanceof AppError ? error : { said: unexpected, details: {} as ErrorDetails }
  const { status, type, title, headers } = kindOf(error)
  const fields = details.fields?.map(hasTexts ? toFieldText : toFieldView)
  const body = {
    error: {
      type,
      title,
      status,
      detail: said.english,
      instance,
      request_id: requestId,
      ...(fields && { fields }),
      ...(hasTexts && { text: said.text }),
    },
  }
  return { status, headers: { ...headers, ...details.headers }, body: JSON.stringify(body) }
}

const unexpected = requestMessages('request.unexpected')
