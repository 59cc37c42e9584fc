import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import { migrations } from '../../migrations'
import { postgresMigrations } from '../../migrations/postgres'
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server'

/** The schemas of SQLite and PostgreSQL hold the same data (decision 0031). Without PostgreSQL, the tests are skipped. */

const server: PostgresServer | undefined = await startPostgres()

interface Column {
  readonly table: string
  readonly column: string
  readonly isNullable: boolean
}

/** What the instances on PostgreSQL share, and what is kept while months are dropped. */
const ofInstances = ['installation_secrets', 'kept_texts', 'scan_event_trims', 'token_buckets']

/** SQLite has its own search index and the reads that have not been moved to their place, and PostgreSQL queues of counts. */
const ofOneEngine = (table: string): boolean =>
  table.startsWith('search_') ||
  table.endsWith('newest_reads') ||
  table.endsWith('count_changes') ||
  table === 'count_changes' ||
  ofInstances.includes(table) ||
  table === 'migrations'

const nameOf = ({ table, column }: Column): string => `${table}.${column}`
const sorted = (columns: readonly Column[]): Column[] =>
  columns
    .filter(({ table }) => !ofOneEngine(table))
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))

const sqlite = new Database(':memory:')
let sql: ReturnType<typeof postgres>

beforeAll(async () => {
  for (const { sql: text } of migrations) sqlite.run(text)
  if (!server) return
  sql = postgres(server.url, { max: 1, onnotice: () => {} })
  for (const { sql: text } of postgresMigrations) await sql.unsafe(text).simple()
})
afterAll(async () => {
  sqlite.close()
  await sql?.end()
  server?.stop()
})

test.skipIf(!server)(
  'both schemas have the same tables and columns, with the same columns that may be null',
  async () => {
    const ofSqlite = sqlite
      .query<{ table: string; column: string; isNull: number }, []>(
        `select entry.name as "table", field.name as "column", (field."notnull" = 0 and field.pk = 0) as "isNull"
      from sqlite_schema as entry, pragma_table_xinfo(entry.name) as field
      where entry.type = 'table' and entry.name not like 'sqlite_%'`,
      )
      .all()
    const ofPostgres = await sql<Column[]>`
    select table_name as table, column_name as column, is_nullable = 'YES' as "isNullable"
    from information_schema.columns where table_schema = 'public'
      and not (select relispartition from pg_class where oid = format('%I', table_name)::regclass)`
    const isVersion = ({ table }: Column) => table === 'tags_version'
    expect(sorted(ofPostgres).filter((column) => !isVersion(column))).toEqual(
      sorted(
        ofSqlite.map(({ table, column, isNull }) => ({ table, column, isNullable: isNull === 1 })),
      ).filter((column) => !isVersion(column)),
    )
  },
)

test.skipIf(!server)('both schemas have the same foreign keys', async () => {
  const ofSqlite = sqlite
    .query<{ name: string }, []>(
      `select entry.name || '.' || key."from" || ' ' || key."table" || ' ' || lower(key.on_delete) as name
      from sqlite_schema as entry, pragma_foreign_key_list(entry.name) as key where entry.type = 'table' order by 1`,
    )
    .all()
  const ofPostgres = await sql<{ name: string }[]>`
    select own.relname || '.' || field.attname || ' ' || other.relname || ' '
      || case key.confdeltype when 'c' then 'cascade' else 'no action' end as name
    from pg_constraint as key join pg_class as own on own.oid = key.conrelid
      join pg_class as other on other.oid = key.confrelid
      join pg_attribute as field on field.attrelid = key.conrelid and field.attnum = key.conkey[1]
    where key.contype = 'f' and not own.relispartition order by 1`
  const ofBoth = ofSqlite
    .map(({ name }) => name)
    .filter((name) => !ofOneEngine(name.split('.', 1)[0] as string))
  expect(ofPostgres.map(({ name }) => name).toSorted()).toEqual(ofBoth.toSorted())
})

test.skipIf(!server)('both schemas have the same unique keys', async () => {
  const ofSqlite = sqlite
    .query<{ name: string }, []>(
      `select entry.name || ' ' || (select group_concat(name, ',') from (
          select name from pragma_index_info(list.name) order by name)) || iif(list.partial, ' partial', '') as name
      from sqlite_schema as entry, pragma_index_list(entry.name) as list
      where entry.type = 'table' and list."unique" = 1 and entry.name not like 'search\\_%' escape '\\'`,
    )
    .all()
    // The primary key of a table without a list of columns is not an index in SQLite.
    .map(({ name }) => name)
  const ofPostgres = await sql<{ name: string; isId: boolean }[]>`
    select own.relname || ' ' || (select string_agg(field.attname, ',' order by field.attname) from pg_attribute as field
        where field.attrelid = own.oid and field.attnum = any (entry.indkey::smallint[]))
      || case when entry.indpred is null then '' else ' partial' end as name,
      entry.indisprimary and (entry.indnatts = 1 or own.relkind = 'p') and (select format_type(atttypid, null) from pg_attribute
        where attrelid = own.oid and attnum = entry.indkey[0]) = 'bigint' as "isId"
    from pg_index as entry join pg_class as own on own.oid = entry.indrelid
      join pg_namespace as space on space.oid = own.relnamespace
    where entry.indisunique and space.nspname = 'public' and not own.relispartition and own.relname <> 'migrations'`
  expect(
    ofPostgres
      .filter(({ isId }) => !isId)
      .map(({ name }) => name)
      .filter((name) => !ofInstances.includes(name.split(' ', 1)[0] as string))
      .toSorted(),
  ).toEqual(ofSqlite.toSorted())
})
