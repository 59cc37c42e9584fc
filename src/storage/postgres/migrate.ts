import type { ReservedSql } from 'postgres'
import type { Migration } from '../../../migrations'
import { StartError } from '../../errors'
import type { Clock } from '../../time'
import { lockMigrations, unlockMigrations } from './locks'

const oldestVersion = 15

/** The schema of this version as far as this file needs it. */
interface MigrationRow {
  readonly name: string
}

/** Migrates the database to the schema of this version. Other instances wait. Throws StartError. */
export async function migrate(sql: ReservedSql, migrations: readonly Migration[], now: Clock): Promise<void> {
  await lockMigrations(sql)
  try {
    await requireUsable(sql)
    if (await hasTable(sql, unfinishedCopy))
      throw new StartError(
        "The database contains an unfinished copy. Run the same 'whereabouts copy' again to finish it, or use another database.",
      )
    await sql`create table if not exists migrations (name text collate "C" primary key, applied_at text collate "C" not null)`
    const applied = (await sql<MigrationRow[]>`select name from migrations order by name`).map(
      ({ name }) => name,
    )
    requireKnown(applied, migrations)
    for (const migration of migrations)
      if (!applied.includes(migration.name)) await apply(sql, migration, now)
  } finally {
    await unlockMigrations(sql)
  }
}

async function apply(sql: ReservedSql, { name, sql: text }: Migration, now: Clock): Promise<void> {
  await sql.unsafe('begin').simple()
  try {
    await sql.unsafe(text).simple()
    await sql`insert into migrations values (${name}, ${now()})`
    await sql.unsafe('commit').simple()
  } catch (error) {
    await sql.unsafe('rollback').simple()
    const { message, hint } = error as Error & { readonly hint?: string }
    throw new StartError(
      `The migration ${name} failed and changed nothing: ${message}.${hint === undefined ? '' : ` ${hint}`}`,
    )
  }
}

/** The table of a copy to PostgreSQL that is not finished. */
export const unfinishedCopy = 'unfinished_copy'

/** Whether the schema of the connection has a table with this name. */
export async function hasTable(sql: ReservedSql, name: string): Promise<boolean> {
  const [found] = await sql<{ exists: number }[]>`select to_regclass(${name}) is not null as exists`
  return found?.exists === 1
}

/** Throws StartError when the database is of a kind that this version cannot use. */
export async function requireUsable(sql: ReservedSql): Promise<void> {
  const [found] = await sql<{ version: number; encoding: string; readOnly: string }[]>`
    select current_setting('server_version_num')::bigint as version, current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') as "readOnly"`
  if (!found) throw new StartError('The database did not tell its version.')
  const major = Math.floor(found.version / 10_000)
  if (major < oldestVersion)
    throw new StartError(
      `The database is PostgreSQL ${major}. Whereabouts needs version ${oldestVersion} or later.`,
    )
  if (found.encoding !== 'UTF8')
    throw new StartError(
      `The encoding of the database is ${found.encoding}. Create the database with encoding 'UTF8'.`,
    )
  if (found.readOnly === 'on')
    throw new StartError(
      'The database can only be read. Use the address of the primary server, or add target_session_attrs=read-write to the URL.',
    )
}

export function requireKnown(applied: readonly string[], migrations: readonly Migration[]): void {
  const unknown = applied.find((name) => !migrations.some((migration) => migration.name === name))
  if (unknown === undefined) return
  const newest = migrations.at(-1)?.name ?? 'none'
  throw new StartError(
    `The database has a newer version (migration ${unknown}) than this executable (migration ${newest}). Use a newer executable.`,
  )
}
