import type { Message } from '../../base/messages'
import { storageMessages } from '../core/messages'
import { AppError, retryAfter, StartError } from '../../base/errors'
import { parameterNames } from './parameters'

/** The errors of PostgreSQL and of the connections to it. The codes are those of its manual, Appendix A. */

const refused = storageMessages('storage.refused')
const full = storageMessages('storage.disk_full')

const reasons: readonly (readonly [codes: RegExp, reason: Message])[] = [
  [/^(53100|58030)/, full],
  [/^53300/, storageMessages('storage.no_connection')],
  [/^53/, storageMessages('storage.few_resources')],
  [/^25006/, storageMessages('storage.read_only')],
  [/^(28|3D000)/, refused],
  [/^25P03/, storageMessages('storage.slow_transaction')],
  [/^(08|57P)/, storageMessages('storage.unavailable')],
  [
    /^(CONNECT|ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|ERR_)/,
    storageMessages('storage.unreachable'),
  ],
]

/** Returns the condition that prevents statements, as a sentence; undefined for other errors. */
export function problemOf(error: unknown): Message | undefined {
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
    return new AppError('unavailable', storageMessages('storage.slow_writes'), retryAfter)
  if (code === '57014') return new AppError('unavailable', storageMessages('storage.slow'), retryAfter)
  const problem = problemOf(error)
  if (problem === undefined) return error
  const kind = problem === full ? 'storage_full' : 'unavailable'
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
  const reason = (problemOf(error) ?? refused).english
  const { message } = error as Error
  if (message.startsWith('unsupported startup parameter'))
    return new StartError(
      `PgBouncer refuses a parameter of the connection (${message}). In its configuration, set pool_mode = session and ignore_startup_parameters = ${parameterNames.join(',')} (docs/postgresql.md), or connect to PostgreSQL directly. Check ${url}.`,
    )
  return new StartError(`${reason} (${message || code}). Check ${url}.`)
}
