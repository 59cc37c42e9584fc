import { and, eq, or, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { ownColumn, searchPages } from '../../search/pages'
import { assetSearch, type Matches, searchLimits } from '../../search/search'
import { arg, contains, type Db, inJsonList, isPostgres } from '../../sql/database'
import { keptCounts } from '../../sql/kept-counts'
import {
  by,
  createList,
  inOrderOf,
  type ListArguments,
  memoize,
  type Order,
  type OrderedSlice,
  type Slice,
} from '../../sql/list'
import { type CountedPart, createPages, type IdPage } from '../../sql/pages'
import { type IncludeDeleted, inStates, isEffective, ofAsset, statesOf } from '../../sql/states'
import { assets } from '../../sql/tables'
import { assetMatchesSearch, listed, type ListedAsset } from './assets'
import { attachedAsJson, type AttachedTag, attachedTags } from './tags'

/** Lists of assets, from kept counts and indexes where they serve the filter. */

export type AssetSortField = 'external_key' | 'name' | 'created_at' | 'updated_at'

export interface AssetFilter {
  readonly externalKeys: readonly string[]
  readonly isActive: boolean | undefined
  readonly includeDeleted: IncludeDeleted
  /** Case-folded. */
  readonly search: string | undefined
}

interface AssetWithTags extends ListedAsset {
  readonly tags: AttachedTag[]
}

const selection = {
  where: (given: ReadonlySet<string>) =>
    and(
      eq(assets.organizationId, arg('organizationId')),
      inStates(ofAsset, statesOf(given.has('onlyDeleted') ? 'only' : given.has('includeDeleted'), undefined)),
      isEffective(ofAsset),
      given.has('externalKeys') ? inJsonList(assets.externalKey, 'externalKeys') : undefined,
      given.has('isActive') ? eq(assets.isActive, arg('isActive')) : undefined,
      given.has('search') ? or(assetMatchesSearch, contains(assets.searchDescription, 'search')) : undefined,
    ),
  order: {
    external_key: by(assets.externalKey),
    name: by(assets.name),
    created_at: by(assets.createdAt),
    updated_at: by(assets.updatedAt),
  },
  tieBreak: assets.id,
}

/** The list with filters for which no counts are kept. */
const searchedList = (db: Db) =>
  createList({
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

export function assetListReads(db: Db, limits = searchLimits) {
  const list = searchedList(db)
  const withIds = db.select(listed).from(assets).where(inJsonList(assets.id, 'ids')).prepare()
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

  const attachedTo = attachedTags(db)
  const pageOfRows = pages.rowsBy((page, order) =>
    db
      .select(listed)
      .from(page)
      .innerJoin(assets, sql`${assets.id} = page.id`)
      .orderBy(...order)
      .prepare(),
  )
  const pageWithTags = pages.rowsBy((page, order) =>
    db
      .select({ ...listed, tags: attachedAsJson })
      .from(page)
      .innerJoin(assets, sql`${assets.id} = page.id`)
      .orderBy(...order)
      .prepare(),
  )

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

  /** Returns a page of a search; undefined when the index does not serve the filter. */
  async function searchedPage(
    organizationId: number,
    filter: AssetFilter,
    now: Instant,
    slice: OrderedSlice<AssetSortField>,
  ): Promise<IdPage | undefined> {
    const matches = await matchesOf(organizationId, filter, now)
    if (!matches) return undefined
    const source = {
      sort: sortMatches,
      walk: async (by: Order<AssetSortField>, step: Slice) =>
        pages.page(await partsOf(organizationId, filter, now), now, by, step),
      columnOf: ownColumn,
    }
    return { ids: await searchPages(matches, source, slice, limits), total: matches.count }
  }

  async function rowsOf(ids: readonly number[]): Promise<ListedAsset[]> {
    const rows = await withIds.execute({ ids: JSON.stringify(ids) })
    return inOrderOf(ids, rows, ({ id }) => id)
  }

  async function listOf(
    organizationId: number,
    filter: AssetFilter,
    now: Instant,
    slice: OrderedSlice<AssetSortField>,
  ): Promise<{ rows: ListedAsset[]; total: number }> {
    if (!isSelective(filter)) {
      const parts = await partsOf(organizationId, filter, now)
      return pageOfRows({ parts, now, order: slice.order, slice })
    }
    const page = await searchedPage(organizationId, filter, now, slice)
    if (!page) return list(argumentsOf(organizationId, filter, now), slice.order, slice)
    return { rows: await rowsOf(page.ids), total: page.total }
  }

  return {
    list: listOf,

    /** Lists assets like `list`, with their live tags in order of creation. */
    async listWithTags(
      organizationId: number,
      filter: AssetFilter,
      now: Instant,
      slice: OrderedSlice<AssetSortField>,
    ): Promise<{ rows: AssetWithTags[]; total: number }> {
      if (isPostgres(db) && !isSelective(filter)) {
        const parts = await partsOf(organizationId, filter, now)
        const { rows, total } = await pageWithTags({ parts, now, order: slice.order, slice })
        return { rows: rows.map((row) => ({ ...row, tags: JSON.parse(row.tags) as AttachedTag[] })), total }
      }
      const { rows, total } = await listOf(organizationId, filter, now, slice)
      const tags = Map.groupBy(await attachedTo(rows.map(({ id }) => id)), ({ assetId }) => assetId)
      return { rows: rows.map((row) => ({ ...row, tags: tags.get(row.id) ?? [] })), total }
    },
  }
}

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
