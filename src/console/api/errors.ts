import { t } from '../languages/messages'
import { serverText, type ServerText } from '../languages/server-texts'
import { isTimeout } from './connection'
import type { components } from './schema'

type Envelope = components['schemas']['ErrorEnvelope']

interface WithText {
  readonly text?: ServerText
}

export type FieldProblem = components['schemas']['FieldError'] & WithText

type ErrorInfo = Envelope['error'] & WithText & { readonly fields?: readonly FieldProblem[] }

/** What an error response says. */
interface Refusal {
  readonly status: number
  readonly type: string
  readonly detail: string
  readonly fields?: readonly FieldProblem[]
  readonly requestId?: string | null
}

/** An error response, with the contents of the service's error envelope. */
export class ApiError extends Error {
  readonly status: number
  readonly type: string
  readonly fields: readonly FieldProblem[]
  readonly requestId: string | null

  constructor({ status, type, detail, fields = [], requestId = null }: Refusal) {
    super(detail)
    this.status = status
    this.type = type
    this.fields = fields
    this.requestId = requestId
  }
}

/** Returns the same error as the service would about fields, so that a form shows each problem at its field. */
export const problemsAt = (fields: readonly [FieldProblem, ...FieldProblem[]]): ApiError =>
  new ApiError({ status: 400, type: 'validation_error', detail: fields[0].message, fields })

const problemAt = (field: string, code: string, message: string): ApiError =>
  problemsAt([{ field, code, message }])

export const missing = (field: string, message: string): ApiError => problemAt(field, 'required', message)
export const invalid = (field: string, message: string): ApiError =>
  problemAt(field, 'invalid_value', message)

const isEnvelope = (body: unknown): body is { readonly error: ErrorInfo } =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object'

export function toApiError(response: Response, body: unknown): ApiError {
  if (!isEnvelope(body))
    return new ApiError({
      status: response.status,
      type: 'unknown',
      detail: t('The service responded with status {status}', { status: response.status }),
    })
  const { type, detail, text, request_id: requestId } = body.error
  const fields = fieldsOf(body.error).map((each) => ({
    ...each,
    message: serverText(each.message, each.text),
  }))
  // The detail of a validation error repeats the first field error.
  return new ApiError({
    status: response.status,
    type,
    detail: fields[0]?.message ?? serverText(detail, text),
    fields,
    requestId,
  })
}

/** A key that another record has is an error of the field, too, so that a form shows it there. */
const fieldsOf = ({ type, detail, text, fields }: ErrorInfo): readonly FieldProblem[] =>
  text?.key.endsWith('.key_taken') === true && text.key !== 'asset_field.key_taken'
    ? [{ field: 'external_key', code: type, message: detail, text }]
    : (fields ?? [])

/** Whether the same request can succeed later without a change: nothing responded, or not as it should, or it has to wait. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 408 || error.status === 429

export const unreachable = t("The service can't be reached")

/** The connection was lost during a change. The service may have stored it. */
export class OutcomeUnknown extends Error {
  constructor() {
    super(
      t(
        'The connection was lost before the service responded. It is not known whether the change was stored. The data is loaded again when the connection is back. Check it before you try again.',
      ),
    )
  }
}

/** Whether there was no response. Browsers describe a failed connection in different, unhelpful ways. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof OutcomeUnknown || isTimeout(error)

/** Returns the message to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    const { requestId, message } = error
    return error.status >= 500 && requestId
      ? t('{message} (request {requestId})', { message, requestId })
      : message
  }
  if (error instanceof TypeError) return unreachable
  if (isTimeout(error)) return t('The service has not responded in time')
  return error instanceof Error ? error.message : String(error)
}
