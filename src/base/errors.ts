import { type Message, textMessages } from './messages'

/** The kinds of errors, for all transports. */
export type ErrorCode =
  | 'invalid'
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'unavailable'
  | 'storage_full'

/** The codes of a field error (docs/api.md, Field codes). The set is open: clients tolerate unknown codes. */
export type FieldCode =
  | 'required'
  | 'invalid_value'
  | 'too_short'
  | 'too_long'
  | 'too_large'
  | 'too_small'
  | 'read_only'
  | 'invalid_context'
  | 'unknown_field'
  | 'ambiguous_fields'
  | 'fk_not_found'

export interface FieldError {
  readonly field: string
  readonly code: FieldCode
  readonly message: Message
  readonly params?: Record<string, unknown>
}

export interface ErrorDetails {
  /** Only with `invalid`: the first thousand invalid fields, in the order of the request's keys. */
  readonly fields?: readonly FieldError[]
  /** Headers that the response must have, such as `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An error that the caller can act on. Every other error of a request is a bug. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly said: Message,
    readonly details: ErrorDetails = {},
  ) {
    super(said.english)
  }
}

/** The details of an error after which the caller may soon try again. */
export const retryAfter = { headers: { 'retry-after': '1' } } as const

/**
 * Maximum number of field errors in a response. Further ones are only counted, so that a small request cannot cause a
 * large response.
 */
export const fieldsMax = 1000

/**
 * Returns a validation error. Its detail is the first message with the number of further errors (docs/api.md, Several
 * failures).
 *
 * @param count the total number of errors, if `fields` does not contain all of them
 */
export function invalid(fields: readonly FieldError[], count = fields.length): AppError {
  const [first] = fields
  if (!first) throw new Error('A validation error needs a field.')
  return new AppError('invalid', withCount(first.message, count - 1), { fields: fields.slice(0, fieldsMax) })
}

function withCount(first: Message, others: number): Message {
  if (others === 0) return first
  return others === 1
    ? textMessages('text.one_more', { first })
    : textMessages('text.more', { first, count: others })
}

export const invalidField = (
  field: string,
  code: FieldCode,
  message: Message,
  params?: Record<string, unknown>,
): AppError => invalid([{ field, code, message, ...(params && { params }) }])

export const malformed = (message: Message): AppError => new AppError('malformed', message)
export const notFound = (message: Message): AppError => new AppError('not_found', message)
export const conflict = (message: Message): AppError => new AppError('conflict', message)
export const unauthenticated = (message: Message): AppError => new AppError('unauthenticated', message)
export const forbidden = (message: Message): AppError => new AppError('forbidden', message)

/** An error in flags or settings. The message is one sentence without secrets. */
export class UsageError extends Error {}

/** An error that prevents the start. The message is for the user at the terminal, or a part of a finding. */
export class StartError extends Error {
  readonly said: Message | undefined

  constructor(message: string | Message, options?: ErrorOptions) {
    super(typeof message === 'string' ? message : message.english, options)
    this.said = typeof message === 'string' ? undefined : message
  }
}

/** Returns what an error says, as a value of a sentence. */
export const reasonOf = (error: unknown): string | Message =>
  (error instanceof StartError || error instanceof AppError ? error.said : undefined) ??
  (error as Error).message
