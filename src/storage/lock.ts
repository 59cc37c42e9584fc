import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../errors'
import { type FileLock, flockFile } from './flock'

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

/**
 * Keeps a second process from a data directory: each would hold in memory what the other changes. The lock is on
 * `lock.db` and on the database file itself, because either of them can be deleted.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const path = join(directory, 'lock.db')
  const database = join(directory, 'whereabouts.db')
  let byName = orRefuse(directory, () => lockFile(path))
  let byFile: FileLock | undefined

  /** Also the database, once it has been created. */
  function lockDatabase(): FileLock {
    byFile ??= orRefuse(directory, () => flockFile(database))
    if (byFile) return byFile
    throw new StartError(inUse(directory))
  }

  const lock = {
    path,
    lockDatabase,
    /** After `lock.db` was deleted: locks a new one. Throws when another process holds it. */
    renew(): void {
      const former = byName
      byName = lockFile(path)
      former.close()
    },
    /** To be called when SQLite has closed the database. */
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
