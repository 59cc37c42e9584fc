import { and, asc, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Instant, Micros } from '../../../base/time'
import { arg, contains, type Db, eqWithoutIndex, inJsonList } from '../../sql/database'
import { eventLog } from '../../sql/event-tables'
import { isEffective, ofAsset } from '../../sql/states'
import { assets, locations, placements, scanEvents } from '../../sql/tables'
import { causeOf, whyOf } from '../history/event-values'
import type { Cause, Why } from '../history/presence'

/** An event of the log as far as alerts need it. */
export interface AlertEvent {
  readonly sequence: number
  readonly type: number
  readonly occurredAt: Micros
  readonly recordedAt: Micros
  readonly assetId: number | null
  readonly scanEventId: number | null
  /** JSON: its locations and those above them. */
  readonly places: string
  /** JSON: its other fields. */
  readonly data: string
}

/** An asset as far as alerts need it. */
export interface AlertAsset {
  readonly id: number
  readonly externalKey: string
  readonly name: string
  readonly metadata: string
  /** Whether lists show it. */
  readonly isShown: boolean
  readonly locationId: number | null
  readonly lastSeenAt: Micros | null
}

/** A scan event as far as alerts need it. */
export interface AlertPresence {
  readonly id: number
  readonly locationId: number
  readonly firstAt: Micros
  readonly lastAt: Micros
}

/** A location of any state: rules may be about deleted ones, and so may histories. */
export interface AlertPlace {
  readonly id: number
  readonly parentId: number | null
  readonly externalKey: string
  readonly name: string
  readonly isDeleted: boolean
}

/** What explains a scan event. */
export interface EventOrigin {
  readonly locationName: string
  readonly previousName: string | null
  readonly cause: Cause
  readonly why: Why | null
  readonly sequence: number | null
}

function placeQueries(db: Db) {
  const placesWhere = (where: SQL) =>
    db
      .select({
        id: locations.id,
        parentId: locations.parentId,
        externalKey: locations.externalKey,
        name: locations.name,
        isDeleted: sql`${locations.deletedAt} is not null`.mapWith(Boolean),
      })
      .from(locations)
      .where(where)
      .prepare()
  const ofOrganization = eqWithoutIndex(locations.organizationId, 'organizationId')
  return {
    tree: placesWhere(eq(locations.organizationId, arg('organizationId'))),
    places: placesWhere(sql`${ofOrganization} and ${inJsonList(locations.id, 'ids')}`),
  }
}

