import { invalidField, notFound } from '../../base/errors'
import { type Instant, type Micros, second, toMicros, toWire, wireOf } from '../../base/time'
import { rowMessages } from '../../contract/messages'
import type { Page } from '../../contract/parameters'
import type { Store } from '../../storage/core/store'
import { stayMessages } from './messages'
import { periodOf } from './movements'
import type { StayRecorder } from './recorder'
import type { DwellItem, FlowItem, MoveCountView, OccupancyItem } from './report-schema'

export interface ReportQuery {
  readonly from: Instant
  /** Exclusive. */
  readonly to: Instant
  readonly locationIds: readonly number[]
}

interface ReportPage<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** A report whose query was checked. */
export interface Report<Row> {
  readonly isCurrent: boolean
  readonly page: (page: Page) => Promise<ReportPage<Row>>
  /** A page of a file, all of which are of one count. */
  readonly pageOfFile: (page: Page) => Promise<ReportPage<Row>>
}

/** Maximum length of a period, in days. */
const daysMax = 366
/** Maximum number of instants between which moves are counted. */
const boundsMax = 32
const hour: Micros = 3600 * second

interface Period {
  readonly from: Micros
  readonly to: Micros
  readonly places: readonly number[] | undefined
}

/** Reports that count stays (docs/api.md, Reports of stays). */
export class StayReportService {
  readonly #store: Store
  readonly #recorder: StayRecorder

  constructor(store: Store, recorder: StayRecorder) {
    this.#store = store
    this.#recorder = recorder
  }

  async dwell(organizationId: number, query: ReportQuery): Promise<Report<DwellItem>> {
    const { period, isCurrent } = await this.#open(organizationId, query)
    const found = lazy(() => this.#dwellOf(organizationId, period))
    const page = async ({ limit, offset }: Page) => {
      const all = await found()
      const some = all.slice(offset, offset + limit)
      const keyOf = await this.#keysOf(
        organizationId,
        some.map(({ locationId }) => locationId),
      )
      const rows = some.map(({ locationId, visits, total, p50, p90 }) => ({
        location_id: locationId,
        location_external_key: keyOf(locationId),
        visits,
        total_seconds: Math.floor(total / second),
        p50_seconds: Math.floor(p50 / second),
        p90_seconds: Math.floor(p90 / second),
      }))
      return { rows, total: all.length }
    }
    return { isCurrent, page, pageOfFile: page }
  }

