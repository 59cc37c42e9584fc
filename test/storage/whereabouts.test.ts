import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { storedBase } from '../../src/tracking/history/base'
import type { Presence } from '../../src/storage/core/store'
import type { Writes } from '../../src/storage/core/store'
import { candidatesMax } from '../../src/storage/queries/history/places-at'
import { fromMicros, type Instant, second } from '../../src/base/time'
import { openHistories } from '../support/history'

/** Time travel on the real store, against a model that looks at every event. */

const start = 1_790_000_000 * second
const instantAt = (seconds: number): Instant => fromMicros(start + seconds * second)

interface Event {
  readonly place: number
  readonly firstAt: number
  readonly seconds: number
}

/** All times in seconds since the start. */
interface Thing {
  readonly createdAt: number
  /** Null: from its registration, as is the default. */
  readonly validFrom: number | null
  readonly validTo: number | null
  readonly deletedAt: number | null
  readonly events: readonly Event[]
  /** Seconds after its last event at which it was read elsewhere. */
  readonly readFor: number
}

interface Place {
  readonly deletedAt: number | null
}

const seconds = fc.integer({ min: 0, max: 30 })
const sometimes = fc.option(seconds, { freq: 2 })
const thing: fc.Arbitrary<Thing> = fc.record({
  createdAt: seconds,
  validFrom: sometimes,
  validTo: sometimes,
  deletedAt: sometimes,
  events: fc.array(
    fc.record({
      place: fc.integer({ min: 0, max: 2 }),
      firstAt: seconds,
      seconds: fc.integer({ min: 0, max: 5 }),
    }),
    { maxLength: 6 },
  ),
  readFor: fc.integer({ min: 0, max: 5 }),
})
const place: fc.Arbitrary<Place> = fc.record({ deletedAt: fc.option(seconds, { freq: 2 }) })
const world = fc.record({
  things: fc.array(thing, { minLength: 1, maxLength: 5 }),
  places: fc.tuple(place, place, place),
})
type World = typeof world extends fc.Arbitrary<infer T> ? T : never

const question = fc.record({
  at: fc.integer({ min: -1, max: 40 }),
  assets: fc.option(fc.subarray([0, 1, 2, 3, 4], { minLength: 1 })),
  places: fc.option(fc.subarray([0, 1, 2], { minLength: 1 })),
})

let histories: Awaited<ReturnType<typeof openHistories>>

beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

let made = 0

/** Creates the world in a separate organization; returns the ids, in the world's order. */
function settle({ things, places }: World) {
  return histories.store.write(async (tx) => {
    const slug = `world-${++made}`
    const { id: organizationId } = await tx.accounts.insertOrganization({
      name: slug,
      slug,
      createdAt: instantAt(0),
    })
    const placeIds: number[] = []
    for (const { deletedAt } of places) placeIds.push(await insertPlace(tx, organizationId, deletedAt))
    const assetIds: number[] = []
    for (const each of things) assetIds.push(await insertThing(tx, organizationId, each, placeIds))
    return { organizationId, placeIds, assetIds }
  })
}

const described = (name: string) => ({
  externalKey: `${name}-${++made}`,
  name,
  description: null,
  isActive: true,
  searchKey: name,
  searchDescription: '',
  searchFolded: null,
})

async function insertPlace(tx: Writes, organizationId: number, deletedAt: number | null): Promise<number> {
  const from = instantAt(0)
  const row = {
    ...described('place'),
    organizationId,
    parentId: null,
    validFrom: from,
    validTo: null,
    createdAt: from,
    updatedAt: from,
  }
  const id = await tx.locations.insert(row)
  if (deletedAt !== null) await tx.locations.update({ ...row, id, deletedAt: instantAt(deletedAt) })
  return id
}

