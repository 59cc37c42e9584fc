import { and, type SQL, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../../base/time'
import { arg, contains, eqWithoutIndex, inJsonList, inNumbers } from '../../sql/database'
import { allFacets, placedFacet, tagFacets, type TagType } from '../../sql/facets'
import { inStates, isEffective, ofAsset, statesOf } from '../../sql/states'
import { assets, placements } from '../../sql/tables'
import type { FieldCondition } from '../assets/field-conditions'

/** The conditions of a list of assets (decision 0041). All must be met; undefined and empty ones do not apply. */
export interface AssetListFilter {
  readonly isActive: boolean | undefined
  /** Live locations. */
  readonly locationIds: readonly number[] | undefined
  /** Never placed, or placed at a location that was deleted. */
  readonly isNowhere: boolean
  /** The last read, as [from, before). */
  readonly seen: Span | undefined
  readonly isNeverSeen: boolean
  /** The begin of the stay at the present place, as [from, before). */
  readonly arrived: Span | undefined
  /** The types of tags that an asset has, and those that it has not. */
  readonly tags: { readonly has: readonly TagType[]; readonly hasNot: readonly TagType[] }
  /** Case-folded. */
  readonly texts: readonly string[]
  readonly fields: readonly FieldCondition[]
  readonly hasOpenAlert: boolean
}

export interface Span {
  readonly from: Micros | undefined
  readonly before: Micros | undefined
}

/** Which assets a list is about. */
export interface ListScope {
  readonly organizationId: number
  readonly now: Instant
}

export const statesIn = ({ isActive }: AssetListFilter) => statesOf(false, isActive)

/** Whether only assets with a place can meet the conditions. */
export const needsPlace = ({ locationIds, seen, arrived }: AssetListFilter): boolean =>
  locationIds !== undefined || seen !== undefined || arrived !== undefined

/** Returns the values of the column `facets` that meet the conditions. */
export function facetsIn(filter: AssetListFilter): number[] {
  const [has, hasNot] = [sumOf(filter.tags.has), sumOf(filter.tags.hasNot)]
  return allFacets.filter(
    (value) =>
      (value & has) === has &&
      (value & hasNot) === 0 &&
      !(filter.isNeverSeen && value & placedFacet) &&
      !(needsPlace(filter) && !(value & placedFacet)),
  )
}

const sumOf = (types: readonly TagType[]): number => types.reduce((sum, type) => sum | tagFacets[type], 0)

/** Whether the column `facets` decides a condition. */
export const usesFacets = ({ tags, isNeverSeen }: AssetListFilter): boolean =>
  tags.has.length > 0 || tags.hasNot.length > 0 || isNeverSeen

/**
 * Since when an asset is at its place: the first of its events after the last one elsewhere. Events of one instant are in the order of
 * their location ids.
 */
export const arrivedAt = sql<Micros>`(
  select coalesce(min(here.first_at), ${placements.lastSeenAt}) from scan_events as here
  where here.asset_id = ${placements.assetId} and here.location_id = ${placements.locationId}
    and here.first_at >= coalesce((
      select elsewhere.first_at + case when elsewhere.location_id > ${placements.locationId} then 1 else 0 end
      from scan_events as elsewhere
      where elsewhere.asset_id = ${placements.assetId} and elsewhere.location_id <> ${placements.locationId}
      order by elsewhere.first_at desc, elsewhere.location_id desc limit 1), ${sql.raw(String(Number.MIN_SAFE_INTEGER))}))`

export const hasOpenAlert = sql`exists (
  select 1 from alerts where alerts.organization_id = ${arg('organizationId')} and alerts.subject_kind = 'asset'
    and alerts.subject_id = ${assets.id} and alerts.closed_at is null)`

/** The conditions that rows decide, on assets with their placements and their live locations. */
export function conditionsOf(filter: AssetListFilter, locationId: SQL): SQL | undefined {
  const { seen, arrived } = filter
  return and(
    eqWithoutIndex(assets.organizationId, 'organizationId'),
    inStates(ofAsset, statesIn(filter)),
    isEffective(ofAsset),
    filter.locationIds && inJsonList(placements.locationId, 'locationIds'),
    filter.isNowhere ? sql`${locationId} is null` : undefined,
    usesFacets(filter) ? inNumbers(sql`${assets.facets}`, 'facets') : undefined,
    seen?.from === undefined ? undefined : sql`${placements.lastSeenAt} >= ${arg('seenFrom')}`,
    seen?.before === undefined ? undefined : sql`${placements.lastSeenAt} < ${arg('seenBefore')}`,
    arrived?.from === undefined ? undefined : sql`${arrivedAt} >= ${arg('arrivedFrom')}`,
    arrived?.before === undefined ? undefined : sql`${arrivedAt} < ${arg('arrivedBefore')}`,
    // A deleted location is not a place.
    arrived ? sql`${locationId} is not null` : undefined,
    ...filter.texts.map(
      (_, index) =>
        sql`(${contains(assets.searchKey, `text${index}`)} or ${contains(assets.searchTags, `text${index}`)}
          or ${contains(assets.searchDescription, `text${index}`)})`,
    ),
    filter.hasOpenAlert ? hasOpenAlert : undefined,
  )
}

/** The arguments of `conditionsOf`. */
export const argumentsOf = ({ organizationId, now }: ListScope, filter: AssetListFilter) => ({
  organizationId,
  now,
  locationIds: JSON.stringify(filter.locationIds ?? []),
  facets: JSON.stringify(facetsIn(filter)),
  seenFrom: filter.seen?.from,
  seenBefore: filter.seen?.before,
  arrivedFrom: filter.arrived?.from,
  arrivedBefore: filter.arrived?.before,
  ...Object.fromEntries(filter.texts.map((text, index) => [`text${index}`, text])),
})

/** What distinguishes the statements of a filter, so that one is prepared for all values. */
export const shapeOf = (filter: AssetListFilter): AssetListFilter => ({
  ...filter,
  locationIds: filter.locationIds && [],
  seen: shapeOfSpan(filter.seen),
  arrived: shapeOfSpan(filter.arrived),
  texts: filter.texts.map(() => ''),
  fields: [],
})

const shapeOfSpan = (span: Span | undefined): Span | undefined =>
  span && {
    from: span.from === undefined ? undefined : 0,
    before: span.before === undefined ? undefined : 0,
  }
