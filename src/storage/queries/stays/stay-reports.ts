import { sql } from 'drizzle-orm'
import { type Micros, second } from '../../../base/time'
import { arg, type Db, eqWithoutIndex, inJsonList } from '../../sql/database'
import { locations } from '../../sql/tables'
import { countReads, type Places } from './count-reads'
import { type DwellRow, dwellOf, dwellReads } from './dwell-reads'

/** What happened at a location in an hour. */
interface OccupancyRow {
  readonly locationId: number
  readonly hour: Micros
  readonly arrivals: number
  readonly departures: number
  readonly peak: number
}

interface Period {
  readonly from: Micros
  readonly to: Micros
  readonly places: Places
}

/** The hours of a location of which rows are wanted: [from, to), cut by the period. */
interface HourRange {
  readonly locationId: number
  readonly from: Micros
  readonly to: Micros
}

const hour: Micros = 3600 * second

/** The reports that read stays (docs/decisions/0043-stays.md). */
export function stayReportReads(db: Db) {
  const counts = countReads(db)
  const lengthsAt = dwellReads(db)
  const instants = (column: 'begun_at' | 'ended_at', condition: ReturnType<typeof sql>) =>
    db
      .select({ at: sql<string>`json_group_array(one.${sql.raw(column)})` })
      .from(
        sql`stays as one where one.location_id = ${arg('locationId')} and ${condition}
          and one.${sql.raw(column)} >= ${arg('from')} and one.${sql.raw(column)} < ${arg('to')}`,
      )
      .prepare()
  const arrived = instants('begun_at', sql`one.asset_id is not null`)
  const namelessArrived = instants('begun_at', sql`one.asset_id is null`)
  const left = instants('ended_at', sql`one.ended_at is not null`)
  const keys = db
    .select({ id: locations.id, externalKey: locations.externalKey, deletedAt: locations.deletedAt })
    .from(locations)
    .where(
      sql`${eqWithoutIndex(locations.organizationId, 'organizationId')} and ${inJsonList(locations.id, 'ids')}`,
    )
    .prepare()

  /** Returns the locations at which assets were in the period, by id, with the number of assets at its beginning. */
  async function occupied(
    organizationId: number,
    { from, to, places }: Period,
  ): Promise<Map<number, number>> {
    const before = await counts.countsBetween(organizationId, Number.MIN_SAFE_INTEGER, from, places)
    const within = await counts.countsBetween(organizationId, from, to, places)
    const found = new Map<number, number>()
    for (const [id, { arrivals, departures }] of before)
      if (arrivals > departures) found.set(id, arrivals - departures)
    for (const [id, { arrivals, departures }] of within)
      if (arrivals + departures > 0) found.set(id, found.get(id) ?? 0)
    return new Map([...found].toSorted(([one], [other]) => one - other))
  }

  const listOf = (rows: readonly { readonly at: string }[]): number[] =>
    JSON.parse(rows[0]?.at ?? '[]') as number[]

  return {
    flows: counts.flows,
    movesTo: counts.movesTo,
    moveCounts: counts.moveCounts,

    /** Returns the keys of locations, even deleted ones. */
    keysOf: async (organizationId: number, ids: readonly number[]) =>
      keys.execute({ organizationId, ids: JSON.stringify(ids) }),

    /** Returns how long assets stayed at each of these locations in [from, to), in no order. */
    async dwell(locationIds: readonly number[], period: Omit<Period, 'places'>): Promise<DwellRow[]> {
      const rows: DwellRow[] = []
      for (const locationId of locationIds) {
        const row = dwellOf(locationId, await lengthsAt(locationId, period))
        if (row) rows.push(row)
      }
      return rows
    },

    /** Returns the locations of the report of occupancy, in their order. */
    occupiedPlaces: async (organizationId: number, period: Period): Promise<number[]> => [
      ...(await occupied(organizationId, period)).keys(),
    ],

    /** Returns the rows of the hours in these ranges. */
    async occupancy(organizationId: number, ranges: readonly HourRange[]): Promise<OccupancyRow[]> {
      const rows: OccupancyRow[] = []
      for (const [from, together] of Map.groupBy(ranges, (range) => range.from)) {
        const ids = together.map(({ locationId }) => locationId)
        const before = await counts.countsBetween(organizationId, Number.MIN_SAFE_INTEGER, from, ids)
        for (const range of together) {
          const { arrivals, departures } = before.get(range.locationId) ?? { arrivals: 0, departures: 0 }
          const events = {
            arrived: [
              ...listOf(await arrived.execute({ ...range })),
              ...listOf(await namelessArrived.execute({ ...range })),
            ],
            left: listOf(await left.execute({ ...range })),
          }
          rows.push(...hoursOf(range, arrivals - departures, events))
        }
      }
      return rows
    },
  }
}

function hoursOf(
  { locationId, from, to }: HourRange,
  countBefore: number,
  { arrived, left }: { readonly arrived: readonly number[]; readonly left: readonly number[] },
): OccupancyRow[] {
  // Who leaves at an instant is not there any more when others arrive at it.
  const changes = [...left.map((at) => ({ at, change: -1 })), ...arrived.map((at) => ({ at, change: 1 }))]
  changes.sort((one, other) => one.at - other.at || one.change - other.change)
  const rows: OccupancyRow[] = []
  let [count, next] = [countBefore, 0]
  for (let begin = Math.floor(from / hour) * hour; begin < to; begin += hour) {
    let [arrivals, departures] = [0, 0]
    const start = Math.max(begin, from)
    while (changes[next]?.at === start && changes[next]?.change === -1) {
      count--
      departures++
      next++
    }
    let peak = count
    for (let change = changes[next]; change && change.at < begin + hour; change = changes[++next]) {
      count += change.change
      if (change.change > 0) arrivals++
      else departures++
      peak = Math.max(peak, count)
    }
    rows.push({ locationId, hour: begin, arrivals, departures, peak })
  }
  return rows
}
