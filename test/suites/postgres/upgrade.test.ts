import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import type { Migration } from '../../../migrations'
import { postgresMigrations } from '../../../migrations/postgres'
import { startBalancer } from '../../support/balancer'
import { type Client, clientOf, signIn } from '../../support/client'
import { requireNothingLost, startWriters } from '../../support/cluster'
import { newDatabase, secretKey, server, startInstance } from '../../support/instances'
import { startNewer } from '../../support/newer-version'
import { newDataDir, type Program, runProgram, stopPrograms, startFailure } from '../../support/program'
import { freshKey, newLocation, newTagged } from '../../support/records'
import { newReader, postReads, secondsAgo } from '../../support/scans'
import { logged, until } from '../../support/until'

/** Instances of two versions on one database: the newer one has one more migration (docs/scale.md, Upgrades). */

setDefaultTimeout(60_000)

afterAll(async () => {
  await stopPrograms()
  server?.stop()
})

const newest = postgresMigrations.at(-1)?.name as string

/** It adds a table, a column with its index, and a trigger to tables that all instances use. */
const additive: Migration = {
  name: '9001_pallets',
  sql: `
    create table pallets (id bigint primary key, asset_id bigint references assets (id) on delete cascade);
    alter table assets add column pallet_count bigint not null default 0;
    create index assets_pallets on assets (organization_id, pallet_count);
    create function count_pallet() returns trigger language plpgsql as $$ begin new.pallet_count := 1; return new; end $$;
    create trigger assets_pallet before insert on assets for each row execute function count_pallet();`,
  isAdditive: true,
}

const exclusive: Migration = { name: '9001_names', sql: 'create table names (id bigint primary key)' }

const newerSchema = `The database has a newer version (migration ${additive.name}) than this executable (migration ${newest})`

/** Runs a statement on a database. */
async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe<T[]>(text)
  } finally {
    await sql.end()
  }
}

async function appliedTo(url: string): Promise<string[]> {
  const rows = await query<{ name: string }>(url, 'select name from migrations order by name')
  return rows.map(({ name }) => name)
}

const statusOfCreate = async (session: Client): Promise<number> =>
  (await session.post('/api/v1/assets', { name: 'Pump' })).status

/** Ends the connections that hold an advisory lock of src/storage/postgres/locks.ts. */
const terminate = (url: string, lock: number) =>
  query(url, `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${lock}`)

