/** What went wrong, in words that the domain and every transport share. */
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
  readonly message: string
  readonly params?: Record<string, unknown>
}

export interface ErrorDetails {
  /** Only with `invalid`: which fields are at fault, in the order of the request's keys; the first thousand. */
  readonly fields?: readonly FieldError[]
  /** Headers that this answer must carry, such as `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An error that the caller can act on. Anything else that is thrown is a bug. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message)
  }
}

/** More are counted only: neither the work nor the response may be many times as large as the request. */
export const fieldsMax = 1000

/**
 * The detail is the first message and the number of the others (docs/api.md, Several failures).
 * @param count of all errors, if not all of them are in `fields`
 */
export function invalid(fields: readonly FieldError[], count = fields.length): AppError {
  const [first] = fields
  if (!first) throw new Error('A validation error needs a field.')
  const suffix = count === 1 ? '' : ` (and ${count - 1} more error${count === 2 ? '' : 's'})`
  return new AppError('invalid', first.message + suffix, { fields: fields.slice(0, fieldsMax) })
}

export const invalidField = (
  field: string,
  code: FieldCode,
  message: string,
  params?: Record<string, unknown>,
): AppError => invalid([{ field, code, message, ...(params && { params }) }])

export const malformed = (message: string): AppError => new AppError('malformed', message)
export const notFound = (what: string): AppError => new AppError('not_found', `${what} not found`)
export const conflict = (message: string): AppError => new AppError('conflict', message)
export const unauthenticated = (message: string): AppError => new AppError('unauthenticated', message)
export const forbidden = (message: string): AppError => new AppError('forbidden', message)

/** A mistake in flags or settings, in one sentence without secrets. */
export class UsageError extends Error {}

/** Why the program can't start, in one sentence for the person at the terminal. */
export class StartError extends Error {}
