import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createLog } from '../../../src/base/log'
import { fromMicros, second } from '../../../src/base/time'
import type { Deletion } from '../../../src/http/feature'
import { printJobs } from '../../../src/tracking/print-jobs/feature'
import type { Writes } from '../../../src/storage/core/store'
import { openHistories, start } from '../../support/history'

/** Ended print jobs are deleted by age and by number, with their labels (docs/architecture.md, Retention). */

const day = 86_400 * second

let histories: Awaited<ReturnType<typeof openHistories>>
beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

const newJob = (endedAt: number | null, labels: number): Promise<number> =>
  histories.store.write((tx) => insertJob(tx, endedAt, labels))

async function insertJob(tx: Writes, endedAt: number | null, labels: number): Promise<number> {
  const { organizationId } = histories
  const id = await tx.printJobs.insert({
    organizationId,
    templateId: 1,
    template: '{}',
    printerId: null,
    encode: null,
    state: endedAt === null ? 'stopped' : 'done',
    reason: null,
    since: start,
    queued: labels,
    sent: 0,
    verified: 0,
    live: 0,
    void: 0,
    createdBy: null,
    createdByName: 'ada',
    createdAt: fromMicros(start),
    endedAt,
    stationReaderId: null,
  })
  for (let position = 0; position < labels; position++)
    tx.printLabels.insert({
      jobId: id,
      organizationId,
      position,
      assetId: 1,
      assetKey: 'A',
      epc: null,
      at: start,
      replaces: null,
    })
  return id
}

function deletionAt(now: number): Deletion {
  return {
    at: fromMicros(now),
    ago: (days) => fromMicros(now - days * day),
    microsAgo: (days) => now - days * day,
    async inSlices(deleteSome) {
      while ((await histories.store.write((tx) => deleteSome(tx, 10))) > 0);
    },
    isOver: () => false,
  }
}

test('ended jobs are deleted after 400 days, and beyond the newest 1,000; others stay', async () => {
  const { store, organizationId } = histories
  const [open, old, recent] = [
    await newJob(null, 3),
    await newJob(start, 25),
    await newJob(start + 2 * day, 5),
  ]
  const needs = {
    store,
    now: () => fromMicros(start),
    log: createLog({ level: 'silent', format: 'json' }),
  } as Parameters<NonNullable<typeof printJobs.retention>>[0]
  const deleteAt = (at: number) => printJobs.retention?.(needs, deletionAt(at))
  const left = async (id: number) => {
    const job = await store.read.printJobs.find(organizationId, id)
    const labels = await store.read.printLabels.inState(id, 'queued', 100)
    return [job !== undefined, labels.length]
  }
  await deleteAt(start + 401 * day)
  expect(await Promise.all([open, old, recent].map(left))).toEqual([
    [true, 3],
    [false, 0],
    [true, 5],
  ])
  await store.write(async (tx) => {
    for (let made = 0; made < 1_000; made++) await insertJob(tx, start + 3 * day, 0)
  })
  await deleteAt(start + 10 * day)
  expect(await Promise.all([open, recent].map(left))).toEqual([
    [true, 3],
    [false, 0],
  ])
  expect((await store.read.printJobs.list(organizationId, [], { limit: 1, offset: 0 })).total).toBe(1_001)
})
