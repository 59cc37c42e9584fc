import { aliasedTable, and, eq, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../../base/time'
import { arg, type Db, inJsonList } from '../../sql/database'
import { inOrderOf } from '../../sql/list'
import { stays } from '../../sql/count-tables'
import { assets, locations, readers } from '../../sql/tables'
import { assetListReads } from '../history/asset-list'
import type { ListScope } from '../history/asset-list-filter'
import { type MovePosition, movementLanes } from './movement-lanes'
import {
  createMovementPages,
  type MovementFilter,
  movementLimits,
  type MovementOrder,
} from './movement-pages'

/** A location that a movement names. */
interface NamedPlace {
  readonly id: number
  readonly externalKey: string
  readonly name: string
}

/** A move of an asset: the beginning of a stay. */
export interface MovementRow {
  readonly id: number
  readonly at: Micros
  readonly endedAt: Micros | null
  readonly assetId: number
  readonly assetExternalKey: string
  readonly assetName: string
  readonly assetDeletedAt: Instant | null
  readonly location: NamedPlace
  readonly previous: NamedPlace | null
  readonly previousBegunAt: Micros | null
  /** Where it went then. */
  readonly next: NamedPlace | null
  readonly reader: NamedPlace | null
}

/** Reads pages of moves (docs/decisions/0043-stays.md). */
export function movementReads(db: Db, limits = movementLimits) {
  const list = assetListReads(db)
  const pages = createMovementPages({
    lanes: movementLanes(db),
    meeting: list.meeting,
    async fewAssets(scope, filter, max) {
      const found = await list.allMatches(scope, filter, { field: 'external_key', descending: false }, max)
      return found?.isComplete ? found.ids : undefined
    },
    limits,
  })
  const previous = aliasedTable(locations, 'previous')
  const nextStay = aliasedTable(stays, 'next_stay')
  const next = aliasedTable(locations, 'next')
  const placeOf = (table: typeof previous | typeof readers) => ({
    id: table.id,
    externalKey: table.externalKey,
    name: table.name,
  })
  const rows = db
    .select({
      id: stays.id,
      at: stays.begunAt,
      endedAt: stays.endedAt,
      assetId: assets.id,
      assetExternalKey: assets.externalKey,
      assetName: assets.name,
      assetDeletedAt: assets.deletedAt,
      location: placeOf(locations),
      previous: placeOf(previous),
      previousBegunAt: stays.previousBegunAt,
      next: placeOf(next),
      reader: placeOf(readers),
    })
    .from(stays)
    .innerJoin(assets, eq(assets.id, stays.assetId))
    .innerJoin(locations, eq(locations.id, stays.locationId))
    .leftJoin(previous, eq(previous.id, stays.previousLocationId))
    .leftJoin(nextStay, and(eq(nextStay.assetId, stays.assetId), sql`${nextStay.begunAt} = ${stays.endedAt}`))
    .leftJoin(next, eq(next.id, nextStay.locationId))
    .leftJoin(readers, eq(readers.id, stays.readerId))
    .where(inJsonList(stays.id, 'ids'))
    .prepare()

  // `union` ends a walk in a cycle. Deleted locations are included: assets moved there before.
  const below = db
    .select({ id: sql<number>`walk.id` })
    .from(
      sql`(
        with recursive walk (id) as (
          select id from locations where id = ${arg('id')} and organization_id = ${arg('organizationId')}
          union select child.id from walk join locations as child on child.parent_id = walk.id
        ) select id from walk) as walk`,
    )
    .prepare()

  return {
    /** Returns a location and those below it, even deleted ones; none if there is no such location. */
    placesBelow: async (organizationId: number, id: number): Promise<number[]> =>
      (await below.execute({ organizationId, id })).map((row) => row.id),

    /** Returns some moves and the position from which the list continues. A page can have fewer moves than the limit. */
    async page(
      scope: ListScope,
      filter: MovementFilter,
      order: MovementOrder,
    ): Promise<{ rows: MovementRow[]; next: MovePosition | undefined }> {
      const found = await pages.page(scope, filter, order)
      const ids = found.moves.map(({ id }) => id)
      const read = ids.length === 0 ? [] : await rows.execute({ ids: JSON.stringify(ids) })
      return { rows: inOrderOf(ids, read, ({ id }) => id), next: found.next }
    },
    /** Counts the moves, at most up to a limit. */
    count: (scope: ListScope, filter: MovementFilter) => pages.count(scope, filter),
  }
}
