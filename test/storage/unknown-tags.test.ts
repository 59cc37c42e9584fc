import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Read } from '../../src/storage/core/store'
import { recordReads } from '../../src/tracking/history/record'
import type { Store } from '../../src/storage/core/store'
import { second } from '../../src/base/time'
import { eventsMax, Inbox, tagsMax } from '../../src/tracking/unknown-tags/inbox'
import { createPauses } from '../../src/base/turns/pause'
import { at, engines, openOrganization, type OpenEngine, stopServer } from './engines'

/** The content of the inbox of unknown tags, and its limits. */

const rules = { readMaxAgeMicros: 30 * 86_400 * second }
const start = 1_790_000_000 * second
const slice = { limit: 200, offset: 0 }

setDefaultTimeout(60_000)

afterAll(stopServer)

for (const [name, openEngine] of Object.entries(engines)) {
  describe(`unknown tags in ${name}`, () => {
    let engine: OpenEngine
    let store: Store
    let north: number
    let place: number

    beforeEach(async () => {
      engine = await openEngine()
      store = engine.store
      north = await openOrganization(store, 'north')
      place = await newPlace(store, north, 'place')
    })
    afterEach(() => engine.discard())

    const read = (seconds: number, extra: Partial<Read> = {}): Read => ({
      at: start + seconds * second,
      locationId: place,
      rssi: null,
      readerId: null,
      antenna: null,
      tagId: 0,
      presenceTimeoutSeconds: 300,
      isScan: false,
      ...extra,
    })
    const take = (reads: readonly [value: string, read: Read][], organizationId = north): Promise<void> =>
      store.write(async (tx) => {
        const inbox = new Inbox(tx)
        for (const [value, each] of reads) inbox.add({ organizationId, tagType: 'ble', value }, each)
        await inbox.save({ rules, moment: undefined }, createPauses())
      })
    const listed = (organizationId = north) =>
      store.read.unknownTags.list(organizationId, { readerIds: [], search: undefined }, slice)
    const eventsOf = (id: number) =>
      store.write((tx) => tx.unknownHistory.eventsBetween(id, 0, Number.MAX_SAFE_INTEGER, 10_000))

    test('are one tag in any spelling, with the value that was read first', async () => {
      await take([
        ['a4:c1', read(10, { rssi: -70 })],
        ['A4-C1', read(30, { rssi: -60 })],
      ])
      await take([['a4c1', read(20, { rssi: -50 })]])
      expect((await listed()).rows).toEqual([
        expect.objectContaining({
          value: 'a4:c1',
          firstSeenAt: start + 10 * second,
          lastSeenAt: start + 30 * second,
          readCount: 3,
          rssi: -60,
        }),
      ])
    })

    // Rule: history.md, Unknown tags
    test('of an organization are limited to ten thousand: those not seen for longest are deleted, with all their reads', async () => {
      const south = await openOrganization(store, 'south')
      await take([['keep', read(0)]], south)
      await take([
        ['old', read(5)],
        ['older', read(4)],
        ['oldest', read(3)],
      ])
      const oldest = (await listed()).rows.find(({ value }) => value === 'oldest')?.id as number
      expect(await eventsOf(oldest)).toHaveLength(1)
      for (let n = 0; n < 10; n++)
        await take(Array.from({ length: tagsMax / 10 }, (_, i) => [`new-${n}-${i}`, read(100 + n)]))
      expect((await listed()).total).toBe(tagsMax)
      expect((await store.read.unknownTags.list(north, { readerIds: [], search: 'old' }, slice)).total).toBe(
        0,
      )
      expect([
        await eventsOf(oldest),
        await store.write((tx) => tx.unknownHistory.recentReads(oldest, 0)),
      ]).toEqual([[], []])
      expect((await listed(south)).total).toBe(1)
    })

    // Rule: history.md, Unknown tags
    test('keep at most the newest thousand events each, and continue from them', async () => {
      const scans = Array.from({ length: eventsMax + 500 }, (_, n): [string, Read] => [
        'pallet',
        read(n * 20, { isScan: true }),
      ])
      for (let n = 0; n < scans.length; n += 300) await take(scans.slice(n, n + 300))
      const id = (await listed()).rows[0]?.id as number
      const events = await eventsOf(id)
      expect(events.length).toBeLessThanOrEqual(eventsMax + 1)
      expect(events.at(-1)?.firstAt).toBe((scans.at(-1) as [string, Read])[1].at)

      const last = scans.length * 20
      await take([['pallet', read(last)]])
      await take([['pallet', read(last - 5_000, { isScan: true })]])
      await take([['pallet', read(500, { isScan: true })]])
      const after = await eventsOf(id)
      expect(after.at(-1)).toMatchObject({ lastAt: start + last * second, readCount: 2 })
      expect(after.length).toBeLessThanOrEqual(eventsMax + 1)
    })

    test('have as many events as assets, up to the limit', async () => {
      const elsewhere = await newPlace(store, north, 'elsewhere')
      const moves = Array.from({ length: eventsMax + 300 }, (_, n) =>
        read(n * 60, { locationId: n % 2 === 0 ? place : elsewhere, presenceTimeoutSeconds: 60 }),
      )
      const assetId = await newAsset(store, north)
      for (let n = 0; n < moves.length; n += 100) {
        const batch = moves.slice(n, n + 100)
        await take(batch.map((each) => ['forklift', each]))
        await store.write((tx) => recordReads(tx.history, { organizationId: north, assetId }, batch, rules))
      }
      const id = (await listed()).rows[0]?.id as number
      const times = async (events: Promise<{ firstAt: number }[]>) =>
        (await events).map(({ firstAt }) => firstAt)
      const ofAsset = await times(
        store.write((tx) => tx.history.eventsBetween(assetId, 0, Number.MAX_SAFE_INTEGER, 10_000)),
      )
      expect(ofAsset).toHaveLength(moves.length)
      expect((await times(eventsOf(id))).slice(-eventsMax)).toEqual(ofAsset.slice(-eventsMax))
    })

    test('are deleted by the caller that finds them under another value', async () => {
      await take([
        ['C8:01', read(0)],
        ['C8:02', read(0)],
      ])
      await store.write(async (tx) => {
        const inbox = new Inbox(tx)
        inbox.remove({ organizationId: north, tagType: 'ble', value: 'c801' })
        await inbox.save({ rules, moment: undefined }, createPauses())
      })
      expect((await listed()).rows.map(({ value }) => value)).toEqual(['C8:02'])
    })

    // Rule: history.md, Unknown tags
    test('are deleted in slices when they have not been seen for long', async () => {
      const south = await openOrganization(store, 'south')
      await take([
        ['a', read(0)],
        ['b', read(1)],
        ['c', read(2)],
        ['d', read(100)],
      ])
      await take([['e', read(0)]], south)
      const before = start + 50 * second
      const forget = () => store.write((tx) => tx.unknownTags.deleteBefore(before, 3))
      expect([await forget(), await forget(), await forget()]).toEqual([3, 1, 0])
      expect((await listed()).rows.map(({ value }) => value)).toEqual(['d'])
    })
  })
}

const row = (organizationId: number, externalKey: string) => ({
  organizationId,
  externalKey,
  name: externalKey,
  description: null,
  isActive: true,
  validFrom: at,
  validTo: null,
  createdAt: at,
  updatedAt: at,
  searchKey: '',
  searchDescription: '',
  searchFolded: null,
})

const newPlace = async (store: Store, organizationId: number, key: string): Promise<number> =>
  store.write(async (tx) => tx.locations.insert({ ...row(organizationId, key), parentId: null }))

const newAsset = async (store: Store, organizationId: number): Promise<number> =>
  store.write(async (tx) => (await tx.assets.insert({ ...row(organizationId, 'asset'), metadata: '{}' })).id)
