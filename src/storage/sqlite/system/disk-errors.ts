import type { Message } from '../../../base/messages'
import { diskMessages } from './messages'
import { AppError, retryAfter } from '../../../base/errors'

/** The errors of the disk and of foreign locks. */

/** Converts errors of the disk and of foreign locks to an AppError with Retry-After. Returns other errors unchanged. */
export function toStorageError(error: unknown): unknown {
  if (isLocked(error)) return new AppError('unavailable', diskMessages('disk.locked'), retryAfter)
  const problem = diskProblemOf(error)
  if (problem === undefined) return error
  return new AppError(isFull(error) ? 'storage_full' : 'unavailable', problem, retryAfter)
}

/** Returns the disk error as a sentence; undefined for other errors, such as a foreign lock. */
export function diskProblemOf(error: unknown): Message | undefined {
  if (isFull(error)) return diskMessages('disk.full')
  const isUnwritable = /^SQLITE_(READONLY|IOERR|CANTOPEN)/.test(sqliteCode(error))
  return isUnwritable ? diskMessages('disk.unwritable') : undefined
}

const isFull = (error: unknown): boolean => sqliteCode(error).startsWith('SQLITE_FULL')
export const isLocked = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error))

/** Whether the same operation may succeed later in this process. */
export const passes = (error: unknown): boolean =>
  isLocked(error) || (diskProblemOf(error) !== undefined && !isFsyncFailure(error))

/** Whether an fsync failed. The contents of the disk are then unknown until a restart reads them again. */
export const isFsyncFailure = (error: unknown): boolean =>
  /^SQLITE_IOERR_(DIR_)?FSYNC/.test(sqliteCode(error))

function sqliteCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && code.startsWith('SQLITE_')) return code
  }
  return ''
}
