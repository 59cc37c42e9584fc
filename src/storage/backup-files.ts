import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Instant, toWire } from '../time'

/** The backups of a data directory, as files. */

/** Why a backup was made: it was asked for, or something was about to change the whole database. */
type Occasion = 'whereabouts' | 'before-upgrade' | 'before-restore'

export interface Backup {
  readonly name: string
  /** As on the wire; from the name. */
  readonly createdAt: string
  /** In bytes. */
  readonly size: number
}

/** So many of one occasion are kept; those before a restore until somebody deletes them. */
const kept = 10

const names =
  /^(?:whereabouts|before-upgrade|before-restore)-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})\.db$/

export const folderOf = (directory: string): string => join(directory, 'backups')

/** To the millisecond, without the colons that some file systems refuse. */
export const nameOf = (at: Instant): string => at.slice(0, 23).replaceAll(/[:.]/g, '-')

export const backupName = (occasion: Occasion, at: Instant): string => `${occasion}-${nameOf(at)}.db`

/** Newest first; none where there is no folder yet. */
export function listBackups(directory: string): Backup[] {
  const folder = folderOf(directory)
  return namesIn(folder)
    .flatMap((name) => backupAt(folder, name) ?? [])
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** Undefined for any name that no backup has, such as a path to somewhere else. */
export const findBackup = (directory: string, name: string): Backup | undefined =>
  backupAt(folderOf(directory), name)

export function deleteBackup(directory: string, name: string): void {
  const path = join(folderOf(directory), name)
  for (const file of [path, `${path}-wal`]) rmSync(file, { force: true })
}

/** Keeps the newest of this occasion. Those that a wrong clock has dated in the future go first. */
export function forgetOldBackups(directory: string, occasion: Occasion, now: Instant): void {
  const own = listBackups(directory).filter(({ name }) => name.startsWith(`${occasion}-`))
  const isPast = ({ createdAt }: Backup) => createdAt <= toWire(now)
  const newestFirst = [...own.filter(isPast), ...own.filter((backup) => !isPast(backup))]
  for (const { name } of newestFirst.slice(kept)) deleteBackup(directory, name)
}

/** Whether a disk has taken no more, as the system and as SQLite say it. */
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
