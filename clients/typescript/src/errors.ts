import type { components } from './schema.js'

export type ErrorInfo = components['schemas']['ErrorInfo']

/** What a method of the client returns. */
export interface Result<T> {
  readonly data?: T
  readonly error?: unknown
  readonly response: Response
}

/** A response that is not successful. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly status: number,
    /** The error of the service. Branch on its `type`. It is undefined when something else responded, such as a proxy. */
    readonly info: ErrorInfo | undefined,
    readonly headers: Headers,
  ) {
    super(info ? `${info.type}: ${info.detail} (request ${info.request_id})` : `HTTP status ${status}`)
  }
}

/** Returns the body of a successful response. Throws `ApiError` otherwise. */
export function required<T>({ data, error, response }: Result<T>): T {
  if (!response.ok) throw new ApiError(response.status, infoOf(error), response.headers)
  return data as T
}

function infoOf(error: unknown): ErrorInfo | undefined {
  if (typeof error !== 'object' || error === null || !('error' in error)) return undefined
  const { error: info } = error
  return typeof info === 'object' && info !== null && 'request_id' in info ? (info as ErrorInfo) : undefined
}
