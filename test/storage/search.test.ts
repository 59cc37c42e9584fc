import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../migrations'
import { storedBase } from '../../src/tracking/history/base'
import { searchTexts } from '../../src/inventory/records/rules'
import { SearchIndexer } from '../../src/storage/core/search-indexer'
import { makeOurs, migrate } from '../../src/storage/sqlite/migrate'
import { assetListReads } from '../../src/storage/queries/assets/asset-lists'
import { reportReads } from '../../src/storage/queries/history/report'
import { placesAtReads } from '../../src/storage/queries/history/places-at'
import { openReader } from '../../src/storage/sqlite/reader'
import type { SearchLimits } from '../../src/storage/search/search'
import { openSqlite } from '../../src/storage/sqlite/open'
import type { AssetRow, Store, Writes } from '../../src/storage/core/store'
import { fold } from '../../src/base/text'
import { fromMicros, type Instant } from '../../src/base/time'
import { at, silent } from './engines'

/**
 * Searches use an index that is built in the background (decision 0018). These tests compare lists with plain filters
 * over all rows, whatever part of the rows is indexed.
 */

const start = 1_790_000_000_000_000
const instants = [0, 1, 61e6, 2_700_000e6].map((step): Instant => fromMicros(start + step))
const [first] = instants as [Instant, ...Instant[]]
const latest = instants.at(-1) as Instant
const instant = fc.constantFrom(...instants)

/** Few units, so that terms match, and all that could be mistaken: patterns, quotes, folding, pairs of surrogates. */
const units = [
  'a',
  'A',
  'b',
  'ä',
  'Ä',
  'ß',
  'ẞ',
  'İ',
  'ı',
  'i',
  '%',
  '_',
  '"',
  "'",
  '\\',
  '*',
  ' ',
  '😀',
  '😁',
  '\u0301',
  '\uffff',
  '本',
  '0',
]
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...units), { maxLength }).map((found) => found.join(''))
const description = fc.option(text(12), { nil: null })

const fields = fc
  .record({
    name: text(8),
    description,
    isActive: fc.boolean(),
    updatedAt: instant,
    validFrom: instant,
    validTo: fc.option(instant, { nil: null }),
  })
  // The services reject a validity that ends before it begins.
  .map((found) => ({
    ...found,
    validTo: found.validTo !== null && found.validTo > found.validFrom ? found.validTo : null,
  }))
const which = fc.nat({ max: 11 })
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('create' as const), fields, tag: fc.option(text(6)) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('update' as const), fields, which }) },
  fc.record({ does: fc.constant('delete' as const), at: instant, which }),
  fc.record({ does: fc.constant('tag' as const), which, value: text(6) }),
  fc.record({ does: fc.constant('untag' as const), which }),
  fc.record({ does: fc.constant('place' as const), which, at: instant }),
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('index' as const), steps: fc.integer({ min: 1, max: 6 }) }),
  },
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

interface Asset {
  row: AssetRow
  tags: Map<number, string>
  seenAt: number | undefined
}

const orderBy = <F extends string>(...names: F[]) =>
  fc.uniqueArray(fc.record({ field: fc.constantFrom(...names), descending: fc.boolean() }), {
    minLength: 1,
    maxLength: 2,
    selector: ({ field }) => field,
  })
const query = fc.record({
  search: text(8).filter((found) => found !== ''),
  includeDeleted: fc.boolean(),
  isActive: fc.constantFrom(undefined, true, false),
  now: instant,
  slice: fc.record({ limit: fc.integer({ min: 1, max: 5 }), offset: fc.nat({ max: 6 }) }),
  order: orderBy('external_key', 'name', 'created_at', 'updated_at'),
  reportOrder: orderBy('asset_last_seen', 'asset_external_key', 'location_external_key'),
  /** The report of some locations: by id, by key, of the one without assets, or of all. */
  at: fc.constantFrom('all', 'id', 'key', 'empty'),
})
type Query = typeof query extends fc.Arbitrary<infer T> ? T : never

let directory: string
let path: string
let store: Store
let indexer: SearchIndexer
let made = 0
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'whereabouts-search-'))
  path = join(directory, 'whereabouts.db')
  store = openStore()
  indexer = new SearchIndexer(store, { pendingMin: 2, pendingMax: 3, segmentMax: 9 })
})
afterAll(async () => {
  await store.close()
  rmSync(directory, { recursive: true })
})

