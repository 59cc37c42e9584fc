import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { startPostgres } from '../../../scripts/postgres-server'
import { signIn } from '../../support/client'
import { stopPrograms, startProgram } from '../../support/program'
import { newAsset } from '../../support/records'
import { until } from '../../support/until'

/** The service updates the statistics of tables that have grown (docs/postgresql.md), even where autovacuum is off. */

setDefaultTimeout(90_000)

const server = await startPostgres(undefined, ['autovacuum=off'])

afterAll(async () => {
  await stopPrograms()
  server?.stop()
})

const rows = 3_000

describe.skipIf(!server)('a table that has grown from empty to many rows', () => {
  test('is read through its indexes soon afterwards', async () => {
    const program = await startProgram({ env: { WHEREABOUTS_DATABASE_URL: server?.url }, isFirst: true })
    const session = await signIn(program)
    const asset = await newAsset(session, { tags: [{ tag_type: 'rfid', value: 'AB01' }] })
    const sql = postgres(server?.url as string, { max: 1, onnotice: () => {} })
    const analyzed = async (): Promise<boolean> =>
      (await sql`select 1 from pg_stats where tablename = 'assets' and attname = 'id'`).length > 0
    const read = async (): Promise<number> => {
      await sql`select pg_stat_clear_snapshot()`
      const [row] = await sql<{ rows: number }[]>`
        select (seq_tup_read + idx_tup_fetch)::float8 as rows from pg_stat_user_tables where relname = 'assets'`
      return row?.rows ?? 0
    }
    // The service has planned its statements for an empty table.
    for (let i = 0; i < 8; i++) await session.get(`/api/v1/assets/${asset.id}`)
    expect(await analyzed()).toBe(false)
    await sql`insert into assets (organization_id, external_key, name, is_active, metadata, valid_from, created_at, updated_at,
        search_key, search_description)
      select organization_id, 'MANY-' || i, name, is_active, metadata, valid_from, created_at, updated_at, search_key, ''
      from assets, generate_series(1, ${rows}) as i where id = ${asset.id}`
    await until(analyzed, 'the statistics of the table', 40)
    await until(() => program.log().includes('the statistics of tables that have grown'), 'the log entry')
    const before = await read()
    for (let i = 0; i < 20; i++) expect((await session.get(`/api/v1/assets/${asset.id}`)).status).toBe(200)
    // The server adds the figures of a connection at its next statement after a second.
    await until(async () => {
      await session.get(`/api/v1/assets/${asset.id}`)
      return (await read()) > before
    }, 'the figures of the reads')
    expect((await read()) - before).toBeLessThan(rows)
    await sql.end()
  })
})
