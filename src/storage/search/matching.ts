import { and, type SQL, sql } from 'drizzle-orm'
import { arg, contains, numbersOf } from '../sql/database'
import { isEffective, ofAsset } from '../sql/states'
import { assets, placements } from '../sql/tables'

/**
 * The condition of a search on the rows of assets. Its arguments: search, states (JSON), now (or null), inDescription
 * and isPlaced (0 or 1).
 */
export const matchesRow = and(
  sql`${ofAsset.state} in (${numbersOf('states')})`,
  sql`(${arg('now')} is null or (${isEffective(ofAsset)}))`,
  sql`(${contains(assets.searchKey, 'search')} or ${contains(assets.searchTags, 'search')}
    or (${arg('inDescription')} and ${contains(assets.searchDescription, 'search')}))`,
  sql`(not ${arg('isPlaced')} or exists (select 1 from ${placements} where ${placements.assetId} = ${assets.id}))`,
) as SQL
