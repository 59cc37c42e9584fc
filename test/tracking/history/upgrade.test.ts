import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openBase } from '../../../src/tracking/history/base'
import { recordReads } from '../../../src/tracking/history/record'
import type { Placement, Read } from '../../../src/storage/core/store'
import { second } from '../../../src/base/time'
import { openHistories, readOf, rules, start } from '../../support/history'

/** Histories that an earlier version stored, without a state of the location decision (decision 0015). */

let histories: Awaited<ReturnType<typeof openHistories>>
beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

const every = (interval: number, from: number, to: number, locationId: number, rssi: number): Read[] =>
  Array.from({ length: (to - from) / interval }, (_, index) =>
    readOf(locationId, from + index * interval, { rssi }),
  )

/** The placement as an earlier version stored it. */
const asBefore = ({ base, ...placement }: Placement): Placement => {
  const { current } = openBase(base)
  const state = JSON.stringify({ at: base.at, current, reads: base.reads })
  return { ...placement, evidence: null, base: { at: 0, reads: 0, state } }
}

async function openUpgraded(reads: readonly Read[]) {
  const { store, organizationId, newAsset } = histories
  const assetId = await newAsset()
  const record = (batch: readonly Read[]) =>
    store.write((tx) => recordReads(tx.history, { organizationId, assetId }, batch, rules))
  const events = () =>
    store.write(async (tx) =>
      (await tx.history.eventsBetween(assetId, 0, Number.MAX_SAFE_INTEGER, 100)).map((event) => ({
        locationId: event.locationId,
        from: (event.firstAt - start) / second,
        to: (event.lastAt - start) / second,
        readCount: event.readCount,
      })),
    )
  await record(reads)
  await store.write(async (tx) => {
    const placement = await tx.history.placement(assetId)
    await tx.history.savePlacement(asBefore(placement as Placement))
  })
  return { record, events }
}

describe('a history of an earlier version', () => {
  test('continues with its last event', async () => {
    const { record, events } = await openUpgraded(every(1, 0, 60, 1, -50))
    await record([readOf(1, 61)])
    expect(await events()).toEqual([{ locationId: 1, from: 0, to: 61, readCount: 61 }])
  })

  test('moves when the evidence after the upgrade is sufficient', async () => {
    const { record, events } = await openUpgraded(every(1, 0, 60, 1, -60))
    await record([...every(1, 61, 80, 1, -60), ...every(1, 70.5, 80.5, 2, -40)])
    expect((await events()).map(({ locationId, from }) => [locationId, from])).toEqual([
      [1, 0],
      [2, 70.5],
    ])
  })

  test('uses the levels of the kept reads: a weaker read elsewhere does not move the asset', async () => {
    const { record, events } = await openUpgraded(every(1, 0, 60, 1, -50))
    await record([
      readOf(2, 60.5, { rssi: -80 }),
      readOf(2, 61, { rssi: -80 }),
      readOf(2, 61.5, { rssi: -80 }),
    ])
    expect((await events()).map(({ locationId }) => locationId)).toEqual([1])
  })

  test('is not recalculated by a late read', async () => {
    const { record, events } = await openUpgraded([...every(1, 0, 30, 1, -60), ...every(1, 30, 60, 2, -40)])
    const before = await events()
    await record([
      readOf(3, 20.5, { rssi: -20 }),
      readOf(3, 21.5, { rssi: -20 }),
      readOf(3, 22.5, { rssi: -20 }),
    ])
    expect(await events()).toEqual(before)
  })
})
