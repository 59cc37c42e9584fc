import { and, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/sqlite-core'
import { assetSearch } from '../../search/search'
import { alerts } from '../../sql/alert-tables'
import { arg, contains, type Db, inJsonList, inNumbers } from '../../sql/database'
import { placedFacet } from '../../sql/facets'
import { memoize } from '../../sql/list'
import { inStates, isEffective, ofAsset, ofPlacement } from '../../sql/states'
import { assets, locations, placements } from '../../sql/tables'
import { fieldSources } from '../assets/field-sources'
import { foundIds, idsOf, type Source } from '../assets/found-ids'
import {
  argumentsOf,
  type AssetListFilter,
  facetsIn,
  type ListScope,
  needsPlace,
  shapeOf,
  statesIn,
  usesFacets,
} from './asset-list-filter'

/** Each index finds the assets of a part of the conditions. It contains the column `state` and the limits of validity, too. */
export function assetListSources(db: Db, few: number) {
  const placed = memoize((shape) => {
    const filter = JSON.parse(shape) as AssetListFilter
    return foundIds(
      db,
      placements.assetId,
      sql`${placements}`,
      and(
        // The locations are those of the organization, and its id is not in their index: each row would be looked up.
        filter.locationIds
          ? inJsonList(placements.locationId, 'locationIds')
          : eq(placements.organizationId, arg('organizationId')),
        inStates(ofPlacement, statesIn(filter)),
        isEffective(ofPlacement),
        filter.seen?.from === undefined ? undefined : gte(placements.lastSeenAt, arg('seenFrom')),
        filter.seen?.before === undefined ? undefined : lt(placements.lastSeenAt, arg('seenBefore')),
        // Who has come since then was seen since then.
        filter.arrived?.from === undefined ? undefined : gte(placements.lastSeenAt, arg('arrivedFrom')),
      ),
    )
  })
  const ofStates = (shape: string) => {
    const states = statesIn(JSON.parse(shape) as AssetListFilter)
    return and(inStates(ofAsset, states), isEffective(ofAsset))
  }
  const withFacets = memoize((shape) =>
    foundIds(
      db,
      assets.id,
      sql`${assets}`,
      and(
        eq(assets.organizationId, arg('organizationId')),
        ofStates(shape),
        inNumbers(sql`${assets.facets}`, 'facets'),
      ),
    ),
  )
  const nowhere = memoize((shape) => {
    const states = statesIn(JSON.parse(shape) as AssetListFilter)
    const unplaced = db
      .select({ id: sql<number>`${assets.id}`.as('id') })
      .from(assets)
      .where(
        and(
          eq(assets.organizationId, arg('organizationId')),
          inStates(ofAsset, states),
          sql`${assets.facets} < ${sql.raw(String(placedFacet))}`,
          isEffective(ofAsset),
        ),
      )
    const atDeleted = db
      .select({ id: sql<number>`${placements.assetId}`.as('id') })
      .from(locations)
      .innerJoin(placements, eq(placements.locationId, locations.id))
      .where(
        and(
          eq(locations.organizationId, arg('organizationId')),
          isNotNull(locations.deletedAt),
          inStates(ofPlacement, states),
          isEffective(ofPlacement),
        ),
      )
    const found = union(unplaced, atDeleted).limit(arg('limit')).as('found')
    return db
      .select({ ids: sql<string>`json_group_array(${found.id})` })
      .from(found)
      .prepare()
  })
  const withAlert = memoize((shape) =>
    foundIds(
      db,
      alerts.subjectId,
      sql`${alerts}`,
      and(
        eq(alerts.organizationId, arg('organizationId')),
        isNull(alerts.closedAt),
        sql`${alerts.subjectKind} = 'asset'`,
        sql`exists (select 1 from ${assets} where ${assets.id} = ${alerts.subjectId} and ${ofStates(shape)})`,
      ),
    ),
  )
  const withText = memoize((shape) =>
    foundIds(
      db,
      assets.id,
      sql`${assets}`,
      and(
        eq(assets.organizationId, arg('organizationId')),
        ofStates(shape),
        sql`(${contains(assets.searchKey, 'search')} or ${contains(assets.searchTags, 'search')}
          or ${contains(assets.searchDescription, 'search')})`,
      ),
    ),
  )
  const search = assetSearch(db, { few, sorted: 0, first: 0 })
  const ofFields = fieldSources(db)

  /** A text, from the search index, or from that of PostgreSQL. */
  const ofText = ({ organizationId, now }: ListScope, filter: AssetListFilter, text: string): Source => {
    const found = search.find({
      organizationId,
      text: text.toWellFormed(),
      includeDeleted: false,
      isActive: filter.isActive,
      inDescription: true,
      isPlaced: false,
      now,
    })
    return async (limit) => {
      const matches = await found
      if (matches) return matches.ids()
      return idsOf(withText(JSON.stringify(shapeOf(filter))), { organizationId, now, search: text, limit })
    }
  }

  /** Returns the sources of the conditions that have an index. */
  return (scope: ListScope, filter: AssetListFilter): Source[] => {
    const values = argumentsOf(scope, filter)
    const shape = JSON.stringify(shapeOf(filter))
    const isPlacedBy = filter.locationIds ?? filter.seen ?? filter.arrived?.from
    const sources: Source[] = filter.texts.map((text) => ofText(scope, filter, text))
    if (needsPlace(filter) && isPlacedBy !== undefined)
      sources.push((limit) => idsOf(placed(shape), { ...values, limit }))
    if (usesFacets(filter))
      sources.push((limit) =>
        idsOf(withFacets(shape), { ...values, facets: JSON.stringify(facetsIn(filter)), limit }),
      )
    if (filter.isNowhere) sources.push((limit) => idsOf(nowhere(shape), { ...values, limit }))
    if (filter.hasOpenAlert) sources.push((limit) => idsOf(withAlert(shape), { ...values, limit }))
    // The last ones read all values of a field.
    sources.push(...ofFields(scope.now, statesIn(filter), filter.fields))
    return sources
  }
}
