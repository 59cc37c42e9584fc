import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { StartError } from '../errors'

/** Throws where another process holds it: SQLite's own lock, which the operating system frees however a process ends. */
export function lockFile(path: string): Database {
  const lock = new Database(path, { create: true })
  try {
    lock.run('pragma locking_mode = exclusive')
    lock.run('pragma busy_timeout = 0')
    // Nothing is ever written into it, not even on a full disk.
    lock.run('pragma journal_mode = memory')
    lock.run('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

export const isHeld = (error: unknown): boolean =>
  (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false

/** Two processes on one database would each hold what the other changes in memory. */
export function lockDirectory(directory: string): Database {
  try {
    return lockFile(join(directory, 'lock.db'))
  } catch (error) {
    throw new StartError(
      isHeld(error)
        ? `Another process is using the data directory ${directory}.`
        : `The data directory ${directory} cannot be written: ${(error as Error).message}.`,
    )
  }
}
