import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Instant, type Micros, toMicros } from '../../../base/time'
import { arg, type Db, eqWithoutIndex, inJsonList, jsonListOf, numbersOf } from '../../sql/database'
import { assetSearch, type Matches, searchLimits } from '../../search/search'
import { by, createList, type ListArguments, type Order, type OrderedSlice } from '../../sql/list'
import { assets, locations, placements, scanEvents } from '../../sql/tables'
import { assetMatchesSearch } from '../assets/assets'
import type { ReportRow } from './report'
import { begunReads } from './begun-assets'

/** Where an asset was. */
export interface PastRow extends ReportRow {
  readonly locationName: string | null
}

export type WhereaboutsSortField = 'asset_external_key'

interface WhereaboutsFilter {
  readonly assetIds: readonly number[]
  readonly locationIds: readonly number[]
  /** Case-folded. */
  readonly search: string | undefined
}

/**
 * Maximum number of events of the requested locations with which their assets are checked. With more events, it is
 * cheaper to look up the location of each asset of the organization.
 */
export const candidatesMax = 20_000

/**
 * Finds the locations of assets at an instant. An asset was at the location of its newest event that had begun. Each
 * asset takes one seek. The arguments `at` and `atMicros` are both that instant.
 */
export function placesAtReads(db: Db, limits = searchLimits) {
  const ofNewestEvent = <T>(column: SQL) => sql<T>`(
    select ${column} from scan_events where asset_id = ${assets.id} and first_at <= ${arg('atMicros')}
    order by first_at desc, location_id desc, id desc limit 1)`
  const locationId = ofNewestEvent<number | null>(sql`location_id`)
  // An asset that is effective from its creation counts for all of its history, because its tag may have been read
  // before.
  const wasEffective = and(
    or(lte(assets.validFrom, arg('at')), eq(assets.validFrom, assets.createdAt)),
    or(isNull(assets.validTo), gt(assets.validTo, arg('at'))),
    or(isNull(assets.deletedAt), gt(assets.deletedAt, arg('at'))),
  )
  const locationWasLive = or(isNull(locations.deletedAt), gt(locations.deletedAt, arg('at')))
  const wasAtLocation = sql`${locationId} in (
    select ${locations.id} from ${locations}
    where ${locations.id} in (${numbersOf('locationIds')}) and ${locationWasLive})`
  const candidates = db
    .select({ assetId: scanEvents.assetId })
    .from(scanEvents)
    .where(and(inJsonList(scanEvents.locationId, 'locationIds'), lte(scanEvents.firstAt, arg('atMicros'))))
  const isCandidate = sql`${assets.id} in ${candidates}`

  const where = (given: ReadonlySet<string>) =>
    and(
      given.has('assetIds') || given.has('fewCandidates')
        ? eqWithoutIndex(assets.organizationId, 'organizationId')
        : eq(assets.organizationId, arg('organizationId')),
      wasEffective,
      given.has('assetIds') ? inJsonList(assets.id, 'assetIds') : undefined,
      given.has('fewCandidates') ? isCandidate : undefined,
      given.has('locationIds') ? wasAtLocation : isNotNull(locationId),
      given.has('search') ? assetMatchesSearch : undefined,
    )
  const list = createList({
    rows: (condition, order) =>
      db
        .select({
          assetId: assets.id,
          assetExternalKey: assets.externalKey,
          locationId: locations.id,
          locationExternalKey: locations.externalKey,
          locationName: locations.name,
          assetDeletedAt: assets.deletedAt,
          // Only the placement has the exact time: a read may update the last-seen time without changing an event.
          lastSeenAt: sql<number>`case when ${placements.lastSeenAt} <= ${arg('atMicros')}
            then ${placements.lastSeenAt} else min(${scanEvents.lastAt}, ${arg('atMicros')}) end`,
        })
        .from(assets)
        .innerJoin(scanEvents, eq(scanEvents.id, ofNewestEvent<number>(sql`id`)))
        .leftJoin(placements, eq(placements.assetId, assets.id))
        .leftJoin(locations, and(eq(locations.id, scanEvents.locationId), locationWasLive))
        .where(condition)
        .orderBy(...order)
        .limit(arg('limit'))
        .offset(arg('offset'))
        .prepare(),
    count: (selection, condition) => db.select(selection).from(assets).where(condition).prepare(),
    where,
    order: { asset_external_key: by(assets.externalKey) },
    tieBreak: assets.id,
  })
  const begun = begunReads(db)
  const search = assetSearch(db, limits)

  /** Finds the assets of a search; undefined when there is no index. */
  const matchesOf = (organizationId: number, text: string): Promise<Matches | undefined> =>
    search.find({
      organizationId,
      text: text.toWellFormed(),
      includeDeleted: true,
      isActive: undefined,
      inDescription: false,
      isPlaced: false,
      now: null,
    })

  const visits = db
    .select({ count: sql<number>`count(*)` })
    .from(
      db
        .select({ id: scanEvents.id })
        .from(scanEvents)
        .where(
          and(inJsonList(scanEvents.locationId, 'locationIds'), lte(scanEvents.firstAt, arg('atMicros'))),
        )
        .limit(candidatesMax)
        .as('visits'),
    )
    .prepare()

  async function hasFewCandidates(locationIds: string, atMicros: Micros): Promise<boolean> {
    const [counted] = await visits.execute({ locationIds, atMicros })
    return (counted?.count ?? 0) < candidatesMax
  }

  /** Returns the rows of a page. */
  async function rowsOf(
    values: ListArguments,
    ids: readonly number[],
    order: Order<WhereaboutsSortField>,
  ): Promise<PastRow[]> {
    const { rows } = await list({ ...values, assetIds: JSON.stringify(ids) }, order, {
      limit: ids.length,
      offset: 0,
    })
    return rows
  }

  return {
    async at(
      organizationId: number,
      { assetIds, locationIds, search: text }: WhereaboutsFilter,
      at: Instant,
      { order, ...slice }: OrderedSlice<WhereaboutsSortField>,
    ): Promise<{ rows: PastRow[]; total: number }> {
      const atMicros = toMicros(at)
      const values = { organizationId, at, atMicros }
      const wanted = jsonListOf(locationIds)
      const isDescending = order[0]?.descending ?? false
      if (!wanted && assetIds.length === 0 && text === undefined) {
        const total = await begun.count(values)
        const ids = await begun.page(values, isDescending, slice)
        return { rows: await rowsOf(values, ids, order), total }
      }
      const matches =
        text === undefined || assetIds.length > 0 ? undefined : await matchesOf(organizationId, text)
      if (matches && !matches.few && !wanted) {
        const all = await begun.all(values, isDescending)
        const found = new Set(await matches.ids())
        const ids = all.filter((id) => found.has(id))
        const ofPage = ids.slice(slice.offset, slice.offset + slice.limit)
        return { rows: await rowsOf(values, ofPage, order), total: ids.length }
      }
      const seeksCandidates = wanted !== undefined && assetIds.length === 0 && !matches?.few
      const fewCandidates = seeksCandidates && (await hasFewCandidates(wanted, atMicros))
      const matched = matches && (matches.few ?? (fewCandidates ? undefined : await matches.ids()))
      return list(
        {
          ...values,
          assetIds: matched ? JSON.stringify(matched) : jsonListOf(assetIds),
          locationIds: wanted,
          fewCandidates: fewCandidates || undefined,
          search: matched ? undefined : text,
        },
        order,
        slice,
      )
    },
  }
}
