import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../../base/errors'
import { type FileLock, flockFile } from './flock'

/**
 * Locks a file with the lock of SQLite, which the operating system releases when the process ends. Throws when another
 * process holds the lock.
 */
export function lockFile(path: string): Database {
  const lock = new Database(path, { create: true })
  try {
    lock.run('pragma locking_mode = exclusive')
    lock.run('pragma busy_timeout = 0')
    // Nothing is written into the file, so the lock also works on a full disk.
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

/**
 * Locks a data directory, because a second process would change data that the first one holds in memory. The lock is
 * on `lock.db` and on the database file, because either of them can be deleted. Throws StartError.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const path = join(directory, 'lock.db')
  const database = join(directory, 'whereabouts.db')
  let byName = orRefuse(directory, () => lockFile(path))
  let byFile: FileLock | undefined

  /** Locks the database file, which must exist. */
  function lockDatabase(): FileLock {
    byFile ??= orRefuse(directory, () => flockFile(database))
    if (byFile) return byFile
    throw new StartError(inUse(directory))
  }

  const lock = {
    path,
    lockDatabase,
    /** Locks a new `lock.db` after the file was deleted. Throws when another process holds it. */
    renew(): void {
      const former = byName
      byName = lockFile(path)
      former.close()
    },
    /** Must be called after SQLite has closed the database. */
    close(): void {
      byFile?.close()
      byName.close()
    },
  }
  try {
    if (existsSync(database)) lockDatabase()
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

export interface DirectoryLock {
  readonly path: string
  lockDatabase(): FileLock
  renew(): void
  close(): void
}

const inUse = (directory: string): string =>
  `Another process uses the data directory ${directory}. Stop it, or use another directory.`

function orRefuse<T>(directory: string, take: () => T): T {
  try {
    return take()
  } catch (error) {
    throw new StartError(
      isHeld(error)
        ? inUse(directory)
        : `The data directory ${directory} cannot be written: ${(error as Error).message}.`,
    )
  }
}