  async flows(organizationId: number, query: ReportQuery): Promise<Report<FlowItem>> {
    const { period, isCurrent } = await this.#open(organizationId, query)
    const read = (page: Page) => this.#store.read.stayReports.flows(organizationId, period, page)
    const all = lazy(() => read({ limit: Number.MAX_SAFE_INTEGER, offset: 0 }))
    const viewOf = async ({ rows, total }: Awaited<ReturnType<typeof read>>) => {
      const keyOf = await this.#keysOf(
        organizationId,
        rows.flatMap(({ fromId, toId }) => [fromId, toId]),
      )
      const views = rows.map(({ fromId, toId, moves }) => ({
        from_location_id: fromId,
        from_location_external_key: keyOf(fromId),
        to_location_id: toId,
        to_location_external_key: keyOf(toId),
        moves,
      }))
      return { rows: views, total }
    }
    return {
      isCurrent,
      page: async (page) => viewOf(await read(page)),
      async pageOfFile({ limit, offset }) {
        const { rows, total } = await all()
        return viewOf({ rows: rows.slice(offset, offset + limit), total })
      },
    }
  }

  /** Returns the number of moves between each instant and the next. */
  async moveCounts(organizationId: number, at: readonly Instant[]) {
    const isRising = at.every((one, index) => index === 0 || one > (at[index - 1] as Instant))
    if (at.length < 2 || at.length > boundsMax || !isRising)
      throw invalidField('at', 'invalid_value', stayMessages('stays.bounds', { max: boundsMax }))
    const [from, to] = [at[0] as Instant, at.at(-1) as Instant]
    const { isCurrent } = await this.#open(organizationId, { from, to, locationIds: [] })
    const spans = at.slice(1).map((end, index) => ({ from: at[index] as Instant, to: end }))
    const counts = await this.#store.read.stayReports.moveCounts(
      organizationId,
      spans.map((span) => ({ from: toMicros(span.from), to: toMicros(span.to) })),
    )
    const rows = spans.map((span, index): MoveCountView => ({
      from: toWire(span.from),
      to: toWire(span.to),
      moves: counts[index] ?? 0,
    }))
    return { rows, isCurrent }
  }

  /** Returns the number of moves to each live location in spans of time. */
  async arrivals(organizationId: number, spans: readonly { readonly from: Instant; readonly to: Instant }[]) {
    const { stayReports } = this.#store.read
    const counts: Map<number, number>[] = []
    let isAllCurrent = true
    for (const span of spans) {
      const { period, isCurrent } = await this.#open(organizationId, { ...span, locationIds: [] })
      isAllCurrent &&= isCurrent
      counts.push(await stayReports.movesTo(organizationId, period))
    }
    const ids = [...new Set(counts.flatMap((count) => [...count.keys()]))]
    const gone = (await stayReports.keysOf(organizationId, ids)).filter(({ deletedAt }) => deletedAt !== null)
    for (const { id } of gone) for (const count of counts) count.delete(id)
    return { counts, isCurrent: isAllCurrent }
  }

  /** Each location at which something was has a row for each hour of the period. */
  async occupancy(organizationId: number, query: ReportQuery): Promise<Report<OccupancyItem>> {
    const { period, isCurrent } = await this.#open(organizationId, query)
    const places = lazy(() => this.#store.read.stayReports.occupiedPlaces(organizationId, period))
    const first = Math.floor(period.from / hour)
    const hours = Math.ceil(period.to / hour) - first
    const page = async ({ limit, offset }: Page) => {
      const ids = await places()
      const ranges = []
      const end = Math.min(offset + limit, ids.length * hours)
      for (let row = offset; row < end;) {
        const begun = row % hours
        const count = Math.min(hours - begun, end - row)
        ranges.push({
          locationId: ids[Math.floor(row / hours)] as number,
          from: Math.max(period.from, (first + begun) * hour),
          to: Math.min(period.to, (first + begun + count) * hour),
        })
        row += count
      }
      const found = await this.#store.read.stayReports.occupancy(organizationId, ranges)
      const inOrder = found.toSorted(
        (one, other) => one.locationId - other.locationId || one.hour - other.hour,
      )
      const keyOf = await this.#keysOf(
        organizationId,
        ranges.map(({ locationId }) => locationId),
      )
      const rows = inOrder.map((row) => ({
        location_id: row.locationId,
        location_external_key: keyOf(row.locationId),
        hour: wireOf(row.hour),
        arrivals: row.arrivals,
        departures: row.departures,
        peak_count: row.peak,
      }))
      return { rows, total: ids.length * hours }
    }
    return { isCurrent, page, pageOfFile: page }
  }

  /** Checks a query, and waits until what was recorded before it is counted. */
  async #open(organizationId: number, { from, to, locationIds }: ReportQuery) {
    const period = reportPeriodOf(from, to)
    const wanted = [...new Set(locationIds)]
    if (wanted.length > 0) {
      const found = await this.#store.read.stayReports.keysOf(organizationId, wanted)
      if (found.length < wanted.length) throw notFound(rowMessages('location.not_found'))
    }
    const isCurrent = await this.#recorder.isCurrent(organizationId)
    return { period: { ...period, places: wanted.length > 0 ? wanted : undefined }, isCurrent }
  }

  /** The greatest total is first. Two threads share the locations. */
  async #dwellOf(organizationId: number, period: Period) {
    const { stayReports } = this.#store.read
    const ids = await stayReports.occupiedPlaces(organizationId, period)
    const halves = [ids.filter((_, index) => index % 2 === 0), ids.filter((_, index) => index % 2 === 1)]
    const rows = await Promise.all(halves.map((half) => stayReports.dwell(half, period)))
    return rows.flat().toSorted((one, other) => other.total - one.total || one.locationId - other.locationId)
  }

  async #keysOf(organizationId: number, ids: readonly number[]): Promise<(id: number) => string | null> {
    const found = await this.#store.read.stayReports.keysOf(organizationId, [...new Set(ids)])
    const keys = new Map(
      found.map(({ id, externalKey, deletedAt }) => [id, deletedAt === null ? externalKey : null]),
    )
    return (id) => keys.get(id) ?? null
  }
}

/** Returns [from, to). Throws when it is not a period, or when it is too long for a report. */
export function reportPeriodOf(from: Instant, to: Instant): { readonly from: Micros; readonly to: Micros } {
  const period = periodOf(from, to)
  if (period.to - period.from > daysMax * 86_400 * second)
    throw invalidField('to', 'too_large', stayMessages('stays.too_long', { max: daysMax }), {
      maximum: daysMax,
    })
  return period
}

/** Reads once, when it is first wanted. */
function lazy<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => (value ??= read())
}
