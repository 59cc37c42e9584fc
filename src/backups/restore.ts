import { Database } from 'bun:sqlite'
import { constants, copyFileSync, existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../errors'
import { isHeld, lockDirectory } from '../storage/lock'
import { markClosed } from '../storage/mark'
import type { Clock } from '../time'
import { moveWhole, sync } from '../whole-file'
import { backupName, folderOf } from '../storage/backup-files'
import { discard, removeLeftovers } from '../storage/leftovers'
import { type Verified, verifiedCopy } from './verify'

export interface Restored {
  readonly verified: Verified
  /** Where the database is that was there before; null where there was none. */
  readonly former: string | null
}

/**
 * Puts a backup in the place of the database, which is kept among the backups. At every instant the directory has
 * either the one or the other.
 *
 * @throws StartError where a service uses the directory or the backup is no good; nothing has changed then
 */
export function restoreBackup(backup: string, directory: string, now: Clock): Restored {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(directory)
  const incoming = join(directory, 'whereabouts.db.restored')
  try {
    removeLeftovers(directory)
    const verified = verifiedCopy(backup, incoming)
    // Before the present database is touched: a disk that fails here must leave it as it is.
    sync(incoming)
    const present = join(directory, 'whereabouts.db')
    const former = existsSync(present) ? keepAside(present, directory, now) : null
    moveWhole(incoming, present)
    return { verified, former }
  } catch (error) {
    discard(incoming)
    if (error instanceof StartError) throw error
    throw new StartError(`The restore failed and changed nothing: ${(error as Error).message}.`)
  } finally {
    lock.close()
  }
}

function keepAside(present: string, directory: string, now: Clock): string {
  const folder = folderOf(directory)
  const former = join(folder, backupName('before-restore', now()))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  foldLog(present)
  linkOrCopy(present, former)
  // A log of the former database must not meet the new one.
  if (existsSync(`${present}-wal`)) {
    linkOrCopy(`${present}-wal`, `${former}-wal`)
    rmSync(`${present}-wal`)
  }
  rmSync(`${present}-shm`, { force: true })
  sync(folder)
  return former
}

/** Brings what only the write-ahead log holds into the file; the log stays where damage or a full disk forbids it. */
function foldLog(path: string): void {
  try {
    using db = new Database(path, { readwrite: true })
    // Before the log goes: a start between the two must not miss it.
    markClosed(db)
    db.run('pragma journal_mode = delete')
  } catch (error) {
    if (isHeld(error))
      throw new StartError(`Another process uses the database ${path}. Stop it and try again.`)
    if (!(error as { code?: string }).code?.startsWith('SQLITE_')) throw error
  }
}

/** The backups may be on a disk of their own. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to, constants.COPYFILE_EXCL)
    sync(to)
  }
}
