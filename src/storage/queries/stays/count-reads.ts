import { sql } from 'drizzle-orm'
import { countedSpans, partsOf } from '../../../base/day-parts'
import type { Micros } from '../../../base/time'
import { arg, type Db, inNumbers } from '../../sql/database'
import type { Slice } from '../../sql/list'

/** Arrivals and departures of a location in a period. */
interface LocationCounted {
  readonly locationId: number
  readonly arrivals: number
  readonly departures: number
}

/** Moves from one location to another in a period. */
interface FlowRow {
  readonly fromId: number
  readonly toId: number
  readonly moves: number
}

/** The locations of a report; all of the organization when undefined. */
export type Places = readonly number[] | undefined

/** Number of stays whose asset is known or forgotten, in an index each. */
const known = [sql`one.asset_id is not null`, sql`one.asset_id is null`] as const

/** Counts what happened in any period from the counts of its months and days, and the stays of the rest (decision 0043). */
export function countReads(db: Db) {
  const counted = (isPlaces: boolean) =>
    db
      .select({
        locationId: sql<number>`location_id`,
        arrivals: sql<number>`cast(sum(arrivals) as bigint)`,
        departures: sql<number>`cast(sum(departures) as bigint)`,
      })
      .from(
        sql`(select location_id, arrivals, departures from location_counts
          where organization_id = ${arg('organizationId')} and span = ${arg('span')}
            and number >= ${arg('first')} and number < ${arg('end')}
            ${isPlaces ? sql`and ${inNumbers(sql`location_id`, 'places')}` : sql``}) as counted`,
      )
      .groupBy(sql`location_id`)
      .prepare()
  // A cross join keeps the order of the tables: the range of an index for each location.
  const places = (isPlaces: boolean) => sql`
    locations as place cross join stays as one on one.location_id = place.id
    where place.organization_id = ${arg('organizationId')}
      ${isPlaces ? sql`and ${inNumbers(sql`place.id`, 'places')}` : sql``}`
  const inRest = (column: string) =>
    sql`one.${sql.raw(column)} >= ${arg('from')} and one.${sql.raw(column)} < ${arg('to')}`
  const rest = (isPlaces: boolean) => {
    const arrived = known.map(
      (is) =>
        sql`select one.location_id, 1 as arrivals, 0 as departures from ${places(isPlaces)} and ${is} and ${inRest('begun_at')}`,
    )
    const left = sql`
      select one.location_id, 0 as arrivals, 1 as departures from ${places(isPlaces)} and ${inRest('ended_at')}`
    return db
      .select({
        locationId: sql<number>`location_id`,
        arrivals: sql<number>`cast(sum(arrivals) as bigint)`,
        departures: sql<number>`cast(sum(departures) as bigint)`,
      })
      .from(sql`(${sql.join([...arrived, left], sql` union all `)}) as happened`)
      .groupBy(sql`location_id`)
      .prepare()
  }
  const statements = {
    all: { counted: counted(false), rest: rest(false) },
    some: { counted: counted(true), rest: rest(true) },
  }

  /** Returns arrivals and departures of locations in [from, to). */
  async function countsBetween(
    organizationId: number,
    from: Micros,
    to: Micros,
    wanted: Places,
  ): Promise<Map<number, LocationCounted>> {
    const { months, days, rest: times } = partsOf(from, to)
    const of = statements[wanted ? 'some' : 'all']
    const values = { organizationId, ...(wanted && { places: JSON.stringify(wanted) }) }
    const found: LocationCounted[] = []
    const spans = [
      ...days.map(([first, end]) => ({ span: countedSpans.day, first, end })),
      { span: countedSpans.month, first: months[0], end: months[1] },
    ]
    for (const span of spans)
      if (span.first < span.end) found.push(...(await of.counted.execute({ ...values, ...span })))
    for (const [begin, end] of times)
      found.push(...(await of.rest.execute({ ...values, from: begin, to: end })))
    const sums = new Map<number, LocationCounted>()
    for (const { locationId, arrivals, departures } of found) {
      const sum = sums.get(locationId)
      sums.set(locationId, {
        locationId,
        arrivals: arrivals + (sum?.arrivals ?? 0),
        departures: departures + (sum?.departures ?? 0),
      })
    }
    return sums
  }

  return { countsBetween, ...flowsOf(db) }
}

