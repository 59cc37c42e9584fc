import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Instant, type Micros, toMicros } from '../../time'
import { arg, type Db, eqWithoutIndex, inJsonList, jsonListOf } from '../sql/database'
import { by, createList, type Order, type Slice } from '../sql/list'
import { assets, locations, placements, scanEvents } from '../sql/tables'
import { assetMatchesSearch } from './assets'
import type { ReportRow } from './tracking'

export type WhereaboutsSortField = 'asset_external_key'

export interface WhereaboutsFilter {
  readonly assetIds: readonly number[]
  readonly locationIds: readonly number[]
  /** Case-folded. */
  readonly search: string | undefined
}

/**
 * Up to so many events of the places asked for, their assets are the candidates; from there on it is cheaper to look up
 * where each asset of the organization was.
 */
export const candidatesMax = 20_000

/**
 * Where assets were at an instant: each at the place of its newest event that had begun by then, found by one seek for
 * each asset. The arguments `at` and `atMicros` are that instant.
 */
export function whereaboutsReads(db: Db) {
  const ofNewestEvent = <T>(column: SQL) => sql<T>`(
    select ${column} from scan_events where asset_id = ${assets.id} and first_at <= ${arg('atMicros')}
    order by first_at desc, location_id desc, id desc limit 1)`
  const locationId = ofNewestEvent<number | null>(sql`location_id`)
  // One that begins with its registration is in effect for all of its history: a tag may have been read before it was known.
  const wasEffective = and(
    or(lte(assets.validFrom, arg('at')), eq(assets.validFrom, assets.createdAt)),
    or(isNull(assets.validTo), gt(assets.validTo, arg('at'))),
    or(isNull(assets.deletedAt), gt(assets.deletedAt, arg('at'))),
  )
  const placeWasLive = or(isNull(locations.deletedAt), gt(locations.deletedAt, arg('at')))
  const wasThere = sql`${locationId} in (
    select ${locations.id} from ${locations}
    where ${locations.id} in (select value from json_each(${arg('locationIds')})) and ${placeWasLive})`
  const visitors = db
    .select({ assetId: scanEvents.assetId })
    .from(scanEvents)
    .where(and(inJsonList(scanEvents.locationId, 'locationIds'), lte(scanEvents.firstAt, arg('atMicros'))))
  const isVisitor = sql`${assets.id} in ${visitors}`

  const where = (given: ReadonlySet<string>) =>
    and(
      given.has('assetIds') || given.has('fewVisitors')
        ? eqWithoutIndex(assets.organizationId, 'organizationId')
        : eq(assets.organizationId, arg('organizationId')),
      wasEffective,
      given.has('assetIds') ? inJsonList(assets.id, 'assetIds') : undefined,
      given.has('fewVisitors') ? isVisitor : undefined,
      given.has('locationIds') ? wasThere : isNotNull(locationId),
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
          // Known of the present alone: a read that changes nothing else still tells that the asset was seen.
          lastSeenAt: sql<number>`case when ${placements.lastSeenAt} <= ${arg('atMicros')}
            then ${placements.lastSeenAt} else min(${scanEvents.lastAt}, ${arg('atMicros')}) end`,
        })
        .from(assets)
        .innerJoin(scanEvents, eq(scanEvents.id, ofNewestEvent<number>(sql`id`)))
        .leftJoin(placements, eq(placements.assetId, assets.id))
        .leftJoin(locations, and(eq(locations.id, scanEvents.locationId), placeWasLive))
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

  async function hasFewVisitors(locationIds: string, atMicros: Micros): Promise<boolean> {
    const [counted] = await visits.execute({ locationIds, atMicros })
    return (counted?.count ?? 0) < candidatesMax
  }

  return {
    async at(
      organizationId: number,
      { assetIds, locationIds, search }: WhereaboutsFilter,
      at: Instant,
      order: Order<WhereaboutsSortField>,
      slice: Slice,
    ): Promise<{ rows: ReportRow[]; total: number }> {
      const atMicros = toMicros(at)
      const places = jsonListOf(locationIds)
      const seeksVisitors = places !== undefined && assetIds.length === 0
      return list(
        {
          organizationId,
          at,
          atMicros,
          assetIds: jsonListOf(assetIds),
          locationIds: places,
          fewVisitors: (seeksVisitors && (await hasFewVisitors(places, atMicros))) || undefined,
          search,
        },
        order,
        slice,
      )
    },
  }
}
