import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Client, signIn } from '../../support/client'
import { startProgram, stopPrograms } from '../../support/program'
import { newAsset, newLocation, newTagged } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'

/** The list of assets at an instant. */

let session: Client
let hall: number
let dock: number
const then = secondsAgo(1800)

async function list(at: string, conditions: readonly unknown[] = [], query = '') {
  const text = encodeURIComponent(JSON.stringify(conditions))
  const { body } = await session.get(`/internal/v1/asset-list?at=${at}&conditions=${text}${query}`)
  const rows = body.data as { name: string; location_name: string | null; asset_last_seen: string }[]
  return { ...body, places: rows.map(({ name, location_name: place }) => `${name} at ${place}`) }
}

beforeAll(async () => {
  session = await signIn(await startProgram())
  hall = (await newLocation(session, { name: 'Hall' })).id
  dock = (await newLocation(session, { name: 'Dock', parent_id: hall })).id
  const yard = (await newLocation(session, { name: 'Yard' })).id
  for (const [key, from, to] of [
    ['A', dock, yard],
    ['B', hall, yard],
    ['C', yard, dock],
  ] as const) {
    await newTagged(session, key, { external_key: key, name: key, metadata: { grade: key } })
    await scan(session, from, key, secondsAgo(3600))
    await scan(session, to, key, secondsAgo(600))
  }
  await newAsset(session, { name: 'Unseen' })
  await session.post('/internal/v1/asset-fields', { key: 'grade', name: 'Grade', type: 'text' })
})
afterAll(stopPrograms)

// Rule: internal-api.md, Asset list
test('the list at an instant has the places of then, in the order of the keys', async () => {
  expect((await list(then)).places).toEqual(['A at Dock', 'B at Hall', 'C at Yard'])
  const reverse = await list(then, [], '&sort=-external_key&limit=2')
  expect(reverse.places).toEqual(['C at Yard', 'B at Hall'])
  expect(reverse).toMatchObject({ total_count: 3, is_count_exact: true, is_complete: true, problems: [] })
  expect((await list(secondsAgo(7200))).places).toEqual([])
})

// Rule: internal-api.md, Asset list
test.each<[string, () => unknown[], string[]]>([
  ['a place with those below it', () => [['place', 'below', hall]], ['A at Dock', 'B at Hall']],
  ['a place alone', () => [['place', 'is', hall]], ['B at Hall']],
  ['a text', () => [['text', 'contains', 'c']], ['C at Yard']],
  ['a place and a text', () => [['place', 'below', hall], ['text', 'contains', 'a']], ['A at Dock']], // prettier-ignore
  ['a field', () => [['field:grade', 'is', 'B']], ['B at Hall']],
  ['a place and a field', () => [['place', 'is', dock], ['field:grade', 'is_not', 'B']], ['A at Dock']], // prettier-ignore
  ['a field that no asset has', () => [['field:grade', 'is', 'Z']], []],
  ['a state and a tag', () => [['state', 'is', 'active'], ['tag_type', 'has', 'ble']], []], // prettier-ignore
])('conditions narrow the list of then: %s', async (_, conditions, places) => {
  const found = await list(
    then,
    conditions().map((each) => {
      const [field, operator, value] = each as readonly unknown[]
      return { field, operator, value }
    }),
  )
  expect(found).toMatchObject({ places, total_count: places.length, problems: [] })
})

// Rule: internal-api.md, Asset list
test('conditions about the present are named, and the others apply', async () => {
  const found = await list(then, [
    { field: 'last_seen', operator: 'within_days', value: 1 },
    { field: 'place', operator: 'is', value: dock },
    { field: 'alert', operator: 'is', value: 'open' },
    { field: 'place', operator: 'none' },
    { field: 'dwell_minutes', operator: 'more', value: 5 },
  ])
  expect(found.places).toEqual(['A at Dock'])
  expect(found.problems).toMatchObject([0, 2, 3, 4].map((index) => ({ index, code: 'present_only' })))
})
