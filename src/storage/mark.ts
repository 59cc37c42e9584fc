import type { Database } from 'bun:sqlite'
import { randomInt } from 'node:crypto'
import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../errors'
import { readAt, readWal, readWalHeader, userVersionOffset, type WalState } from './wal'

/**
 * The database file names the write-ahead log that it needs, so that a start finds out when the log is missing or is
 * another's. The mark is SQLite's `user_version`: the log's identity (31 bits), and a sign once all of the log is in the
 * file. 0 is a database of a version before this mark.
 */

const identityMask = 0x7fffffff
/** Another program that writes to the database, such as the sqlite3 shell, may shift the identity by a little. */
const tolerance = 0x8000

/** While the log has what the file has not. */
const openMark = (identity: number): number => identity & identityMask || 1
const closedMark = (mark: number): number => mark | ~identityMask

/** For a copy: no log belongs to it. */
export const markCopy = (db: Database): void => setMark(db, closedMark(randomInt(1, identityMask)))

/** Whether a start asks for the log, because the service that wrote it was not stopped. */
export const needsLog = (db: Database): boolean => currentMark(db) > 0

/** Before the log of a database is removed, and all of it is brought into the file. */
export function markClosed(db: Database): void {
  const mark = currentMark(db)
  if (mark > 0) setMark(db, closedMark(mark))
}

/** @throws StartError when the changes since the last checkpoint are missing */
export function requireLog(path: string, log: WalState | undefined): void {
  if (log || readMark(path) <= 0) return
  throw new StartError(
    `${path}-wal is missing. It contains the last changes of the database, because the service was not stopped cleanly. Put the file back, or run 'whereabouts restore ${path} --data-dir ${dirname(path)}' to continue without those changes.`,
  )
}

/** @throws StartError when the changes of another database would be mixed with its own */
export function requireOwnLog(path: string): WalState | undefined {
  const mark = readMark(path)
  const log = readWal(`${path}-wal`)
  if (!log || log.committed === 0 || mark === 0 || belongs(log, mark)) return log
  throw new StartError(
    `${path}-wal does not belong to ${path}: it is from another database, or another process has opened this database. Stop that process, or move the log to another directory.`,
  )
}

function belongs({ header, firstUserVersion }: WalState, mark: number): boolean {
  // A start writes the mark that it finds as the first frame, before the new one.
  if (firstUserVersion === mark) return true
  if (!header) return true
  const distance = (header.identity - mark) & identityMask
  return distance <= tolerance || distance >= identityMask - tolerance
}

/** Read without SQLite, which would take up the log. */
function readMark(path: string): number {
  if (!existsSync(path)) return 0
  const descriptor = openSync(path, 'r')
  try {
    return markIn(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function markIn(descriptor: number): number {
  const header = readAt(descriptor, 0, 100)
  return header.length === 100 ? header.readInt32BE(userVersionOffset) : 0
}

/**
 * The mark of a database that is open for writing. To open and to close it throws when the disk takes nothing.
 *
 * @param descriptor of the database file
 */
export function createMark(db: Database, descriptor: number) {
  const expected = new Set([markIn(descriptor)])
  let isOpen = false

  return {
    isOpen: (): boolean => isOpen,
    /** To be called outside of transactions, before anything is written. */
    open(): void {
      if (isOpen) return
      // Makes the log's header, and is its first frame.
      setMark(db, currentMark(db))
      const identity = readWalHeader(`${db.filename}-wal`)?.identity
      if (identity === undefined) throw new Error(`${db.filename}-wal cannot be read`)
      if (currentMark(db) !== openMark(identity)) setMark(db, openMark(identity))
      expected.add(openMark(identity))
      isOpen = true
    },
    /** To be followed by a checkpoint. */
    close(): void {
      if (isOpen) markClosed(db)
      isOpen = false
    },
    /** Whether the file has the contents of another database, as after `cp backup.db whereabouts.db`. */
    isOverwritten: (): boolean => isOpen && !expected.has(markIn(descriptor)),
  }
}

export type Mark = ReturnType<typeof createMark>

const currentMark = (db: Database): number =>
  db.query<{ user_version: number }, []>('pragma user_version').get()?.user_version ?? 0

const setMark = (db: Database, mark: number): void => void db.run(`pragma user_version = ${mark}`)
