import { and, asc, desc, eq, gt, inArray, isNull, lte, notInArray, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../../base/time'
import { arg, changesOf, type Db, eqWithoutIndex, inJsonList } from '../../sql/database'
import { eventLogEnds } from '../../sql/event-tables'
import { mqttPublications, mqttSessions } from '../../sql/ingest-tables'
import { inStates, isLive, ofPlacement, states } from '../../sql/states'
import { assets, locations, placements } from '../../sql/tables'

/** A session of an API key, with its subscriptions as JSON. */
export type MqttSessionRow = typeof mqttSessions.$inferSelect

/** The connection that a session belongs to. */
export interface SessionOwner {
  readonly apiKeyId: string
  readonly clientId: string
  readonly connection: string
}

type OpenMqttSession = MqttSessionRow & SessionOwner

/** Where an asset is and since when. The location is null when it was deleted. */
export interface PresentPlace {
  readonly assetId: number
  readonly assetKey: string
  readonly locationId: number | null
  readonly locationKey: string | null
  readonly since: Micros | null
}

/** How far an organization was published to the external broker. */
export interface Publication {
  /** The sequence of the last event that was published. */
  readonly upTo: number
  /** Whether the present places must be published before further events. */
  readonly needsPlaces: boolean
}

/** A publication is stored as one number, which is negative while it needs the places. */
const cursorOf = ({ upTo, needsPlaces }: Publication): number => (needsPlaces ? -1 - upTo : upTo)
const publicationOf = (cursor: number): Publication =>
  cursor < 0 ? { upTo: -1 - cursor, needsPlaces: true } : { upTo: cursor, needsPlaces: false }

/** Maximum number of stored sessions of an API key. */
const ofKeyMax = 32

export function mqttSessionReads(db: Db) {
  const find = db
    .select()
    .from(mqttSessions)
    .where(and(eq(mqttSessions.apiKeyId, arg('apiKeyId')), eq(mqttSessions.clientId, arg('clientId'))))
    .prepare()
  const newestEvent = sql<number | null>`(
    select first_at from scan_events where scan_events.asset_id = ${placements.assetId}
    order by first_at desc, location_id desc, id desc limit 1)`
  const present = () =>
    db
      .select({
        assetId: assets.id,
        assetKey: assets.externalKey,
        locationId: locations.id,
        locationKey: locations.externalKey,
        since: newestEvent,
      })
      .from(assets)
      .innerJoin(placements, eq(placements.assetId, assets.id))
      .leftJoin(locations, and(eq(locations.id, placements.locationId), isNull(locations.deletedAt)))
      .$dynamic()
  const live = and(eq(assets.organizationId, arg('organizationId')), isNull(assets.deletedAt))
  const ofKey = present()
    .where(and(live, eq(assets.externalKey, arg('key'))))
    .prepare()
  const ofKeys = db
    .select({ assetKey: assets.externalKey, assetId: assets.id })
    .from(assets)
    .innerJoin(placements, eq(placements.assetId, assets.id))
    .where(and(live, inJsonList(assets.externalKey, 'keys')))
    .prepare()
  const afterKey = present()
    .where(and(live, gt(assets.externalKey, arg('key'))))
    .orderBy(asc(assets.externalKey))
    .limit(arg('limit'))
    .prepare()
  const liveAt = db
    .select({ assetId: placements.assetId })
    .from(placements)
    .where(
      and(
        eq(placements.locationId, arg('locationId')),
        inStates(ofPlacement, states.filter(isLive)),
        gt(placements.assetId, arg('assetId')),
      ),
    )
    .orderBy(asc(placements.assetId))
    .limit(arg('limit'))
    .as('live_at')
  const idsAt = db
    .select({ ids: sql<string>`json_group_array(${liveAt.assetId})` })
    .from(liveAt)
    .prepare()
  const ofIds = present()
    .where(
      and(
        inJsonList(assets.id, 'ids'),
        isNull(assets.deletedAt),
        eqWithoutIndex(placements.locationId, 'locationId'),
      ),
    )
    .orderBy(asc(assets.id))
    .prepare()
  const publication = db
    .select({ cursor: mqttPublications.cursor })
    .from(mqttPublications)
    .where(eq(mqttPublications.organizationId, arg('organizationId')))
    .prepare()

  return {
    async find(apiKeyId: string, clientId: string): Promise<MqttSessionRow | undefined> {
      const [row] = await find.execute({ apiKeyId, clientId })
      return row
    },

    /** Returns where live assets are whose keys follow `key`, in order of their keys. */
    placesAfter: async (organizationId: number, key: string, limit: number): Promise<PresentPlace[]> =>
      afterKey.execute({ organizationId, key, limit }),

    /**
     * Returns the ids of the live assets at a location that follow `assetId`, in order. It reads all assets there, because
     * no index has their order: one would make each move slower.
     */
    async assetsAt(locationId: number, assetId: number, limit: number): Promise<number[]> {
      const [found] = await idsAt.execute({ locationId, assetId, limit })
      return JSON.parse(found?.ids ?? '[]') as number[]
    },

    /** Returns the places of those assets that are live and at the location, in order of their ids. */
    placesOf: async (locationId: number, assetIds: readonly number[]): Promise<PresentPlace[]> =>
      ofIds.execute({ locationId, ids: JSON.stringify(assetIds) }),

    /** Returns where a live asset is; undefined without a history. */
    async placeOf(organizationId: number, key: string): Promise<PresentPlace | undefined> {
      const [row] = await ofKey.execute({ organizationId, key })
      return row
    },

    /** Returns the ids of the placed live assets with these keys, by key. */
    async holdersOf(organizationId: number, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await ofKeys.execute({ organizationId, keys: JSON.stringify(keys) })
      return new Map(rows.map(({ assetKey, assetId }) => [assetKey, assetId]))
    },

    /** Returns how far an organization was published to the external broker; undefined when it has not begun. */
    async publication(organizationId: number): Promise<Publication | undefined> {
      const [row] = await publication.execute({ organizationId })
      return row && publicationOf(row.cursor)
    },
  }
}

export function mqttSessionWrites(db: Db) {
  const of = (apiKeyId: string, clientId: string) =>
    and(eq(mqttSessions.apiKeyId, apiKeyId), eq(mqttSessions.clientId, clientId))
  return {
    ...mqttSessionReads(db),

    /**
     * Inserts or replaces a session, which belongs to its new connection from now on. The sessions of a key that expire first are
     * deleted beyond its maximum.
     */
    async open(session: MqttSessionRow): Promise<void> {
      const { subscriptions, cursor, expiresAt, connection } = session
      await db
        .insert(mqttSessions)
        .values(session)
        .onConflictDoUpdate({
          target: [mqttSessions.apiKeyId, mqttSessions.clientId],
          set: { subscriptions, cursor, expiresAt, connection },
        })
      const ofKey = eq(mqttSessions.apiKeyId, session.apiKeyId)
      const kept = db
        .select({ clientId: mqttSessions.clientId })
        .from(mqttSessions)
        .where(ofKey)
        .orderBy(desc(mqttSessions.expiresAt))
        .limit(ofKeyMax)
      await db.delete(mqttSessions).where(and(ofKey, notInArray(mqttSessions.clientId, kept)))
    },

    /** Stores the progress of a session, unless it belongs to a later connection. */
    async save({
      apiKeyId,
      clientId,
      connection,
      subscriptions,
      cursor,
      expiresAt,
    }: OpenMqttSession): Promise<void> {
      await db
        .update(mqttSessions)
        .set({ subscriptions, cursor, expiresAt })
        .where(and(of(apiKeyId, clientId), eq(mqttSessions.connection, connection)))
    },

    async delete(apiKeyId: string, clientId: string): Promise<void> {
      await db.delete(mqttSessions).where(of(apiKeyId, clientId))
    },

    /** Deletes a session, unless it belongs to a later connection. */
    async end({ apiKeyId, clientId, connection }: SessionOwner): Promise<void> {
      await db
        .delete(mqttSessions)
        .where(and(of(apiKeyId, clientId), eq(mqttSessions.connection, connection)))
    },

    /** Deletes at most `most` expired sessions. Returns their number. */
    async deleteExpired(now: Instant, most: number): Promise<number> {
      const expired = db
        .select({ clientId: mqttSessions.clientId })
        .from(mqttSessions)
        .where(lte(mqttSessions.expiresAt, now))
        .limit(most)
      return changesOf(
        await db
          .delete(mqttSessions)
          .where(and(lte(mqttSessions.expiresAt, now), inArray(mqttSessions.clientId, expired))),
      )
    },

    /**
     * Begins the publication of all organizations with events, unless one was published before: with the present places,
     * then with the events from now on. An organization that is created later is published from its first event on.
     */
    async beginPublications(): Promise<void> {
      const [begun] = await db.select().from(mqttPublications).limit(1)
      if (begun) return
      const ends = await db
        .select({ organizationId: eventLogEnds.organizationId, newest: eventLogEnds.newest })
        .from(eventLogEnds)
      for (const { organizationId, newest } of ends)
        await db
          .insert(mqttPublications)
          .values({ organizationId, cursor: cursorOf({ upTo: newest, needsPlaces: true }) })
    },

    /** Stores how far an organization was published to the external broker. */
    async published(organizationId: number, publication: Publication): Promise<void> {
      const cursor = cursorOf(publication)
      await db
        .insert(mqttPublications)
        .values({ organizationId, cursor })
        .onConflictDoUpdate({ target: mqttPublications.organizationId, set: { cursor } })
    },
  }
}
