import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { type Credential, mintKey, signIn } from '../../support/client'
import { newDatabase, server, startInstance } from '../../support/instances'
import { freshKey, newLocation } from '../../support/records'
import { type Program, stopPrograms } from '../../support/program'
import { closeRaw, openRaw, type RawSubscriber } from '../../support/raw-subscriber'
import { newReader } from '../../support/scans'
import { until } from '../../support/until'

/** A subscriber that connects to another instance while its connection to the first one has not ended (decision 0029). */

setDefaultTimeout(60_000)

const lifetime = 60
const lasting = { clientId: 'moves', clean: false, properties: { sessionExpiryInterval: lifetime } }

let url: string
let sql: ReturnType<typeof postgres>
beforeAll(async () => {
  if (!server) return
  url = await newDatabase()
  sql = postgres(url, { max: 1, onnotice: () => {} })
})
afterEach(closeRaw)
afterAll(async () => {
  await stopPrograms()
  await sql?.end()
  server?.stop()
})

interface Stored {
  readonly expires_at: string
  readonly subscriptions: string
}

const stored = async (): Promise<Stored[]> => sql<Stored[]>`select * from mqtt_sessions`

/**
 * Connects to the first instance, then to the second one while the first one is suspended. The first instance continues and stops,
 * so it has stored what it wanted.
 */
async function move(
  use: (second: Program, key: Credential) => Promise<RawSubscriber>,
): Promise<{ readonly moved: RawSubscriber; readonly second: Program; readonly key: Credential }> {
  const [one, two] = [await startInstance(url), await startInstance(url)]
  const key = await mintKey(await signIn(one), ['tracking:read'])
  const first = await openRaw(one, key, lasting)
  await first.subscribe(['north/events/+'])
  one.process.kill('SIGSTOP')
  const moved = await use(two, key)
  one.process.kill('SIGCONT')
  await until(() => first.isClosed(), 'the end of the first connection')
  expect(await one.stop()).toBe(0)
  return { moved, second: two, key }
}

describe.skipIf(!server)('the late write of an earlier connection', () => {
  test('does not shorten the session that continues on another instance', async () => {
    const { moved, second } = await move(async (instance, key) => {
      const connection = await openRaw(instance, key, lasting)
      expect(connection.connack.sessionPresent).toBe(true)
      await connection.subscribe(['north/assets/+/whereabouts'])
      return connection
    })
    const [row] = await stored()
    expect(Date.parse(row?.expires_at ?? '')).toBeGreaterThan(Date.now() + 2 * lifetime * 1000)
    expect(row?.subscriptions).toContain('north/assets/+/whereabouts')
    await moved.disconnect()
    await second.stop()
    const [ended] = await stored()
    expect(Date.parse(ended?.expires_at ?? '')).toBeLessThanOrEqual(Date.now() + lifetime * 1000)
    await sql`delete from mqtt_sessions`
  })

  test('does not bring back a session that ended on another instance', async () => {
    const { moved, second, key } = await move((instance, credential) =>
      openRaw(instance, credential, { clientId: lasting.clientId, clean: true }),
    )
    expect(await stored()).toEqual([])
    await moved.disconnect()
    expect((await openRaw(second, key, lasting)).connack.sessionPresent).toBe(false)
  })
})

describe.skipIf(!server)('a client that connects to two instances at once', () => {
  /** Returns the connection, or undefined when it is closed before it is accepted. */
  const attempt = (instance: Program, credential: Credential, options: object) =>
    openRaw(instance, credential, options).catch(() => undefined)

  /** Opens both connections of each client at once. Returns how many of each stay. An API key may have eight connections. */
  async function staying(instances: readonly Program[], key: Credential, options: object): Promise<number[]> {
    const ids = ['two\nlines', 'one', 'long'.repeat(900)].map((name) => `${name}-${crypto.randomUUID()}`)
    const pairs = await Promise.all(
      ids.map((clientId) => Promise.all(instances.map((one) => attempt(one, key, { ...options, clientId })))),
    )
    const ofPair = (pair: (typeof pairs)[number]) => pair.filter((one) => one?.isClosed() === false).length
    for (const pair of pairs) await until(() => ofPair(pair) < 2, 'the end of a connection')
    // The announcement of a later connection arrives after those of the pairs.
    for (const instance of instances) {
      const last = await openRaw(instance, key, { clientId: 'last' })
      const other = await openRaw(instances.find((one) => one !== instance) as Program, key, {
        clientId: 'last',
      })
      await until(() => last.isClosed(), 'the end of the connection that was replaced')
      await other.disconnect()
    }
    const counts = pairs.map(ofPair)
    for (const one of pairs.flat()) one?.socket.destroy()
    return counts
  }

  test.each([['subscribes'], ['is a reader']])(
    'keeps exactly one of its connections when it %s',
    async (what) => {
      const instances = [await startInstance(url), await startInstance(url)]
      const session = await signIn(instances[0] as Program)
      const reader = await newReader(session, freshKey('gate'), [(await newLocation(session)).id])
      const key =
        what === 'subscribes'
          ? await mintKey(session, ['tracking:read'])
          : { client_id: reader.external_key, client_secret: reader.device_token }
      for (let round = 0; round < 12; round++) {
        const options = round % 2 === 0 ? lasting : { clean: true }
        expect(await staying(instances, key, options)).toEqual([1, 1, 1])
      }
      for (const instance of instances) await instance.stop()
    },
  )
})
