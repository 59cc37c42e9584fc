import type { Database } from 'bun:sqlite'
import type { Migration } from '../../../migrations'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { StartError } from '../../base/errors'
import type { Clock } from '../../base/time'
import { tables } from '../sql/every-table'

/** Identifies a database of Whereabouts in the header of SQLite ("WABT"). */
export const applicationId = 0x57414254

/**
 * Migrates the database to the schema of this version. Each missing migration runs in a separate transaction.
 * Throws StartError when a migration fails.
 *
 * @param backUp creates a backup; called before the first migration of a database that is not new
 */
export function migrate(
  db: Database,
  migrations: readonly Migration[],
  now: Clock,
  backUp: () => void,
): void {
  const applied = requireKnown(db, migrations)
  const missing = migrations.filter(({ name }) => !applied.includes(name))
  if (missing.length > 0 && applied.length > 0) backUp()
  for (const migration of missing) apply(db, migration, now)
}

function apply(db: Database, { name, sql }: Migration, now: Clock): void {
  try {
    db.transaction(() => {
      db.run(sql)
      db.query('insert into migrations values (?, ?)').run(name, now())
    }).immediate()
  } catch (error) {
    throw new StartError(`The migration ${name} failed and changed nothing: ${(error as Error).message}.`)
  }
}

/** Turns an empty file into a database of Whereabouts without migrations. */
export function makeOurs(db: Database): void {
  db.transaction(() => {
    db.run(`pragma application_id = ${applicationId}`)
    db.run('create table migrations (name text primary key, applied_at text not null) strict')
  }).immediate()
}

/** Throws StartError for a database of another application. */
export function requireOurs(db: Database): void {
  const id = db.query<{ application_id: number }, []>('pragma application_id').get()?.application_id
  if (id !== applicationId) throw new StartError('The file is not a database of Whereabouts.')
}

/** Returns the applied migrations, oldest first. Throws StartError for a database of a newer version. */
export function requireKnown(db: Database, migrations: readonly Migration[]): string[] {
  const applied = appliedTo(db)
  const unknown = applied.find((name) => !migrations.some((migration) => migration.name === name))
  if (unknown === undefined) return applied
  const newest = migrations.at(-1)?.name ?? 'none'
  throw new StartError(
    `The database has a newer version (migration ${unknown}) than this executable (migration ${newest}). Use a newer executable.`,
  )
}

function appliedTo(db: Database): string[] {
  return db
    .query<{ name: string }, []>('select name from migrations order by name')
    .all()
    .map((row) => row.name)
}

/**
 * Throws StartError if a table or a column of this version is missing, because somebody has changed the file. Queries are prepared
 * when they are first used, so a request would fail.
 */
export function requireSchema(db: Database, path: string): void {
  const columns = db
    .query<{ name: string }, []>(
      "select t.name || '.' || c.name as name from sqlite_schema as t, pragma_table_xinfo(t.name) as c where t.type = 'table'",
    )
    .all()
  const present = new Set(columns.map(({ name }) => name))
  for (const table of tables) {
    const { name, columns: wanted } = getTableConfig(table)
    const missing = wanted.find((column) => !present.has(`${name}.${column.name}`))
    if (missing)
      throw new StartError(
        `The schema of the database ${path} is damaged (the column ${name}.${missing.name} is missing). Restore a backup.`,
      )
  }
}
