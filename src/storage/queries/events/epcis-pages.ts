import { type AnyColumn, and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, inJsonList } from '../../sql/database'
import { eventLog } from '../../sql/event-tables'
import { epcisColumns, type EpcisPosition, type EpcisRow } from './epcis'

/** Pages of the events that EPCIS shows, in the order of their time. */

/** Names as the log stores them; without a list, all match. Several names are alternatives. */
export interface EpcisFilter {
  readonly epcs: readonly string[] | undefined
  readonly readPoints: readonly string[] | undefined
  readonly bizLocations: readonly string[] | undefined
  /** Events of this time and later ones. */
  readonly from: Micros
  /** Events before this time. */
  readonly before: Micros
}

/** Maximum number of events that one request checks, and number of events that are read at once. */
const checkedMax = 1_000
const checkedAtOnce = 200

const compare = (a: EpcisPosition, b: EpcisPosition): number =>
  a.occurredAt - b.occurredAt || a.sequence - b.sequence

export function epcisPageReads(db: Db) {
  const ofOrganization = eq(eventLog.organizationId, arg('organizationId'))
  /** Whether an event has one of the names in the argument, from the index of these names alone. */
  const hasName = (column: AnyColumn, names: string) => sql`exists (
    select 1 from event_log as other
    where other.organization_id = ${arg('organizationId')} and other.${sql.identifier(column.name)} in (
        select value from json_each(${arg(names)}))
      and other.occurred_at = event_log.occurred_at and +other.sequence = event_log.sequence)`
  /**
   * Selects the positions after another one from the index of a name, or of all events, and whether they have the other names.
   * With an end of the time, SQLite would take the index of all events for those of an asset.
   */
  const following = (name: AnyColumn | undefined, matches: SQL = sql`1`) =>
    db
      .select({
        id: eventLog.id,
        occurredAt: eventLog.occurredAt,
        sequence: eventLog.sequence,
        isMatch: matches.mapWith(Boolean),
      })
      .from(eventLog)
      .where(
        and(
          ofOrganization,
          name ? eq(name, arg('name')) : isNotNull(eventLog.epc),
          sql`(${eventLog.occurredAt}, ${eventLog.sequence}) > (${arg('occurredAt')}, ${arg('sequence')})`,
        ),
      )
      .orderBy(asc(eventLog.occurredAt), asc(eventLog.sequence))
      .limit(arg('limit'))
      .prepare()
  const hasReadPoint = hasName(eventLog.readPoint, 'readPoints')
  const hasBizLocation = hasName(eventLog.bizLocation, 'bizLocations')
  const all = following(undefined)
  const byEpc = following(eventLog.epc)
  const byEpcAndReadPoint = following(eventLog.epc, hasReadPoint)
  const byEpcAndBizLocation = following(eventLog.epc, hasBizLocation)
  const byAllNames = following(eventLog.epc, sql`(${hasReadPoint} and ${hasBizLocation})`)
  const byReadPoint = following(eventLog.readPoint)
  const byReadPointAndBizLocation = following(eventLog.readPoint, hasBizLocation)
  const byBizLocation = following(eventLog.bizLocation)
  const byId = db.select(epcisColumns).from(eventLog).where(inJsonList(eventLog.id, 'ids')).prepare()

  /** Returns the events with these ids, in order. */
  async function rowsOf(ids: readonly number[]): Promise<EpcisRow[]> {
    if (ids.length === 0) return []
    const rows = await byId.execute({ ids: JSON.stringify(ids) })
    return (rows as unknown as EpcisRow[]).sort(compare)
  }

  type Search = readonly [query: typeof all, names: readonly string[] | undefined]

  /** Returns the query that finds the events of a filter, and the names whose index it reads. */
  function searchFor({ epcs, readPoints, bizLocations }: EpcisFilter): Search {
    if (epcs && readPoints) return [bizLocations ? byAllNames : byEpcAndReadPoint, epcs]
    if (epcs) return [bizLocations ? byEpcAndBizLocation : byEpc, epcs]
    if (readPoints) return [bizLocations ? byReadPointAndBizLocation : byReadPoint, readPoints]
    return bizLocations ? [byBizLocation, bizLocations] : [all, undefined]
  }

  return {
    /**
     * Returns the events after a position in order, and the position after which the next page begins; null at the end. With
     * several filters, the page may be short although there are further events.
     */
    async page(
      organizationId: number,
      filter: EpcisFilter,
      after: EpcisPosition,
      limit: number,
    ): Promise<{ rows: readonly EpcisRow[]; next: EpcisPosition | null }> {
      const [query, names] = searchFor(filter)
      const lists = {
        readPoints: JSON.stringify(filter.readPoints),
        bizLocations: JSON.stringify(filter.bizLocations),
      }
      /** Returns the first positions after another one, and whether they match. */
      async function positionsAfter({ occurredAt, sequence }: EpcisPosition, most: number) {
        const found = []
        for (const name of names ?? [null])
          found.push(
            ...(await query.execute({ ...lists, organizationId, occurredAt, sequence, name, limit: most })),
          )
        return found.sort(compare).slice(0, most)
      }

      const isChecked = [filter.epcs, filter.readPoints, filter.bizLocations].filter(Boolean).length > 1
      // Without a further filter, one part has the page and shows whether there is another.
      const size = isChecked ? checkedAtOnce : limit + 1
      // The first event of the time is after any position just before it.
      let position =
        after.occurredAt >= filter.from
          ? after
          : { occurredAt: filter.from - 1, sequence: Number.MAX_SAFE_INTEGER }
      const found: number[] = []
      const pageTo = async (next: EpcisPosition | null) => ({ rows: await rowsOf(found), next })
      let last = position
      for (let checked = 0; checked < checkedMax; checked += size) {
        const part = await positionsAfter(position, size)
        for (const event of part) {
          if (event.occurredAt >= filter.before) return pageTo(null)
          if (!event.isMatch) continue
          if (found.length === limit) return pageTo(last)
          found.push(event.id)
          last = event
        }
        if (part.length < size) return pageTo(null)
        position = part.at(-1) as EpcisPosition
      }
      return pageTo(position)
    },
  }
}
