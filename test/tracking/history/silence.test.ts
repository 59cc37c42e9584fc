import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { logSilence, type Watch, watchAt } from '../../../src/events/event-log/silence'
import { silentAfter } from '../../../src/tracking/readers/health'
import { second, systemClock, toMicros } from '../../../src/base/time'
import { typeOf } from '../../../src/base/event-types'
import { openHistories } from '../../support/history'

/** Silent readers in the event log (docs/events.md, Types), with a real store. */

let histories: Awaited<ReturnType<typeof openHistories>>
let readerId: number
const now = toMicros(systemClock())

beforeAll(async () => {
  histories = await openHistories()
  const { store, organizationId } = histories
  readerId = await store.write(async (tx) => {
    const at = systemClock()
    const row = {
      kind: 'fixed',
      format: 'whereabouts_v1',
      topic: null,
      mapping: null,
      timeZone: null,
      address: null,
      takesOver: false,
    } as const
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
      lagSince: null,
      lagSentAt: null,
      lagMessages: 0,
    }),
  )

async function logged(): Promise<string[]> {
  const { read } = histories.store
  const filter = {
    types: ['reader.silent', 'reader.live'] as const,
    assetId: undefined,
    locationId: undefined,
  }
  const { rows } = await read.eventLog.page(histories.organizationId, filter, {
    after: 0,
    limit: 200,
    newest: 1000,
  })
  return rows.map((row) => `${typeOf(row.type)} ${(row.occurredAt - now) / second}`)
}

describe('a silent reader', () => {
  // Rule: api.md, Events
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

  test('is logged 300 s after a step of the clock, in either direction, if it has sent nothing since then', async () => {
    const before = (await logged()).length
    for (const step of [3_600 * second, -3_600 * second]) {
      let at = now
      let watch: Watch = { since: at, checkedAt: at }
      for (let i = 0; i < 40; i++) {
        at += 15 * second
        watch = watchAt(watch, at)
      }
      expect(watch.since).toBe(now)
      const stepped = at + step
      watch = watchAt(watch, stepped)
      expect(watch).toEqual({ since: stepped, checkedAt: stepped })
      // A late check is not a step.
      watch = watchAt(watch, stepped + 40 * second)
      expect(watch.since).toBe(stepped)
    }
    await hearAt(now + 3_600 * second)
    const set = now + 7_200 * second
    await logSilence(histories.store, set, set)
    await logSilence(histories.store, set + silentAfter - second, set)
    expect(await logged()).toHaveLength(before)
    await logSilence(histories.store, set + silentAfter + second, set)
    expect((await logged()).slice(before)).toEqual(['reader.silent 3600'])
  })
})