/** What alerts about assets are computed from. */
export function alertFactReads(db: Db) {
  const events = db
    .select({
      sequence: eventLog.sequence,
      type: eventLog.type,
      occurredAt: eventLog.occurredAt,
      recordedAt: eventLog.recordedAt,
      assetId: eventLog.assetId,
      scanEventId: eventLog.scanEventId,
      places: eventLog.places,
      data: eventLog.data,
    })
    .from(eventLog)
  const following = events
    .where(and(eq(eventLog.organizationId, arg('organizationId')), gt(eventLog.sequence, arg('after'))))
    .orderBy(asc(eventLog.sequence))
    .limit(arg('limit'))
    .prepare()
  const replaced = db
    .select({ occurredAt: eventLog.occurredAt, places: eventLog.places })
    .from(eventLog)
    .where(
      and(eq(eventLog.organizationId, arg('organizationId')), inJsonList(eventLog.sequence, 'sequences')),
    )
    .prepare()
  const assetColumns = {
    id: assets.id,
    externalKey: assets.externalKey,
    name: assets.name,
    metadata: assets.metadata,
    isShown: sql`${and(isNull(assets.deletedAt), isEffective(ofAsset))}`.mapWith(Boolean),
    locationId: placements.locationId,
    lastSeenAt: placements.lastSeenAt,
  }
  const byIds = db
    .select(assetColumns)
    .from(assets)
    .leftJoin(placements, eq(placements.assetId, assets.id))
    .where(and(eqWithoutIndex(assets.organizationId, 'organizationId'), inJsonList(assets.id, 'ids')))
    .prepare()
  const placedAfter = db
    .select({ id: placements.assetId })
    .from(placements)
    .where(and(inJsonList(placements.locationId, 'locationIds'), gt(placements.assetId, arg('after'))))
    .orderBy(asc(placements.assetId))
    .limit(arg('limit'))
    .prepare()
  const matching = db
    .select({ id: assets.id })
    .from(assets)
    .where(
      and(
        inJsonList(assets.id, 'ids'),
        or(
          contains(assets.searchKey, 'search'),
          contains(assets.searchTags, 'search'),
          contains(assets.searchDescription, 'search'),
        ),
      ),
    )
    .prepare()
  const newest = db
    .select({
      id: scanEvents.id,
      locationId: scanEvents.locationId,
      firstAt: scanEvents.firstAt,
      lastAt: scanEvents.lastAt,
    })
    .from(scanEvents)
    .where(eq(scanEvents.assetId, arg('assetId')))
    .orderBy(desc(scanEvents.firstAt), desc(scanEvents.locationId), desc(scanEvents.id))
    .limit(arg('limit'))
    .prepare()
  const { tree, places } = placeQueries(db)
  const previous = alias(locations, 'previous')
  const origin = db
    .select({
      cause: scanEvents.cause,
      why: scanEvents.why,
      locationName: locations.name,
      previousName: previous.name,
      sequence: sql<
        number | null
      >`(select max(sequence) from event_log where scan_event_id = scan_events.id)`,
    })
    .from(scanEvents)
    .innerJoin(locations, eq(locations.id, scanEvents.locationId))
    .leftJoin(
      previous,
      and(
        eq(previous.id, sql`cast(${scanEvents.why} ->> 'fromId' as bigint)`),
        eq(previous.organizationId, scanEvents.organizationId),
      ),
    )
    .where(and(eq(scanEvents.id, arg('id')), eq(scanEvents.organizationId, arg('organizationId'))))
    .prepare()

  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

  return {
    /** Returns the events after a sequence, oldest first. */
    events: async (organizationId: number, after: number, limit: number): Promise<AlertEvent[]> =>
      following.execute({ organizationId, after, limit }),
    /** Returns when and where the events with these sequences were. */
    replaced: async (
      organizationId: number,
      sequences: readonly number[],
    ): Promise<{ occurredAt: Micros; places: string }[]> =>
      replaced.execute({ organizationId, sequences: JSON.stringify(sequences) }),
    assets: async (organizationId: number, ids: readonly number[], now: Instant): Promise<AlertAsset[]> =>
      byIds.execute({ organizationId, ids: JSON.stringify(ids), now }),
    /** Returns ids above `after` of assets at locations of the organization, in order. */
    placedIdsAfter: async (locationIds: readonly number[], after: number, limit: number): Promise<number[]> =>
      idsOf(await placedAfter.execute({ locationIds: JSON.stringify(locationIds), after, limit })),
    /** Returns those of these assets of an organization that a search finds. @param search case-folded */
    matching: async (ids: readonly number[], search: string): Promise<number[]> =>
      idsOf(await matching.execute({ ids: JSON.stringify(ids), search })),
    /** Returns the newest scan events of an asset of the organization, oldest first. */
    newest: async (assetId: number, limit: number): Promise<AlertPresence[]> =>
      (await newest.execute({ assetId, limit })).toReversed(),
    tree: async (organizationId: number): Promise<AlertPlace[]> => tree.execute({ organizationId }),
    places: async (organizationId: number, ids: readonly number[]): Promise<AlertPlace[]> =>
      places.execute({ organizationId, ids: JSON.stringify(ids) }),
    async origin(organizationId: number, id: number): Promise<EventOrigin | undefined> {
      const [row] = await origin.execute({ organizationId, id })
      return row && { ...row, cause: causeOf(row), why: whyOf(row) }
    },
  }
}
