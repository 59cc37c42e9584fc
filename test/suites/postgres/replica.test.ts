import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { type PostgresServer, startPostgres } from '../../../scripts/postgres-server'
import { type Client, clientOf, signIn } from '../../support/client'
import { secretKey, server as idle, startInstance } from '../../support/instances'
import { type Program, runProgram, stopPrograms } from '../../support/program'
import { freshKey, newLocation, newTagged } from '../../support/records'
import { scan, secondsAhead } from '../../support/scans'
import { until } from '../../support/until'

/** Reads from a streaming replica (docs/decisions/0035-reads-from-a-replica.md). Without PostgreSQL, the tests are skipped. */

setDefaultTimeout(120_000)

const primary = await startPostgres()
let replica: PostgresServer
let instances: Program[]
let sessions: Client[]

const onServer = async (server: PostgresServer, text: string): Promise<Record<string, unknown>[]> => {
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}

/** Number of reads of placements that the replica has served. */
const readsOfReplica = async (): Promise<number> => {
  const [row] = await onServer(
    replica,
    "select coalesce(idx_scan, 0) + seq_scan as count from pg_stat_user_tables where relname = 'placements'",
  )
  return Number(row?.['count'])
}

beforeAll(async () => {
  if (!primary) return
  replica = await primary.addStandby()
  const env = { WHEREABOUTS_DATABASE_REPLICA_URL: replica.url }
  instances = await Promise.all([1, 2].map(() => startInstance(primary.url, env)))
  const { token } = await signIn(instances[0] as Program)
  sessions = instances.map(({ http }) => clientOf(http, token))
})
afterAll(async () => {
  await stopPrograms()
  replica?.stop()
  primary?.stop()
  idle?.stop()
})

const session = (index: number): Client => sessions[index % 2] as Client

async function readiness(index = 0): Promise<{ status: number; body: Record<string, any> }> {
  const response = await fetch(`${(instances[index] as Program).http}/readyz`)
  return { status: response.status, body: (await response.json()) as Record<string, any> }
}

const untilReplica = (state: string) =>
  until(
    async () =>
      (await Promise.all([readiness(0), readiness(1)])).every(
        ({ body }) => body['database'].replica === state,
      ),
    `the replica is ${state}`,
  )

const reportOf = async (client: Client, key: string) => {
  const { status, body } = await client.get(`/api/v1/reports/asset-locations?asset_external_key=${key}`)
  return {
    status,
    total: body.total_count as number,
    location: body.data?.[0]?.location_id as number | undefined,
  }
}

/** Each write is seen by the next read, through the other instance. */
async function expectOwnWrites(rounds: number): Promise<void> {
  const locations = [await newLocation(session(0)), await newLocation(session(0))]
  const value = freshKey('tag')
  const asset = await newTagged(session(0), value)
  for (let round = 0; round < rounds; round++) {
    const { id } = locations[round % 2] as { id: number }
    await scan(session(round), id, value, secondsAhead(0))
    expect(await reportOf(session(round + 1), asset.external_key)).toEqual({
      status: 200,
      total: 1,
      location: id,
    })
    const history = await session(round + 1).get(`/api/v1/assets/${asset.id}/history`)
    expect(history.body.total_count).toBe(round + 1)
  }
}

describe.skipIf(!primary)('a replica', () => {
  test('serves reports, and never with less than what any client has received', async () => {
    await untilReplica('current')
    expect((await readiness()).body).toEqual({
      status: 'ready',
      problems: [],
      database: { engine: 'postgresql', role: 'primary', replica: 'current' },
    })
    const before = await readsOfReplica()
    await expectOwnWrites(30)
    await until(async () => (await readsOfReplica()) > before, 'the replica has served reads')
  })

  test.each([
    ['admin list', 'ada@example.org  ada  owner'],
    ['clock', 'accepted'],
    ['doctor', 'ok       database         The PostgreSQL database can be read'],
  ])('is enough for the command %s', async (command, expected) => {
    const env = { WHEREABOUTS_DATABASE_URL: replica.url, WHEREABOUTS_SECRET_KEY: secretKey }
    const args = [...command.split(' '), '--data-dir', (instances[0] as Program).dataDir]
    const { code, stdout, stderr } = await runProgram(args, { env })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(expected)
  })

  test('that is behind is not used', async () => {
    await onServer(replica, 'select pg_wal_replay_pause()')
    // At first, the service does not know it yet.
    await expectOwnWrites(3)
    await untilReplica('behind')
    const { status, body } = await readiness()
    expect([status, body['status']]).toEqual([200, 'degraded'])
    expect(body['problems']).toEqual([
      'The replica of the database is behind; the primary server serves all reads',
    ])
    await expectOwnWrites(3)
    await onServer(replica, 'select pg_wal_replay_resume()')
    await untilReplica('current')
    expect((await readiness()).body['status']).toBe('ready')
  })

  test('that ends is not used, and is used again when it is back', async () => {
    const lines = () =>
      (instances[0] as Program)
        .log()
        .split('\n')
        .filter((line) => line.includes('cannot be used'))
    replica.halt('immediate')
    await expectOwnWrites(3)
    await untilReplica('unavailable')
    await expectOwnWrites(3)
    expect(lines()).toHaveLength(1)
    replica.start()
    await untilReplica('current')
    await expectOwnWrites(3)
  })

  test('of which a read is canceled leaves it to the primary server', async () => {
    let isOver = false
    const canceling = (async () => {
      while (!isOver)
        await onServer(
          replica,
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'whereabouts' and pid <> pg_backend_pid()",
        )
    })()
    await expectOwnWrites(20)
    isOver = true
    await canceling
    await untilReplica('current')
  })

  test('that becomes a primary server is not used', async () => {
    replica.promote()
    await expectOwnWrites(3)
    await untilReplica('behind')
    await expectOwnWrites(3)
  })
})

test.skipIf(!primary)('a replica that cannot be reached does not prevent the start', async () => {
  const program = await startInstance(`${primary?.url}`, {
    WHEREABOUTS_DATABASE_REPLICA_URL: 'postgres://tests@127.0.0.1:9/postgres',
  })
  const response = await fetch(`${program.http}/readyz`)
  const body = (await response.json()) as Record<string, any>
  expect([response.status, body['database'].replica]).toEqual([200, 'unavailable'])
  await program.stop()
})
