import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { type PostgresServer, startPostgres } from '../../../scripts/postgres-server'
import { type Balancer, startBalancer } from '../../support/balancer'
import { type Client, clientOf, signIn } from '../../support/client'
import { requireNothingLost, startWriters } from '../../support/cluster'
import { startOutsideReadings, startReadings } from '../../support/database-load'
import { newDatabase, server as shared, startInstance } from '../../support/instances'
import { type Mosquitto, mosquittoSuffix, startMosquitto, stopMosquittos } from '../../support/mosquitto'
import { newDataDir, type Program, stopPrograms } from '../../support/program'
import { startReceiver, stopReceivers } from '../../support/receiver'
import { newLocation } from '../../support/records'
import { until } from '../../support/until'
import { newWebhook } from '../../support/webhooks'

/** Several instances that are killed, and a database and a broker that restart (docs/decisions/0033-several-instances.md). */

setDefaultTimeout(3_600_000)

const numberOf = (name: string, short: number): number => Number(Bun.env[name] ?? short)
const kills = numberOf('TEST_INSTANCE_KILLS', 4)
const restarts = numberOf('TEST_DATABASE_RESTARTS', 2)
const failovers = numberOf('TEST_FAILOVERS', 2)
const brokerRestarts = numberOf('TEST_BROKER_RESTARTS', 1)

const first = await startPostgres()
const servers: PostgresServer[] = first ? [first] : []
const balancers: Balancer[] = []

afterAll(async () => {
  for (const balancer of balancers) balancer.close()
  await stopReceivers()
  await stopPrograms()
  await stopMosquittos()
  for (const server of servers) server.stop()
  shared?.stop()
})

async function balance(urls: readonly string[]): Promise<Balancer> {
  const balancer = await startBalancer(urls)
  balancers.push(balancer)
  return balancer
}

interface Cluster {
  readonly instances: readonly Program[]
  readonly session: Client
  /** The address of the brokers of all instances. */
  readonly mqtt: string
  /** Kills an instance and starts it again. The others serve meanwhile. */
  replace(index: number): Promise<void>
}

/** Starts three instances behind a balancer. */
async function startCluster(databaseUrl: string, env: Record<string, string>): Promise<Cluster> {
  const directories = [newDataDir(), newDataDir(), newDataDir()]
  const start = (dataDir: string) => startInstance(databaseUrl, env, { dataDir })
  const instances = await Promise.all(directories.map(start))
  const httpUrls = () => instances.map(({ http }) => http)
  const mqttUrls = () => instances.map(({ mqtt }) => mqtt as string)
  const [http, mqtt] = [await balance(httpUrls()), await balance(mqttUrls())]
  const { token } = await signIn(instances[0] as Program)
  return {
    instances,
    session: clientOf(http.url, token),
    mqtt: mqtt.url.replace('http:', 'mqtt:'),
    async replace(index) {
      await instances[index]?.kill()
      instances[index] = await start(directories[index] as string)
      http.use(httpUrls())
      mqtt.use(mqttUrls())
    },
  }
}

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

const address = ({ port }: PostgresServer): string => `http://127.0.0.1:${port}`

/** Starts a synchronous standby of a server. */
async function startPair(server: PostgresServer) {
  let [primary, standby] = [server, await server.addStandby()]
  servers.push(standby)
  await waitForStandby(primary)
  // The ports of the servers change with each fail-over, so that the instances use fixed ones.
  let [ofPrimary, ofStandby] = [await balance([address(primary)]), await balance([address(standby)])]
  const ports = [ofPrimary, ofStandby].map(({ url }) => new URL(url).port)
  return {
    url: `postgres://tests@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/postgres?target_session_attrs=read-write`,
    restart(mode: 'fast' | 'immediate'): void {
      primary.halt(mode)
      primary.start()
    },
    /** Destroys the primary server, promotes the standby, and starts another standby after `isServing`. */
    async failOver(isServing: () => Promise<void>): Promise<void> {
      primary.stop()
      standby.promote()
      await standAlone(standby)
      await isServing()
      primary = standby
      standby = await primary.addStandby()
      servers.push(standby)
      ;[ofPrimary, ofStandby] = [ofStandby, ofPrimary]
      ofStandby.use([address(standby)])
      await waitForStandby(primary)
    },
  }
}

