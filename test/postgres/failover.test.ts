import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server'
import { startBalancer } from '../support/balancer'
import { startWriters, requireNothingLost } from '../support/cluster'
import { clientOf, signIn } from '../support/client'
import { server as idle, startInstance } from '../support/instances'
import { type Program, stopPrograms } from '../support/program'
import { until } from '../support/until'

/** Fail-overs to a synchronous standby (docs/postgresql.md, Failures). */

setDefaultTimeout(240_000)

const rounds = Number(Bun.env['TEST_FAILOVERS'] ?? 2)
const first = await startPostgres()
const servers: PostgresServer[] = first ? [first] : []

afterAll(async () => {
  await stopPrograms()
  // The first ones have been stopped already.
  for (const server of servers.slice(-2)) server.stop()
  // The other tests of instances use it.
  idle?.stop()
})

async function command(server: PostgresServer, ...texts: string[]): Promise<unknown[]> {
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  try {
    let rows: unknown[] = []
    for (const text of texts) rows = await sql.unsafe(text)
    return rows
  } finally {
    await sql.end()
  }
}

/** From here on, a commit waits for the standby. */
async function waitForStandby(server: PostgresServer): Promise<void> {
  await command(server, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()')
  const state = "select 1 from pg_stat_replication where sync_state = 'sync'"
  await until(async () => (await command(server, state)).length === 1, 'the standby is synchronous')
}

const standAlone = (server: PostgresServer) =>
  command(server, 'alter system reset synchronous_standby_names', 'select pg_reload_conf()')

describe.skipIf(!first)(`${rounds} fail-overs to a synchronous standby`, () => {
  test('lose no acknowledged write, and instances find the new primary server', async () => {
    let primary = first as PostgresServer
    let standby = await primary.addStandby()
    servers.push(standby)
    await waitForStandby(primary)
    // The ports of the servers change with each fail-over, so that the instances use fixed ones.
    const [one, other] = [await startBalancer([address(primary)]), await startBalancer([address(standby)])]
    const [portOne, portOther] = [one, other].map(({ url }) => new URL(url).port)
    const databaseUrl = `postgres://tests@127.0.0.1:${portOne},127.0.0.1:${portOther}/postgres?target_session_attrs=read-write`
    const instances = await Promise.all([1, 2, 3].map(() => startInstance(databaseUrl)))
    const balancer = await startBalancer(instances.map(({ http }) => http))
    const { token } = await signIn(instances[0] as Program)
    const session = clientOf(balancer.url, token)
    const writers = startWriters(session, 8)
    for (let round = 0; round < rounds; round++) {
      const before = writers.created.length
      await until(() => writers.created.length > before + 30, 'further writes')
      primary.stop()
      standby.promote()
      await standAlone(standby)
      const after = writers.created.length
      await until(() => writers.created.length > after + 10, 'writes on the promoted server')
      primary = standby
      standby = await primary.addStandby()
      servers.push(standby)
      const [next, last] = round % 2 === 0 ? [one, other] : [other, one]
      next.use([address(standby)])
      last.use([address(primary)])
      await waitForStandby(primary)
    }
    expect(await writers.stop()).toEqual([])
    await requireNothingLost(session, writers.created)
    for (const each of [one, other, balancer]) each.close()
  })
})

const address = ({ port }: PostgresServer): string => `http://127.0.0.1:${port}`
