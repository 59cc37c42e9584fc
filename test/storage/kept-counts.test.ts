import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AssetRow, LocationRow, Presence, Store, Writes } from '../../src/storage/core/store'
import { fromMicros, type Instant } from '../../src/base/time'
import { storedBase } from '../../src/tracking/history/base'
import { engines, type OpenEngine } from './engines'

/**
 * Totals and pages of lists come from kept counts and from merged parts of indexes (decision 0016). These tests compare
 * them with plain filters and sorts over all rows.
 */

const start = 1_790_000_000_000_000
/** Instants that differ in every unit by which boundaries are counted, from a microsecond to months. */
const steps = [0, 1, 2, 999_999, 1e6, 61e6, 3_600e6, 90_000e6, 2_700_000e6, 40_000_000e6] as const
const instants = steps.map((step): Instant => fromMicros(start + step))
const instant = fc.constantFrom(...instants)

const fields = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  isActive: fc.boolean(),
  updatedAt: instant,
  // The API accepts no end before the beginning. Databases of other origin may have one.
  validity: fc
    .uniqueArray(fc.nat({ max: steps.length - 1 }), { minLength: 1, maxLength: 2 })
    .map(([from = 0, to]) => ({
      validFrom: instants[from] as Instant,
      validTo: to === undefined ? null : (instants[to] as Instant),
    })),
})
const kind = fc.constantFrom('asset' as const, 'location' as const)
const which = fc.nat({ max: 7 })
const change = fc.oneof(
  fc.record({ does: fc.constant('create' as const), kind, fields }),
  fc.record({ does: fc.constant('update' as const), kind, fields, which }),
  fc.record({ does: fc.constant('delete' as const), kind, at: instant, which }),
  fc.record({ does: fc.constant('place' as const), which, where: which, at: instant }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

type Location = Omit<LocationRow, 'parentExternalKey'>
interface Placed {
  readonly locationId: number
  readonly lastSeenAt: number
}

/** The rows of an organization, as the test expects them. */
interface World {
  readonly organizationId: number
  readonly assets: AssetRow[]
  readonly locations: Location[]
  readonly placements: Map<number, Placed>
}

let engine: OpenEngine
let store: Store
let made = 0

/** Makes the changes in two organizations. Returns the first one; the rows of the other one must not count. */
async function settle(changes: readonly Change[]): Promise<World> {
  const [world] = await store.write(async (tx) => {
    const worlds: World[] = []
    for (const name of ['one', 'other']) {
      const slug = `${name}-${++made}`
      const { id } = await tx.accounts.insertOrganization({ name, slug, createdAt: instants[0] as Instant })
      worlds.push({ organizationId: id, assets: [], locations: [], placements: new Map() })
    }
    for (const each of worlds) for (const one of changes) await apply(tx, each, one)
    return worlds
  })
  return world as World
}

function apply(tx: Writes, world: World, each: Change): Promise<void> {
  if (each.does === 'place') return place(tx, world, each)
  if (each.does === 'create') return create(tx, world, each)
  const rows = each.kind === 'asset' ? world.assets : world.locations
  const index = each.which % Math.max(rows.length, 1)
  const row = rows[index]
  if (!row || row.deletedAt !== null) return Promise.resolve()
  const changed =
    each.does === 'delete'
      ? { ...row, deletedAt: each.at, updatedAt: each.at }
      : { ...row, ...columnsOf(each.fields) }
  rows[index] = changed
  return each.kind === 'asset'
    ? tx.assets.update(changed as AssetRow)
    : tx.locations.update(changed as Location)
}

const columnsOf = ({ validity, ...others }: typeof fields extends fc.Arbitrary<infer T> ? T : never) => ({
  ...others,
  ...validity,
})

async function create(tx: Writes, world: World, each: Change & { does: 'create' }): Promise<void> {
  const row = {
    ...columnsOf(each.fields),
    organizationId: world.organizationId,
    externalKey: `key-${++made}`,
    description: null,
    createdAt: each.fields.updatedAt,
    searchKey: '',
    searchDescription: '',
    searchFolded: null,
  }
  if (each.kind === 'asset') world.assets.push(await tx.assets.insert({ ...row, metadata: '{}' }))
  else {
    const location = { ...row, parentId: null }
    const id = await tx.locations.insert(location)
    world.locations.push({ ...location, id, deletedAt: null })
  }
}

async function place(tx: Writes, world: World, each: Change & { does: 'place' }): Promise<void> {
  const asset = world.assets[each.which % Math.max(world.assets.length, 1)]
  const location = world.locations[each.where % Math.max(world.locations.length, 1)]
  if (!asset || !location) return
  const { organizationId } = world
  const at = start + instants.indexOf(each.at)
  const event: Presence = {
    locationId: location.id,
    firstAt: at,
    lastAt: at,
    readCount: 1,
    readerId: null,
    antenna: null,
    strongestRssi: null,
    cause: 'first',
    presenceTimeoutSeconds: 300,
  }
  const head = await tx.history.saveEvent(organizationId, asset.id, event)
  const base = storedBase({ at: 0, current: null, reads: 0, evidence: null })
  const placement = {
    assetId: asset.id,
    organizationId,
    lastSeenAt: at,
    lastRead: null,
    base,
    head,
    evidence: null,
  }
  await tx.history.savePlacement(placement)
  world.placements.set(asset.id, { locationId: location.id, lastSeenAt: at })
}

interface Query {
  readonly includeDeleted: boolean
  readonly isActive: boolean | undefined
  readonly now: Instant
  readonly slice: { readonly limit: number; readonly offset: number }
}
const query = fc.record({
  includeDeleted: fc.boolean(),
  isActive: fc.constantFrom(undefined, true, false),
  now: instant,
  slice: fc.record({ limit: fc.integer({ min: 1, max: 5 }), offset: fc.nat({ max: 12 }) }),
})
const orderBy = <F extends string>(...names: F[]) =>
  fc.uniqueArray(fc.record({ field: fc.constantFrom(...names), descending: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ field }) => field,
  })

const isEffective = (row: AssetRow | Location, now: Instant): boolean =>
  (row.validFrom <= row.updatedAt || row.validFrom <= now) && (row.validTo === null || row.validTo > now)

const matches = (row: AssetRow | Location, { includeDeleted, isActive, now }: Query): boolean =>
  isEffective(row, now) &&
  (includeDeleted || row.deletedAt === null) &&
  (isActive === undefined || row.isActive === isActive)

type Value = string | number | null
type Order = readonly { readonly field: string; readonly descending: boolean }[]

/** Sorts by the fields, then by the id. Null is the greatest value. */
function sorted<T>(rows: readonly T[], order: Order, valueOf: (row: T, field: string) => Value): T[] {
  const compare = (one: Value, other: Value): number =>
    one === other ? 0 : other === null || (one !== null && one < other) ? -1 : 1
  return rows.toSorted((one, other) => {
    for (const { field, descending } of [...order, { field: 'id', descending: false }]) {
      const result = compare(valueOf(one, field), valueOf(other, field))
      if (result !== 0) return descending ? -result : result
    }
    return 0
  })
}

const columns: Readonly<Record<string, keyof AssetRow & keyof Location>> = {
  id: 'id',
  external_key: 'externalKey',
  name: 'name',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
}
const valueOfRow = (row: AssetRow | Location, field: string): Value =>
  row[columns[field] as 'id' | 'externalKey' | 'name']

function pageOf<T extends { id: number }>(rows: readonly T[], { slice: { limit, offset } }: Query) {
  return { ids: rows.slice(offset, offset + limit).map(({ id }) => id), total: rows.length }
}

const none = { externalKeys: [], parentIds: [], parentExternalKeys: [], search: undefined }

describe('a list', () => {
  beforeAll(async () => {
    engine = await (engines['SQLite'] as () => Promise<OpenEngine>)()
    store = engine.store
  })
  afterAll(() => engine.discard())

  const law = <Q>(name: string, asked: fc.Arbitrary<Q>, check: (world: World, asked: Q) => Promise<void>) =>
    test(
      name,
      () =>
        fc.assert(
          fc.asyncProperty(
            fc.array(change, { minLength: 1, maxLength: 40 }),
            fc.array(asked, { minLength: 1, maxLength: 8 }),
            async (changes, questions) => {
              const world = await settle(changes)
              for (const question of questions) await check(world, question)
            },
          ),
          { numRuns: 150 },
        ),
      60_000,
    )

  law(
    'of assets has the total and the pages of a plain filter and sort',
    fc.record({ query, order: orderBy('external_key', 'name', 'created_at', 'updated_at') }),
    async (world, { query, order }) => {
      const { organizationId } = world
      const found = await store.read.assets.list(organizationId, { ...none, ...query }, query.now, {
        order,
        ...query.slice,
      })
      const expected = sorted(
        world.assets.filter((row) => matches(row, query)),
        order,
        valueOfRow,
      )
      expect({ ids: found.rows.map(({ id }) => id), total: found.total }).toEqual(pageOf(expected, query))
    },
  )

  law(
    'of locations has the total and the pages of a plain filter and sort',
    fc.record({ query, order: orderBy('external_key', 'name', 'created_at') }),
    async (world, { query, order }) => {
      const filter = { ...none, ...query }
      const found = await store.read.locations.list(world.organizationId, filter, query.now, {
        order,
        ...query.slice,
      })
      const expected = sorted(
        world.locations.filter((row) => matches(row, query)),
        order,
        valueOfRow,
      )
      expect({ ids: found.rows.map(({ id }) => id), total: found.total }).toEqual(pageOf(expected, query))
    },
  )

  law(
    'of current locations has the total and the pages of a plain filter and sort',
    fc.record({
      query,
      order: orderBy('asset_last_seen', 'asset_external_key', 'location_external_key'),
      locations: fc.array(which, { maxLength: 3 }),
      byKey: fc.boolean(),
    }),
    async (world, { query, order, locations, byKey }) => {
      const wanted = locations.flatMap((index) => world.locations[index] ?? [])
      const isLive = new Map(world.locations.map((row) => [row.id, row.deletedAt === null ? row : undefined]))
      const rows = world.assets.flatMap((asset) => {
        const placed = world.placements.get(asset.id)
        const location = placed && isLive.get(placed.locationId)
        const isWanted = wanted.length === 0 || (location !== undefined && wanted.includes(location))
        if (!placed || !isWanted || !matches(asset, { ...query, isActive: undefined })) return []
        return {
          id: asset.id,
          asset_last_seen: placed.lastSeenAt,
          asset_external_key: asset.externalKey,
          location_external_key: location?.externalKey ?? null,
        }
      })
      const filter = {
        assetIds: [],
        assetExternalKeys: [],
        locationIds: byKey ? [] : wanted.map(({ id }) => id),
        locationExternalKeys: byKey ? wanted.map(({ externalKey }) => externalKey) : [],
        includeDeleted: query.includeDeleted,
        search: undefined,
      }
      const found = await store.read.report.list(world.organizationId, filter, query.now, {
        order,
        ...query.slice,
      })
      const expected = sorted(rows, order, (row, field) => row[field as keyof typeof row])
      expect({ ids: found.rows.map(({ assetId }) => assetId), total: found.total }).toEqual(
        pageOf(expected, query),
      )
    },
  )

  law('of the tree counts the assets that are at each location', query, async (world, { now }) => {
    const counts = new Map<number, number>()
    for (const asset of world.assets) {
      const placed = world.placements.get(asset.id)
      if (placed && asset.deletedAt === null && isEffective(asset, now))
        counts.set(placed.locationId, (counts.get(placed.locationId) ?? 0) + 1)
    }
    const live = world.locations.filter(({ deletedAt }) => deletedAt === null)
    const tree = await store.read.tree.whole(world.organizationId, now)
    const found = new Map(tree.map(({ id, assetCount }) => [id, assetCount]))
    expect(found).toEqual(new Map(live.map(({ id }) => [id, counts.get(id) ?? 0])))
    const atLive = live.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0)
    expect(await store.read.activity.assetsAtLocations(world.organizationId, now)).toBe(atLive)
  })
})
