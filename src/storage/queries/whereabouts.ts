import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Instant, type Micros, toMicros } from '../../time'
import { arg, type Db, eqWithoutIndex, inJsonList, jsonListOf } from '../sql/database'
import { assetSearch, searchLimits } from '../search/search'
import { by, createList, type Order, type Slice } from '../sql/list'
import { assets, locations, placements, scanEvents } from '../sql/tables'
import { assetMatchesSearch } from './assets'
import type { ReportRow } from './report'

export type WhereaboutsSortField = 'asset_external_key'

export interface WhereaboutsFilter {
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
export function whereaboutsReads(db: Db, limits = searchLimits) {
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
    where ${locations.id} in (select value from json_each(${arg('locationIds')})) and ${locationWasLive})`
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
  // Without a filter, an index has all that decides which assets are listed.
  const hadBegun = and(
    eq(placements.organizationId, arg('organizationId')),
    lte(placements.firstAt, arg('atMicros')),
    or(isNull(placements.assetValidFrom), lte(placements.assetValidFrom, arg('at'))),
    or(isNull(placements.assetEndsAt), gt(placements.assetEndsAt, arg('at'))),
    or(isNull(placements.assetDeletedAt), gt(placements.assetDeletedAt, arg('at'))),
  )
  const countBegun = db
    .select({ count: sql<number>`count(*)` })
    .from(placements)
    .where(hadBegun)
    .prepare()
  const pageBegun = (direction: typeof asc) =>
    db
      .select({ id: placements.assetId })
      .from(placements)
      .where(hadBegun)
      .orderBy(direction(placements.assetKey), asc(placements.assetId))
      .limit(arg('limit'))
      .offset(arg('offset'))
      .prepare()
  const [ascending, descending] = [pageBegun(asc), pageBegun(desc)]
  const search = assetSearch(db, limits)

  /** Returns the ids of the assets that a search finds; undefined when there are many, or no index. */
  async function matchesOf(organizationId: number, text: string): Promise<readonly number[] | undefined> {
    const found = await search.find({
      organizationId,
      text: text.toWellFormed(),
      includeDeleted: true,
      isActive: undefined,
      inDescription: false,
      isPlaced: false,
      now: null,
    })
    return found?.few
  }

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

  return {
    async at(
      organizationId: number,
      { assetIds, locationIds, search: text }: WhereaboutsFilter,
      at: Instant,
      order: Order<WhereaboutsSortField>,
      slice: Slice,
    ): Promise<{ rows: ReportRow[]; total: number }> {
      const atMicros = toMicros(at)
      const wanted = jsonListOf(locationIds)
      if (!wanted && assetIds.length === 0 && text === undefined) {
        const values = { organizationId, at, atMicros }
        const [counted] = await countBegun.execute(values)
        const found = await (order[0]?.descending ? descending : ascending).execute({ ...values, ...slice })
        const ids = JSON.stringify(found.map(({ id }) => id))
        const ofPage = { limit: slice.limit, offset: 0 }
        const { rows } = await list({ ...values, assetIds: ids }, order, ofPage)
        return { rows, total: counted?.count ?? 0 }
      }
      const matches =
        text === undefined || assetIds.length > 0 ? undefined : await matchesOf(organizationId, text)
      const seeksCandidates = wanted !== undefined && assetIds.length === 0 && matches === undefined
      return list(
        {
          organizationId,
          at,
          atMicros,
          assetIds: matches ? JSON.stringify(matches) : jsonListOf(assetIds),
          locationIds: wanted,
          fewCandidates: (seeksCandidates && (await hasFewCandidates(wanted, atMicros))) || undefined,
          search: text,
        },
        order,
        slice,
      )
    },
  }
}
