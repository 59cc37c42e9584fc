import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Balancer, startBalancer } from '../support/balancer'
import { type Client, clientOf, signIn } from '../support/client'
import { requireNothingLost, startWriters } from '../support/cluster'
import { newDatabase, server, startInstance } from '../support/instances'
import { newDataDir, type Program, stopPrograms } from '../support/program'
import { startReceiver, stopReceivers } from '../support/receiver'
import { newLocation } from '../support/records'
import { until } from '../support/until'
import { newWebhook } from '../support/webhooks'

/** Instances that are killed, and a database that restarts, behind a balancer (docs/decisions/0033-several-instances.md). */

setDefaultTimeout(900_000)

const kills = Number(Bun.env['TEST_INSTANCE_KILLS'] ?? 4)
const restarts = Number(Bun.env['TEST_DATABASE_RESTARTS'] ?? 2)
const balancers: Balancer[] = []

afterAll(async () => {
  for (const balancer of balancers) balancer.close()
  await stopReceivers()
  await stopPrograms()
  server?.stop()
})

interface Cluster {
  readonly instances: Program[]
  readonly balancer: Balancer
  readonly session: Client
  /** Kills an instance and starts it again. The others serve meanwhile. */
  replace(index: number): Promise<void>
}

async function startCluster(env: Record<string, string> = {}): Promise<Cluster> {
  const databaseUrl = await newDatabase()
  const directories = [newDataDir(), newDataDir(), newDataDir()]
  const start = (dataDir: string) => startInstance(databaseUrl, env, { dataDir })
  const instances = await Promise.all(directories.map(start))
  const urls = () => instances.map(({ http }) => http)
  const balancer = await startBalancer(urls())
  balancers.push(balancer)
  const { token } = await signIn(instances[0] as Program)
  return {
    instances,
    balancer,
    session: clientOf(balancer.url, token),
    async replace(index) {
      await instances[index]?.kill()
      instances[index] = await start(directories[index] as string)
      balancer.use(urls())
    },
  }
}

describe.skipIf(!server)('three instances behind a balancer', () => {
  test(`lose no acknowledged write in ${kills} kills of instances`, async () => {
    const cluster = await startCluster()
    const writers = startWriters(cluster.session, 8)
    for (let kill = 0; kill < kills; kill++) {
      const before = writers.created.length
      await until(() => writers.created.length > before + 30, 'further writes')
      await cluster.replace(kill % 3)
    }
    expect(await writers.stop()).toEqual([])
    await requireNothingLost(cluster.session, writers.created)
  })

  test(`lose no acknowledged write in ${restarts} restarts of the database`, async () => {
    const cluster = await startCluster()
    const writers = startWriters(cluster.session, 8)
    for (let restart = 0; restart < restarts; restart++) {
      const before = writers.created.length
      await until(() => writers.created.length > before + 30, 'writes')
      server?.halt(restart % 2 === 0 ? 'immediate' : 'fast')
      server?.start()
    }
    const before = writers.created.length
    await until(() => writers.created.length > before + 30, 'writes after the restarts')
    expect(await writers.stop()).toEqual([])
    await requireNothingLost(cluster.session, writers.created)
  })

  test('go on delivering webhooks in order when their leader is killed', async () => {
    const cluster = await startCluster({ WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.0/8' })
    const receiver = startReceiver()
    const { cursor } = await newWebhook(cluster.session, receiver.url)
    const isLeader = (program: Program) => program.log().includes('this instance is the leader')
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) await newLocation(cluster.session)
      await until(() => receiver.sequences().includes(cursor + round * 4 + 1), 'the first event arrives')
      await cluster.replace(cluster.instances.findIndex(isLeader))
    }
    await until(() => new Set(receiver.sequences()).size === 12, 'all events arrive')
    const first = receiver.sequences().filter((sequence, index, all) => all.indexOf(sequence) === index)
    expect(first).toEqual(Array.from({ length: 12 }, (_, index) => cursor + index + 1))
  })
})
