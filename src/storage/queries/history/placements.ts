import { eq, sql } from 'drizzle-orm'
import { BoundedMap } from '../../../base/bounded-map'
import { organizations } from '../../sql/account-tables'
import { arg, type Db, inJsonList, setTo } from '../../sql/database'
import { placeModels } from '../../sql/place-tables'
import { statement } from '../../sql/statement'
import type { HistoryTables } from './history-tables'
import { toPlacement } from './placement-row'
import { taughtSampleReads } from './taught-samples'
import type { DecisionRow, Placement } from './presence'

/** Maximum number of cached placements. Each takes about 2 KB. */
const cachedMax = 10_000

/** The queries of writing where each asset is. */
export function placementWrites(db: Db, { placements, isCached }: HistoryTables) {
  const placementRows = () =>
    db
      .select({
        assetId: placements.assetId,
        organizationId: placements.organizationId,
        lastSeenAt: placements.lastSeenAt,
        lastRead: placements.lastRead,
        base: placements.base,
        head: placements.head,
        evidence: placements.evidence,
        baseAt: placements.baseAt,
        keptReads: placements.keptReads,
      })
      .from(placements)
  const placementsOf = placementRows().where(inJsonList(placements.assetId, 'assetIds')).prepare()
  const savePlacement = statement(
    db,
    db
      .insert(placements)
      .values({
        assetId: arg('assetId'),
        organizationId: arg('organizationId'),
        locationId: arg('locationId'),
        lastSeenAt: arg('lastSeenAt'),
        lastRead: arg('lastRead'),
        base: arg('base'),
        head: arg('head'),
        evidence: arg('evidence'),
        baseAt: arg('baseAt'),
        keptReads: arg('keptReads'),
      })
      .onConflictDoUpdate({
        target: placements.assetId,
        set: {
          locationId: sql`excluded.location_id`,
          lastSeenAt: sql`excluded.last_seen_at`,
          lastRead: sql`excluded.heard`,
          base: sql`excluded.base`,
          head: sql`excluded.head`,
          evidence: sql`excluded.evidence`,
          baseAt: sql`excluded.base_at`,
          keptReads: sql`excluded.kept_reads`,
        },
      }),
  )
  const advancePlacement = statement(
    db,
    db
      .update(placements)
      .set({
        lastSeenAt: setTo('lastSeenAt'),
        lastRead: setTo('lastRead'),
        head: setTo('head'),
        evidence: setTo('evidence'),
        keptReads: setTo('keptReads'),
      })
      .where(eq(placements.assetId, arg('assetId'))),
  )

  const decisionOf = db
    .select({ sensitivity: organizations.sensitivity, taughtRevision: placeModels.revision })
    .from(organizations)
    .leftJoin(placeModels, eq(placeModels.organizationId, organizations.id))
    .where(eq(organizations.id, arg('organizationId')))
    .prepare()
  const cached = new BoundedMap<number, Placement>(cachedMax)
  const cache = (placement: Placement): void => {
    if (isCached) cached.set(placement.assetId, placement)
  }

  async function load(assetIds: readonly number[]): Promise<Map<number, Placement>> {
    if (assetIds.length === 0) return new Map()
    const loaded = new Map<number, Placement>()
    for (const row of await placementsOf.execute({ assetIds: JSON.stringify(assetIds) })) {
      const placement = toPlacement(row)
      loaded.set(placement.assetId, placement)
      cache(placement)
    }
    return loaded
  }

  return {
    ...taughtSampleReads(db),

    /** Returns what the location decision depends on besides reads. */
    async decision(organizationId: number): Promise<DecisionRow> {
      const [row] = await decisionOf.execute({ organizationId })
      return row ?? { sensitivity: 'normal', taughtRevision: null }
    },

    async placement(assetId: number): Promise<Placement | undefined> {
      return cached.get(assetId) ?? (await load([assetId])).get(assetId)
    },

    /** Returns the placements of several assets by asset id. */
    async placements(assetIds: readonly number[]): Promise<Map<number, Placement>> {
      const found = await load(assetIds.filter((assetId) => !cached.has(assetId)))
      for (const assetId of assetIds) {
        const placement = cached.get(assetId)
        if (placement) found.set(assetId, placement)
      }
      return found
    },

    /** Must be called after a rollback. */
    clearPlacementCache(): void {
      cached.clear()
    },

    async savePlacement(placement: Placement): Promise<void> {
      const { lastRead, base, head } = placement
      savePlacement({
        assetId: placement.assetId,
        organizationId: placement.organizationId,
        lastSeenAt: placement.lastSeenAt,
        evidence: placement.evidence,
        locationId: head.locationId,
        lastRead: JSON.stringify(lastRead),
        base: base.state,
        baseAt: base.at,
        keptReads: base.reads,
        head: JSON.stringify(head),
      })
      cache(placement)
    },

    /** Updates what a read changes of an asset that stays where it is. The location and the base are those stored. */
    advancePlacement(placement: Placement): void {
      const { assetId, lastSeenAt, lastRead, base, head, evidence } = placement
      advancePlacement({
        assetId,
        lastSeenAt,
        lastRead: JSON.stringify(lastRead),
        head: JSON.stringify(head),
        evidence,
        keptReads: base.reads,
      })
      cache(placement)
    },
  }
}
