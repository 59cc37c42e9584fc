import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { type PostgresServer, startPostgres } from '../../../scripts/postgres-server'
import { type Client, clientOf, signIn } from '../../support/client'
import { type Load, memoryOf, notOnce, startLoad, startReadings } from '../../support/database-load'
import { newDatabase, secretKey, server as shared, startInstance } from '../../support/instances'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { openSlowNetwork } from '../../support/slow-network'
import { until } from '../../support/until'

/** A database that is slow, full, read-only, or without free connections (docs/postgresql.md, Failures). */

setDefaultTimeout(120_000)

/** Connections of the server, fewer than three instances use. */
const connectionsMax = 20
const few = [`max_connections=${connectionsMax}`, 'superuser_reserved_connections=1', 'max_wal_senders=0']
const server = await startPostgres(undefined, few)
const isLong = Bun.env['TEST_DATABASE_FAULTS'] === 'long'

afterAll(async () => {
  await stopPrograms()
  server?.stop()
  shared?.stop()
})

const start = (url: string): Promise<Program> =>
  startProgram({ isFirst: true, env: { WHEREABOUTS_DATABASE_URL: url, WHEREABOUTS_SECRET_KEY: secretKey } })

const admin = (url: string): Sql => postgres(url, { max: 1, onnotice: () => {} })

