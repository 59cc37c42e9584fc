import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Micros } from '../../../base/time'
import { arg, type Db } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { locations, placements, readers, scanEvents } from '../../sql/tables'
import { causeOf, whyOf } from './event-values'
import type { Cause, Why } from './presence'
import { createHistoryPages, inHistory, inWindow, previousFirstAt } from './history-pages'

/** A scan event with its provenance. */
export interface EventRow {
  readonly id: number
  readonly locationId: number
  readonly locationExternalKey: string
  readonly locationName: string
  readonly firstAt: Micros
  readonly lastAt: Micros
  readonly readCount: number
  readonly strongestRssi: number | null
  /** The reader; null for a submission of a user. */
  readonly readerId: number | null
  readonly readerExternalKey: string | null
  readonly readerName: string | null
  readonly antenna: number | null
  readonly cause: Cause
  /** The values of the location decision; null when it did not begin the event. */
  readonly why: Why | null
  /** Name of the location that the asset left, if `why` names one. */
  readonly previousName: string | null
  /** The beginning of the previous event; null on the earliest event of the asset. */
  readonly previousFirstAt: Micros | null
}

/** An asset with a history: the end of its earliest event and the beginning of the next one. */
interface Earliest {
  readonly assetId: number
  readonly organizationId: number
  readonly lastAt: Micros
  readonly nextAt: Micros | null
}

export function eventReads(db: Db) {
  // The index finds the page first. Then each row and each name takes one seek, however long the history is.
  const pages = createHistoryPages(db, (direction) => {
    const page = db
      .select()
      .from(scanEvents)
      .where(inWindow)
      .orderBy(inHistory(scanEvents, direction))
      .limit(arg('limit'))
      .offset(arg('offset'))
      .as('page')
    const previous = alias(locations, 'previous')
    return db
      .select({
        id: page.id,
        locationId: page.locationId,
        locationExternalKey: locations.externalKey,
        locationName: locations.name,
        firstAt: page.firstAt,
        lastAt: page.lastAt,
        readCount: page.readCount,
        strongestRssi: page.strongestRssi,
        readerId: page.readerId,
        readerExternalKey: readers.externalKey,
        readerName: readers.name,
        antenna: page.antenna,
        cause: page.cause,
        why: page.why,
        previousName: previous.name,
        previousFirstAt: previousFirstAt(page),
      })
      .from(page)
      .innerJoin(locations, eq(locations.id, page.locationId))
      .leftJoin(readers, eq(readers.id, page.readerId))
      .leftJoin(
        previous,
        and(
          eq(previous.id, sql`cast(${page.why} ->> 'fromId' as bigint)`),
          eq(previous.organizationId, page.organizationId),
        ),
      )
      .orderBy(inHistory(page, direction))
      .prepare()
  })

  const inOrder = <T>(column: SQL, index: number) => sql<T>`(
    select ${column} from scan_events as event where event.asset_id = placements.asset_id
    order by first_at, location_id, id limit 1 offset ${sql.raw(String(index))})`
  const earliest = db
    .select({
      assetId: placements.assetId,
      organizationId: placements.organizationId,
      lastAt: inOrder<number>(sql`last_at`, 0),
      nextAt: inOrder<number | null>(sql`first_at`, 1),
    })
    .from(placements)
    .where(gt(placements.assetId, arg('after')))
    .orderBy(asc(placements.assetId))
    .limit(arg('limit'))
    .prepare()

  return {
    /** Lists the events that begin in [from, to], newest first. The asset must belong to the caller's organization. */
    async ofAsset(
      assetId: number,
      window: { from: Micros; to: Micros },
      slice: Slice,
    ): Promise<{ rows: EventRow[]; total: number }> {
      const { rows, total } = await pages(assetId, window, false, slice)
      const events = rows.map((row) => ({
        ...row,
        cause: causeOf(row),
        why: whyOf(row),
      }))
      return { rows: events, total }
    },
    /**
     * Lists assets of the whole installation with an id above `after`, in order of id, with the beginning of their
     * histories.
     */
    earliest: async (after: number, limit: number): Promise<Earliest[]> => earliest.execute({ after, limit }),
  }
}
