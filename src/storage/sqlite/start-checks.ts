import type { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listBackups, nameOf } from './backup-files'
import { StartError } from '../../base/errors'
import type { Log } from '../../base/log'
import type { Clock } from '../../base/time'
import { rescuedIn } from './rescue'
import { framesOf } from './checkpoints'
import { countDropped } from './wal'

/** The checks of a start before its first write. */

/**
 * Checks that the directory contains a database, or that this is the first start. A lost database must not be replaced
 * by an empty one.
 *
 * @throws StartError when the database is missing
 */
export function requireNoLoss(directory: string): void {
  if (existsSync(join(directory, 'whereabouts.db'))) return
  if (existsSync(unfinishedCopyIn(directory)))
    throw new StartError(
      `The directory ${directory} contains an unfinished copy. Run the same 'whereabouts copy' again to finish it, or remove ${unfinishedCopyIn(directory)}.`,
    )
  const rescued = rescuedIn(directory).at(-1)
  const backup = listBackups(directory)[0]?.name
  const traces = [
    ...['signing.key', 'whereabouts.db-wal', 'whereabouts.db.restored'].filter((name) =>
      isFilled(directory, name),
    ),
    ...(rescued === undefined ? [] : [basename(rescued)]),
    ...(backup === undefined ? [] : ['backups']),
  ]
  if (traces.length === 0) return
  const source = rescued ?? (backup === undefined ? '<backup>' : join(directory, 'backups', backup))
  throw new StartError(
    `The database ${join(directory, 'whereabouts.db')} is missing, but the directory contains ${traces.join(', ')}. Put the database back, or run 'whereabouts restore ${source} --data-dir ${directory}'. To start with an empty database, move these files away.`,
  )
}

/** The database that a copy from PostgreSQL has not finished. */
export const unfinishedCopyIn = (directory: string): string => join(directory, 'whereabouts.db.unfinished')

const isFilled = (directory: string, name: string): boolean =>
  (statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0) > 0

/**
 * Keeps a copy of a damaged log for manual recovery, because SQLite ignores everything after the damaged part without
 * an error. Must be called before the first write, which would overwrite the damaged part. Returns the warnings.
 *
 * @param db the database, which is open
 */
export function keepDamagedLog(db: Database, now: Clock, logger: Log): string[] {
  const path = db.filename
  const dropped = countDropped(`${path}-wal`, framesOf(db))
  if (dropped === 0) return []
  const copy = `${path}-wal.damaged-${nameOf(now())}`
  const what = `The write-ahead log was damaged: ${dropped} frames of acknowledged changes are unreadable`
  try {
    copyFileSync(`${path}-wal`, copy)
    logger.warn({ copy }, what)
    return [`${what}. The log is kept as ${basename(copy)}. Compare the data with the latest backup`]
  } catch (err) {
    rmSync(copy, { force: true })
    logger.warn({ err }, `${what}, and copying the log failed`)
    return [what]
  }
}
