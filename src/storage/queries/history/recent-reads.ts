import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, isPostgres } from '../../sql/database'
import { statement } from '../../sql/statement'
import type { newestReads, recentReads } from '../../sql/tables'
import type { Read } from './presence'

/** The tables of the reads that the rules may need again. Unknown tags have tables of the same shape. */
export interface RecentReadTables {
  /** In the order of the assets and of time. */
  readonly recentReads: typeof recentReads
  /** The reads that were stored last, in the order of arrival. PostgreSQL does not have this table. */
  readonly newestReads: typeof newestReads
}

/**
 * Number of newest reads after which they move to the recent reads. One commit moves them, to as many pages at most, and
 * the log must stay short (src/storage/sqlite/checkpoints.ts).
 */
const newestMax = 1_024
/** Number of newest reads that move at once, which takes about a millisecond. */
const movedAtOnce = 500

type ReadTable = typeof recentReads | typeof newestReads

/**
 * The queries of the recent reads of an asset. SQLite has them in two tables (migrations/0015_ingest_speed.sql). PostgreSQL has them
 * in one: instances write at the same time, and one of them must not move reads that another one has just stored.
 */
export function recentReadWrites(db: Db, { recentReads, newestReads }: RecentReadTables) {
  const tables = isPostgres(db) ? [recentReads] : [recentReads, newestReads]
  const select = (table: ReadTable) =>
    db
      .select(columnsOf(table))
      .from(table)
      .where(
        and(
          eq(table.assetId, arg('assetId')),
          gt(table.observedAt, arg('after')),
          lte(table.observedAt, arg('upTo')),
        ),
      )
      .orderBy(asc(table.observedAt))
      .limit(arg('limit'))
      .prepare()
  const selects = tables.map(select)
  const values = {
    assetId: arg('assetId'),
    observedAt: arg('observedAt'),
    locationId: arg('locationId'),
    readerId: arg('readerId'),
    antenna: arg('antenna'),
    tagId: arg('tagId'),
    rssi: arg('rssi'),
    presenceTimeoutSeconds: arg('presenceTimeoutSeconds'),
    scan: arg('scan'),
  }
  const insert = statement(
    db,
    isPostgres(db)
      ? db.insert(recentReads).values(values).onConflictDoNothing()
      : db.insert(newestReads).values(values),
  )
  const deleteUpTo = tables.map((table) =>
    statement(
      db,
      db.delete(table).where(and(eq(table.assetId, arg('assetId')), lte(table.observedAt, arg('upTo')))),
    ),
  )
  return {
    /** Returns the stored reads in (after, upTo], in order of time. With a limit, it returns the oldest. */
    async recentReads(
      assetId: number,
      after: Micros,
      {
        upTo = Number.MAX_SAFE_INTEGER,
        limit = Number.MAX_SAFE_INTEGER,
      }: { upTo?: Micros; limit?: number } = {},
    ): Promise<Read[]> {
      const wanted = { assetId, after, upTo, limit }
      const rows: Row[] = []
      for (const stored of selects) rows.push(...(await stored.execute(wanted)))
      rows.sort(inOrder)
      const reads = rows.filter((row, index) => index === 0 || inOrder(rows[index - 1] as Row, row) !== 0)
      return (limit < 0 ? reads : reads.slice(0, limit)).map(toRead)
    },

    async insertRecentRead(assetId: number, read: Read): Promise<void> {
      insert({
        assetId,
        observedAt: read.at,
        locationId: read.locationId,
        readerId: read.readerId ?? 0,
        antenna: read.antenna ?? 0,
        tagId: read.tagId,
        rssi: read.rssi,
        presenceTimeoutSeconds: read.presenceTimeoutSeconds,
        scan: read.isScan ? 1 : null,
      })
    },

    async deleteRecentReads(assetId: number, upTo: Micros): Promise<void> {
      for (const remove of deleteUpTo) remove({ assetId, upTo })
    },

    /** Undefined where each read is stored in its place. */
    newestReads: isPostgres(db) ? undefined : newestReadMoves(db, { recentReads, newestReads }),
  }
}

/** The queries that move the newest reads to their place. */
function newestReadMoves(db: Db, { recentReads, newestReads }: RecentReadTables) {
  const newestId = db
    .select({ id: sql<number | null>`max(${newestReads.id})` })
    .from(newestReads)
    .prepare()
  const laterAssets = gt(newestReads.assetId, arg('after'))
  const nextAsset = db
    .select({ assetId: newestReads.assetId })
    .from(newestReads)
    .where(laterAssets)
    .orderBy(newestReads.assetId)
    .limit(1)
    .offset(arg('offset'))
    .prepare()
  const move = db
    .insert(recentReads)
    .select(
      db
        .select(columnsOf(newestReads))
        .from(newestReads)
        .where(and(laterAssets, lte(newestReads.assetId, arg('upTo'))))
        .orderBy(newestReads.assetId),
    )
    .onConflictDoNothing()
    .prepare()
  const clear = db.delete(newestReads).prepare()

  return {
    /** Returns whether so many reads are in the order of arrival that they must be moved. */
    async areMany(): Promise<boolean> {
      const [row] = await newestId.execute()
      return (row?.id ?? 0) >= newestMax
    },

    /**
     * Copies the newest reads of the next assets, with ids after `assetId`, to their place. Returns the last of these ids;
     * undefined when the reads of all assets are copied and the newest reads are deleted. It must be called in one write
     * until it returns undefined.
     */
    async settle(assetId: number): Promise<number | undefined> {
      const after = { after: assetId }
      const [next] = await nextAsset.execute({ ...after, offset: movedAtOnce })
      await move.execute({ ...after, upTo: next?.assetId ?? Number.MAX_SAFE_INTEGER })
      if (!next) await clear.execute()
      return next?.assetId
    },
  }
}

const columnsOf = (table: ReadTable) => ({
  assetId: table.assetId,
  observedAt: table.observedAt,
  locationId: table.locationId,
  readerId: table.readerId,
  antenna: table.antenna,
  tagId: table.tagId,
  rssi: table.rssi,
  presenceTimeoutSeconds: table.presenceTimeoutSeconds,
  scan: table.scan,
})

type Row = typeof recentReads.$inferSelect

/** The order of the primary key of the recent reads. A read that is stored twice counts once. */
const inOrder = (a: Row, b: Row): number =>
  a.observedAt - b.observedAt ||
  a.locationId - b.locationId ||
  a.readerId - b.readerId ||
  a.antenna - b.antenna ||
  a.tagId - b.tagId

const toRead = (row: Row): Read => ({
  at: row.observedAt,
  locationId: row.locationId,
  rssi: row.rssi,
  readerId: row.readerId || null,
  antenna: row.scan === null ? row.antenna : null,
  tagId: row.tagId,
  presenceTimeoutSeconds: row.presenceTimeoutSeconds,
  isScan: row.scan !== null,
})
