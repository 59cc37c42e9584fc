import type { Database } from 'bun:sqlite'
import { randomInt } from 'node:crypto'
import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../../base/errors'
import { readAt, readWalBegin, readWalHeader, userVersionOffset, type WalState } from './wal'

/**
 * The database file identifies the write-ahead log that it needs, so that a start detects a log that is missing or that
 * belongs to another database. The mark is SQLite's `user_version`: the identity of the log (31 bits), negative when
 * the file contains all of the log. 0 is a database of a version without marks.
 */

const identityMask = 0x7fffffff
/** Maximum difference of identities. Another process that writes, such as the sqlite3 shell, may change it slightly. */
const tolerance = 0x8000

/** The mark while the log contains changes that the file does not contain. */
const openMark = (identity: number): number => identity & identityMask || 1
const closedMark = (mark: number): number => mark | ~identityMask

/** Marks a copy, to which no log belongs. */
export const markCopy = (db: Database): void => setMark(db, closedMark(randomInt(1, identityMask)))

/** Whether the database needs its log, because the service that wrote it was not stopped cleanly. */
export const needsLog = (db: Database): boolean => currentMark(db) > 0

/** Marks the database as complete. Must be called before all of the log is written into the file and removed. */
export function markClosed(db: Database): void {
  const mark = currentMark(db)
  if (mark > 0) setMark(db, closedMark(mark))
}

/** Checks that a required log exists. @throws StartError when the changes since the last checkpoint are missing */
export function requireLog(path: string, log: WalState | undefined): void {
  if (log || readMark(path) <= 0) return
  throw new StartError(
    `${path}-wal is missing. It contains the last changes of the database, because the service was not stopped cleanly. Put the file back, or run 'whereabouts restore ${path} --data-dir ${dirname(path)}' to continue without those changes.`,
  )
}

/** Returns the beginning of the log. @throws StartError when the log belongs to another database */
export function requireOwnLog(path: string): WalState | undefined {
  const mark = readMark(path)
  const log = readWalBegin(`${path}-wal`)
  if (!log || log.committed === 0 || mark === 0 || belongs(log, mark)) return log
  throw new StartError(
    `${path}-wal does not belong to ${path}: it is from another database, or another process has opened this database. Stop that process, or move the log to another directory.`,
  )
}

function belongs({ header, firstUserVersion }: WalState, mark: number): boolean {
  // A start writes the existing mark as the first frame, before the new mark.
  if (firstUserVersion === mark) return true
  if (!header) return true
  const distance = (header.identity - mark) & identityMask
  return distance <= tolerance || distance >= identityMask - tolerance
}

/** Reads the mark without SQLite, which would apply the log. */
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
 * Creates the mark of a database that is open for writing. `open` and `close` throw when the disk can't be written.
 *
 * @param descriptor the descriptor of the database file
 */
export function createMark(db: Database, descriptor: number) {
  const expected = new Set([markIn(descriptor)])
  let isOpen = false

  return {
    isOpen: (): boolean => isOpen,
    /** Must be called outside of transactions, before the first write. */
    open(): void {
      if (isOpen) return
      // This write creates the header of the log and its first frame.
      setMark(db, currentMark(db))
      const identity = readWalHeader(`${db.filename}-wal`)?.identity
      if (identity === undefined) throw new Error(`${db.filename}-wal cannot be read`)
      if (currentMark(db) !== openMark(identity)) setMark(db, openMark(identity))
      expected.add(openMark(identity))
      isOpen = true
    },
    /** Must be followed by a checkpoint. */
    close(): void {
      if (isOpen) markClosed(db)
      isOpen = false
    },
    /** Whether the file contains another database, as after `cp backup.db whereabouts.db`. */
    isOverwritten: (): boolean => isOpen && !expected.has(markIn(descriptor)),
  }
}

export type Mark = ReturnType<typeof createMark>

const currentMark = (db: Database): number =>
  db.query<{ user_version: number }, []>('pragma user_version').get()?.user_version ?? 0

const setMark = (db: Database, mark: number): void => void db.run(`pragma user_version = ${mark}`)
