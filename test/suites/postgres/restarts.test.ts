import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import postgres from 'postgres'
import { startPostgres } from '../../../scripts/postgres-server'
import { type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms, startFailure } from '../../support/program'
import { freshKey } from '../../support/records'
import { until } from '../../support/until'

/** The service on a PostgreSQL server that fails (docs/postgresql.md). Without PostgreSQL, the tests are skipped. */

const server = await startPostgres()
const env = { WHEREABOUTS_DATABASE_URL: server?.url }

let program: Program
let session: Client

beforeAll(async () => {
  if (!server) return
  program = await startProgram({ env, isFirst: true })
  session = await signIn(program)
})
afterAll(async () => {
  await stopPrograms()
  server?.stop()
})

const readiness = async (): Promise<number> => (await fetch(`${program.http}/readyz`)).status
const totalOf = async (key: string): Promise<number> =>
  (await session.get(`/api/v1/assets?external_key=${key}`)).body.total_count

describe.skipIf(!server)('a PostgreSQL server that restarts', () => {
  for (const mode of ['fast', 'immediate'] as const)
    test(`loses no acknowledged write when it stops ${mode === 'fast' ? 'between' : 'during'} statements`, async () => {
      const statuses = new Set<number>()
      const acknowledged: string[] = []
      let isOver = false
      const write = async (): Promise<void> => {
        while (!isOver) {
          const key = freshKey()
          const { status } = await session.post('/api/v1/assets', { name: 'Pump', external_key: key })
          statuses.add(status)
          if (status === 201) acknowledged.push(key)
        }
      }
      const writers = Array.from({ length: 8 }, write)
      await until(() => acknowledged.length > 50, 'the first writes')
      server?.halt(mode)
      await until(() => statuses.has(503), 'a refused write')
      await until(async () => (await readiness()) === 503, 'the service notices that the database is away')
      server?.start()
      const before = acknowledged.length
      await until(() => acknowledged.length > before + 20, 'writes after the restart')
      isOver = true
      await Promise.all(writers)
      await until(async () => (await readiness()) === 200, 'the service notices that the database is back')
      expect([...statuses].toSorted((one, other) => one - other)).toEqual([201, 503])
      for (const key of acknowledged) expect(await totalOf(key)).toBe(1)
    })
})

describe.skipIf(!server)('a write that waits for another one too long', () => {
  test.each([
    ['before its first statement', `select pg_advisory_xact_lock(${0x57414204})`, 'advisory'],
    ['in its commit', 'select 1 from row_counts for update', 'transactionid'],
  ])('%s is refused, and the next ones are not', async (_, lock, waitEvent) => {
    const sql = postgres(server?.url ?? '', { max: 2, onnotice: () => {} })
    const create = (external_key: string) =>
      session.post('/api/v1/assets', { name: 'Pump', external_key }).then(({ status }) => status)
    expect(await create(freshKey())).toBe(201)
    const other = await sql.reserve()
    await other.unsafe(`begin; ${lock}`).simple()
    const late = freshKey()
    let refused: number | undefined
    void create(late).then((status) => (refused = status))
    // The server ends the wait like its time limit does. Other writes of the service may wait, too.
    await until(async () => {
      await sql`select pg_cancel_backend(pid) from pg_stat_activity
        where application_name = 'whereabouts' and wait_event = ${waitEvent}`
      return refused !== undefined
    }, 'the write is refused')
    expect(refused).toBe(503)
    await other.unsafe('rollback').simple()
    expect([await create(freshKey()), await create(late), await totalOf(late)]).toEqual([201, 201, 1])
    other.release()
    await sql.end()
  })
})

/** A database whose sessions can only read, like those of a standby. */
async function readOnlyDatabase(): Promise<string> {
  const sql = postgres(server?.url ?? '', { max: 1, onnotice: () => {} })
  await sql`create database readable`
  await sql`alter database readable set default_transaction_read_only = on`
  await sql.end()
  return new URL('/readable', server?.url).href
}

describe.skipIf(!server)('an instance', () => {
  const none = 'postgres://tests@127.0.0.1:1/postgres'
  test.each([
    ['that cannot be reached', none, 'The database cannot be reached'],
    ['of which no host can be reached', none.replace(':1/', ':1,127.0.0.1:2/'), 'ECONNREFUSED 127.0.0.1:2'],
    [
      'that does not exist',
      new URL('/missing', server?.url ?? 'postgres://localhost').href,
      'does not exist',
    ],
  ])('exits with a sentence for a database %s', async (_title, url, reason) => {
    const start = startProgram({ env: { WHEREABOUTS_DATABASE_URL: url }, isFirst: true })
    expect(await startFailure(start)).toContain(reason)
  })

  test('exits with a sentence for a database that can only be read, even if the URL wants another one', async () => {
    const url = await readOnlyDatabase()
    for (const readable of [url, `${url}?target_session_attrs=read-write`]) {
      const start = startProgram({ env: { WHEREABOUTS_DATABASE_URL: readable }, isFirst: true })
      expect(await startFailure(start)).toContain('The database can only be read')
    }
  })
})
