import type { Database } from 'bun:sqlite'
import type { Migration } from '../../migrations'
import { StartError } from '../errors'
import type { Clock } from '../time'

/** Marks the file as ours in SQLite's header ("WABT"), so that another program's database is never taken for it. */
export const applicationId = 0x57414254

/**
 * Brings the database to the schema of this program: each missing migration in a transaction of its own, after a
 * backup where there is anything to lose.
 *
 * @param backUp called before the first migration of a database that is not new
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

/** Makes an empty file a database of ours, which has no migration yet. */
export function makeOurs(db: Database): void {
  db.transaction(() => {
    db.run(`pragma application_id = ${applicationId}`)
    db.run('create table migrations (name text primary key, applied_at text not null) strict')
  }).immediate()
}

/** Refuses another program's database. */
export function requireOurs(db: Database): void {
  const id = db.query<{ application_id: number }, []>('pragma application_id').get()?.application_id
  if (id !== applicationId) throw new StartError('The file is not a database of Whereabouts.')
}

/** Refuses a database of a newer version; else answers the migrations that it has, oldest first. */
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