/** Each month and day of a period is the range of an index, so that its number of rows does not matter for the others. */
function flowsOf(db: Db) {
  const spanOf = (span: number, first: string, end: string) => sql`
    select from_location_id, to_location_id, moves from flow_counts
    where organization_id = ${arg('organizationId')} and span = ${sql.raw(String(span))}
      and number >= ${arg(first)} and number < ${arg(end)}`
  const restOf = (from: string, to: string) =>
    known.map(
      (is) => sql`
        select one.previous_location_id as from_location_id, one.location_id as to_location_id, 1 as moves
        from locations as place cross join stays as one on one.location_id = place.id
        where place.organization_id = ${arg('organizationId')} and ${is} and one.previous_location_id is not null
          and one.begun_at >= ${arg(from)} and one.begun_at < ${arg(to)}`,
    )
  const union = sql.join(
    [
      spanOf(countedSpans.month, 'firstMonth', 'endMonth'),
      spanOf(countedSpans.day, 'firstDay', 'endDay'),
      spanOf(countedSpans.day, 'laterFirstDay', 'laterEndDay'),
      ...restOf('from', 'to'),
      ...restOf('laterFrom', 'laterTo'),
    ],
    sql` union all `,
  )
  const grouped = (isPlaces: boolean) => sql`(
    select from_location_id, to_location_id, cast(sum(moves) as bigint) as moves from (${union}) as every_move
    ${
      isPlaces
        ? sql`where ${inNumbers(sql`from_location_id`, 'places')} or ${inNumbers(sql`to_location_id`, 'places')}`
        : sql``
    }
    group by from_location_id, to_location_id having sum(moves) > 0) as flows`
  const statementsOf = (isPlaces: boolean) => ({
    rows: db
      .select({
        fromId: sql<number>`from_location_id`,
        toId: sql<number>`to_location_id`,
        moves: sql<number>`moves`,
        total: sql<number>`count(*) over ()`,
      })
      .from(grouped(isPlaces))
      .orderBy(sql`moves desc, from_location_id, to_location_id`)
      .limit(arg('limit'))
      .offset(arg('offset'))
      .prepare(),
    count: db
      .select({ total: sql<number>`count(*)` })
      .from(grouped(isPlaces))
      .prepare(),
  })
  const statements = { all: statementsOf(false), some: statementsOf(true) }
  const arrivals = db
    .select({
      id: sql<number>`to_location_id`,
      moves: sql`cast(sum(moves) as bigint)`.mapWith(Number),
    })
    .from(sql`(${union}) as every_move`)
    .groupBy(sql`to_location_id`)
    .prepare()
  const sum = db
    .select({ moves: sql`cast(coalesce(sum(moves), 0) as bigint)`.mapWith(Number) })
    .from(sql`(${union}) as every_move`)
    .prepare()

  function valuesOf(organizationId: number, span: { readonly from: Micros; readonly to: Micros }) {
    const { months, days, rest } = partsOf(span.from, span.to)
    const [[firstDay, endDay] = nothing, [laterFirstDay, laterEndDay] = nothing] = days
    const [[from, to] = nothing, [laterFrom, laterTo] = nothing] = rest
    const [firstMonth, endMonth] = months
    const ofDays = { firstMonth, endMonth, firstDay, endDay, laterFirstDay, laterEndDay }
    return { organizationId, ...ofDays, from, to, laterFrom, laterTo }
  }

  /** Returns a page of the moves between locations in [from, to), the most first, and the number of pairs. */
  async function flows(
    organizationId: number,
    period: { readonly from: Micros; readonly to: Micros; readonly places: Places },
    slice: Slice,
  ): Promise<{ rows: FlowRow[]; total: number }> {
    const values = {
      ...valuesOf(organizationId, period),
      ...(period.places && { places: JSON.stringify(period.places) }),
    }
    const of = statements[period.places ? 'some' : 'all']
    const rows = await of.rows.execute({ ...values, ...slice })
    const total =
      rows[0]?.total ?? (slice.offset === 0 ? 0 : ((await of.count.execute(values))[0]?.total ?? 0))
    return { rows: rows.map(({ fromId, toId, moves }) => ({ fromId, toId, moves })), total }
  }

  return {
    flows,

    /** Returns the number of moves to each location in [from, to). */
    movesTo: async (
      organizationId: number,
      span: { readonly from: Micros; readonly to: Micros },
    ): Promise<Map<number, number>> => {
      const rows = await arrivals.execute(valuesOf(organizationId, span))
      return new Map(rows.filter(({ moves }) => moves > 0).map(({ id, moves }) => [id, moves]))
    },

    /** Returns the number of moves in each of these spans, [from, to). */
    moveCounts: async (
      organizationId: number,
      spans: readonly { readonly from: Micros; readonly to: Micros }[],
    ): Promise<number[]> => {
      const counts: number[] = []
      for (const span of spans) {
        const [row] = await sum.execute(valuesOf(organizationId, span))
        counts.push(row?.moves ?? 0)
      }
      return counts
    },
  }
}

/** A part that a period does not have. */
const nothing = [0, 0] as const
