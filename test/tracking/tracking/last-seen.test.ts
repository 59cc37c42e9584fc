import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, signIn } from '../../support/client'
import { startProgram, stopPrograms } from '../../support/program'
import { newLocation, newTagged, type Row } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'

/** The assets by the time of their last read (docs/internal-api.md, Last seen). */

const hour = 3600
const day = 24 * hour
let session: Client
let hall: Row
let dock: Row

beforeAll(async () => {
  session = await signIn(await startProgram())
  hall = await newLocation(session, { name: 'Hall' })
  dock = await newLocation(session, { name: 'Dock', parent_id: hall.id })
  const places = { now: hall, yesterday: dock, midweek: dock, monthly: dock }
  const ages = { now: 5, yesterday: 20 * hour, midweek: 3 * day, monthly: 6.9 * day }
  for (const [name, place] of Object.entries(places)) {
    await newTagged(session, name)
    await scan(session, place.id, name, secondsAgo(ages[name as keyof typeof ages]))
  }
  await newTagged(session, 'lost')
})
afterAll(stopPrograms)

const keysOf = async (query: string) =>
  (await session.get(`/internal/v1/last-seen?${query}`)).body.data.map(
    ({ asset_external_key: key }: { asset_external_key: string }) => key,
  )

// Rule: internal-api.md, Last seen
describe('the list of assets by their last read', () => {
  test.each([
    ['age=day', ['now', 'yesterday']],
    ['age=week', ['midweek', 'monthly']],
    ['age=old', []],
    ['age=never', ['lost']],
    ['', ['now', 'yesterday']],
    ['age=day&q=YEST', ['yesterday']],
    ['age=never&q=x', []],
    ['age=week&limit=1&offset=1', ['monthly']],
  ])('contains with %p the assets %p', async (query, keys) => {
    expect(await keysOf(query)).toEqual(keys)
  })

  test('contains only assets at the given locations, so never those that were not seen', async () => {
    expect(await keysOf(`age=day&location_id=${dock.id}`)).toEqual(['yesterday'])
    expect(await keysOf(`age=never&location_id=${dock.id}`)).toEqual([])
  })

  test('has the same numbers as the floor and the overview', async () => {
    const floor = (await session.get('/internal/v1/floor')).body.data
    const at = (id: number) => floor.locations.find((row: { location_id: number }) => row.location_id === id)
    expect(at(hall.id)).toMatchObject({ asset_count: 1, day_count: 1, old_count: 0 })
    expect(at(dock.id)).toMatchObject({ asset_count: 3, day_count: 1, old_count: 0 })
    expect([floor.asset_count, floor.never_seen_count]).toEqual([5, 1])
    const activity = (await session.get('/internal/v1/activity')).body.data
    expect(activity).toMatchObject({ asset_count: 4, day_count: 2, old_count: 0, never_seen_count: 1 })
  })

  test('refuses another age', async () => {
    expect((await session.get('/internal/v1/last-seen?age=month')).status).toBe(400)
  })
})
