import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../../migrations'
import { StartError } from '../../base/errors'
import { systemClock } from '../../base/time'
import { moveWhole } from '../../base/whole-file'
import { prepareDirectory } from '../sqlite/data-directory'
import { findMiscount } from '../sqlite/kept-count-check'
import { lockDirectory } from '../sqlite/system/lock'
import { markCopy } from '../sqlite/mark'
import { makeOurs, migrate } from '../sqlite/migrate'
import { unfinishedCopyIn } from '../sqlite/start-steps'
import { valuesOf } from './lines'
import { requireSameSource, type Target } from './side'
import { insertOf, lastKeyOf, sqliteRows } from './sqlite-rows'
import { quoted, type Table } from './tables'

/**
 * Opens the database of a data directory that gets the rows of an installation, or continues to. It has another name until it is
 * complete. Indexes and triggers are created last: loading is faster without indexes, and triggers would count rows again.
 *
 * @throws StartError when the directory contains a database
 */
export function openSqliteTarget(directory: string, tables: readonly Table[], installation: string): Target {
  prepareDirectory(directory)
  const path = join(directory, 'whereabouts.db')
  const unfinished = unfinishedCopyIn(directory)
  const lock = lockDirectory(directory)
  try {
    if (existsSync(path))
      throw new StartError(
        `The target is not empty: ${path} exists. Use another directory, or move the file away.`,
      )
    const db = new Database(unfinished, { create: true, strict: true })
    db.run('pragma synchronous = full')
    db.run('pragma foreign_keys = off')
    db.run('pragma cache_size = -64000')
    chmodSync(unfinished, 0o600)
    if (!isPrepared(db)) prepare(db, tables, installation)
    requireSameSource(installationOf(db), installation)
    return targetOf(db, {
      complete() {
        db.close(true)
        moveWhole(unfinished, path)
      },
      close() {
        db.close()
        lock.close()
      },
    })
  } catch (error) {
    lock.close()
    throw error
  }
}

const isPrepared = (db: Database): boolean =>
  db.query("select 1 from sqlite_schema where name = 'unfinished_copy'").get() !== null

const installationOf = (db: Database): string | undefined =>
  db.query<{ id: string }, []>('select id from installation').get()?.id

/** Creates the tables and the list of statements that complete the schema. */
function prepare(db: Database, tables: readonly Table[], installation: string): void {
  // An earlier attempt may have been interrupted between two migrations.
  if (db.query("select 1 from sqlite_schema where name = 'migrations'").get() === null) makeOurs(db)
  migrate(db, migrations, systemClock, () => {})
  db.transaction(() => {
    db.run(`create table unfinished_copy as
      select rowid as position, type, name, sql as statement from sqlite_schema
      where type in ('index', 'trigger') and sql is not null order by rowid`)
    const left = db.query<{ type: string; name: string }, []>('select type, name from unfinished_copy').all()
    for (const { type, name } of left) db.run(`drop ${type} ${quoted(name)}`)
    for (const { name } of tables) db.run(`delete from ${quoted(name)}`)
    db.query('insert into installation values (?)').run(installation)
  }).immediate()
}

interface Ends {
  /** Gives the database its name. */
  readonly complete: () => void
  readonly close: () => void
}

function targetOf(db: Database, { complete, close }: Ends): Target {
  const decoder = new TextDecoder()
  return {
    ...sqliteRows(db),
    lastKey: async (table) => lastKeyOf(db, table),
    async append(table, { lines }) {
      const insert = db.prepare<unknown, SQLQueryBindings[]>(insertOf(table))
      db.transaction(() => {
        for (const line of decoder.decode(lines).split('\n'))
          if (line !== '') insert.run(...valuesOf(line, table.columns))
      }).immediate()
      insert.finalize()
    },
    async finish(lastIds) {
      const statements = db
        .query<{ statement: string }, []>('select statement from unfinished_copy order by position')
        .all()
      db.transaction(() => {
        for (const { statement } of statements) db.run(statement)
        for (const [{ name }, lastId] of lastIds) keepLastId(db, name, lastId)
        // The service builds the search index in the background.
        db.run(
          'insert into search_backlogs select organization_id, 0, max(id) from assets group by organization_id',
        )
        requireSound(db)
        markCopy(db)
        db.run('drop table unfinished_copy')
      }).immediate()
      complete()
    },
    close: async () => close(),
  }
}

/** Makes the next id of a table follow the last one of the source, if the table never uses an id again. */
function keepLastId(db: Database, name: string, lastId: string): void {
  const { changes } = db
    .query('update sqlite_sequence set seq = max(seq, cast(?2 as integer)) where name = ?1')
    .run(name, lastId)
  if (changes > 0) return
  // No row of the table was copied.
  db.query(
    `insert into sqlite_sequence select name, cast(?2 as integer) from sqlite_schema
      where type = 'table' and name = ?1 and sql like '%primary key autoincrement%'`,
  ).run(name, lastId)
}

function requireSound(db: Database): void {
  const orphan = db.query<{ table: string }, []>('pragma foreign_key_check').get()
  if (orphan) throw new StartError(`A row of the table ${orphan.table} refers to a row that does not exist.`)
  const miscount = findMiscount(db)
  if (miscount !== undefined) throw new StartError(`In the source, ${miscount}.`)
}
