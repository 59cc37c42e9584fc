import type { FieldError } from './errors'
import type { Instant } from './time'

/** A request and its outcome, without its query and its bodies. */
export interface FinishedRequest {
  readonly at: Instant
  readonly method: string
  readonly path: string
  readonly status: number
  /** The type of the error (docs/api.md, Error types); null if there is none. */
  readonly error: string | null
  readonly fields: readonly Pick<FieldError, 'field' | 'code'>[]
  /** Time from the authentication to the beginning of the response, in milliseconds. */
  readonly milliseconds: number
  readonly requestId: string
}
