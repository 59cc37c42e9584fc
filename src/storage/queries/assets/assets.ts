import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, contains, type Db, inJsonList } from '../../sql/database'
import { keptCounts } from '../../sql/kept-counts'
import {
  by,
  createIdList,
  createList,
  inOrderOf,
  type ListArguments,
  type Order,
  memoize,
  type Slice,
} from '../../sql/list'
import { type CountedPart, createPages, type IdPage } from '../../sql/pages'
import { ownColumn, searchPages } from '../../search/pages'
import { assetSearch, type Matches, searchLimits } from '../../search/search'
import { type IncludeDeleted, inStates, isEffective, ofAsset, statesOf } from '../../sql/states'
import { assets } from '../../sql/tables'
import { createConditions, type FieldCondition } from './field-conditions'
import type { AttachedTag } from './tags'

export type AssetRow = typeof assets.$inferSelect
/** An asset without the columns of searches. */
export type ListedAsset = Omit<AssetRow, 'organizationId' | `search${string}`>
/** A new asset. Its tags are inserted after it; `searchTags` has their searchable values already. */
export type NewAssetRow = Omit<AssetRow, 'id' | 'deletedAt' | 'searchTags'> & { readonly searchTags?: string }
export type AssetSortField = 'external_key' | 'name' | 'created_at' | 'updated_at'

export interface AssetFilter {
  readonly externalKeys: readonly string[]
  readonly isActive: boolean | undefined
  readonly includeDeleted: IncludeDeleted
  /** Case-folded. */
  readonly search: string | undefined
}

/** Searches name, external_key and live tag values. The list also searches the description. */
export const assetMatchesSearch = or(
  contains(assets.searchKey, 'search'),
  contains(assets.searchTags, 'search'),
)

/** A page of a list takes half of the time without the columns of searches. */
const listed = {
  id: assets.id,
  externalKey: assets.externalKey,
  name: assets.name,
  description: assets.description,
  isActive: assets.isActive,
  metadata: assets.metadata,
  validFrom: assets.validFrom,
  validTo: assets.validTo,
  createdAt: assets.createdAt,
  updatedAt: assets.updatedAt,
  deletedAt: assets.deletedAt,
}

