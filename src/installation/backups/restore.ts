import { Database } from 'bun:sqlite'
import { constants, copyFileSync, existsSync, linkSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartError, UsageError } from '../../base/errors'
import type { Settings } from '../../settings/table'
import { prepareDirectory } from '../../storage/sqlite/data-directory'
import { requireLocalDisk } from '../../storage/sqlite/system/file-system'
import { integrityFile } from '../../storage/sqlite/integrity'
import { recount } from '../../storage/sqlite/kept-count-check'
import { isHeld, lockDirectory } from '../../storage/sqlite/system/lock'
import { markClosed } from '../../storage/sqlite/mark'
import { storedOf } from '../../base/messages'
import { type Clock, type Instant, toMicros } from '../../base/time'
import { createFolder, moveWhole, sync } from '../../base/whole-file'
import { backupName, folderOf } from '../../storage/sqlite/backup-files'
import { discard, removeLeftovers } from '../../storage/sqlite/leftovers'
import { type FetchSettings, fetchCopy } from './fetch'
import { backupMessages } from './messages'
import { putFiles, takeFiles } from './installation-files'
import { type Verified, verifiedCopy } from './verify'

interface Restored {
  /** The name of the backup. */
  readonly name: string
  readonly verified: Verified
  /** New path of the former database; null when there was none. */
  readonly former: string | null
  /** Names of the files that the data directory did not have. */
  readonly files: readonly string[]
}

/**
 * Replaces the database with a backup and keeps the former database among the backups. At every instant, the directory
 * contains one of the two. If the kept counts of the backup are wrong, its rows are counted again. Files of the
 * installation that the directory does not have are restored, too.
 *
 * @param source a file, or the place of scheduled backups
 * @throws StartError or UsageError when a service uses the directory or the backup is unusable; then nothing has changed
 */
export async function restoreBackup(
  source: string,
  directory: string,
  settings: FetchSettings & Pick<Settings, 'networkDataDir'>,
  now: Clock,
): Promise<Restored> {
  requireLocalDisk(directory, settings.networkDataDir)
  if (!source.startsWith('s3://') && !existsSync(source))
    throw new StartError(`${source} does not exist. Name a backup, a directory of backups or an s3:// URL.`)
  const isNew = !existsSync(directory)
  try {
    return await replaceDatabase(source, directory, settings, now)
  } catch (error) {
    removeTraces(directory, isNew)
    throw error
  }
}

/** Removes the lock file of a failed restore, when the directory has nothing else, and a directory that it has created. */
function removeTraces(directory: string, isNew: boolean): void {
  const names = existsSync(directory) ? readdirSync(directory) : []
  if (names.join() !== 'lock.db') return
  rmSync(join(directory, 'lock.db'))
  if (isNew) rmdirSync(directory)
}

async function replaceDatabase(
  source: string,
  directory: string,
  settings: FetchSettings,
  now: Clock,
): Promise<Restored> {
  prepareDirectory(directory)
  const lock = lockDirectory(directory)
  const fetched = join(directory, 'whereabouts.db.fetched')
  const incoming = join(directory, 'whereabouts.db.restored')
  try {
    removeLeftovers(directory)
    const scheduled = await fetchCopy(source, fetched, settings)
    const name = scheduled ?? source
    const verified = verifiedCopy(scheduled === undefined ? source : fetched, incoming, name)
    const files = takeFiles(incoming)
    if (verified.miscount !== undefined) correctCounts(incoming)
    endMessages(incoming, now())
    // The copy is synced before the current database is changed, so that a failing disk leaves the latter unchanged.
    sync(incoming)
    const current = join(directory, 'whereabouts.db')
    const former = existsSync(current) ? keepFormer(current, directory, now) : null
    if (former === null) keepLog(current, directory, now)
    const missing = putFiles(files, directory)
    moveWhole(incoming, current)
    // It is the result of a check of the former database.
    rmSync(join(directory, integrityFile), { force: true })
    return { name, verified, former, files: missing }
  } catch (error) {
    discard(incoming)
    if (error instanceof StartError || error instanceof UsageError) throw error
    throw new StartError(`The restore failed and changed nothing: ${(error as Error).message}.`)
  } finally {
    discard(fetched)
    lock.close()
  }
}

function correctCounts(path: string): void {
  using db = new Database(path, { readwrite: true })
  recount(db)
}

/**
 * Ends the messages that waited when the backup was made: they may have been sent since. Open alerts are told again after the time of
 * their rule, as if they had just been told.
 */
function endMessages(path: string, at: Instant): void {
  using db = new Database(path, { readwrite: true })
  // An older version has no messages.
  if (!db.query("select 1 from sqlite_schema where name = 'alert_messages'").get()) return
  const micros = toMicros(at)
  db.query(
    "update alert_messages set state = 'dropped', ended_at = ?1, error = ?2 where state in ('queued', 'sending')",
  ).run(micros, storedOf(backupMessages('backup.restored_message')))
  db.query(
    'update alerts set remind_at = ?1 + 60000000 * (select renotify_minutes from alert_rules where id = rule_id) where remind_at is not null',
  ).run(micros)
}

/** Adds the current database to the backups, and removes its log. Returns the path of the backup. */
function keepFormer(current: string, directory: string, now: Clock): string {
  const folder = folderOf(directory)
  const former = join(folder, backupName('before-restore', now()))
  createFolder(folder)
  foldLog(current)
  linkOrCopy(current, former)
  // The log of the former database must not be applied to the new one.
  if (existsSync(`${current}-wal`)) {
    linkOrCopy(`${current}-wal`, `${former}-wal`)
    rmSync(`${current}-wal`)
  }
  rmSync(`${current}-shm`, { force: true })
  sync(folder)
  // After a power cut, the old log must not reappear beside the new database.
  sync(directory)
  return former
}

/** Adds the log of a database that is missing to the backups: it must not be applied to the new one. */
function keepLog(current: string, directory: string, now: Clock): void {
  rmSync(`${current}-shm`, { force: true })
  if (!existsSync(`${current}-wal`)) return
  const folder = folderOf(directory)
  createFolder(folder)
  linkOrCopy(`${current}-wal`, join(folder, `${backupName('before-restore', now())}-wal`))
  rmSync(`${current}-wal`)
  sync(folder)
  sync(directory)
}

/**
 * Copies the write-ahead log into the database file. The log stays when the database is damaged or the disk is full.
 */
function foldLog(path: string): void {
  try {
    using db = new Database(path, { readwrite: true })
    // The mark is written before the log is removed, so that a start in between does not report the log as missing.
    markClosed(db)
    db.run('pragma journal_mode = delete')
  } catch (error) {
    if (isHeld(error)) throw new StartError(`Another process is using the database ${path}.`)
    if (!(error as { code?: string }).code?.startsWith('SQLITE_')) throw error
  }
}

/** Links a file, or copies it when the backups are on another disk. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to, constants.COPYFILE_EXCL)
    sync(to)
  }
}
