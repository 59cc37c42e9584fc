import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { logSilence } from '../../src/event-log/silence'
import { silentAfter } from '../../src/readers/health'
import { second, systemClock, toMicros } from '../../src/time'
import { typeOf } from '../../src/event-types'
import { openHistories } from '../support/history'

/** Silent readers in the event log (docs/events.md, Types), with a real store. */

let histories: Awaited<ReturnType<typeof openHistories>>
let readerId: number
const now = toMicros(systemClock())

beforeAll(async () => {
  histories = await openHistories()
  const { store, organizationId } = histories
  readerId = await store.write(async (tx) => {
    const at = systemClock()
    const row = { kind: 'fixed', format: 'whereabouts_v1', topic: null, mapping: null } as const
    return tx.readers.insert({
      ...row,
      organizationId,
      externalKey: 'gate',
      name: 'Gate',
      isActive: true,
      presenceTimeoutSeconds: 300,
      tokenHash: 'x',
      createdAt: at,
      updatedAt: at,
    })
  })
})
afterAll(() => histories.close())

const hearAt = (lastMessageAt: number): Promise<void> =>
  histories.store.write((tx) =>
    tx.readerHealth.save({
      readerId,
      lastMessageAt,
      lastReadAt: null,
      wrongClockSince: null,
      clockOffsetSeconds: null,
      problem: null,
      problemAt: null,
      antennas: {},
      messages: {},
      reads: {},
      rawCount: 0,
      lastAcceptedAt: null,
      lastAppliedAt: null,
      rejectedSince: null,
      rejectedCount: 0,
      problemKind: null,
      problemPort: null,
    }),
  )

async function logged(): Promise<string[]> {
  const { read } = histories.store
  const filter = {
    types: ['reader.silent', 'reader.live'] as const,
    assetId: undefined,
    locationId: undefined,
  }
  const { rows } = await read.eventLog.page(histories.organizationId, filter, 0, 200, 1000)
  return rows.map((row) => `${typeOf(row.type)} ${(row.occurredAt - now) / second}`)
}

describe('a silent reader', () => {
  test('is logged once, and again when it is live', async () => {
    await hearAt(now)
    const long = now - 2 * silentAfter
    await logSilence(histories.store, now + silentAfter, long)
    expect(await logged()).toEqual([])
    // A service that has just started does not know whether the reader is silent.
    await logSilence(histories.store, now + silentAfter + second, now + silentAfter)
    expect(await logged()).toEqual([])
    for (const seconds of [1, 2, 3])
      await logSilence(histories.store, now + silentAfter + seconds * second, long)
    expect(await logged()).toEqual(['reader.silent 0'])
    await hearAt(now + silentAfter + 4 * second)
    for (const seconds of [5, 6])
      await logSilence(histories.store, now + silentAfter + seconds * second, long)
    expect((await logged()).map((line) => line.split(' ')[0])).toEqual(['reader.silent', 'reader.live'])
  })
})
