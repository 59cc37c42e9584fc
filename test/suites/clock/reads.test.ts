import { afterAll, beforeAll, expect, test } from 'bun:test'
import { IngestService } from '../../../src/tracking/ingest/service'
import { createLog } from '../../../src/base/log'
import { Metrics } from '../../../src/base/metrics'
import { createSecretBox } from '../../../src/base/secret-box'
import { TelemetryRecorder } from '../../../src/tracking/telemetry/recorder'
import { fromMicros, type Instant, type Micros, plusSeconds, second, toMicros } from '../../../src/base/time'
import { openHistories, rules } from '../../support/history'

/** How reads are processed when the clock of the service is set, and later. */

const noon = '2026-06-01T12:00:00.000000Z' as Instant
const day = 86_400

let histories: Awaited<ReturnType<typeof openHistories>>
let readers = 0
let now = noon

beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

/** A new reader at location 1, whose tags are unknown, and a service whose clock is `now`. */
async function openReader(readMaxAgeMicros = rules.readMaxAgeMicros) {
  const { store, organizationId } = histories
  const key = `gate-${++readers}`
  const readerId = await store.write(async (tx) => {
    const id = await tx.readers.insert({
      organizationId,
      externalKey: key,
      name: key,
      kind: 'fixed',
      format: 'whereabouts_v1',
      mapping: null,
      timeZone: null,
      address: null,
      takesOver: false,
      topic: `${key}/#`,
      isActive: true,
      presenceTimeoutSeconds: 300,
      tokenHash: key,
      createdAt: noon,
      updatedAt: noon,
    })
    await tx.readers.replaceAntennas(id, [
      { port: 1, locationId: 1, rssiOffsetDb: 0, minRssiDbm: null, powerDbm: null },
    ])
    return id
  })
  const settings = { ...rules, readMaxAgeMicros, readMaxAheadMicros: 300 * second }
  const live = { isFollowed: () => false, searchedAssets: () => new Set<number>(), publish: () => {} }
  const service = new IngestService({
    store,
    settings,
    metrics: new Metrics(),
    live,
    tuning: { record: () => {} },
    pads: { hear() {} },
    telemetry: new TelemetryRecorder(createSecretBox('key'), new Metrics()),
    guesses: { sample: () => {}, clear: () => {} },
    now: () => now,
    log: createLog({ level: 'silent', format: 'json' }),
    moment: () => undefined,
  })
  return async (value: string, observedAt?: Instant): Promise<string> => {
    const payload = Buffer.from(JSON.stringify({ reads: [{ value, observed_at: observedAt }] }))
    const { result } = await service.accept({
      organizationId,
      readerId,
      tokenHash: null,
      topic: null,
      payload,
    })
    return result
  }
}

async function firstSeen(value: string): Promise<Micros | undefined> {
  const filter = { readerIds: [], search: value }
  const { rows } = await histories.store.read.unknownTags.list(histories.organizationId, filter, {
    limit: 1,
    offset: 0,
  })
  return rows[0]?.firstSeenAt
}

test('a clock that was far ahead and is corrected dates no further read in the future', async () => {
  const send = await openReader()
  now = plusSeconds(noon, 400 * day)
  await send('a1')
  now = noon
  await send('a2')
  await send('a3', plusSeconds(noon, -60))
  expect(await firstSeen('a2')).toBe(toMicros(noon))
  expect(await firstSeen('a3')).toBe(toMicros(plusSeconds(noon, -60)))
})

// Rule: history.md, Time of a read
test('reads without times keep their order when the clock is set back slightly', async () => {
  const send = await openReader()
  now = noon
  await send('b1')
  now = plusSeconds(noon, -1)
  await send('b2')
  expect(fromMicros((await firstSeen('b2')) ?? 0) > fromMicros((await firstSeen('b1')) ?? 0)).toBe(true)
})

test.each(['1930-06-01T12:00:00.000000Z', '1970-01-01T00:00:00.000000Z'])(
  'reads of %s get the time of receipt, even where reads of a hundred years are believed',
  async (observed) => {
    const send = await openReader(36_500 * day * second)
    now = noon
    const value = `d${observed.slice(0, 4)}`
    await send(value, observed as Instant)
    expect(await firstSeen(value)).toBe(toMicros(noon))
  },
)

// Rule: history.md, Repeats
test.each([1, 24, 47, 48])('a read that comes again after %d hours changes nothing', async (hours) => {
  const send = await openReader()
  const observed = plusSeconds(noon, -30)
  const value = `c${hours}`
  now = noon
  expect(await send(value, observed)).toBe('accepted')
  now = plusSeconds(noon, hours * 3600)
  expect(await send(value, observed)).toBe('duplicate')
})