async function restartBroker(broker: Mosquitto): Promise<void> {
  await broker.stop()
  await broker.start()
}

/** Returns `work` `count` times, each with its share of the whole. */
const spread = (count: number, work: (index: number) => Promise<void>) =>
  Array.from({ length: count }, (_, index) => ({ at: (index + 0.5) / count, run: () => work(index) }))

const counts = `${kills} kills, ${restarts} restarts of the database, ${failovers} fail-overs and ${brokerRestarts} restarts of the broker`

describe.skipIf(!first)('three instances behind a balancer', () => {
  test(`lose no acknowledged write or read in ${counts}${mosquittoSuffix}`, async () => {
    const pair = await startPair(first as PostgresServer)
    const broker = mosquittoSuffix === '' ? await startMosquitto() : undefined
    const env = broker ? { WHEREABOUTS_MQTT_URL: `mqtt://127.0.0.1:${broker.port}` } : {}
    const cluster = await startCluster(pair.url, env)
    const { session } = cluster
    const writers = startWriters(session, 8)
    const readings = [await startReadings(cluster, session)]
    if (broker) readings.push(await startOutsideReadings(broker, session))

    const progress = () => [writers.created.length, ...readings.map((each) => each.acknowledged())]
    const further = async (what: string): Promise<void> => {
      const before = progress()
      const more = () => progress().map((count, index) => count - (before[index] ?? 0))
      const isFurther = () => more().every((count, index) => count > (index === 0 ? 30 : 10))
      await until(isFurther, () => `${what}; writes and reads since: ${more().join(', ')}`, 180)
    }
    const failures = [
      ...spread(kills, (index) => cluster.replace(index % 3)),
      ...spread(restarts, async (index) => pair.restart(index % 2 === 0 ? 'immediate' : 'fast')),
      ...spread(failovers, () => pair.failOver(() => further('writes and reads on the promoted server'))),
      ...(broker ? spread(brokerRestarts, () => restartBroker(broker)) : []),
    ].toSorted((one, other) => one.at - other.at)
    for (const { run } of failures) {
      await further('writes and reads before a failure')
      await run()
    }
    await further('writes and reads at the end')

    expect(await writers.stop()).toEqual([])
    for (const each of readings) await each.finish()
    await requireNothingLost(session, writers.created)
    for (const each of readings) {
      let missing: string[] = []
      await until(
        async () => (missing = await each.notOnce()).length === 0,
        () => `all reads are stored once; others: ${missing.length}, ${missing.slice(0, 20).join(', ')}`,
        // An instance that has lost its connection to the external broker repeatedly waits up to 60 s.
        90,
      )
    }
    console.log(
      `${writers.created.length} creates and ${readings.map((each) => each.sent()).join(' and ')} reads were acknowledged.`,
    )
  })
})

describe.skipIf(!shared)('three instances', () => {
  test('go on delivering webhooks in order when their leader is killed', async () => {
    const cluster = await startCluster(await newDatabase(), { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.0/8' })
    const receiver = startReceiver()
    const { cursor } = await newWebhook(cluster.session, receiver.url)
    const isLeader = (program: Program) => program.log().includes('this instance is the leader')
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) await newLocation(cluster.session)
      await until(() => receiver.sequences().includes(cursor + round * 4 + 1), 'the first event arrives')
      await cluster.replace(cluster.instances.findIndex(isLeader))
    }
    await until(() => new Set(receiver.sequences()).size === 12, 'all events arrive')
    const arrived = receiver.sequences()
    expect(arrived.filter((sequence, index) => arrived.indexOf(sequence) === index)).toEqual(
      Array.from({ length: 12 }, (_, index) => cursor + index + 1),
    )
  })
})