const openStore = (): Store =>
  openSqlite({
    directory,
    now: () => at,
    log: silent,
    onFatal: (error) => expect.unreachable(String(error)),
  })

/** The reads of lists. With other limits, searches of few rows take the ways of searches of many. */
const ways = {
  'of few matches': () => store.read,
  'of many matches': () => withLimits({ few: 0, sorted: 1_000, first: 1_000 }),
  'of many matches, far from the beginning': () => withLimits({ few: 0, sorted: 0, first: 0 }),
}
let reader: Database | undefined
function withLimits(limits: SearchLimits) {
  const db = drizzle((reader ??= openReader(path)))
  return {
    assets: assetListReads(db, limits),
    report: reportReads(db, limits),
    placesAt: placesAtReads(db, limits),
  }
}
type Lists = ReturnType<(typeof ways)[keyof typeof ways]>
afterAll(() => reader?.close())

class World {
  readonly assets: Asset[] = []
  constructor(
    readonly organizationId: number,
    readonly locationId: number,
    readonly locationKey: string,
  ) {}

  async apply(change: Change): Promise<void> {
    if (change.does === 'index') {
      indexer.beginPeriod()
      for (let step = 0; step < change.steps; step++) await indexer.step()
      return
    }
    if (change.does === 'create') return this.#create(change)
    const asset = this.assets[change.which % Math.max(this.assets.length, 1)]
    if (!asset || asset.row.deletedAt !== null) return
    await store.write(async (tx) => this.#change(tx, asset, change))
  }

  async #create({ fields, tag }: Change & { does: 'create' }): Promise<void> {
    const { organizationId } = this
    const externalKey = `aB-${++made}`
    const texts = searchTexts({ ...fields, externalKey })
    const columns = { organizationId, externalKey, metadata: '{}', createdAt: fields.updatedAt }
    const asset: Asset = { row: undefined as never, tags: new Map(), seenAt: undefined }
    await store.write(async (tx) => {
      asset.row = await tx.assets.insert({ ...fields, ...columns, ...texts })
      if (tag !== null) await attach(tx, asset, tag)
    })
    this.assets.push(asset)
  }

  async #change(tx: Writes, asset: Asset, change: Exclude<Change, { does: 'index' | 'create' }>) {
    switch (change.does) {
      case 'update':
        asset.row = { ...asset.row, ...change.fields }
        asset.row = { ...asset.row, ...searchTexts(asset.row) }
        return tx.assets.update(asset.row)
      case 'delete':
        asset.row = { ...asset.row, deletedAt: change.at }
        return tx.assets.update(asset.row)
      case 'tag':
        return attach(tx, asset, change.value)
      case 'untag': {
        const [id] = asset.tags.keys()
        if (id === undefined) return
        asset.tags.delete(id)
        await tx.tags.delete({ assetId: asset.row.id }, id, first)
        return
      }
      case 'place':
        asset.seenAt = start + instants.indexOf(change.at)
        return place(tx, this, asset.row.id, asset.seenAt)
    }
  }

  /** Returns the ids and the number of the assets that a list must contain. */
  expected({ search, isActive, slice, ...query }: Query, order: Query['order'], isReport: boolean) {
    const needle = fold(search)
    const found = this.assets.filter(({ row, tags, seenAt }) => {
      const texts = [
        row.externalKey,
        row.name,
        ...tags.values(),
        ...(isReport ? [] : [row.description ?? '']),
      ]
      return (
        texts.some((text) => fold(text).includes(needle)) &&
        (row.validFrom <= row.updatedAt || row.validFrom <= query.now) &&
        (row.validTo === null || row.validTo > query.now) &&
        (query.includeDeleted || row.deletedAt === null) &&
        (isReport
          ? seenAt !== undefined && query.at !== 'empty'
          : isActive === undefined || row.isActive === isActive)
      )
    })
    return pageOf(found, order, slice)
  }

  /** The same for the list of locations at the latest instant. */
  expectedThen({ search, at: where, slice }: Query, order: Order) {
    const needle = fold(search)
    const found = this.assets.filter(
      ({ row, tags, seenAt }) =>
        [row.externalKey, row.name, ...tags.values()].some((text) => fold(text).includes(needle)) &&
        (row.validTo === null || row.validTo > latest) &&
        row.deletedAt === null &&
        seenAt !== undefined &&
        where !== 'empty',
    )
    return pageOf(found, order, slice)
  }
}

