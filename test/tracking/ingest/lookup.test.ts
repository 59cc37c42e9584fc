import { afterAll, beforeAll, expect, test } from 'bun:test'
import { IngestService } from '../../../src/tracking/ingest/service'
import { createLog } from '../../../src/base/log'
import { Metrics } from '../../../src/base/metrics'
import { createSecretBox } from '../../../src/base/secret-box'
import { TelemetryRecorder } from '../../../src/tracking/telemetry/recorder'
import type { Store } from '../../../src/storage/core/store'
import { second, systemClock } from '../../../src/base/time'
import { openHistories, rules } from '../../support/history'

/** Readers are looked up before a batch is written; messages come in meanwhile. */

let histories: Awaited<ReturnType<typeof openHistories>>
beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

const newReader = (key: string): Promise<number> =>
  histories.store.write((tx) =>
    tx.readers.insert({
      organizationId: histories.organizationId,
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
      createdAt: systemClock(),
      updatedAt: systemClock(),
    }),
  )

test('the first message of a reader that arrives during other lookups is accepted', async () => {
  const { store, organizationId } = histories
  const looking = Promise.withResolvers<void>()
  const found = Promise.withResolvers<void>()
  const findAll: Store['read']['readers']['findAll'] = async (ids) => {
    const rows = await store.read.readers.findAll(ids)
    looking.resolve()
    await found.promise
    return rows
  }
  const service = new IngestService({
    store: {
      read: { ...store.read, readers: { ...store.read.readers, findAll } },
      write: (work, scope) => store.write(work, scope),
      instances: store.instances,
      isBusy: () => false,
    },
    settings: { ...rules, readMaxAheadMicros: 300 * second },
    metrics: new Metrics(),
    live: { isFollowed: () => false, searchedAssets: () => new Set<number>(), publish: () => {} },
    tuning: { record: () => {} },
    pads: { hear() {} },
    telemetry: new TelemetryRecorder(createSecretBox('key'), new Metrics()),
    guesses: { sample: () => {}, clear: () => {} },
    now: systemClock,
    log: createLog({ level: 'silent', format: 'json' }),
    moment: () => undefined,
  })
  const [first, next] = [await newReader('first'), await newReader('second')]
  const send = (readerId: number) => {
    const payload = Buffer.from(JSON.stringify({ reads: [{ value: 'A1' }] }))
    return service.accept({ organizationId, readerId, tokenHash: null, topic: null, payload })
  }
  const receptions = [send(first)]
  await looking.promise
  receptions.push(send(next))
  found.resolve()
  expect((await Promise.all(receptions)).map(({ result }) => result)).toEqual(['accepted', 'accepted'])
})
