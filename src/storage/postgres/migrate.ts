import type { ReservedSql } from 'postgres'
import type { Migration } from '../../../migrations'
import { StartError } from '../../base/errors'
import type { Clock } from '../../base/time'
import { lockMigrations, releaseLocks, requireAlone, scopeCommand } from './locks'

const oldestVersion = 15

/** lock_not_available (PostgreSQL manual, Appendix A). */
const lockNotAvailable = '55P03'

/** Time that a migration waits for a table. All statements that use the table wait behind it. In seconds. */
const lockSeconds = 10

/** A newer version has migrated the database, so this one must not use it. */
export class NewerSchemaError extends StartError {}

/**
 * Migrates the database to the schema of this version. Instances that start meanwhile wait. Those that run continue, with writes
 * waiting, unless a migration needs the database alone. Throws StartError.
 */
export async function migrate(sql: ReservedSql, migrations: readonly Migration[], now: Clock): Promise<void> {
  await lockMigrations(sql)
  try {
    await requireUsable(sql)
    if (await hasTable(sql, unfinishedCopy))
      throw new StartError(
        "The database contains an unfinished copy. Run the same 'whereabouts copy' again to finish it, or use another database.",
      )
    await sql`create table if not exists migrations (name text collate "C" primary key, applied_at text collate "C" not null)`
    const applied = await requireKnownTo(sql, migrations)
    const missing = migrations.filter(({ name }) => !applied.includes(name))
    const exclusive = missing.find(({ isAdditive }) => !isAdditive)
    if (exclusive && applied.length > 0)
      await requireAlone(
        sql,
        `The migration ${exclusive.name} cannot run while other instances or commands use the database. ` +
          'Stop all of them, then start this version.',
      )
    for (const migration of missing) await apply(sql, migration, now)
  } finally {
    await releaseLocks(sql)
  }
}

async function apply(sql: ReservedSql, { name, sql: text }: Migration, now: Clock): Promise<void> {
  await sql.unsafe('begin').simple()
  try {
    // A write of another instance is complete before the migration, or begins after it.
    await sql.unsafe(`set local lock_timeout = '${lockSeconds}s'; ${scopeCommand('all')}; ${text}`).simple()
    await sql`insert into migrations values (${name}, ${now()})`
    await sql.unsafe('commit').simple()
  } catch (error) {
    await sql.unsafe('rollback').simple()
    const { message, hint, code } = error as Error & { readonly hint?: string; readonly code?: string }
    if (code === lockNotAvailable)
      throw new StartError(
        `The migration ${name} changed nothing, because other connections have used its tables for ${lockSeconds} seconds. ` +
          'Start again after backups and long reads have ended.',
      )
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
  if (!found) throw new StartError('The database did not return its version.')
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

/** Returns the applied migrations, oldest first. Throws NewerSchemaError for a database of a newer version. */
export async function requireKnownTo(sql: ReservedSql, migrations: readonly Migration[]): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from migrations order by name`
  const applied = rows.map(({ name }) => name)
  const unknown = applied.find((name) => !migrations.some((migration) => migration.name === name))
  if (unknown === undefined) return applied
  const newest = migrations.at(-1)?.name ?? 'none'
  throw new NewerSchemaError(
    `The database has a newer version (migration ${unknown}) than this executable (migration ${newest}). Use a newer executable.`,
  )
}