describe.skipIf(!server)('an additive migration', () => {
  test('lets instances be replaced one after the other, and loses no acknowledged write', async () => {
    const url = await newDatabase()
    const old = await Promise.all([1, 2].map(() => startInstance(url)))
    const balancer = await startBalancer(old.map(({ http }) => http))
    const { token } = await signIn(old[0] as Program)
    const session = clientOf(balancer.url, token)
    const writers = startWriters(session, 8)
    const moreWrites = async () => {
      const before = writers.created.length
      await until(() => writers.created.length > before + 30, 'more writes')
    }
    await moreWrites()
    const first = await startNewer(url, additive)
    expect((await appliedTo(url)).at(-1)).toBe(additive.name)
    // The instances of the previous version have not restarted, and serve alone.
    await moreWrites()
    for (const [index, previous] of old.entries()) {
      balancer.use([first, ...old.slice(index + 1)].map(({ http }) => http))
      expect(await previous.stop()).toBe(0)
      await moreWrites()
    }
    expect(await writers.stop()).toEqual([])
    await requireNothingLost(clientOf(first.http, token), writers.created)
    balancer.close()
  })

  test('leaves reads, searches, the history and reads of readers to an instance of the previous version', async () => {
    const url = await newDatabase()
    const old = await startInstance(url)
    const session = await signIn(old)
    const halls = [await newLocation(session), await newLocation(session)]
    const reader = await newReader(
      session,
      freshKey('gate'),
      halls.map(({ id }) => id),
    )
    const value = freshKey('TAG').toUpperCase()
    const { id } = await newTagged(session, value)
    const pass = async (antenna: number, seconds: number) =>
      postReads(old, reader, [{ value, antenna, observed_at: secondsAgo(seconds) }])
    const history = async () => (await session.get(`/api/v1/assets/${id}/history`)).body.data
    // The statements are prepared before the migration.
    await pass(1, 60)
    expect([await statusOfCreate(session), (await history()).length]).toEqual([201, 1])
    const newer = await startNewer(url, additive)
    await pass(2, 30)
    expect(await statusOfCreate(session)).toBe(201)
    await until(async () => (await history()).length === 2, 'the second place')
    expect((await session.get(`/api/v1/assets?q=${value.toLowerCase()}`)).body.total_count).toBe(1)
    expect((await session.patch(`/api/v1/assets/${id}`, { name: 'Renamed' })).status).toBe(200)
    expect((await session.get('/api/v1/reports/asset-locations?limit=1')).body.data[0].asset_id).toBe(id)
    const { token } = await signIn(newer)
    expect((await clientOf(newer.http, token).get(`/api/v1/assets/${id}`)).body.data.name).toBe('Renamed')
  })

  test('lets no instance of the previous version start, and no command of it run', async () => {
    const url = await newDatabase()
    await startNewer(url, additive)
    expect(await startFailure(startInstance(url))).toContain(
      `ended with 1 before it was ready: ${newerSchema}`,
    )
    const env = { WHEREABOUTS_DATABASE_URL: url, WHEREABOUTS_SECRET_KEY: secretKey }
    const { code, stderr } = await runProgram(['admin', 'list', '--data-dir', newDataDir()], { env })
    expect([code, stderr]).toEqual([1, `${newerSchema}. Use a newer executable.\n`])
  })

  test.each([
    ['by which it has joined the others', 0x57414202],
    ['of its writes', 0x57414205],
  ])('ends an instance of the previous version that loses the connection %s', async (_title, lock) => {
    const url = await newDatabase()
    const old = await startInstance(url)
    const session = await signIn(old)
    expect(await statusOfCreate(session)).toBe(201)
    await query(url, `insert into migrations values ('${additive.name}', '2026-11-26T00:00:00.000000Z')`)
    expect(await statusOfCreate(session)).toBe(201)
    await terminate(url, lock)
    // A write opens the connection again.
    void statusOfCreate(session).catch(() => {})
    expect(await old.process.exited).toBe(1)
    await logged(old, newerSchema)
  })

  test('waits for a write in progress, but not long, because all others wait behind it', async () => {
    const url = await newDatabase()
    const session = await signIn(await startInstance(url))
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    const other = await sql.reserve()
    await other`begin`
    await other`select pg_advisory_xact_lock_shared(${0x57414204})`
    expect(await startFailure(startNewer(url, additive))).toContain(
      'The migration 9001_pallets changed nothing, because other connections have used its tables for 10 seconds',
    )
    expect([await statusOfCreate(session), (await appliedTo(url)).at(-1)]).toEqual([201, newest])
    await other`rollback`
    other.release()
    await sql.end()
    await startNewer(url, additive)
    expect((await appliedTo(url)).at(-1)).toBe(additive.name)
  })

  test.each(postgresMigrations.filter(({ isAdditive }) => isAdditive))(
    '$name removes and renames nothing',
    ({ sql }) => {
      expect(sql).not.toMatch(/\b(drop|rename|truncate|set not null|set data type|alter column)\b/i)
    },
  )
})

describe.skipIf(!server)('a migration that is not additive', () => {
  const refusal =
    'ended with 1 before it was ready: The migration 9001_names cannot run while other instances or commands use the database.'

  test('does not run while another instance runs, which continues, and runs after it has ended', async () => {
    const url = await newDatabase()
    const old = await startInstance(url)
    const session = await signIn(old)
    expect(await statusOfCreate(session)).toBe(201)
    expect(await startFailure(startNewer(url, exclusive))).toContain(refusal)
    expect([await statusOfCreate(session), (await appliedTo(url)).at(-1)]).toEqual([201, newest])
    expect(await old.stop()).toBe(0)
    expect((await signIn(await startNewer(url, exclusive))).token).toBeString()
    expect((await appliedTo(url)).at(-1)).toBe(exclusive.name)
  })

  test('does not run while an instance has only its connection of the writes', async () => {
    const url = await newDatabase()
    await (await startInstance(url)).stop()
    const sql = postgres(url, { max: 1 })
    await sql`select pg_advisory_lock_shared(${0x57414205})`
    expect(await startFailure(startNewer(url, exclusive))).toContain(refusal)
    await sql.end()
  })
})
