import { desc, eq, sql } from 'drizzle-orm'
import { organizations } from '../../sql/account-tables'
import { arg, type Db, inJsonList } from '../../sql/database'
import { locationSglns } from '../../sql/event-tables'
import { assets, locations, readers, scanEvents } from '../../sql/tables'
import type { NewestEvent, ScanEventRow } from './event-fields'

/**
 * The scan events that a write has changed, with the names of what they are about. Each statement reads a set of them: a batch of
 * reads changes many scan events of few places.
 */

/** The changed scan events of an asset that still exist, and its newest ones, the newest first. */
export interface AssetMoves {
  readonly changed: readonly ScanEventRow[]
  /** At most one more than the scan events that were changed or deleted. */
  readonly newest: readonly NewestEvent[]
}

interface NamedLocation {
  readonly id: number
  readonly externalKey: string
  readonly sgln: string | null
}

interface NamedReader {
  readonly id: number
  readonly externalKey: string
}

/** The locations and readers that the events of a write name. */
export interface KnownNames {
  readonly locations: Map<number, NamedLocation>
  readonly readers: Map<number, NamedReader>
}

export const noNames = (): KnownNames => ({ locations: new Map(), readers: new Map() })

const isPresent = <T>(value: T | null): value is T => value !== null

export function eventMoves(db: Db) {
  const changedEvents = db
    .select({
      id: scanEvents.id,
      assetId: scanEvents.assetId,
      locationId: scanEvents.locationId,
      firstAt: scanEvents.firstAt,
      lastAt: scanEvents.lastAt,
      cause: scanEvents.cause,
      why: scanEvents.why,
      readerId: scanEvents.readerId,
      antenna: scanEvents.antenna,
    })
    .from(scanEvents)
    .where(inJsonList(scanEvents.id, 'ids'))
    .prepare()
  const namedAssets = db
    .select({
      id: assets.id,
      externalKey: assets.externalKey,
      companyPrefix: organizations.gs1CompanyPrefix,
      rfidValues: sql<string>`(
        select json_group_array(normalized) from (
          select normalized from tags
          where tags.asset_id = ${assets.id} and tags.tag_type = 'rfid' and tags.deleted_at is null
          order by tags.id) as found)`,
    })
    .from(assets)
    .innerJoin(organizations, eq(organizations.id, assets.organizationId))
    .where(inJsonList(assets.id, 'ids'))
    .prepare()
  const namedLocations = db
    .select({ id: locations.id, externalKey: locations.externalKey, sgln: locationSglns.sgln })
    .from(locations)
    .leftJoin(locationSglns, eq(locationSglns.locationId, locations.id))
    .where(inJsonList(locations.id, 'ids'))
    .prepare()
  const namedReaders = db
    .select({ id: readers.id, externalKey: readers.externalKey })
    .from(readers)
    .where(inJsonList(readers.id, 'ids'))
    .prepare()
  const newestOfAsset = db
    .select({ id: scanEvents.id, firstAt: scanEvents.firstAt, locationId: scanEvents.locationId })
    .from(scanEvents)
    .where(eq(scanEvents.assetId, arg('assetId')))
    .orderBy(desc(scanEvents.firstAt), desc(scanEvents.locationId), desc(scanEvents.id))
    .limit(arg('limit'))
    .prepare()
  const previous = db
    .select({ locationId: scanEvents.locationId })
    .from(scanEvents)
    .where(
      sql`${scanEvents.assetId} = ${arg('assetId')} and (${scanEvents.firstAt}, ${scanEvents.locationId}, ${scanEvents.id})
        < (${arg('firstAt')}, ${arg('locationId')}, ${arg('id')})`,
    )
    .orderBy(desc(scanEvents.firstAt), desc(scanEvents.locationId), desc(scanEvents.id))
    .limit(1)
    .prepare()

  type Changed = Awaited<ReturnType<typeof changedEvents.execute>>[number]
  type Newest = Awaited<ReturnType<typeof newestOfAsset.execute>>

  /** Adds the things with these ids that are not known yet. */
  async function learn<T extends { readonly id: number }>(
    query: { execute(values: { ids: string }): Promise<T[]> },
    ids: Iterable<number>,
    known: Map<number, T>,
  ): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !known.has(id))
    if (missing.length === 0) return
    for (const row of await query.execute({ ids: JSON.stringify(missing) })) known.set(row.id, row)
  }

  /** Returns the location of the scan event before this one. @param isWhole whether `newest` is the whole history */
  async function locationBefore(event: Changed, newest: Newest, isWhole: boolean): Promise<number | null> {
    const position = newest.findIndex(({ id }) => id === event.id)
    const next = position < 0 ? undefined : newest[position + 1]
    if (next) return next.locationId
    if (position >= 0 && isWhole) return null
    const { id, assetId, firstAt, locationId } = event
    return (await previous.execute({ id, assetId, firstAt, locationId }))[0]?.locationId ?? null
  }

  return {
    /**
     * Returns the scan events with these ids, by asset.
     *
     * @param idsOf the ids of the scan events of each asset that were changed or deleted
     * @param known what earlier calls of the same write have read; it is extended
     */
    async read(
      idsOf: ReadonlyMap<number, readonly number[]>,
      known: KnownNames,
    ): Promise<Map<number, AssetMoves>> {
      const found = await changedEvents.execute({ ids: JSON.stringify([...idsOf.values()].flat()) })
      const newestOf = new Map<number, Newest>()
      const before = new Map<number, number | null>()
      const changedOf = Map.groupBy(found, ({ assetId }) => assetId)
      for (const [assetId, ids] of idsOf) {
        const newest = await newestOfAsset.execute({ assetId, limit: ids.length + 1 })
        newestOf.set(assetId, newest)
        for (const event of changedOf.get(assetId) ?? [])
          before.set(event.id, await locationBefore(event, newest, newest.length <= ids.length))
      }

      const assetsOf = new Map<number, Awaited<ReturnType<typeof namedAssets.execute>>[number]>()
      await learn(namedAssets, idsOf.keys(), assetsOf)
      const places = [...found, ...[...newestOf.values()].flat()].map(({ locationId }) => locationId)
      await learn(namedLocations, [...places, ...[...before.values()].filter(isPresent)], known.locations)
      const readerIds = found.map(({ readerId }) => readerId).filter(isPresent)
      await learn(namedReaders, readerIds, known.readers)

      const keyOf = (id: number) => (known.locations.get(id) as NamedLocation).externalKey
      const named = (event: Changed): ScanEventRow => {
        const asset = assetsOf.get(event.assetId) as typeof assetsOf extends Map<number, infer A> ? A : never
        const fromId = before.get(event.id) ?? null
        return {
          ...event,
          assetKey: asset.externalKey,
          companyPrefix: asset.companyPrefix,
          rfidValues: asset.rfidValues,
          locationKey: keyOf(event.locationId),
          sgln: known.locations.get(event.locationId)?.sgln ?? null,
          readerKey: (event.readerId !== null && known.readers.get(event.readerId)?.externalKey) || null,
          fromId,
          fromKey: fromId === null ? null : keyOf(fromId),
        }
      }
      return new Map(
        [...newestOf].map(([assetId, newest]) => [
          assetId,
          {
            changed: (changedOf.get(assetId) ?? []).map(named),
            newest: newest.map((event) => ({ ...event, locationKey: keyOf(event.locationId) })),
          },
        ]),
      )
    },
  }
}
