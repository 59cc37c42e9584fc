import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import {
  fillWorld,
  type Condition,
  type Listed,
  meets,
  randomConditions,
  type World,
} from '../../support/condition-world'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { createRandom } from '../../support/random-inputs'
import { faultsOf, newAsset } from '../../support/records'
import { until } from '../../support/until'

/** The list of assets with conditions. */

setDefaultTimeout(120_000)

const path = '/internal/v1/asset-list'
let program: Program
let session: Client
let world: World
let all: Listed[]

const get = (conditions: readonly unknown[], query = '') =>
  session.get(`${path}?conditions=${encodeURIComponent(JSON.stringify(conditions))}&limit=200${query}`)

const byNumber = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

async function everyAsset(): Promise<Listed[]> {
  const pages = [await session.get(`${path}?limit=200`), await session.get(`${path}?limit=200&offset=200`)]
  return pages.flatMap(({ body }) => body.data as Listed[])
}

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  world = await fillWorld(session, createRandom(41))
  const isAlerted = (asset: Listed) => asset.location_id !== world.yard.id || asset.has_open_alert
  await until(async () => (await everyAsset()).every(isAlerted), 'each asset in the yard has an alert')
  all = await everyAsset()
})
afterAll(stopPrograms)

// Rule: internal-api.md, Asset list
describe('the list', () => {
  test('has every live asset once, with its place, and counts them', async () => {
    const { body } = await session.get(`${path}?limit=1`)
    expect(body).toMatchObject({ total_count: 241, is_count_exact: true, is_complete: true, problems: [] })
    expect(new Set(all.map(({ id }) => id)).size).toBe(241)
    const report = (await session.get('/api/v1/reports/asset-locations?limit=200')).body.data as {
      asset_id: number
      location_id: number | null
      asset_last_seen: string
    }[]
    for (const row of report)
      expect(all.find(({ id }) => id === row.asset_id)).toMatchObject({
        location_id: row.location_id,
        asset_last_seen: row.asset_last_seen,
      })
  })

  test('equals a filter that looks at every asset, for random conditions and each order', async () => {
    const random = createRandom(7)
    let matched = 0
    for (let round = 0; round < 150; round++) {
      const conditions = randomConditions(random, world)
      const { status, body } = await get(
        conditions,
        `&sort=${random.oneOf(['name', '-external_key', 'last_seen'])}`,
      )
      expect(status).toBe(200)
      const now = Date.now()
      const refused = new Set(body.problems.map(({ index }: { index: number }) => index))
      const applied = conditions.filter((_, index) => !refused.has(index))
      const wanted = all.filter((asset) => applied.every((each) => meets(asset, each, world, now)))
      const found = (body.data as Listed[]).map(({ id }) => id)
      const isWhole = wanted.length <= 200
      expect({ conditions, ids: byNumber(isWhole ? found : []) }).toEqual({
        conditions,
        ids: byNumber(isWhole ? wanted.map(({ id }) => id) : []),
      })
      expect(body.total_count).toBe(wanted.length)
      matched += wanted.length
    }
    expect(matched).toBeGreaterThan(500)
  })

  test.each([
    'external_key',
    '-external_key',
    'name',
    '-name',
    'last_seen',
    '-last_seen',
    'created_at',
    '-updated_at',
  ])('is in the order of %s, page by page, with and without conditions', async (sort) => {
    const field = sort.replace('-', '')
    const column = (field === 'last_seen' ? 'asset_last_seen' : field) as keyof Listed
    for (const conditions of [[], [{ field: 'place', operator: 'below', value: world.hall.id }]]) {
      const query = `conditions=${encodeURIComponent(JSON.stringify(conditions))}&sort=${sort}&limit=37`
      const rows: Listed[] = []
      for (let offset = 0; offset < 241; offset += 37)
        rows.push(...((await session.get(`${path}?${query}&offset=${offset}`)).body.data as Listed[]))
      const values = rows.map((row) => (row[column] as string | null) ?? '')
      const sorted = values.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
      expect(values).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    }
  })
})

