import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connectAsync, type MqttClient } from 'mqtt'
import { apiClient, type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { newLocation, newTagged } from '../../support/records'
import { countersOf } from '../../support/warehouse'

/** One reader sends far more than the service can process at once, and others send a little. */

const later = { timeout: 60_000 }

let program: Program
let north: Organization
let south: Organization

beforeAll(async () => {
  program = await startProgram()
  north = await openOrganization(program, await signIn(program))
  south = await openOrganization(program, await otherOrganization(program))
})
afterAll(stopPrograms)

interface Organization {
  readonly session: Client
  readonly api: Client
  readonly locationId: number
}

interface Reader {
  readonly external_key: string
  readonly device_token: string
}

async function openOrganization(on: Program, session: Client): Promise<Organization> {
  const api = await apiClient(on, session)
  return { session, api, locationId: (await newLocation(api)).id }
}

let readers = 0
async function newReader({ session, locationId }: Organization): Promise<Reader> {
  const key = `reader-${++readers}`
  const response = await session.post('/internal/v1/readers', {
    external_key: key,
    name: key,
    kind: 'fixed',
    format: 'whereabouts_v1',
    topic: `floor/${key}/#`,
    antennas: [{ port: 1, location_id: locationId }],
  })
  expect(response.status).toBe(201)
  return response.body.data
}

const connect = ({ external_key: username, device_token: password }: Reader): Promise<MqttClient> =>
  connectAsync(program.mqtt as string, { username, password, reconnectPeriod: 0 })

const startedAt = Date.now() - 3_600_000
let times = 0
const message = (values: readonly string[]): string =>
  JSON.stringify({
    reads: values.map((value) => ({
      value,
      antenna: 1,
      observed_at: new Date(startedAt + ++times).toISOString(),
    })),
  })

/** Publishes to the reader's topic; resolves with the acknowledgement. */
const publish = (client: MqttClient, { external_key }: Reader, payload: string) =>
  client.publishAsync(`floor/${external_key}/reads`, payload, { qos: 1 })

const epcs = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${(0x10000 + index).toString(16).toUpperCase()}`)

/** Sends all messages at once; `acknowledged` is how many have been, and `first` resolves with the first. */
function flood(client: MqttClient, reader: Reader, messages: readonly string[]) {
  const flooding = {
    acknowledged: 0,
    all: Promise.resolve() as Promise<unknown>,
    first: Promise.resolve() as Promise<unknown>,
  }
  const sent = messages.map(async (payload) => {
    await publish(client, reader, payload)
    flooding.acknowledged++
  })
  flooding.all = Promise.all(sent)
  flooding.first = Promise.race(sent)
  return flooding
}

describe('a reader that floods', () => {
  const known = epcs('A', 100)
  const floods: { what: string; messages: () => string[]; passed: number }[] = [
    {
      what: 'registered tags',
      messages: () => Array.from({ length: 100 }, () => message(known)),
      // Two batches have at most 8,000 reads.
      passed: 81,
    },
    {
      what: 'new tags',
      messages: () => Array.from({ length: 12 }, (_, index) => message(epcs(`B${times}${index}`, 1000))),
      passed: 4,
    },
  ]
  beforeAll(async () => {
    for (const value of known) await newTagged(north.api, value)
  })

  for (const { what, messages, passed } of floods)
    for (const whose of ['its own', 'another'] as const)
      test(
        `with ${what} delays messages of a reader of ${whose} organization by at most two batches`,
        async () => {
          const [busy, calm] = [await newReader(north), await newReader(whose === 'another' ? south : north)]
          const [from, honest] = [await connect(busy), await connect(calm)]
          const gone: number[] = []
          for (let round = 0; round < 3; round++) {
            const flooding = flood(from, busy, messages())
            await flooding.first
            const before = flooding.acknowledged
            await publish(honest, calm, message(['C1']))
            gone.push(flooding.acknowledged - before)
            await flooding.all
          }
          const median = gone.toSorted((a, b) => a - b)[1] as number
          expect(median).toBeLessThan(passed)
          await Promise.all([from.endAsync(), honest.endAsync()])
        },
        later,
      )

  test(
    'over HTTP gets Retry-After when 2 MiB of its messages wait; other readers do not, and no message is lost',
    async () => {
      const [busy, calm] = [await newReader(north), await newReader(north)]
      const post = ({ external_key, device_token }: Reader, body: string) =>
        clientOf(program.http, device_token).request('POST', `/internal/v1/readers/${external_key}/events`, {
          body,
        })
      const before = (await countersOf(program.http))['reads.unknown_tag'] ?? 0
      const written = async () => ((await countersOf(program.http))['reads.unknown_tag'] ?? 0) - before
      // Each takes half a second to write at least, and waits as a whole until its last read is written.
      const large = (prefix: string) => {
        const text = message(epcs(prefix, 12_000))
        return text.replace(/\}$/, `,"padding":"${'x'.repeat(1_040_000 - text.length)}"}`)
      }
      const sent = ['F', 'G', 'H'].map((prefix) => post(busy, large(prefix)))
      while ((await written()) === 0) await Bun.sleep(1)
      const [refused, taken] = await Promise.all([post(busy, message(['C2'])), post(calm, message(['C2']))])
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
      expect(taken.status).toBe(202)
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([202, 202, 202])
      expect((await post(busy, message(['C2']))).status).toBe(202)
      expect(await written()).toBe(3 * 12_000 + 2)
    },
    later,
  )
})

describe('a message with many reads', () => {
  const values = epcs('D', 50)
  const many = Array.from({ length: 200 }, () => values).flat()
  beforeAll(async () => {
    for (const value of values) await newTagged(north.api, value)
  })

  test(
    'does not block other messages, and is one message',
    async () => {
      const [busy, calm] = [await newReader(north), await newReader(south)]
      const [large, honest] = [await connect(busy), await connect(calm)]
      const before = await countersOf(program.http)
      let isAcknowledged = false
      const sent = publish(large, busy, message(many)).then(() => (isAcknowledged = true))
      while ((await countersOf(program.http))['reads.applied'] === before['reads.applied']) await Bun.sleep(1)
      await publish(honest, calm, message(['C3']))
      expect(isAcknowledged).toBe(false)
      await sent
      const after = await countersOf(program.http)
      const gain = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
      expect([gain('messages.accepted'), gain('reads.applied'), gain('reads.unknown_tag')]).toEqual([
        2,
        many.length,
        1,
      ])
      const { body } = await north.session.get('/internal/v1/readers?limit=200')
      const { health } = body.data.find((reader: Reader) => reader.external_key === busy.external_key)
      expect(health).toMatchObject({ messages: { accepted: 1 }, reads: { applied: many.length } })
      await Promise.all([large.endAsync(), honest.endAsync()])
    },
    later,
  )

  test(
    'has the same result when the process is killed during it and it is sent again',
    async () => {
      const worlds = [await startProgram(), await startProgram()] as const
      const payload = message(many)
      const [whole, cut] = await Promise.all(
        worlds.map(async (world) => {
          const organization = await openOrganization(world, await signIn(world))
          for (const value of values) await newTagged(organization.api, value)
          return { program: world, reader: await newReader(organization) }
        }),
      )
      if (!whole || !cut) throw new Error('There are two programs.')
      await sendTo(whole.program, whole.reader, payload)
      void sendTo(cut.program, cut.reader, payload).catch(() => {})
      while (!((await countersOf(cut.program.http))['reads.applied'] ?? 0)) await Bun.sleep(1)
      await cut.program.kill()
      expect(eventsIn(cut.program)).not.toEqual(eventsIn(whole.program))
      const again = await startProgram({ dataDir: cut.program.dataDir })
      await sendTo(again, cut.reader, payload)
      const counters = await countersOf(again.http)
      expect(counters['reads.duplicate']).toBeGreaterThan(0)
      expect(counters['reads.applied']).toBeGreaterThan(0)
      expect(eventsIn(again)).toEqual(eventsIn(whole.program))
    },
    later,
  )
})

async function sendTo(world: Program, reader: Reader, payload: string): Promise<void> {
  const { external_key: username, device_token: password } = reader
  const client = await connectAsync(world.mqtt as string, { username, password, reconnectPeriod: 0 })
  await publish(client, reader, payload)
  await client.endAsync()
}

/** The scan events of all assets, by their tags. */
function eventsIn({ dataDir }: Program): unknown[] {
  const db = openDatabase(dataDir, { readonly: true })
  try {
    return db
      .query(
        `select a.external_key, e.first_at, e.last_at, e.read_count, e.cause
         from scan_events e join assets a on a.id = e.asset_id order by a.external_key, e.first_at`,
      )
      .all()
  } finally {
    db.close()
  }
}
