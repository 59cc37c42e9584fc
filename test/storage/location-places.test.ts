import { afterAll, expect, test } from 'bun:test'
import type { Store } from '../../src/storage/core/store'
import { placesAt } from '../../src/events/subscribers/places-at'
import { insertLocation, placeAsset, placedAt } from '../support/placed-assets'
import { at, engines, insertAsset, openOrganization, stopServer } from './engines'

/** The places of the assets at a location, which are read in pages. */

afterAll(stopServer)

/** Creates assets, every third of which is elsewhere. Returns the ids of the two locations, and of the assets at each. */
const fill = (store: Store, organizationId: number) =>
  store.write(async (tx) => {
    const [hall, dock] = [
      await insertLocation(tx, organizationId, 'HALL'),
      await insertLocation(tx, organizationId, 'DOCK'),
    ]
    const placed = { [hall]: [] as number[], [dock]: [] as number[] }
    for (let index = 0; index < 400; index++) {
      const { id } = await insertAsset(tx, organizationId, `A-${1_000 - index}`)
      const locationId = index % 3 === 0 ? dock : hall
      await placeAsset(tx, organizationId, id, locationId)
      placed[locationId]?.push(id)
    }
    return { hall, dock, atHall: placed[hall] ?? [], atDock: placed[dock] ?? [] }
  })

const remove = (store: Store, organizationId: number, ids: readonly number[]): Promise<void> =>
  store.write(async (tx) => {
    for (const id of ids) {
      const asset = await tx.assets.find(organizationId, id)
      if (asset) await tx.assets.update({ ...asset, deletedAt: at })
    }
  })

for (const [name, openEngine] of Object.entries(engines))
  test(`the ${name} store returns each live asset at a location once, in order of the ids`, async () => {
    const engine = await openEngine()
    try {
      const { store } = engine
      const organizationId = await openOrganization(store, 'north')
      const { hall, dock, atHall, atDock } = await fill(store, organizationId)
      const deleted = atHall[3] as number
      await remove(store, organizationId, [deleted])
      const pagesOf = async (locationId: number, meanwhile = async () => {}) => {
        const found: number[][] = []
        const next = placesAt(store.read.mqttSessions, locationId)
        for (let last = 0; ; last = found.at(-1)?.at(-1) ?? 0) {
          const places = await next(last)
          if (places.length === 0) return found
          expect(places.every((one) => one.locationId === locationId && one.since === placedAt)).toBe(true)
          found.push(places.map(({ assetId }) => assetId))
          if (found.length === 1) await meanwhile()
        }
      }
      const expected = atHall.filter((id) => id !== deleted)
      expect((await pagesOf(hall)).flat()).toEqual(expected)
      expect((await pagesOf(dock)).map(({ length }) => length)).toEqual([100, atDock.length - 100])

      // Those that are deleted while the pages are read are left out, even when a page consists of them.
      const second = expected.slice(100, 200)
      const pages = await pagesOf(hall, () => remove(store, organizationId, second))
      expect(pages).toEqual([expected.slice(0, 100), expected.slice(200)])
    } finally {
      await engine.discard()
    }
  })

for (const [name, openEngine] of Object.entries(engines))
  test(`the ${name} store finds the placed live asset of an organization that has a key`, async () => {
    const engine = await openEngine()
    try {
      const { store } = engine
      const [north, south] = [await openOrganization(store, 'north'), await openOrganization(store, 'south')]
      const insert = (organizationId: number, key: string, isPlaced: boolean) =>
        store.write(async (tx) => {
          const { id } = await insertAsset(tx, organizationId, key)
          if (isPlaced)
            await placeAsset(tx, organizationId, id, await insertLocation(tx, organizationId, `AT-${id}`))
          return id
        })
      const placed = await insert(north, 'PLACED', true)
      await insert(north, 'UNPLACED', false)
      await remove(store, north, [await insert(north, 'DELETED', true)])
      await remove(store, north, [await insert(north, 'AGAIN', true)])
      const again = await insert(north, 'AGAIN', true)
      await insert(south, 'SOUTH', true)
      const keys = ['PLACED', 'UNPLACED', 'DELETED', 'AGAIN', 'SOUTH', 'NONE']
      const holders = await store.read.mqttSessions.holdersOf(north, keys)
      expect(Object.fromEntries(holders)).toEqual({ AGAIN: again, PLACED: placed })
    } finally {
      await engine.discard()
    }
  })

test('the ids of the assets at a location are read for a hundred pages at once', async () => {
  const all = Array.from({ length: 25_000 }, (_, index) => index + 1)
  const after: number[] = []
  const next = placesAt(
    {
      assetsAt: async (_locationId, assetId, limit) => {
        after.push(assetId)
        return all.filter((id) => id > assetId).slice(0, limit)
      },
      placesOf: async (locationId, ids) =>
        ids.map((assetId) => ({
          assetId,
          assetKey: String(assetId),
          locationId,
          locationKey: 'HALL',
          since: 0,
        })),
    },
    1,
  )
  const found: number[] = []
  for (let places = await next(0); places.length > 0; places = await next(found.at(-1) ?? 0))
    found.push(...places.map(({ assetId }) => assetId))
  expect(found).toEqual(all)
  expect(after).toEqual([0, 10_000, 20_000])
})