// Rule: internal-api.md, Asset list
describe('a condition that does not apply is named, and the others apply', () => {
  const active: Condition = { field: 'state', operator: 'is', value: 'active' }
  test.each<[string, () => Condition[], string]>([
    ['an unknown field', () => [{ field: 'mood', operator: 'is', value: 1 }], 'unknown_field'],
    ['an unknown operator', () => [{ field: 'place', operator: 'near', value: 1 }], 'unknown_operator'],
    ['a field that was deleted', () => [{ field: 'field:size', operator: 'empty' }], 'gone'],
    ['a location that was deleted', () => [{ field: 'place', operator: 'is', value: world.gone.id }], 'gone'],
    ['a location that never was', () => [{ field: 'place', operator: 'below', value: 999_999 }], 'gone'],
    ['a place that is no number', () => [{ field: 'place', operator: 'is', value: 'Dock' }], 'invalid_value'],
    [
      'a time that is none',
      () => [{ field: 'last_seen', operator: 'before', value: 'noon' }],
      'invalid_value',
    ],
    ['days below 0', () => [{ field: 'last_seen', operator: 'within_days', value: -1 }], 'invalid_value'],
    ['an unknown type of tag', () => [{ field: 'tag_type', operator: 'has', value: 'nfc' }], 'invalid_value'],
    ['an empty text', () => [{ field: 'text', operator: 'contains', value: '' }], 'invalid_value'],
    ['a text for a number', () => [{ field: 'field:weight', operator: 'is', value: '7' }], 'invalid_value'],
    [
      'a range in the wrong order',
      () => [{ field: 'field:weight', operator: 'between', value: [9, 1] }],
      'invalid_value',
    ],
    [
      'a date that does not exist',
      () => [{ field: 'field:due', operator: 'after', value: '2027-02-30' }],
      'invalid_value',
    ],
    [
      'an operator of another type of field',
      () => [{ field: 'field:note', operator: 'before', value: 'x' }],
      'unknown_operator',
    ],
    ['the other state', () => [{ field: 'state', operator: 'is', value: 'inactive' }], 'contradiction'],
  ])('%s', async (_, conditions, code) => {
    const { status, body } = await get([active, ...conditions()])
    expect(status).toBe(200)
    expect(body.problems).toMatchObject([{ index: 1, code }])
    expect(body.problems[0].message).toBeString()
    expect(body.total_count).toBe(all.filter((asset) => asset.is_active).length)
  })

  test.each<[string, () => Condition[]]>([
    ['two places', () => [place('is', world.dock), place('is', world.yard)]],
    ['a place and none', () => [place('below', world.hall), { field: 'place', operator: 'none' }]],
    ['a place and never seen', () => [place('is', world.hall), { field: 'last_seen', operator: 'never' }]],
    ['a tag and no such tag', () => [tag('has'), tag('has_not')]],
    ['an end before its beginning', () => [seen('after', '2026-06-02'), seen('before', '2026-06-01')]],
  ])('the second of two that contradict each other: %s', async (_, conditions) => {
    const [first, second] = conditions()
    const { body } = await get([first, second])
    expect(body.problems).toMatchObject([{ index: 1, code: 'contradiction' }])
    expect(body.total_count).toBe((await get([first])).body.total_count)
  })

  const place = (operator: string, { id }: { id: number }): Condition => ({
    field: 'place',
    operator,
    value: id,
  })
  const tag = (operator: string): Condition => ({ field: 'tag_type', operator, value: 'rfid' })
  const seen = (operator: string, date: string): Condition => ({
    field: 'last_seen',
    operator,
    value: `${date}T00:00:00Z`,
  })
})

// Rule: internal-api.md, Asset list
test.each([
  ['no JSON', '[{'],
  ['no array', '{"field":"place"}'],
  ['a condition without an operator', '[{"field":"place"}]'],
  ['a condition with another member', '[{"field":"place","operator":"none","not":true}]'],
  ['more than 20 conditions', JSON.stringify(Array(21).fill({ field: 'place', operator: 'none' }))],
])('a parameter with %s is refused', async (_, text) => {
  expect(faultsOf(await session.get(`${path}?conditions=${encodeURIComponent(text)}`))).toEqual([
    400,
    'conditions invalid_value',
  ])
})

// Rule: internal-api.md, Asset list
test('all matches can be selected and exported, in the order of the list', async () => {
  const conditions = [{ field: 'tag_type', operator: 'has', value: 'ble' }]
  const query = `conditions=${encodeURIComponent(JSON.stringify(conditions))}&sort=-external_key`
  const wanted = all
    .filter((asset) => asset.tags.some(({ tag_type: type }) => type === 'ble'))
    .toSorted((a, b) => (a.external_key < b.external_key ? 1 : -1))
  const { body } = await session.get(`${path}/ids?${query}`)
  expect(body.data).toEqual({ asset_ids: wanted.map(({ id }) => id), problems: [] })
  const file = await session.get(`${path}/export?${query}`)
  const lines = file.text.trim().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[0])).toEqual(wanted.map((asset) => asset.external_key))
})

