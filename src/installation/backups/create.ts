import { Database } from 'bun:sqlite'
import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../base/errors'
import type { Message } from '../../base/messages'
import { copyDatabase } from '../../storage/sqlite/copy'
import { databaseIn } from '../../storage/sqlite/data-directory'
import { isHeld, lockFile } from '../../storage/sqlite/system/lock'
import { requireOurs } from '../../storage/sqlite/migrate'
import type { Clock } from '../../base/time'
import { backupName, folderOf, deleteOldBackups, isFull } from '../../storage/sqlite/backup-files'
import { createFolder } from '../../base/whole-file'
import { backupMessages } from './messages'

/** The temporary reason for which a backup was not created. */
export type FailureReason = 'busy' | 'full' | 'unwritable'

export class BackupError extends StartError {
  constructor(
    readonly reason: FailureReason,
    message: Message,
  ) {
    super(message)
  }
}

/** Bytes that stay free for a running service, whose write-ahead log grows to this size before it is truncated. */
const reserve = 64 * 1024 * 1024

/**
 * Copies the database of a data directory at one instant, with all writes that were acknowledged before. A service may
 * be using the directory. The backup does not contain the signing key. Returns the path of the backup.
 *
 * @throws BackupError or StartError; then no file is left behind
 */
export function createBackup(directory: string, now: Clock): string {
  const at = now()
  const path = join(folderOf(directory), backupName('whereabouts', at))
  copyLocked(directory, path, () => deleteOldBackups(directory, 'whereabouts', at))
  return path
}

/**
 * Copies the database as `createBackup` does, to a path among the backups.
 *
 * @param done is called while no other backup can be created
 * @throws BackupError or StartError; then no file is left behind
 */
export function copyLocked(directory: string, path: string, done?: () => void): void {
  const source = databaseIn(directory)
  const folder = folderOf(directory)
  const lock = lockBackups(directory, folder)
  try {
    requireRoom(source, folder)
    using db = new Database(source, { readonly: true })
    requireOurs(db)
    copyDatabase(db, join(folder, 'unfinished-copy'), path)
    done?.()
  } catch (error) {
    throw toBackupError(error)
  } finally {
    lock.close()
  }
}

/** Takes the lock of backups. The lock file is beside the database, so that the folder contains only backups. */
function lockBackups(directory: string, folder: string): Database {
  try {
    createFolder(folder)
    return lockFile(join(directory, 'backup-lock.db'))
  } catch (error) {
    if (isHeld(error)) throw new BackupError('busy', backupMessages('backup.being_created'))
    throw toBackupError(error)
  }
}

function requireRoom(source: string, folder: string): void {
  const log = statSync(`${source}-wal`, { throwIfNoEntry: false })
  const needed = statSync(source).size + (log?.size ?? 0) + reserve
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= needed) return
  const megabytes = Math.ceil(needed / 1e6)
  throw new BackupError('full', backupMessages('backup.no_room', { folder, megabytes }))
}

function toBackupError(error: unknown): unknown {
  if (error instanceof StartError) return error
  if (isFull(error)) return new BackupError('full', backupMessages('backup.became_full'))
  const { code, message } = error as { code?: string; message: string }
  if (code?.startsWith('SQLITE_CORRUPT'))
    return new StartError(backupMessages('backup.database_damaged', { reason: message }))
  return new BackupError('unwritable', backupMessages('backup.failed', { reason: message }))
}
