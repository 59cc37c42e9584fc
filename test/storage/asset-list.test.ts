import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { join } from 'node:path'
import type { AssetListFilter, FieldCondition } from '../../src/storage/core/store'
import { assetListReads } from '../../src/storage/queries/history/asset-list'
import { utilizationReads } from '../../src/storage/queries/stays/utilization-reads'
import { openReader } from '../../src/storage/sqlite/reader'
import { fromMicros } from '../../src/base/time'
import { signIn } from '../support/client'
import { fillWorld, type World } from '../support/condition-world'
import { openDatabase } from '../support/direct-database'
import { everyAsset } from '../support/every-asset'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { createRandom } from '../support/random-inputs'
import { until } from '../support/until'

/** The three ways in which a list with conditions is found, which differ only in their cost (decision 0041). */

setDefaultTimeout(60_000)

let program: Program
let world: World
/** The ids of the fields, by key. */
let fields: ReadonlyMap<string, number>

beforeAll(async () => {
  program = await startProgram()
  world = await fillWorld(await signIn(program), createRandom(3))
  using db = openDatabase(program.dataDir)
  const unfinished = db.query('select 1 from asset_fields where indexed_to is not null')
  await until(() => unfinished.get() === null, 'the values of the fields are stored for all assets')
  const rows = db.query<{ id: number; field_key: string }, []>('select id, field_key from asset_fields').all()
  fields = new Map(rows.map((row) => [row.field_key, row.id]))
})
afterAll(stopPrograms)

const light = { key: 'weight', kind: 'number', test: 'before', value: 20, indexId: undefined } as const
const indexed = (condition: FieldCondition): FieldCondition => ({
  ...condition,
  indexId: fields.get(condition.key),
})
const daysAgo = (days: number) => (Date.now() - days * 86_400_000) * 1000

const filters: Readonly<Record<string, () => AssetListFilter>> = {
  'a place': () => ({ ...everyAsset, locationIds: [world.yard.id, world.hall.id] }),
  'a tag': () => ({ ...everyAsset, tags: { has: [], hasNot: ['rfid'] } }),
  'a text': () => ({ ...everyAsset, texts: ['pallet'] }),
  'a place and a tag': () => ({
    ...everyAsset,
    locationIds: [world.yard.id],
    tags: { has: ['ble'], hasNot: [] },
  }),
  'a time and an active state': () => ({
    ...everyAsset,
    isActive: true,
    seen: { from: undefined, before: daysAgo(5) },
  }),
  'a tag and a field': () => ({ ...everyAsset, tags: { has: ['ble'], hasNot: [] }, fields: [light] }),
  'a field': () => ({ ...everyAsset, fields: [light] }),
  'a field with an index': () => ({ ...everyAsset, fields: [indexed(light)] }),
  'a range of a field with an index, and a tag': () => ({
    ...everyAsset,
    tags: { has: [], hasNot: ['rfid'] },
    fields: [indexed({ ...light, test: 'from', value: 0 }), indexed({ ...light, test: 'to', value: 20 })],
  }),
  'two fields with an index': () => ({
    ...everyAsset,
    fields: [
      indexed(light),
      indexed({ ...light, key: 'color', kind: 'choice', test: 'is_not', value: 'rot' }),
    ],
  }),
  'a stay': () => ({ ...everyAsset, arrived: { from: undefined, before: daysAgo(3) } }),
  'no place': () => ({ ...everyAsset, isNowhere: true }),
}
const scope = () => ({ organizationId: 1, now: fromMicros(Date.now() * 1000) })
const everything = { few: 1000, walked: 1000, compared: 1000, counted: 1000, sorted: 1000 }

/** Reads all pages of a list whose limits force another way. */
async function idsOf(filter: AssetListFilter, limits: typeof everything): Promise<number[]> {
  using reader = openReader(join(program.dataDir, 'whereabouts.db'))
  const { matches } = assetListReads(drizzle(reader), limits)
  const order = { field: 'last_seen', descending: true } as const
  const ids: number[] = []
  for (let offset = 0; ; offset += 25) {
    const page = await matches(scope(), filter, order, { limit: 25, offset })
    expect(page.isComplete).toBe(true)
    ids.push(...page.ids)
    if (page.ids.length < 25) return ids
  }
}