async function insertThing(
  tx: Writes,
  organizationId: number,
  { createdAt, validFrom, validTo, deletedAt, events, readFor }: Thing,
  placeIds: readonly number[],
): Promise<number> {
  const row = await tx.assets.insert({
    ...described('thing'),
    organizationId,
    metadata: '{}',
    validFrom: instantAt(validFrom ?? createdAt),
    validTo: validTo === null ? null : instantAt(validTo),
    createdAt: instantAt(createdAt),
    updatedAt: instantAt(createdAt),
  })
  if (deletedAt !== null) await tx.assets.update({ ...row, deletedAt: instantAt(deletedAt) })
  const saved: Presence[] = []
  for (const event of events) {
    const firstAt = start + event.firstAt * second
    const presence: Presence = {
      locationId: placeIds[event.place] as number,
      firstAt,
      lastAt: firstAt + event.seconds * second,
      readCount: 1,
      readerId: null,
      antenna: null,
      strongestRssi: null,
      cause: 'stronger',
      presenceTimeoutSeconds: 300,
    }
    saved.push(await tx.history.saveEvent(organizationId, row.id, presence))
  }
  const head = saved.toSorted(inTime).at(-1)
  if (head) {
    const lastSeenAt = Math.max(...saved.map(({ lastAt }) => lastAt)) + readFor * second
    const base = storedBase({ at: 0, current: null, reads: 0, evidence: null })
    await tx.history.savePlacement({
      assetId: row.id,
      organizationId,
      lastSeenAt,
      lastRead: null,
      base,
      head,
      evidence: null,
    })
  }
  return row.id
}

const inTime = (a: Presence, b: Presence) =>
  a.firstAt - b.firstAt || a.locationId - b.locationId || (a.id ?? 0) - (b.id ?? 0)

/** Where each thing was, as `thing location last seen`; in seconds, and locations by their index in the world. */
function expected(
  { things, places }: World,
  { at, assets, places: asked }: typeof question extends fc.Arbitrary<infer T> ? T : never,
) {
  const isAfter = (end: number | null) => end === null || end > at
  return things.flatMap((each, index) => {
    const { events, validFrom, createdAt, validTo, deletedAt, readFor } = each
    const isFromTheBeginning = validFrom === null || validFrom === createdAt
    if (!(isFromTheBeginning || validFrom <= at) || !isAfter(validTo) || !isAfter(deletedAt)) return []
    const newest = events
      .map((event, order) => ({ ...event, order }))
      .filter(({ firstAt }) => firstAt <= at)
      .toSorted((a, b) => a.firstAt - b.firstAt || a.place - b.place || a.order - b.order)
      .at(-1)
    if (!newest || (assets && !assets.includes(index))) return []
    const isLive = isAfter((places[newest.place] as Place).deletedAt)
    if (asked && !(isLive && asked.includes(newest.place))) return []
    const lastSeen = Math.max(...events.map(({ firstAt, seconds: length }) => firstAt + length)) + readFor
    const seen = lastSeen <= at ? lastSeen : Math.min(at, newest.firstAt + newest.seconds)
    return [`${index} ${isLive ? newest.place : null} ${seen}`]
  })
}

const byKey = [{ field: 'asset_external_key', descending: false }] as const
const all = { limit: 200, offset: 0 }

