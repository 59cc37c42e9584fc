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
 * Number of newest reads after which they move to the recent reads. The more there are, the more of them belong to one asset
 * and move to the same page.
 */
const newestMax = 16_384
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
  const moves = isPostgres(db) ? undefined : newestReadMoves(db, { recentReads, newestReads })
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
      : db.insert(newestReads).values({ id: arg('id'), ...values }),
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

    insertRecentRead(assetId: number, read: Read): void {
      insert({
        id: moves?.nextId() ?? null,
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
    newestReads: moves,
  }
}

/** A move of the newest reads. It takes several writes, so that each commit changes few pages. */
interface Round {
  /** The newest read that moves. */
  readonly lastId: number
  /** The assets up to this one have been copied. */
  readonly after: number
}

/** The queries that move the newest reads to their place. */
function newestReadMoves(db: Db, { recentReads, newestReads }: RecentReadTables) {
  const ids = db
    .select({
      first: sql<number | null>`(select min(id) from ${newestReads})`,
      last: sql<number | null>`(select max(id) from ${newestReads})`,
    })
    .from(sql`(select 1) as one`)
    .prepare()
  const ofRound = and(gt(newestReads.assetId, arg('after')), lte(newestReads.id, arg('lastId')))
  const nextAsset = db
    .select({ assetId: newestReads.assetId })
    .from(newestReads)
    .where(ofRound)
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
        .where(and(ofRound, lte(newestReads.assetId, arg('upTo'))))
        .orderBy(newestReads.assetId),
    )
    .onConflictDoNothing()
    .prepare()
  const clear = db
    .delete(newestReads)
    .where(lte(newestReads.id, arg('lastId')))
    .prepare()
  let round: Round | undefined
  let newestId = 0

  async function begin(most: number): Promise<Round | undefined> {
    const [row] = await ids.execute()
    const { first, last } = row ?? {}
    if (typeof first !== 'number' || typeof last !== 'number' || last - first + 1 < most) return undefined
    newestId = last
    return { lastId: last, after: 0 }
  }

  return {
    /**
     * Returns the id of the next newest read. Null: the database chooses it. During a move it is higher than those of the move,
     * even when the newest of them have been deleted.
     */
    nextId: (): number | null => (round ? ++newestId : null),

    /**
     * Copies the newest reads of the next assets to their place, when there are `most`. After those of the last asset, it deletes
     * the newest reads that it has copied. Until then, they are in both tables. Returns whether there is more to move.
     */
    async settle(most = newestMax): Promise<boolean> {
      round ??= await begin(most)
      if (!round) return false
      const { lastId, after } = round
      const [next] = await nextAsset.execute({ lastId, after, offset: movedAtOnce })
      await move.execute({ lastId, after, upTo: next?.assetId ?? Number.MAX_SAFE_INTEGER })
      if (next) {
        round = { lastId, after: next.assetId }
        return true
      }
      await clear.execute({ lastId })
      round = undefined
      return false
    },

    /** Must be called after a rollback: the next move copies all reads again. */
    restart(): void {
      round = undefined
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
