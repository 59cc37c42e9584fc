import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../errors'
import { copyDatabase } from '../storage/copy'
import { isHeld, lockFile } from '../storage/lock'
import { requireOurs } from '../storage/migrate'
import type { Clock } from '../time'
import { backupName, folderOf, forgetOldBackups, isFull } from '../storage/backup-files'

/** What kept a backup from being made, which passes. */
export type Obstacle = 'busy' | 'full' | 'unwritable'

export class BackupError extends StartError {
  constructor(
    readonly obstacle: Obstacle,
    message: string,
  ) {
    super(message)
  }
}

/** What is left to the service that runs meanwhile: its write-ahead log grows to this size before it is cut. */
const reserve = 64 * 1024 * 1024

/**
 * Copies the database of a data directory, which a service may be using, as it is at one instant: all that was
 * acknowledged before. The signing key is not in it. Answers the path of the backup.
 *
 * @throws BackupError, with nothing left behind
 */
export function createBackup(directory: string, now: Clock): string {
  const source = join(directory, 'whereabouts.db')
  if (!existsSync(source))
    throw new StartError(`${directory} contains no database. Check the data directory.`)
  const folder = folderOf(directory)
  const at = now()
  const path = join(folder, backupName('whereabouts', at))
  const lock = lockBackups(directory, folder)
  try {
    requireRoom(source, folder)
    using db = new Database(source, { readonly: true })
    requireOurs(db)
    copyDatabase(db, join(folder, 'unfinished-copy'), path)
    forgetOldBackups(directory, 'whereabouts', at)
    return path
  } catch (error) {
    throw toBackupError(error)
  } finally {
    lock.close()
  }
}

/** Beside the database, not among the backups: whoever looks there finds nothing else. */
function lockBackups(directory: string, folder: string): Database {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return lockFile(join(directory, 'backup-lock.db'))
  } catch (error) {
    if (isHeld(error)) throw new BackupError('busy', 'Another backup is in progress.')
    throw toBackupError(error)
  }
}

function requireRoom(source: string, folder: string): void {
  const log = statSync(`${source}-wal`, { throwIfNoEntry: false })
  const needed = statSync(source).size + (log?.size ?? 0) + reserve
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= needed) return
  const megabytes = Math.ceil(needed / 1e6)
  throw new BackupError(
    'full',
    `The disk of ${folder} has too little space for a backup, which needs ${megabytes} MB.`,
  )
}

function toBackupError(error: unknown): unknown {
  if (error instanceof StartError) return error
  if (isFull(error)) return new BackupError('full', 'The disk was full before the backup was complete.')
  const { code, message } = error as { code?: string; message: string }
  if (code?.startsWith('SQLITE_CORRUPT'))
    return new StartError(`The database is damaged (${message}). Restore a backup.`)
  return new BackupError('unwritable', `The backup failed: ${message}.`)
}