describe('where assets were at an instant', () => {
  test('is at the newest event that had begun, of those that were in effect', async () => {
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.array(question, { minLength: 1, maxLength: 8 }),
        async (given, questions) => {
          const { organizationId, placeIds, assetIds } = await settle(given)
          for (const asked of questions) {
            // One id that does not exist, so that a filter for nothing stays a filter.
            const idsOf = (numbers: number[] | null, ids: number[]) =>
              numbers === null ? [] : [999_999_999, ...numbers.flatMap((number) => ids[number] ?? [])]
            const filter = {
              assetIds: idsOf(asked.assets, assetIds),
              locationIds: idsOf(asked.places, placeIds),
              search: undefined,
            }
            const { rows, total } = await histories.store.read.placesAt.at(
              organizationId,
              filter,
              instantAt(asked.at),
              { order: byKey, ...all },
            )
            const found = rows.map(
              ({ assetId, locationId, lastSeenAt }) =>
                `${assetIds.indexOf(assetId)} ${locationId && placeIds.indexOf(locationId)} ${(lastSeenAt - start) / second}`,
            )
            expect(found.toSorted()).toEqual(expected(given, asked).toSorted())
            expect(total).toBe(found.length)
          }
        },
      ),
      { numRuns: 150 },
    )
  }, 30_000)

  test('begins with the earliest event, even after events were added, changed and deleted', async () => {
    const one = { createdAt: 0, validFrom: null, validTo: null, deletedAt: null, readFor: 0 }
    const things = [{ ...one, events: [{ place: 0, firstAt: 10, seconds: 1 }] }]
    const live = { deletedAt: null }
    const { organizationId, assetIds, placeIds } = await settle({ things, places: [live, live, live] })
    const assetId = assetIds[0] as number
    const eventAt = (seconds: number): Presence => ({
      locationId: placeIds[1] as number,
      firstAt: start + seconds * second,
      lastAt: start + seconds * second,
      readCount: 1,
      readerId: null,
      antenna: null,
      strongestRssi: null,
      cause: 'late',
      presenceTimeoutSeconds: 300,
    })
    const isListedAt = async (seconds: number): Promise<boolean> => {
      const none = { assetIds: [], locationIds: [], search: undefined }
      const { placesAt } = histories.store.read
      const { rows, total } = await placesAt.at(organizationId, none, instantAt(seconds), {
        order: byKey,
        ...all,
      })
      expect(total).toBe(rows.length)
      return rows.some((row) => row.assetId === assetId)
    }
    expect([await isListedAt(9), await isListedAt(10)]).toEqual([false, true])

    const late = await histories.store.write((tx) =>
      tx.history.saveEvent(organizationId, assetId, eventAt(5)),
    )
    expect([await isListedAt(4), await isListedAt(5)]).toEqual([false, true])

    const moved = { ...late, firstAt: eventAt(7).firstAt }
    await histories.store.write((tx) => tx.history.saveEvent(organizationId, assetId, moved))
    expect([await isListedAt(6), await isListedAt(7)]).toEqual([false, true])

    await histories.store.write((tx) => tx.history.deleteEvent(late.id as number))
    expect([await isListedAt(9), await isListedAt(10)]).toEqual([false, true])
  })

  test('is the same as the report after the last event', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const { organizationId } = await settle(given)
        const now = instantAt(100)
        const none = { assetIds: [], locationIds: [], search: undefined }
        const reported = await histories.store.read.report.list(
          organizationId,
          { ...none, assetExternalKeys: [], locationExternalKeys: [], includeDeleted: false },
          now,
          { order: byKey, ...all },
        )
        const { placesAt } = histories.store.read
        const then = await placesAt.at(organizationId, none, now, { order: byKey, ...all })
        expect(then).toMatchObject(reported)
      }),
      { numRuns: 50 },
    )
  }, 30_000)

  test('is the same at a location with more events than the search limit', async () => {
    const events = Array.from({ length: candidatesMax / 4 + 1 }, (_, index) => ({
      place: index % 2,
      firstAt: index,
      seconds: 0,
    }))
    const visitor = { createdAt: 0, validFrom: null, validTo: null, deletedAt: null, readFor: 0 }
    const live = { deletedAt: null }
    // Half of all events are at each location, and each asset ends at its first location.
    const things = Array.from({ length: 9 }, (_, index) => ({
      ...visitor,
      events: events.map((event) => ({ ...event, place: (event.place + index) % 2 })),
    }))
    const { organizationId, placeIds, assetIds } = await settle({ things, places: [live, live, live] })
    const ask = (at: number, locationIds: number[]) =>
      histories.store.read.placesAt.at(
        organizationId,
        { assetIds: [], locationIds, search: undefined },
        instantAt(at),
        { order: byKey, ...all },
      )
    for (const at of [3, events.length - 1, events.length + 5]) {
      const last = Math.min(at, events.length - 1)
      const { rows, total } = await ask(at, placeIds.slice(0, 1))
      expect(rows.map(({ assetId }) => assetIds.indexOf(assetId) % 2)).toEqual(rows.map(() => last % 2))
      expect(total).toBe(last % 2 === 0 ? 5 : 4)
      expect((await ask(at, placeIds)).total).toBe(9)
    }
  }, 60_000)
})
