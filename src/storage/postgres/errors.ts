import { AppError, retryAfter, StartError } from '../../base/errors'
import { parameterNames } from './parameters'

/** The errors of PostgreSQL and of the connections to it. The codes are those of its manual, Appendix A. */

const refused = 'The database refused the connection'

const reasons: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^(53100|58030)/, 'The disk of the database is full'],
  [/^53300/, 'The database has no free connection'],
  [/^53/, 'The database has too few resources'],
  [/^25006/, 'The database can only be read'],
  [/^(28|3D000)/, refused],
  [/^25P03/, 'The transaction took too long'],
  [/^(08|57P)/, 'The database is not available'],
  [
    /^(CONNECT|ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|ERR_)/,
    'The database cannot be reached',
  ],
]

/** Returns the condition that prevents statements, as a sentence; undefined for other errors. */
export function problemOf(error: unknown): string | undefined {
  const code = codeOf(error)
  if (code === undefined) return undefined
  return reasons.find(([codes]) => codes.test(code))?.[1]
}

/** Converts errors after which callers may try again to AppError. Returns other errors unchanged. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  // Another instance holds a lock (lock_not_available), or both have waited for each other (deadlock_detected).
  if (code === '55P03' || code === '40P01')
    return new AppError('unavailable', 'Other writes take too long', retryAfter)
  if (code === '57014') return new AppError('unavailable', 'The database took too long', retryAfter)
  const problem = problemOf(error)
  if (problem === undefined) return error
  const kind = problem.endsWith('full') ? 'storage_full' : 'unavailable'
  return Object.assign(new AppError(kind, problem, retryAfter), { cause: error })
}

function codeOf(error: unknown): string | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/** Converts an error of the database at a start, or of a command, to a sentence. Returns errors of the program unchanged. */
export function toStartError(error: unknown, url = 'WHEREABOUTS_DATABASE_URL'): unknown {
  const code = codeOf(error)
  if (error instanceof StartError || error instanceof AppError || code === undefined) return error
  const reason = problemOf(error) ?? refused
  const { message } = error as Error
  if (message.startsWith('unsupported startup parameter'))
    return new StartError(
      `PgBouncer refuses a parameter of the connection (${message}). In its configuration, set pool_mode = session and ignore_startup_parameters = ${parameterNames.join(',')} (docs/postgresql.md), or connect to PostgreSQL directly. Check ${url}.`,
    )
  return new StartError(`${reason} (${message || code}). Check ${url}.`)
}