async function command(url: string, ...texts: string[]): Promise<void> {
  const sql = admin(url)
  try {
    for (const text of texts) await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}

async function databaseOn({ url }: PostgresServer, more = ''): Promise<string> {
  const name = `faults_${crypto.randomUUID().replaceAll('-', '')}`
  await command(url, `create database ${name} ${more}`)
  return new URL(`/${name}`, url).href
}

/** The different refusals, as status, type and Retry-After. */
const refusals = ({ responses }: Load): string[] => [
  ...new Set(
    responses
      .filter(({ status }) => status >= 300 || status === 0)
      .map(({ status, type, retryAfter }) => `${status} ${type} ${retryAfter}`),
  ),
]

const problemsOf = async ({ http }: Program): Promise<string[]> =>
  ((await (await fetch(`${http}/readyz`)).json()) as { problems: string[] }).problems

const further = async (load: Load, count: number, what: string): Promise<void> => {
  const before = load.created.length
  await until(() => load.created.length > before + count, what)
}

async function requireAll(session: Client, load: Load): Promise<void> {
  await load.stop()
  expect(await notOnce(session, load.created)).toEqual([])
}

const unavailable = '503 service_unavailable 1'

describe.skipIf(!server)('an instance with a database', () => {
  test('that takes 40 ms more for each statement responds, and keeps its memory', async () => {
    const network = await openSlowNetwork(shared?.port ?? 0)
    const url = new URL(await newDatabase())
    url.port = String(network.port)
    const program = await startInstance(url.href)
    const session = await signIn(program)
    const readings = await startReadings(program, session)
    const load = startLoad(session)
    await further(load, 20, 'writes')
    const before = memoryOf(program)
    network.delay = 20
    const first = load.responses.length
    await until(() => load.responses.length > first + 40, 'slow responses')
    network.delay = 0
    await further(load, 40, 'fast writes again')
    expect(refusals(load)).toEqual([])
    expect(memoryOf(program) - before).toBeLessThan(150)
    await readings.finish()
    expect(await readings.notOnce()).toEqual([])
    await requireAll(session, load)
    await program.kill()
    network.close()
  })

  test('that can only be read refuses writes, serves reads, and recovers', async () => {
    const own = await startPostgres()
    if (!own) throw new Error('PostgreSQL is not installed.')
    const program = await start(own.url)
    const session = await signIn(program)
    const load = startLoad(session, 8)
    await further(load, 20, 'writes')
    await command(own.url, 'alter system set default_transaction_read_only = on', 'select pg_reload_conf()')
    await until(() => refusals(load).length > 0, 'a refused write')
    await until(
      async () => (await problemsOf(program)).includes('The database can only be read'),
      'the problem is reported',
    )
    expect((await session.get('/api/v1/assets')).status).toBe(200)
    await command(
      own.url,
      'set default_transaction_read_only = off',
      'alter system reset default_transaction_read_only',
      'select pg_reload_conf()',
    )
    await further(load, 20, 'writes again')
    await until(async () => (await problemsOf(program)).length === 0, 'the problem has passed')
    expect(refusals(load)).toEqual([unavailable])
    await requireAll(session, load)
    await program.kill()
    own.stop()
  })

  test('that rejects its user returns 503 and recovers', async () => {
    const own = await startPostgres()
    if (!own) throw new Error('PostgreSQL is not installed.')
    const program = await start(own.url)
    const session = await signIn(program)
    const load = startLoad(session, 8)
    await further(load, 20, 'writes')
    const file = join(own.data, 'pg_hba.conf')
    const rules = readFileSync(file, 'utf8')
    const sql = admin(own.url)
    await sql`select 1`
    writeFileSync(file, 'host all all all reject\n')
    await sql`select pg_reload_conf()`
    const isRejected = () =>
      command(own.url, 'select 1').then(
        () => false,
        () => true,
      )
    await until(isRejected, 'new connections are rejected')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name = 'whereabouts'`
    await until(() => load.responses.filter(({ status }) => status === 503).length > 50, 'refused requests')
    expect(await problemsOf(program)).toContain('The database refused the connection')
    writeFileSync(file, rules)
    await sql`select pg_reload_conf()`
    await sql.end()
    await further(load, 20, 'writes again')
    expect(refusals(load)).toEqual([unavailable])
    await requireAll(session, load)
    await program.kill()
    own.stop()
  })

  test('behind a proxy that closes each connection returns 503 and recovers', async () => {
    const network = await openSlowNetwork(shared?.port ?? 0)
    const url = new URL(await newDatabase())
    url.port = String(network.port)
    const program = await startInstance(url.href)
    const session = await signIn(program)
    const load = startLoad(session, 8)
    await further(load, 20, 'writes')
    network.refuse()
    await until(() => load.responses.filter(({ status }) => status === 503).length > 50, 'refused requests')
    expect(await problemsOf(program)).not.toEqual([])
    network.accept()
    await further(load, 20, 'writes again')
    expect(refusals(load)).toEqual([unavailable])
    expect(Math.max(...load.responses.map(({ milliseconds }) => milliseconds))).toBeLessThan(20_000)
    await requireAll(session, load)
    await program.kill()
    network.close()
  })

  test('whose connections others have taken returns 503 and recovers', async () => {
    const url = await databaseOn(server as PostgresServer)
    const program = await start(url)
    const session = await signIn(program)
    const load = startLoad(session, 8)
    await further(load, 20, 'writes')
    const others = Array.from({ length: connectionsMax }, () => admin(url))
    const sql = admin(url)
    await sql`select 1`
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name = 'whereabouts'`
    // Some are refused, too: there are more than the server allows.
    const held = await Promise.all(
      others.map((other) =>
        other`select pg_sleep(0)`.then(
          () => true,
          () => false,
        ),
      ),
    )
    expect(held).toContain(true)
    await until(() => refusals(load).length > 0, 'refused requests')
    await Promise.all([sql, ...others].map((other) => other.end()))
    await further(load, 20, 'writes again')
    await until(async () => (await problemsOf(program)).length === 0, 'the problem has passed')
    expect(refusals(load)).toEqual([unavailable])
    await requireAll(session, load)
    await program.kill()
  })

  test('of too few connections for three instances serves, and refuses the rest', async () => {
    const url = await databaseOn(server as PostgresServer)
    const instances = await Promise.all([1, 2, 3].map(() => start(url)))
    const { token } = await signIn(instances[0] as Program)
    const loads = instances.map(({ http }) => startLoad(clientOf(http, token), 6))
    await until(() => loads.every(({ responses }) => responses.length > 60), 'responses of all instances')
    for (const load of loads) {
      await load.stop()
      expect([[], [unavailable]]).toContainEqual(refusals(load))
    }
    const statuses = loads.flatMap(({ responses }) => responses.map(({ status }) => status))
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(60)
    const created = loads.flatMap((load) => load.created)
    expect(await notOnce(clientOf((instances[0] as Program).http, token), created)).toEqual([])
    for (const instance of instances) await instance.kill()
  })

  test.skipIf(!isLong)('whose statements wait for a lock returns 503 within 45 s', async () => {
    const url = await newDatabase()
    const program = await startInstance(url)
    const session = await signIn(program)
    const sql = admin(url)
    await sql.unsafe('begin; lock table assets in access exclusive mode').simple()
    const load = startLoad(session, 8)
    await until(() => load.responses.length > 8, 'responses', 60)
    await sql.unsafe('rollback').simple()
    await sql.end()
    await further(load, 20, 'writes')
    expect(refusals(load)).toEqual([unavailable])
    expect(Math.max(...load.responses.map(({ milliseconds }) => milliseconds))).toBeLessThan(45_000)
    await requireAll(session, load)
    await program.kill()
  })
})

const isRoot = userInfo().uid === 0

describe.skipIf(!server || !isRoot)('an instance with a database on a full disk', () => {
  test('refuses writes, serves reads, and recovers', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'whereabouts-full-'))
    const run = (...line: string[]): number => Bun.spawnSync(line).exitCode
    expect(run('mount', '-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', directory)).toBe(0)
    try {
      const space = join(directory, 'space')
      expect(run('install', '-d', '-o', 'postgres', space)).toBe(0)
      await command(shared?.url ?? '', `create tablespace small location '${space}'`)
      const url = await databaseOn(shared as PostgresServer, 'tablespace small')
      const program = await startInstance(url)
      const session = await signIn(program)
      const load = startLoad(session, 8)
      await further(load, 20, 'writes')
      const { bavail, bsize } = statfsSync(directory)
      writeFileSync(join(directory, 'ballast'), new Uint8Array(bavail * bsize - 65_536))
      await until(() => refusals(load).length > 0, 'a refused write', 60)
      expect((await session.get('/api/v1/assets')).status).toBe(200)
      await until(
        async () => (await problemsOf(program)).includes('The disk of the database is full'),
        'the problem is reported',
      )
      rmSync(join(directory, 'ballast'))
      await further(load, 20, 'writes again')
      await until(async () => (await problemsOf(program)).length === 0, 'the problem has passed')
      expect(refusals(load).map((refusal) => refusal.slice(0, 3))).toEqual(['507'])
      await requireAll(session, load)
      await program.kill()
      await command(shared?.url ?? '', `drop database ${new URL(url).pathname.slice(1)} with (force)`)
      await command(shared?.url ?? '', 'drop tablespace small')
    } finally {
      // The server may still have files of it open.
      run('umount', '--lazy', directory)
      rmSync(directory, { recursive: true, force: true })
    }
  })
})
