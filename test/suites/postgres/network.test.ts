import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { startPostgres } from '../../../scripts/postgres-server'
import { signIn } from '../../support/client'
import { memoryOf, notOnce, startLoad, startReadings } from '../../support/database-load'
import { newDatabase, server, startInstance } from '../../support/instances'
import { openNetwork } from '../../support/mosquitto'
import { openNamespace } from '../../support/namespace'
import { type Program, stopPrograms } from '../../support/program'
import { until } from '../../support/until'

/**
 * A network between an instance and its database that drops all packets, without a notice to either side
 * (docs/postgresql.md, Failures).
 */

/** Length of the cut in seconds. The default is longer than it takes to notice it. */
const seconds = Number(Bun.env['TEST_NETWORK_CUT_SECONDS'] ?? 14)
/** Time within which each request has a response, in milliseconds. */
const responseMax = 12_000
/** Growth of the memory during the cut, in MB. */
const growthMax = 150

setDefaultTimeout((seconds + 120) * 1000)

const namespace = server && (await openNamespace())
const remote = namespace && (await startPostgres(namespace.place))
const suffix = namespace ? '' : ' (skipped: needs root, ip and iptables)'

afterAll(async () => {
  await stopPrograms()
  namespace?.heal()
  remote?.stop()
  namespace?.close()
  server?.stop()
})

interface Cut {
  cut(): void
  heal(): void
}

const readiness = async (program: Program) => {
  const response = await fetch(`${program.http}/readyz`)
  return { status: response.status, body: (await response.json()) as { problems: string[] } }
}

async function requireRecovery(databaseUrl: string, network: Cut, length: number): Promise<void> {
  const program = await startInstance(databaseUrl)
  const session = await signIn(program)
  const readings = await startReadings(program, session)
  const load = startLoad(session)
  await until(() => load.created.length > 20 && readings.acknowledged() > 20, 'writes and reads')
  const before = memoryOf(program)
  network.cut()
  const cutAt = performance.now()
  const isLong = length * 1000 > responseMax / 2
  if (isLong) {
    const refusals = () => load.responses.filter(({ status }) => status === 503).length
    await until(() => refusals() > 100, 'refused requests', 60)
    expect((await readiness(program)).body.problems).toContain('The database cannot be reached')
    expect((await readiness(program)).status).toBe(503)
    const acknowledged = readings.acknowledged()
    // When the instance has noticed it, requests no longer wait.
    const first = load.responses.length
    await until(() => load.responses.length > first + 50, 'further responses')
    const late = load.responses.slice(first + 20)
    expect(Math.max(...late.map(({ milliseconds }) => milliseconds))).toBeLessThan(2_000)
    expect(readings.acknowledged()).toBe(acknowledged)
  }
  await until(() => performance.now() - cutAt > length * 1000, 'the end of the cut', length + 1)
  network.heal()
  const healedAt = load.created.length
  await until(() => load.created.length > healedAt + 20, 'writes after the cut')
  await until(async () => (await readiness(program)).status === 200, 'the service is ready')
  await readings.finish()
  await load.stop()
  const refused = load.responses.filter(({ status }) => status >= 300)
  const kinds = new Set(refused.map(({ status, type, retryAfter }) => `${status} ${type} ${retryAfter}`))
  // A moment is shorter than the time after which a connection without a response is lost.
  expect([...kinds]).toEqual(isLong ? ['503 service_unavailable 1'] : [])
  expect(Math.max(...load.responses.map(({ milliseconds }) => milliseconds))).toBeLessThan(responseMax)
  expect(memoryOf(program) - before).toBeLessThan(growthMax)
  expect(await notOnce(session, load.created)).toEqual([])
  expect(await readings.notOnce()).toEqual([])
  await program.kill()
}

describe.skipIf(!remote)(`an instance whose packets to the database are dropped${suffix}`, () => {
  test.each([
    ['for a moment', 2],
    [`for ${seconds} seconds`, seconds],
  ])('%s responds to each request, loses nothing and recovers', async (_title, length) => {
    await requireRecovery(remote?.url ?? '', namespace as Cut, length)
  })
})

describe.skipIf(!server)('an instance whose database accepts bytes and does not respond', () => {
  // The short form shows it with packets that are dropped, where that is possible.
  const isShort = remote !== undefined && Bun.env['TEST_NETWORK_CUT_SECONDS'] === undefined
  test.skipIf(isShort)(
    `for ${seconds} seconds responds to each request, loses nothing and recovers`,
    async () => {
      const network = await openNetwork(server?.port ?? 0)
      const url = new URL(await newDatabase())
      url.port = String(network.port)
      await requireRecovery(url.href, { cut: () => network.swallow(), heal: () => network.heal() }, seconds)
      network.close()
    },
  )

  test('does not keep the others from writing', async () => {
    const network = await openNetwork(server?.port ?? 0)
    const url = new URL(await newDatabase())
    const other = await startInstance(url.href)
    url.port = String(network.port)
    const silent = await startInstance(url.href)
    const load = startLoad(await signIn(silent), 8)
    const session = await signIn(other)
    await until(() => load.created.length > 20, 'writes of both')
    network.swallow()
    const begun = performance.now()
    for (let i = 0; i < 20; i++)
      expect((await session.post('/api/v1/assets', { name: 'Pump' })).status).toBe(201)
    // The server ends the transaction of the other one, if it holds the lock.
    expect(performance.now() - begun).toBeLessThan(25_000)
    network.close()
    await load.stop()
  })
})
