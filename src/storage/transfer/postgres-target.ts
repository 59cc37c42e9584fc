import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { postgresMigrations } from '../../../migrations/postgres'
import { StartError } from '../../base/errors'
import { systemClock } from '../../base/time'
import { hasTable, requireUsable, unfinishedCopy } from '../postgres/migrate'
import type { Session } from '../postgres/session'
import { lastKeyOf, openAlone, postgresRows, toUrlError } from './postgres-rows'
import { requireSameSource, type Target } from './side'
import { choosesIds, listOf, quoted, type Table } from './tables'

/**
 * Opens a database of PostgreSQL that gets the rows of an installation, or continues to. Indexes, foreign keys and triggers are
 * added last: loading is faster without them, rows may refer to later ones, and triggers would count rows again.
 *
 * @throws StartError when the database is not empty
 */
export async function openPostgresTarget(
  url: string,
  tables: readonly Table[],
  installation: string,
): Promise<Target> {
  const session = await openAlone(url)
  try {
    await requireUsable(session.sql)
    if (!(await hasTable(session.sql, unfinishedCopy))) await prepare(session, tables, installation)
    const [found] = await session.sql<{ id: string }[]>`select id from installation`
    requireSameSource(found?.id, installation)
    return targetOf(session, tables)
  } catch (error) {
    await session.close()
    throw toUrlError(error)
  }
}

/** Runs statements in one transaction. */
const together = async ({ sql }: Session, statements: readonly string[]): Promise<void> => {
  await sql.unsafe('begin').simple()
  try {
    for (const statement of statements) await sql.unsafe(statement).simple()
    await sql.unsafe('commit').simple()
  } catch (error) {
    await sql.unsafe('rollback').simple()
    throw error
  }
}

const ofSchema = 'relnamespace = current_schema()::regnamespace'

/** What is left out of the schema: how it is removed, and how it is added. */
const leftOut = `
  select 1 as step, format('drop index %s', index.oid::regclass) as remove,
      replace(pg_get_indexdef(index.oid), ' ON ONLY ', ' ON ') as statement
    from pg_index join pg_class as index on index.oid = indexrelid
    where ${ofSchema} and not relispartition and not exists (select from pg_constraint where conindid = index.oid and contype in ('p', 'u', 'x'))
  union all select 2, format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(own.oid))
    from pg_constraint as own join pg_class on pg_class.oid = conrelid where ${ofSchema} and contype = 'f' and conparentid = 0
  union all select 3, format('alter table %s disable trigger user', pg_class.oid::regclass),
      format('alter table if exists %s enable trigger user', pg_class.oid::regclass)
    from pg_class where ${ofSchema} and relkind = 'r' and relhastriggers`

/** The partition of all scan events during the copy. Their months are known when they are stored. */
const undivided = 'scan_events_undivided'

/** Replaces the partitions of scan events by one. They are empty. */
const joinMonths = `
  do $$ declare one record; begin
    for one in select inhrelid::regclass as part from pg_inherits where inhparent = 'scan_events'::regclass
      loop execute format('drop table %s', one.part); end loop; end $$;
  create table ${undivided} partition of scan_events default`

const divideMonths = `
  alter table scan_events detach partition ${undivided};
  select scan_events_divide('${undivided}', (extract(epoch from now()) * 1000000)::bigint)`

async function prepare(session: Session, tables: readonly Table[], installation: string): Promise<void> {
  const { sql } = session
  const found = await sql.unsafe(`select 1 from pg_class where ${ofSchema} and relkind in ('r', 'p') limit 1`)
  if (found.length > 0)
    throw new StartError(
      'The target is not empty: the database contains tables. Create a new database for the copy.',
    )
  await together(session, [
    ...postgresMigrations.map((migration) => migration.sql),
    joinMonths,
    `create table ${unfinishedCopy} as ${leftOut}`,
    `do $$ declare one record; begin
      for one in select remove from ${unfinishedCopy} order by step desc loop execute one.remove; end loop; end $$`,
    ...tables.map(({ name }) => `delete from ${quoted(name)}`),
    `insert into installation values ('${installation}')`,
  ])
}

/** The next ids follow those of the copied rows, and the last one of the source, which is 0 if there was none. */
const sequenceOf = ({ name }: Table, lastId = 'null'): string =>
  `select setval(pg_get_serial_sequence('${name}', 'id'), last) from (
    select greatest((select max(id) from ${quoted(name)}), ${lastId}) as last) as ids where last > 0`

function targetOf(session: Session, tables: readonly Table[]): Target {
  const { sql } = session
  return {
    ...postgresRows(session),
    lastKey: (table) => lastKeyOf(session, table),
    append: (table, { lines }) => session.guard(load(session, table, lines)),
    async finish(lastIds) {
      const statements = await sql.unsafe<{ statement: string }[]>(
        `select statement from ${unfinishedCopy} order by step`,
      )
      const now = systemClock()
      await together(session, [
        divideMonths,
        ...statements.map(({ statement }) => statement),
        ...tables.filter(choosesIds).map((table) => sequenceOf(table, lastIds.get(table))),
        'create table migrations (name text collate "C" primary key, applied_at text collate "C" not null)',
        ...postgresMigrations.map(({ name }) => `insert into migrations values ('${name}', '${now}')`),
        `drop table ${unfinishedCopy}`,
      ])
      await sql.unsafe('analyze').simple()
    },
    close: () => session.close(),
  }
}

/** Appends lines to a table. COPY is one statement, so it stores all of them or none. */
async function load({ sql }: Session, table: Table, lines: Uint8Array): Promise<void> {
  const query = sql.unsafe(`copy ${quoted(table.name)} (${listOf(table.columns)}) from stdin`)
  // The client resolves the query with the stream. It reports an error after the end of the data to the query only.
  const failed = new Promise<never>((_, reject) => void Object.assign(query, { reject }))
  const writable: Writable = await Promise.race([query.writable(), failed])
  writable.end(lines)
  await Promise.race([finished(writable), failed])
}