// Rule: internal-api.md, Asset list
test('conditions on what changes follow the changes of tags and places', async () => {
  const other = await otherOrganization(program, 'Changing')
  const asset = await newAsset(other, { external_key: 'X' })
  const count = async (conditions: readonly Condition[]) =>
    (await other.get(`${path}?conditions=${encodeURIComponent(JSON.stringify(conditions))}`)).body.total_count
  const without: Condition[] = [{ field: 'tag_type', operator: 'has_not', value: 'rfid' }]
  expect(await count(without)).toBe(1)
  const tag = await other.post(`/api/v1/assets/${asset.id}/tags`, { tag_type: 'rfid', value: 'E9' })
  expect(await count(without)).toBe(0)
  await other.delete(`/api/v1/assets/${asset.id}/tags/${tag.body.data.id}`)
  expect(await count(without)).toBe(1)
  await other.post(`/api/v1/assets/${asset.id}/tags`, { tag_type: 'rfid', value: 'E8' })
  const never: Condition[] = [{ field: 'last_seen', operator: 'never' }]
  expect(await count(never)).toBe(1)
  const hall = (await other.post('/api/v1/locations', { name: 'Hall' })).body.data
  await other.post('/internal/v1/scans', {
    location_id: hall.id,
    reads: [{ value: 'E8', observed_at: new Date().toISOString() }],
  })
  expect(await count(never)).toBe(0)
  // A location of another organization is as one that does not exist.
  const foreign = await other.get(
    `${path}?conditions=${encodeURIComponent(JSON.stringify([{ field: 'place', operator: 'is', value: world.hall.id }]))}`,
  )
  expect(foreign.body.problems).toMatchObject([{ index: 0, code: 'gone' }])
})

// Rule: internal-api.md, Asset list
test('conditions on fields follow changes, deletions and restorations, and hold for fields that are defined later', async () => {
  const random = createRandom(11)
  const other = await otherOrganization(program, 'Fields')
  const created: { readonly id: number; metadata: Record<string, unknown>; isDeleted: boolean }[] = []
  const value = () =>
    random.oneOf<unknown>([undefined, 'A', 'a', 'Ä', '', 5, -5, -0.5, 1e300, '2027-01-02', null, ['A']])
  const define = (key: string, type: string) =>
    other.post('/internal/v1/asset-fields', { key, name: key, type })
  const change = async () => {
    const asset = random.oneOf(created)
    if (created.length < 30 || random.chance(0.2)) {
      // Most metadata has few values, and some has many.
      const others = random.chance(0.2) ? Array.from({ length: 200 }, (_, at) => [`other ${at}`, at]) : []
      const metadata = { ...Object.fromEntries(others), early: value(), late: value() }
      const { id } = await newAsset(other, { external_key: `F-${created.length}`, metadata })
      created.push({ id, metadata, isDeleted: false })
    } else if (asset.isDeleted) {
      expect((await other.post(`/internal/v1/deleted-assets/${asset.id}/restore`, {})).status).toBe(200)
      asset.isDeleted = false
    } else if (random.chance(0.3)) {
      expect((await other.delete(`/api/v1/assets/${asset.id}`)).status).toBe(204)
      asset.isDeleted = true
    } else {
      asset.metadata = { early: value(), late: value() }
      const patched = await other.patch(`/api/v1/assets/${asset.id}`, { metadata: asset.metadata })
      expect(patched.status).toBe(200)
    }
  }
  const expectAllFound = async (key: string, type: string) => {
    const stored = (asset: (typeof created)[number]) => {
      const of = asset.metadata[key]
      return typeof of === (type === 'number' ? 'number' : 'string') && of !== '' ? of : undefined
    }
    const fold = (of: unknown) => (typeof of === 'string' ? of.toLowerCase() : of)
    const wanted = type === 'number' ? -0.5 : type === 'date' ? '2027-01-02' : 'ä'
    const live = created.filter(({ isDeleted }) => !isDeleted)
    const tests: readonly [string, (of: unknown) => boolean][] = [
      ['is', (of) => fold(of) === wanted],
      ['is_not', (of) => fold(of) !== wanted],
      ['empty', (of) => of === undefined],
      ['not_empty', (of) => of !== undefined],
    ]
    for (const [operator, isMet] of tests) {
      const conditions = JSON.stringify([{ field: `field:${key}`, operator, value: wanted }])
      const { body } = await other.get(`${path}?limit=200&conditions=${encodeURIComponent(conditions)}`)
      expect([operator, byNumber((body.data as Listed[]).map(({ id }) => id))]).toEqual([
        operator,
        byNumber(live.filter((asset) => isMet(stored(asset))).map(({ id }) => id)),
      ])
      expect([body.total_count, body.is_complete]).toEqual([body.data.length, true])
    }
  }

  await define('early', 'text')
  for (let step = 0; step < 60; step++) await change()
  await expectAllFound('early', 'text')
  for (const type of ['number', 'date', 'choice']) {
    const { id } = (
      await other.post('/internal/v1/asset-fields', {
        key: 'late',
        name: 'Late',
        type,
        ...(type === 'choice' && { options: ['A'] }),
      })
    ).body.data
    await expectAllFound('late', type)
    for (let step = 0; step < 20; step++) await change()
    await expectAllFound('late', type)
    await expectAllFound('early', 'text')
    expect((await other.delete(`/internal/v1/asset-fields/${id}`)).status).toBe(204)
  }
})
