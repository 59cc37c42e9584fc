import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, signIn } from '../../support/client'
import { startProgram, stopPrograms } from '../../support/program'
import { newLocation, newTagged, type Row } from '../../support/records'
import { scan, secondsAgo, secondsAhead } from '../../support/scans'

/** The assets by the time of their last read (docs/internal-api.md, Asset list). */

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

type Condition = readonly [field: string, operator: string, value?: unknown]

async function keysOf(...conditions: readonly Condition[]): Promise<string[]> {
  const text = JSON.stringify(conditions.map(([field, operator, value]) => ({ field, operator, value })))
  const query = `conditions=${encodeURIComponent(text)}&sort=-last_seen`
  const { data } = (await session.get(`/internal/v1/asset-list?${query}`)).body
  return data.map((row: { external_key: string }) => row.external_key)
}

const lastDay: Condition = ['last_seen', 'within_days', 1]
const week: readonly Condition[] = [
  ['last_seen', 'within_days', 7],
  ['last_seen', 'older_than_days', 1],
]
const never: Condition = ['last_seen', 'never']

// Rule: internal-api.md, Asset list
describe('the list of assets by their last read', () => {
  test.each<[string, readonly Condition[], readonly string[]]>([
    ['of a day', [lastDay], ['now', 'yesterday']],
    ['of a week without its last day', week, ['midweek', 'monthly']],
    ['before', [['last_seen', 'older_than_days', 7]], []],
    ['never', [never], ['lost']],
    ['of a day with a text', [lastDay, ['text', 'contains', 'YEST']], ['yesterday']],
    ['never with another text', [never, ['text', 'contains', 'x']], []],
    ['of a day at a location', [lastDay, ['place', 'is', 'dock']], ['yesterday']],
  ])('contains those %s', async (_, conditions, keys) => {
    const given = conditions.map(([field, operator, value]): Condition => [
      field,
      operator,
      value === 'dock' ? dock.id : value,
    ])
    expect(await keysOf(...given)).toEqual([...keys])
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
})

// Rule: internal-api.md, Asset list
test('an asset has been at its place since its last event elsewhere, also when an event of that instant is at the place', async () => {
  await newTagged(session, 'twin')
  const at = secondsAgo(300)
  for (const place of [hall, dock]) await scan(session, place.id, 'twin', at)
  const back = secondsAhead(-10)
  await scan(session, hall.id, 'twin', back)
  const conditions = [
    { field: 'text', operator: 'contains', value: 'twin' },
    { field: 'dwell_minutes', operator: 'less', value: 2 },
  ]
  const query = `conditions=${encodeURIComponent(JSON.stringify(conditions))}`
  const { data } = (await session.get(`/internal/v1/asset-list?${query}`)).body
  expect(data).toMatchObject([{ external_key: 'twin', location_id: hall.id, arrived_at: back }])
})
