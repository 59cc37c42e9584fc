import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Instant, toWire } from '../../base/time'

/** The backups of a data directory, as files. */

/** Why a backup was created: on request, before an upgrade, or before a restore. */
type Occasion = 'whereabouts' | 'before-upgrade' | 'before-restore'

export interface Backup {
  readonly name: string
  /** The time of creation as in the API, from the name. */
  readonly createdAt: string
  /** Size in bytes. */
  readonly size: number
}

/** Maximum number of backups that are kept of each occasion. Backups before a restore are not limited. */
const kept = 10

const names =
  /^(?:whereabouts|before-upgrade|before-restore)-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})\.db$/

export const folderOf = (directory: string): string => join(directory, 'backups')

/** Formats an instant to the millisecond, without the colons that some file systems reject. */
export const nameOf = (at: Instant): string => at.slice(0, 23).replaceAll(/[:.]/g, '-')

export const backupName = (occasion: Occasion, at: Instant): string => `${occasion}-${nameOf(at)}.db`

/** Lists the backups, newest first. The list is empty when the folder does not exist. */
export function listBackups(directory: string): Backup[] {
  const folder = folderOf(directory)
  return namesIn(folder)
    .flatMap((name) => backupAt(folder, name) ?? [])
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** Returns the backup with this name; undefined for any other name, such as a path outside of the folder. */
export const findBackup = (directory: string, name: string): Backup | undefined =>
  backupAt(folderOf(directory), name)

export function deleteBackup(directory: string, name: string): void {
  const path = join(folderOf(directory), name)
  for (const file of [path, `${path}-wal`]) rmSync(file, { force: true })
}

/** Deletes old backups of this occasion. Backups that a wrong clock dated in the future are deleted first. */
export function deleteOldBackups(directory: string, occasion: Occasion, now: Instant): void {
  const own = listBackups(directory).filter(({ name }) => name.startsWith(`${occasion}-`))
  const isPast = ({ createdAt }: Backup) => createdAt <= toWire(now)
  const newestFirst = [...own.filter(isPast), ...own.filter((backup) => !isPast(backup))]
  for (const { name } of newestFirst.slice(kept)) deleteBackup(directory, name)
}

/** Whether the error of the operating system or of SQLite means that the disk is full. */
export const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes((error as { code?: string }).code ?? '')

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}

function backupAt(folder: string, name: string): Backup | undefined {
  const match = names.exec(name)
  const found = match && statSync(join(folder, name), { throwIfNoEntry: false })
  if (!match || !found?.isFile()) return undefined
  const [, hour, minutes, seconds, milliseconds] = match
  return { name, createdAt: `${hour}:${minutes}:${seconds}.${milliseconds}Z`, size: found.size }
}
