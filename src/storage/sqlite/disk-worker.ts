import { Database } from 'bun:sqlite'
import { fdatasyncSync } from 'node:fs'
import type { DiskRequest, DiskResponse } from './disk-thread'
import { restartLog } from './checkpoints'

/** The code of a disk thread. It runs one request at a time and blocks while it waits for the disk. */

declare const self: Worker

interface Connections {
  /** Writes the log into the database file. */
  readonly db: Database
  /** Holds a snapshot. While it does, no write begins the log again. */
  readonly holder: Database
}

let connections: Connections | undefined

function open(path: string): true {
  const db = new Database(path, { readwrite: true, strict: true })
  const holder = new Database(path, { readonly: true, strict: true })
  for (const connection of [db, holder]) connection.run('pragma busy_timeout = 1000')
  db.run('pragma synchronous = full')
  db.run('pragma wal_autocheckpoint = 0')
  db.run('pragma journal_size_limit = 67108864')
  // Opens the files.
  for (const connection of [db, holder]) connection.query('select 1 from sqlite_schema limit 1').get()
  connections = { db, holder }
  return true
}

function opened(): Connections {
  if (connections) return connections
  throw new Error('The thread of checkpoints has failed. Restart the service')
}

function sync(descriptor: number): true {
  try {
    fdatasyncSync(descriptor)
    return true
  } catch (error) {
    throw Object.assign(error as Error, { code: 'SQLITE_IOERR_FSYNC' })
  }
}

function release({ holder }: Connections): void {
  if (holder.inTransaction) holder.run('commit')
}

interface Progress {
  readonly busy: number
  readonly log: number
  readonly checkpointed: number
}

function checkpoint(db: Database, kind: 'passive' | 'restart'): boolean {
  const progress = db.query<Progress, []>(`pragma wal_checkpoint(${kind})`).get()
  return progress !== null && progress.busy === 0 && progress.checkpointed === progress.log
}

function copyLog(descriptor: number): true {
  const { db, holder } = opened()
  release({ db, holder })
  // When the file has all of the log, the next write begins the log again. SQLite then syncs the header of the log
  // before the write, on the thread of the write. The snapshot prevents this until `restartLog`.
  holder.run('begin')
  holder.query('select 1 from sqlite_schema limit 1').get()
  try {
    checkpoint(db, 'passive')
    // SQLite syncs the file only when it has copied all of the log.
    return sync(descriptor)
  } catch (error) {
    release({ db, holder })
    throw error
  }
}

function copyRest(waitMilliseconds: number): boolean {
  const { db, holder } = opened()
  release({ db, holder })
  db.run(`pragma busy_timeout = ${waitMilliseconds}`)
  if (!checkpoint(db, 'restart')) return false
  try {
    restartLog(db)
    return true
  } catch (error) {
    // Another process writes. A later checkpoint tries again.
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return false
    throw error
  }
}

function close(): true {
  connections?.holder.close()
  connections?.db.close()
  connections = undefined
  return true
}

function run(request: DiskRequest): boolean {
  switch (request.kind) {
    case 'sync':
      return sync(request.descriptor)
    case 'open':
      return open(request.path)
    case 'copyLog':
      return copyLog(request.descriptor)
    case 'restartLog':
      return copyRest(request.waitMilliseconds)
    case 'close':
      return close()
  }
}

function respond(request: DiskRequest): DiskResponse {
  try {
    return { value: run(request) }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { error: { message, code } }
  }
}

self.onmessage = ({ data }: MessageEvent<DiskRequest>) => self.postMessage(respond(data))
