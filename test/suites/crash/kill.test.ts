import { afterAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EventView } from '../../../src/events/event-log/schema'
import { apiClient, type Client, clientOf, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { createConsumer } from '../../support/event-consumer'
import { adopt, differences, newJournal, readFacts, writeUntilCutOff } from '../../support/journal'
import { executable, newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { newAsset } from '../../support/records'
import { attachTracer, mayTrace, traceSuffix } from '../../support/tracer'

/** The process is repeatedly killed while it works, and loses no acknowledged data. */

afterAll(stopPrograms)

const rounds = 15
const eventRounds = Number(Bun.env['TEST_EVENT_KILLS'] ?? 8)
const writers = 8

// Rule: history.md, Durability
test('kill -9 at any moment loses no acknowledged write, and leaves no partial write', async () => {
  const dataDir = newDataDir()
  const journal = newJournal()
  let program = await startProgram({ dataDir })
  const { token } = await apiClient(program, await signIn(program))
  for (let round = 1; round <= rounds; round++) {
    const before = journal.acknowledged
    const client = clientOf(program.http, token)
    const writing = Promise.all(Array.from({ length: writers }, () => writeUntilCutOff(client, journal)))
    // On a loaded machine the first acknowledgement may take longer than the rest.
    while (journal.acknowledged === before) await Bun.sleep(5)
    const moment = Math.random() * 500
    await Promise.race([Bun.sleep(moment), writing])
    await program.kill()
    await writing

    program = await startProgram({ dataDir })
    const found = await readFacts(clientOf(program.http, token))
    const happened = `round ${round}, killed ${Math.round(moment)} ms after the first acknowledgement`
    expect({ happened, differences: differences(journal, found) }).toEqual({ happened, differences: [] })
    expectSound(dataDir)
    adopt(journal, found)
  }
}, 60_000)

// Rule: api.md, Events
test(
  'kill -9 at any moment leaves no gap and no double in the event log',
  async () => {
    const dataDir = newDataDir()
    const journal = newJournal()
    const consumer = createConsumer()
    const seen = new Map<number, string>()
    let program = await startProgram({ dataDir })
    const { token } = await apiClient(program, await signIn(program))
    for (let round = 1; round <= eventRounds; round++) {
      const client = clientOf(program.http, token)
      const writing = Promise.all(Array.from({ length: writers }, () => writeUntilCutOff(client, journal)))
      const before = seen.size
      const following = followUntilCutOff(client, seen)
      while (seen.size === before) await Bun.sleep(5)
      await Bun.sleep(Math.random() * 300)
      await program.kill()
      await Promise.all([writing, following])

      program = await startProgram({ dataDir })
      const again = clientOf(program.http, token)
      const events = await eventsAfter(again, consumer.last())
      // The consumer throws when a sequence is missing or repeated.
      for (const event of events) consumer.consume(event)
      const texts = new Map(events.map((event) => [event.sequence, JSON.stringify(event)]))
      for (const [sequence, text] of seen) expect(texts.get(sequence) ?? text).toBe(text)
      expect(Math.max(...seen.keys())).toBeLessThanOrEqual(consumer.last())
      expect(consumer.liveKeys('asset')).toEqual(await liveKeys(again, 'assets'))
      expect(consumer.liveKeys('location')).toEqual(await liveKeys(again, 'locations'))
    }
  },
  30_000 + eventRounds * 4_000,
)

/** Reads the events as they are recorded, until the process is killed. */
async function followUntilCutOff(client: Client, seen: Map<number, string>): Promise<void> {
  try {
    while (true) {
      const after = Math.max(0, ...seen.keys())
      const { body } = await client.get(`/api/v1/events?after=${after}&limit=200&wait=5`)
      for (const event of body.data) seen.set(event.sequence, JSON.stringify(event))
    }
  } catch {
    // The connection was cut.
  }
}

async function eventsAfter(client: Client, last: number): Promise<EventView[]> {
  const events: EventView[] = []
  for (let after = last, newest = Infinity; after < newest;) {
    const { body } = await client.get(`/api/v1/events?after=${after}&limit=200`)
    events.push(...body.data)
    after = body.next_after
    newest = body.newest_sequence
  }
  return events
}

async function liveKeys(client: Client, resource: 'assets' | 'locations'): Promise<string[]> {
  const keys: string[] = []
  for (let total = 1; keys.length < total;) {
    const { body } = await client.get(`/api/v1/${resource}?limit=200&offset=${keys.length}`)
    keys.push(...body.data.map((row: { external_key: string }) => row.external_key))
    total = body.total_count
    if (body.data.length === 0) break
  }
  return keys.toSorted()
}

test('the next start completes a first start that was killed at any moment', async () => {
  for (let round = 0; round < 6; round++) {
    const dataDir = newDataDir()
    const first = Bun.spawn(
      [executable, 'serve', '--data-dir', dataDir, '--mqtt-port', 'off', '--port', '0'],
      {
        stdio: ['ignore', 'ignore', 'ignore'],
      },
    )
    while (!existsSync(join(dataDir, 'lock.db'))) {
      expect(first.exitCode).toBeNull()
      await Bun.sleep(1)
    }
    await Bun.sleep(Math.random() * 20)
    first.kill('SIGKILL')
    await first.exited
    const program = await startProgram({ dataDir })
    expect((await signIn(program)).token).toBeString()
    await program.kill()
  }
}, 60_000)

test.skipIf(!mayTrace)(`a change is acknowledged only after it is on disk${traceSuffix}`, async () => {
  const { program, api } = await start()
  const tracer = await attachTracer(program, 'trace=fsync,fdatasync,write,writev,sendto,sendmsg')
  expect((await api.post('/api/v1/assets', { name: 'Durable' })).status).toBe(201)
  const lines = await tracer.detach()
  const synced = lines.findIndex((line) => /\bf(data)?sync\(/.test(line))
  const responded = lines.findIndex((line) => line.includes('HTTP/1.1 201'))
  expect(synced).toBeWithin(0, responded)
})

test.skipIf(!mayTrace)(
  `when the disk cannot sync, a change gets no response: the process ends${traceSuffix}`,
  async () => {
    const { program, api } = await start()
    await newAsset(api, { external_key: 'kept' })
    const tracer = await attachTracer(program, 'inject=fsync,fdatasync:error=EIO')
    const status = await api.post('/api/v1/assets', { name: 'Lost' }).then(
      (response) => response.status,
      () => undefined,
    )
    expect([undefined, 503]).toContain(status)
    expect(await program.process.exited).not.toBe(0)
    await tracer.detach()

    const again = await startProgram({ dataDir: program.dataDir })
    const kept = await clientOf(again.http, api.token).get('/api/v1/assets?external_key=kept')
    expect(kept.body.total_count).toBe(1)
  },
)

test.skipIf(!mayTrace)(
  `after a sync that failed once, the next start has all acknowledged data and needs no repair${traceSuffix}`,
  async () => {
    const { program, api } = await start()
    await newAsset(api, { external_key: 'kept' })
    const tracer = await attachTracer(program, 'inject=fdatasync:error=EIO:when=1')
    // The kernel reports a failed sync once. Later syncs succeed, although the data may not be on the disk.
    await api.post('/api/v1/assets', { name: 'Lost' }).catch(() => {})
    expect(await program.process.exited).toBe(70)
    await tracer.detach()

    const again = await startProgram({ dataDir: program.dataDir })
    const kept = await clientOf(again.http, api.token).get('/api/v1/assets?external_key=kept')
    expect(kept.body.total_count).toBe(1)
    expect((await clientOf(again.http).get('/readyz')).body).toEqual({ status: 'ready', problems: [] })
  },
)

/** With a token whose first use is already stored. */
async function start(): Promise<{ program: Program; api: Client }> {
  const program = await startProgram()
  const api = await apiClient(program, await signIn(program))
  await api.get('/api/v1/assets')
  return { program, api }
}

/** Reads the database file while the service runs. */
function expectSound(dataDir: string): void {
  using db = openDatabase(dataDir, { readonly: true })
  expect(db.query('pragma integrity_check').values()).toEqual([['ok']])
  expect(db.query('pragma foreign_key_check').values()).toEqual([])
  for (const [kind, table, prefix, width] of [
    ['asset', 'assets', 'ASSET-', 4],
    ['location', 'locations', 'LOC-', 3],
  ] as const) {
    const keys = db
      .query(`select external_key from ${table} where deleted_at is null`)
      .values()
      .flat() as string[]
    const stored = db.query('select first, last from free_slots where kind = ? order by first').values(kind)
    expect(stored as unknown).toEqual(rangesLeftBy(keys, prefix, width))
  }
  const orphans = `select count(*) from tags where deleted_at is null and (
    asset_id in (select id from assets where deleted_at is not null) or
    location_id in (select id from locations where deleted_at is not null))`
  expect(db.query(orphans).values()).toEqual([[0]])
}

/** The numbers that no live row's key has, derived from the keys. */
function rangesLeftBy(keys: readonly string[], prefix: string, width: number): [number, number][] {
  const taken = keys
    .filter((key) => new RegExp(`^${prefix}\\d{${width},}$`).test(key))
    .map((key) => Number(key.slice(prefix.length)))
  const ranges: [number, number][] = []
  let first = 1
  for (const slot of taken.toSorted((a, b) => a - b)) {
    if (slot > first) ranges.push([first, slot - 1])
    first = slot + 1
  }
  return [...ranges, [first, Number.MAX_SAFE_INTEGER]]
}
