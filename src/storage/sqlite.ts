import { Database } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../migrations'
import { StartError } from '../errors'
import type { Clock } from '../time'
import { migrate } from './migrate'
import { assetReads, assetWrites } from './queries/assets'
import { historyWrites } from './queries/history'
import { identityReads, identityWrites } from './queries/identity'
import { ingestWrites } from './queries/ingest'
import { locationReads, locationWrites } from './queries/locations'
import { readerReads, readerWrites } from './queries/readers'
import { slotWrites } from './queries/slots'
import { tagReads, tagWrites } from './queries/tags'
import { trackingReads } from './queries/tracking'
import { treeReads } from './queries/tree'
import type { Store, Writes } from './store'
import { createWriter } from './writer'

export interface SqliteOptions {
  /** The directory that holds the database, its lock and its backups; it must exist. */
  readonly directory: string
  readonly now: Clock
  /** Called when the disk failed in a way that only a restart can clear up. */
  readonly onFatal: (error: unknown) => void
}

export function openSqlite({ directory, now, onFatal }: SqliteOptions): Store {
  const lock = lockDirectory(directory)
  const path = join(directory, 'whereabouts.db')
  const db = openWriter(path)
  migrate(db, migrations, now, () => backUp(db, directory, now))

  // Reads have a connection of their own: on the writer's they would see half of an open transaction.
  const reader = new Database(path, { readonly: true, strict: true })
  reader.run('pragma cache_size = -32000')
  reader.run('pragma mmap_size = 268435456')

  const readable = drizzle(reader)
  const writable = drizzle(db)
  const tx: Writes = {
    assets: assetWrites(writable),
    history: historyWrites(writable),
    identity: identityWrites(writable),
    ingest: ingestWrites(writable),
    locations: locationWrites(writable),
    readers: readerWrites(writable),
    slots: slotWrites(writable),
    tags: tagWrites(writable),
    tree: treeReads(writable),
  }
  const writer = createWriter(db, onFatal)

  return {
    read: {
      assets: assetReads(readable),
      identity: identityReads(readable),
      locations: locationReads(readable),
      readers: readerReads(readable),
      tags: tagReads(readable),
      tracking: trackingReads(readable),
      tree: treeReads(readable),
    },
    write: (work) => writer.write(() => work(tx)),

    async close() {
      await writer.close()
      reader.close()
      db.run('pragma wal_checkpoint(truncate)')
      db.close()
      lock.close()
    },
  }
}

function openWriter(path: string): Database {
  if (existsSync(path) && statSync(path).size === 0)
    throw new StartError(`The database file ${path} is empty; restore a backup or move it away.`)
  try {
    const db = new Database(path, { create: true, strict: true })
    // Short: a foreign lock holder would otherwise stop the whole event loop; the caller is told to try again.
    db.run('pragma busy_timeout = 200')
    db.run('pragma journal_mode = wal')
    db.run('pragma synchronous = full')
    db.run('pragma foreign_keys = on')
    db.run('pragma cache_size = -64000')
    // Large checkpoints: many commits touch the same pages, which are then written back once.
    db.run('pragma wal_autocheckpoint = 4000')
    db.run('pragma journal_size_limit = 67108864')
    checkIntegrity(db, path)
    return db
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database ${path} cannot be opened: ${(error as Error).message}.`)
  }
}

/** Damage in the middle of a file shows only when it is looked for; serving wrong data is worse than not starting. */
function checkIntegrity(db: Database, path: string): void {
  const [result] = db.query<{ quick_check: string }, []>('pragma quick_check(1)').all()
  if (result?.quick_check !== 'ok')
    throw new StartError(`The database ${path} is damaged (${result?.quick_check}); restore a backup.`)
}

/**
 * Two processes on one database would each hold what the other changes in memory. The lock is SQLite's own, on a
 * file beside the database, so that the operating system frees it however the process ends.
 */
function lockDirectory(directory: string): Database {
  try {
    const lock = new Database(join(directory, 'lock.db'), { create: true })
    lock.run('pragma locking_mode = exclusive')
    lock.run('pragma busy_timeout = 0')
    lock.run('begin exclusive')
    return lock
  } catch (error) {
    const isHeld = (error as { code?: string }).code?.startsWith('SQLITE_BUSY')
    throw new StartError(
      isHeld
        ? `Another process is using the data directory ${directory}.`
        : `The data directory ${directory} cannot be written: ${(error as Error).message}.`,
    )
  }
}

function backUp(db: Database, directory: string, now: Clock): void {
  const folder = join(directory, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `before-upgrade-${now().slice(0, 19).replaceAll(':', '-')}.db`)
  try {
    db.query('vacuum into ?').run(path)
  } catch (error) {
    rmSync(path, { force: true })
    throw new StartError(`The backup before the upgrade failed: ${(error as Error).message}.`)
  }
}