function pageOf(found: readonly Asset[], order: Order, { limit, offset }: Query['slice']) {
  const ids = found.toSorted((one, other) => compare(one, other, order)).map(({ row }) => row.id)
  return { ids: ids.slice(offset, offset + limit), total: ids.length }
}

async function attach(tx: Writes, asset: Asset, value: string): Promise<void> {
  const { organizationId, id: assetId } = asset.row
  const tag = { organizationId, assetId, locationId: null, tagType: 'rfid' as const }
  const unique = `${value}${++made}`
  const row = await tx.tags.insert({
    ...tag,
    value: unique,
    normalized: unique,
    searchValue: fold(unique),
    identity: '',
  })
  asset.tags.set(row.id, unique)
}

async function place(tx: Writes, { organizationId, locationId }: World, assetId: number, at: number) {
  const head = await tx.history.saveEvent(organizationId, assetId, {
    locationId,
    firstAt: at,
    lastAt: at,
    readCount: 1,
    readerId: null,
    antenna: null,
    strongestRssi: null,
    cause: 'first',
    presenceTimeoutSeconds: 300,
  })
  const base = storedBase({ at: 0, current: null, reads: 0, evidence: null })
  await tx.history.savePlacement({
    assetId,
    organizationId,
    lastSeenAt: at,
    lastRead: null,
    base,
    head,
    evidence: null,
  })
}

type Order = readonly { readonly field: string; readonly descending: boolean }[]
const valueOf = ({ row, seenAt }: Asset, field: string): Buffer | number =>
  ({
    external_key: Buffer.from(row.externalKey),
    asset_external_key: Buffer.from(row.externalKey),
    name: Buffer.from(row.name),
    created_at: Buffer.from(row.createdAt),
    updated_at: Buffer.from(row.updatedAt),
    asset_last_seen: seenAt ?? 0,
    location_external_key: 0,
  })[field] ?? 0

function compare(one: Asset, other: Asset, order: Order): number {
  for (const { field, descending } of order) {
    const [a, b] = [valueOf(one, field), valueOf(other, field)]
    const result = typeof a === 'number' ? a - (b as number) : Buffer.compare(a, b as Buffer)
    if (result !== 0) return descending ? -result : result
  }
  return one.row.id - other.row.id
}

async function openWorld(): Promise<World> {
  return store.write(async (tx) => {
    const slug = `world-${++made}`
    const { id } = await tx.accounts.insertOrganization({ name: slug, slug, createdAt: first })
    const row = { name: 'Dock', description: null, isActive: true, parentId: null }
    const times = { validFrom: first, validTo: null, createdAt: first, updatedAt: first }
    const externalKey = `dock-${made}`
    const texts = searchTexts({ ...row, externalKey })
    const locationId = await tx.locations.insert({
      organizationId: id,
      externalKey,
      ...row,
      ...times,
      ...texts,
    })
    return new World(id, locationId, externalKey)
  })
}

async function check(world: World, query: Query, lists: Lists): Promise<void> {
  const { organizationId } = world
  const { includeDeleted, isActive, now, slice, order, reportOrder } = query
  const search = fold(query.search)
  const filter = { externalKeys: [], includeDeleted, isActive, search }
  const listed = await lists.assets.list(organizationId, filter, now, { order, ...slice })
  expect({ ids: listed.rows.map(({ id }) => id), total: listed.total }).toEqual(
    world.expected(query, order, false),
  )
  const none = { assetIds: [], assetExternalKeys: [], locationIds: [], locationExternalKeys: [] }
  const locationIds = query.at === 'id' ? [world.locationId] : query.at === 'empty' ? [0] : []
  const locationExternalKeys = query.at === 'key' ? [world.locationKey] : []
  const report = { ...none, includeDeleted, search, locationIds, locationExternalKeys }
  const reported = await lists.report.list(organizationId, report, now, { order: reportOrder, ...slice })
  expect({ ids: reported.rows.map(({ assetId }) => assetId), total: reported.total }).toEqual(
    world.expected(query, reportOrder as never, true),
  )
  // The list at an instant has no filter on the keys of locations.
  if (query.at === 'key') return
  const then = [{ field: 'asset_external_key', descending: order[0]?.descending ?? false }] as const
  const filterThen = { assetIds: [], locationIds, search }
  const placed = await lists.placesAt.at(organizationId, filterThen, latest, { order: then, ...slice })
  expect({ ids: placed.rows.map(({ assetId }) => assetId), total: placed.total }).toEqual(
    world.expectedThen(query, then),
  )
}