/** @param comparedMax maximum number of assets that a list with conditions compares; they take a third of a second */
export function assetReads(db: Db, limits = searchLimits, comparedMax = 100_000) {
  const live = and(eq(assets.organizationId, arg('organizationId')), isNull(assets.deletedAt))
  const byId = db
    .select()
    .from(assets)
    .where(and(eq(assets.id, arg('id')), live))
    .prepare()
  const byKey = db
    .select()
    .from(assets)
    .where(and(live, eq(assets.externalKey, arg('externalKey'))))
    .prepare()

  const liveAmong = db
    .select({ id: assets.id })
    .from(assets)
    .where(and(live, inJsonList(assets.id, 'ids')))
    .prepare()
  const liveTags = sql<string>`(
    select json_group_array(json_object('id', id, 'tagType', tag_type, 'value', value) order by id)
    from tags where tags.asset_id = assets.id and tags.deleted_at is null)`
  const withTags = db
    .select({ asset: listed, tags: liveTags })
    .from(assets)
    .where(and(eq(assets.id, arg('id')), live))
    .prepare()

  const selection = {
    where: (given: ReadonlySet<string>) =>
      and(
        eq(assets.organizationId, arg('organizationId')),
        inStates(
          ofAsset,
          statesOf(given.has('onlyDeleted') ? 'only' : given.has('includeDeleted'), undefined),
        ),
        isEffective(ofAsset),
        given.has('externalKeys') ? inJsonList(assets.externalKey, 'externalKeys') : undefined,
        given.has('isActive') ? eq(assets.isActive, arg('isActive')) : undefined,
        given.has('search')
          ? or(assetMatchesSearch, contains(assets.searchDescription, 'search'))
          : undefined,
      ),
    order: {
      external_key: by(assets.externalKey),
      name: by(assets.name),
      created_at: by(assets.createdAt),
      updated_at: by(assets.updatedAt),
    },
    tieBreak: assets.id,
  }
  const list = createList({
    ...selection,
    rows: (where, order) =>
      db
        .select(listed)
        .from(assets)
        .where(where)
        .orderBy(...order)
        .limit(arg('limit'))
        .offset(arg('offset'))
        .prepare(),
    count: (selection, where) => db.select(selection).from(assets).where(where).prepare(),
  })
  const ids = createIdList(selection, (where, order) => {
    const ordered = db
      .select({ id: assets.id })
      .from(assets)
      .where(where)
      .orderBy(...order)
      .as('ordered')
    return db
      .select({ ids: sql<string>`json_group_array(${ordered.id})` })
      .from(ordered)
      .prepare()
  })
  const withIds = db.select(listed).from(assets).where(inJsonList(assets.id, 'ids')).prepare()
  const satisfying = createConditions(db)
  const counts = keptCounts(db, 'assets')
  const pages = createPages(db, {
    table: assets,
    id: assets.id,
    columns: ofAsset,
    within: assets.organizationId,
    order: {
      external_key: assets.externalKey,
      name: assets.name,
      created_at: assets.createdAt,
      updated_at: assets.updatedAt,
    },
    unique: 'external_key',
  })

  const search = assetSearch(db, limits)
  const ofMatches = memoize((keys: string) => {
    const clauses = (JSON.parse(keys) as Order<AssetSortField>).map(({ field, descending }) =>
      selection.order[field](descending),
    )
    return db
      .select({ id: assets.id })
      .from(assets)
      .where(inJsonList(assets.id, 'ids'))
      .orderBy(...clauses, assets.id)
      .limit(arg('limit'))
      .offset(arg('offset'))
      .prepare()
  })

  /** Finds the assets of a search in the index; undefined when the index does not serve the filter. */
  async function matchesOf(
    organizationId: number,
    { search: text, externalKeys, includeDeleted, isActive }: AssetFilter,
    now: Instant,
  ): Promise<Matches | undefined> {
    if (text === undefined || externalKeys.length > 0) return undefined
    const filter = { includeDeleted, isActive, inDescription: true, isPlaced: false }
    return search.find({ organizationId, text: text.toWellFormed(), ...filter, now })
  }

  async function sortMatches(
    ids: readonly number[],
    order: Order<AssetSortField>,
    slice: Slice,
  ): Promise<number[]> {
    const rows = await ofMatches(JSON.stringify(order)).execute({ ids: JSON.stringify(ids), ...slice })
    return rows.map(({ id }) => id)
  }

  async function partsOf(organizationId: number, filter: AssetFilter, now: Instant): Promise<CountedPart[]> {
    const states = statesOf(filter.includeDeleted, filter.isActive)
    const counted = await counts.at(organizationId, now)
    return counted
      .filter(({ state }) => states.includes(state))
      .map(({ state, count }) => ({ within: organizationId, state, count }))
  }

  /** Returns a page from an index; undefined when no index serves the filter. */
  async function indexedPage(
    organizationId: number,
    filter: AssetFilter,
    now: Instant,
    order: Order<AssetSortField>,
    slice: Slice,
  ): Promise<IdPage | undefined> {
    const matches = await matchesOf(organizationId, filter, now)
    if (!matches)
      return isSelective(filter)
        ? undefined
        : pages.page(await partsOf(organizationId, filter, now), now, order, slice)
    const source = {
      sort: sortMatches,
      walk: async (by: Order<AssetSortField>, step: Slice) =>
        pages.page(await partsOf(organizationId, filter, now), now, by, step),
      columnOf: ownColumn,
    }
    return { ids: await searchPages(matches, source, order, slice, limits), total: matches.count }
  }

  async function rowsOf(ids: readonly number[]): Promise<ListedAsset[]> {
    const rows = await withIds.execute({ ids: JSON.stringify(ids) })
    return inOrderOf(ids, rows, ({ id }) => id)
  }

  return {
    async find(organizationId: number, id: number): Promise<AssetRow | undefined> {
      const [row] = await byId.execute({ organizationId, id })
      return row
    },

    /** Finds a live asset and its live tags, in order of creation, with one statement. */
    async findWithTags(
      organizationId: number,
      id: number,
    ): Promise<{ readonly asset: ListedAsset; readonly tags: AttachedTag[] } | undefined> {
      const [row] = await withTags.execute({ organizationId, id })
      return row && { asset: row.asset, tags: JSON.parse(row.tags) as AttachedTag[] }
    },

    async findByKey(organizationId: number, externalKey: string): Promise<AssetRow | undefined> {
      const [row] = await byKey.execute({ organizationId, externalKey })
      return row
    },

    async list(
      organizationId: number,
      filter: AssetFilter,
      now: Instant,
      order: Order<AssetSortField>,
      slice: Slice,
    ): Promise<{ rows: ListedAsset[]; total: number }> {
      const page = await indexedPage(organizationId, filter, now, order, slice)
      if (!page) return list(argumentsOf(organizationId, filter, now), order, slice)
      return { rows: await rowsOf(page.ids), total: page.total }
    },

    /**
     * Returns a page of the assets of a list that satisfy conditions, and their number. Only the first `comparedMax`
     * assets of the list are compared.
     */
    async listWith(
      organizationId: number,
      filter: AssetFilter,
      now: Instant,
      order: Order<AssetSortField>,
      { limit, offset }: Slice,
      conditions: readonly FieldCondition[],
    ): Promise<{ rows: ListedAsset[]; total: number; isComplete: boolean }> {
      const compared = { limit: comparedMax, offset: 0 }
      const { ids, total } =
        (await indexedPage(organizationId, filter, now, order, compared)) ??
        toIdPage(await list(argumentsOf(organizationId, filter, now), order, compared))
      const found = await satisfying(ids, conditions)
      const rows = await rowsOf(found.slice(offset, offset + limit))
      return { rows, total: found.length, isComplete: total <= comparedMax }
    },

    /** Returns the ids of all assets of a list, in its order. */
    async listIds(
      organizationId: number,
      filter: AssetFilter,
      now: Instant,
      order: Order<AssetSortField>,
    ): Promise<number[]> {
      const matches = await matchesOf(organizationId, filter, now)
      if (matches?.few) return sortMatches(matches.few, order, { limit: matches.count, offset: 0 })
      if (matches) {
        const wanted = new Set(await matches.ids())
        const all = await pages.all(await partsOf(organizationId, filter, now), now, order)
        return all.filter((id) => wanted.has(id))
      }
      if (isSelective(filter)) return ids(argumentsOf(organizationId, filter, now), order)
      return pages.all(await partsOf(organizationId, filter, now), now, order)
    },

    /** Returns those of these ids that live assets of the organization have. */
    async liveAmong(organizationId: number, ids: readonly number[]): Promise<Set<number>> {
      const rows = await liveAmong.execute({ organizationId, ids: JSON.stringify(ids) })
      return new Set(rows.map(({ id }) => id))
    },

    /** Returns assets in no order, including soft-deleted ones. The ids must belong to the caller's organization. */
    ofIds: async (wanted: readonly number[]): Promise<ListedAsset[]> =>
      withIds.execute({ ids: JSON.stringify(wanted) }),
  }
}

const toIdPage = ({
  rows,
  total,
}: {
  readonly rows: readonly ListedAsset[]
  readonly total: number
}): IdPage => ({
  ids: rows.map(({ id }) => id),
  total,
})

/** The filters for which no counts are kept. */
const isSelective = ({ search, externalKeys }: AssetFilter): boolean =>
  search !== undefined || externalKeys.length > 0

const argumentsOf = (organizationId: number, filter: AssetFilter, now: Instant): ListArguments => ({
  organizationId,
  now,
  includeDeleted: filter.includeDeleted === true || undefined,
  onlyDeleted: filter.includeDeleted === 'only' || undefined,
  externalKeys: filter.externalKeys.length > 0 ? JSON.stringify(filter.externalKeys) : undefined,
  isActive: filter.isActive,
  search: filter.search,
})