// Rule: internal-api.md, Asset list
describe.each(Object.keys(filters))('the list of %s', (name) => {
  test('has the same assets in the same order in each way', async () => {
    const filter = filters[name]?.() ?? everyAsset
    const compared = await idsOf(filter, everything)
    expect(compared.length).toBeGreaterThan(5)
    expect(await idsOf(filter, { ...everything, few: 1 })).toEqual(compared)
    expect(await idsOf(filter, { ...everything, few: 1, walked: 0 })).toEqual(compared)
    expect(await idsOf(filter, { ...everything, few: 1, walked: 0, sorted: 0 })).toEqual(compared)
  })

  test('has the same first page when matches are counted in another order', async () => {
    using reader = openReader(join(program.dataDir, 'whereabouts.db'))
    const filter = filters[name]?.() ?? everyAsset
    const whole = await idsOf(filter, everything)
    const order = { field: 'last_seen', descending: true } as const
    for (const few of [2, 4])
      for (const walked of [40, 120]) {
        const { matches } = assetListReads(drizzle(reader), { ...everything, few, walked, sorted: 0 })
        const found = await matches(scope(), filter, order, { limit: 2, offset: 0 })
        expect(found.ids).toEqual(whole.slice(0, 2))
        expect(found.isExact ? found.total === whole.length : found.total < whole.length).toBe(true)
      }
  })

  test('counts exactly, or says that there are more', async () => {
    using reader = openReader(join(program.dataDir, 'whereabouts.db'))
    const filter = filters[name]?.() ?? everyAsset
    const whole = await idsOf(filter, everything)
    const { matches } = assetListReads(drizzle(reader), { ...everything, few: 3, walked: 200 })
    const order = { field: 'external_key', descending: false } as const
    const { total, isExact } = await matches(scope(), filter, order, { limit: 2, offset: 0 })
    if (isExact) expect(total).toBe(whole.length)
    else expect(total).toBeLessThan(whole.length)
  })
})

// Rule: internal-api.md, Asset list
test('the index of values finds what a comparison of the metadata of all assets finds', async () => {
  const tests = ['is', 'is_not', 'from', 'to', 'before', 'after', 'empty', 'not_empty'] as const
  const values = {
    weight: [-4, -3, -0, 1.5, 19.99, 20, 1e308],
    due: ['2027-05-15', '2027-01-01', '2028-01-01'],
    color: ['ROT', 'grün', 'violet'],
    note: ['STRAßE', 'nass', ' '],
  }
  const kinds = { weight: 'number', due: 'date', color: 'choice', note: 'text' } as const
  for (const key of ['weight', 'due', 'color', 'note'] as const)
    for (const value of values[key])
      for (const test of tests) {
        const condition: FieldCondition = { key, kind: kinds[key], test, value, indexId: undefined }
        if (['from', 'to', 'before', 'after'].includes(test) && ['color', 'note'].includes(key)) continue
        const compared = await idsOf({ ...everyAsset, fields: [condition] }, everything)
        const found = await idsOf(
          { ...everyAsset, fields: [indexed(condition)] },
          { ...everything, compared: 0 },
        )
        expect({ condition, found }).toEqual({ condition, found: compared })
      }
})

// Rule: internal-api.md, Asset list
test('a condition without an index is compared for a limited number of assets, and the list says so', async () => {
  using reader = openReader(join(program.dataDir, 'whereabouts.db'))
  const { matches } = assetListReads(drizzle(reader), { ...everything, compared: 100 })
  const filter = { ...everyAsset, fields: [{ ...light, value: -1 }] }
  const order = { field: 'external_key', descending: false } as const
  const { total, isComplete } = await matches(scope(), filter, order, { limit: 50, offset: 0 })
  expect(isComplete).toBe(false)
  expect(total).toBeLessThan((await idsOf(filter, everything)).length)
})

// Rule: internal-api.md, Asset list
test('the pages of a list that is not complete continue each other, in the order of the list', async () => {
  using reader = openReader(join(program.dataDir, 'whereabouts.db'))
  const filter = { ...everyAsset, fields: [light] }
  const whole = await idsOf(filter, everything)
  const order = { field: 'last_seen', descending: true } as const
  for (const few of [1000, 5]) {
    const { matches } = assetListReads(drizzle(reader), { ...everything, few, compared: 100, walked: 400 })
    const ids: number[] = []
    for (let offset = 0; ; offset += 10) {
      const page = await matches(scope(), filter, order, { limit: 10, offset })
      expect([page.isComplete, page.isExact]).toEqual([false, few === 1000])
      ids.push(...page.ids)
      if (page.ids.length < 10) break
    }
    expect(ids.length).toBeGreaterThan(10)
    expect(ids).toEqual(whole.filter((id) => ids.includes(id)))
    expect(ids.length).toBeLessThan(whole.length)
  }
})

// Rule: internal-api.md, Utilization
test('the days on which assets moved are the same, whether the stays of each asset or of all are read', async () => {
  using reader = openReader(join(program.dataDir, 'whereabouts.db'))
  const bounds = Array.from({ length: 41 }, (_, day) => daysAgo(40 - day))
  const count = async (few: number) =>
    utilizationReads(drizzle(reader), few).of(
      scope(),
      everyAsset,
      { bounds, isMostUsedFirst: true, max: 1000 },
      { limit: 1000, offset: 0 },
    )
  const found = await count(1000)
  expect(found?.usedCount).toBeGreaterThan(0)
  expect(await count(0)).toEqual(found)
})