describe('a list with a search', () => {
  test.each(Object.entries(ways))(
    '%s has the total and the page of a plain filter, however much of the rows is indexed',
    (_way, open) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ change, isOther: fc.boolean() }), { minLength: 5, maxLength: 60 }),
          fc.array(query, { minLength: 1, maxLength: 8 }),
          async (changes, queries) => {
            const worlds = [await openWorld(), await openWorld()] as const
            for (const { change, isOther } of changes) await worlds[isOther ? 1 : 0].apply(change)
            for (const query of queries) await check(worlds[0], query, open())
            indexer.beginPeriod()
            while (await indexer.step());
            for (const query of queries) await check(worlds[1], query, open())
          },
        ),
        { numRuns: 80 },
      ),
    120_000,
  )
})

/** Rows of an older version, with names that share trigrams. */
function fill(count: number): void {
  using db = new Database(path, { create: true })
  makeOurs(db)
  migrate(
    db,
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === '0014_search'),
    ),
    () => first,
    () => {},
  )
  db.run(`insert into organizations (name, slug, created_at) values ('North', 'north', '${first}')`)
  db.run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into assets (organization_id, external_key, name, is_active, metadata, valid_from, created_at, updated_at,
      search_key, search_description)
    select 1, 'KEY-' || i, 'Pallet ' || i, 1, '{}', '${first}', '${first}', '${first}',
      'key-' || i || char(31) || 'pallet ' || i, iif(i % 4 = 0, 'old', 'new') from n`)
  db.run(`insert into organizations (name, slug, created_at) values ('South', 'south', '${first}')`)
  // A few assets of another organization, followed by a last one of the first.
  db.run(`insert into assets (organization_id, external_key, name, is_active, metadata, valid_from, created_at, updated_at,
      search_key, search_description)
    select 2, external_key, name, is_active, metadata, valid_from, created_at, updated_at, search_key, search_description
      from assets where id <= 40
    union all select 1, 'LAST', name, is_active, metadata, valid_from, created_at, updated_at, 'last', search_description
      from assets where id = 1`)
}

const terms = ['1', '99', 'last', 'pallet', 'pallet 1', 't 10', 'old', 'key-2', '%', 'zz', 'llet 77']
const filter = (search: string) => ({ externalKeys: [], includeDeleted: false, isActive: undefined, search })
const byName = [{ field: 'name', descending: false }] as const

/** Compares searches with a filter over all rows of the database. */
async function compareAll(store: Store): Promise<void> {
  using db = new Database(path, { readonly: true })
  const wanted = db.query<{ id: number }, [number, string]>(
    `select id from assets where organization_id = ?1 and deleted_at is null
      and (instr(search_key, ?2) or instr(search_tags, ?2) or instr(search_description, ?2)) order by name, id`,
  )
  for (const organization of [1, 2])
    for (const term of terms) {
      const ids = wanted.all(organization, term).map(({ id }) => id)
      const slice = { limit: 20, offset: Math.min(5, ids.length) }
      const found = await store.read.assets.list(organization, filter(term), first, {
        order: byName,
        ...slice,
      })
      expect({ organization, term, ids: found.rows.map(({ id }) => id), total: found.total }).toEqual({
        organization,
        term,
        ids: ids.slice(slice.offset, slice.offset + 20),
        total: ids.length,
      })
    }
}

const segmentsIn = (): { status: string; count: number }[] => {
  using db = new Database(path, { readonly: true })
  return db.query('select status, count(*) as count from search_segments group by status').all() as never
}

describe('the index of a database of the version before', () => {
  let previous: { directory: string; path: string }
  beforeEach(() => {
    previous = { directory, path }
    directory = mkdtempSync(join(tmpdir(), 'whereabouts-search-'))
    path = join(directory, 'whereabouts.db')
  })
  afterEach(() => {
    rmSync(directory, { recursive: true })
    ;({ directory, path } = previous)
  })

  async function upgraded(count: number): Promise<Store> {
    fill(count)
    return openStore()
  }

  const rename = (store: Store, id: number, name: string) =>
    store.write(async (tx) => {
      const row = (await tx.assets.find(1, id)) as AssetRow
      await tx.assets.update({ ...row, name, ...searchTexts({ ...row, name }) })
    })

  test('is built while searches and writes are served', async () => {
    const store = await upgraded(4_000)
    const indexer = new SearchIndexer(store, { pendingMin: 8, pendingMax: 64, segmentMax: 700 })
    let step = 0
    for (let mayBeMore = true; mayBeMore; step++) {
      indexer.beginPeriod()
      mayBeMore = await indexer.step()
      for (let change = 0; change < 5 && step < 20; change++)
        await rename(store, 1 + ((step * 997 + change * 31) % 4_000), `pallet ${step} 77`)
      await compareAll(store)
    }
    expect(step).toBeGreaterThan(6)
    expect(segmentsIn().map(({ status }) => status)).toEqual(['ready'])
    await store.close()
  }, 60_000)

  test('is extended once in a period, unless many assets are pending', async () => {
    const store = await upgraded(100)
    const indexer = new SearchIndexer(store, { pendingMin: 2, pendingMax: 8 })
    const pendingAfter = async (count: number): Promise<number> => {
      for (let id = 1; id <= count; id++) await rename(store, id, `pallet ${id} again`)
      while (await indexer.step());
      const [waiting] = await store.read.searchIndex.waiting(1)
      return waiting?.count ?? 0
    }
    expect(await pendingAfter(2)).toBe(0)
    expect(await pendingAfter(7)).toBe(7)
    expect(await pendingAfter(8)).toBe(0)
    expect(await pendingAfter(2)).toBe(2)
    indexer.beginPeriod()
    expect(await pendingAfter(0)).toBe(0)
    await compareAll(store)
    await store.close()
  })

  test('is complete after a process that ended in the middle of a segment', async () => {
    const store = await upgraded(2_000)
    const indexer = new SearchIndexer(store, { segmentMax: 900 })
    await indexer.step()
    await indexer.step()
    const built = await store.read.searchIndex.build(1, [1, 2, 3], true)
    await store.write(async (tx) => {
      const id = await tx.searchIndex.begin(1, built.segment!)
      for (const row of built.segment!.rows.slice(0, 5)) await tx.searchIndex.addData(id, row)
    })
    await store.close()

    const next = openStore()
    expect(segmentsIn()).toContainEqual({ status: 'building', count: 1 })
    await compareAll(next)
    const other = new SearchIndexer(next, { segmentMax: 900 })
    while (await other.step()) await compareAll(next)
    expect(segmentsIn()).toEqual([{ status: 'ready', count: 4 }])
    await next.close()
    using db = new Database(path)
    expect(
      db
        .query(
          'select count(*) as count from search_data where segment_id not in (select id from search_segments)',
        )
        .get(),
    ).toEqual({ count: 0 })
    expect(db.query('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  }, 60_000)

  test('is merged after a restart, even when no asset changes', async () => {
    const store = await upgraded(1_000)
    const indexer = new SearchIndexer(store, { segmentMax: 100 })
    while (await indexer.step());
    expect(segmentsIn()).toEqual([{ status: 'ready', count: 12 }])
    await store.close()

    const next = openStore()
    const other = new SearchIndexer(next, { segmentMax: 2_000 })
    while (await other.step()) await compareAll(next)
    expect(segmentsIn()).toEqual([{ status: 'ready', count: 3 }])
    await next.close()
  })

  test('is exact after a kill at any time of its building', async () => {
    await (await upgraded(3_000)).close()
    for (let kill = 0; kill < 6; kill++) {
      const child = Bun.spawn(['bun', join(import.meta.dir, 'search-indexing.ts'), directory], {
        stdout: 'pipe',
        stderr: 'inherit',
      })
      const output = child.stdout.getReader()
      // The program prints a line for each step.
      for (let line = 0; line <= kill; line++) await output.read()
      await Bun.sleep(kill * 7)
      child.kill('SIGKILL')
      await child.exited
      const store = openStore()
      await compareAll(store)
      await store.close()
    }
  }, 60_000)
})
