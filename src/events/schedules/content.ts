import { rowsOfPages, type Table } from '../../base/table'
import { fromMicros, type Instant, type Micros } from '../../base/time'
import type { Zone } from '../../contract/zones'
import type { MailScheduleRow, Store } from '../../storage/core/store'
import type { AssetListService } from '../../tracking/asset-list/service'
import { conditionsOfView } from '../../tracking/asset-list/views'
import type { createActivityService } from '../../tracking/activity/service'
import { Dwell, type DwellItem, Flow, type FlowItem, Occupancy } from '../../tracking/stays/report-schema'
import type { Report, StayReportService } from '../../tracking/stays/reports'
import { daysOf, type Period, periodBefore, weekBefore } from '../../contract/due'
import type { FindingService } from '../findings/service'
import type { Style } from './format'
import { talkOf } from './talk'

/** What a mail of a schedule says: tables for the body, and the file. */

/** Number of rows of a table in the body. */
export const shownMax = 50
/** Number of ways on the page of a week. */
const waysMax = 10
const pageMax = 200

export interface BodyTable {
  readonly heading: string | null
  readonly columns: readonly string[]
  /** The first rows. */
  readonly rows: readonly (readonly string[])[]
  /** Number of all rows. */
  readonly total: number
  /** What is said without rows, when it is not that nothing was found. */
  readonly empty?: string
}

export interface Content {
  /** What it is about, after the name of the schedule. */
  readonly title: string
  readonly lines: readonly string[]
  readonly tables: readonly BodyTable[]
  readonly file: Table
  /** Address of the page of the console. */
  readonly path: string
}

export interface ContentParts {
  readonly store: Store
  readonly stayReports: StayReportService
  readonly assetList: AssetListService
  readonly assetExport: (organizationId: number, ids: readonly number[]) => Promise<Table>
  readonly activity: ReturnType<typeof createActivityService>
  readonly findings: FindingService
}

/** A schedule at a time. */
export interface Subject {
  readonly row: MailScheduleRow
  readonly dueAt: Micros
  readonly zone: Zone
  readonly style: Style
}

const reportOf = (report: { readonly from: Micros; readonly to: Micros }) => ({
  from: fromMicros(report.from),
  to: fromMicros(report.to),
  locationIds: [],
})

/** Reads what a mail says. Throws `AppError` when that is not possible. */
export function contentOf(parts: ContentParts, subject: Subject): Promise<Content> {
  const readers: Readonly<Record<MailScheduleRow['kind'], () => Promise<Content>>> = {
    week: () => weekOf(parts, subject),
    dwell: () => dwellOf(parts, subject),
    flows: () => flowsOf(parts, subject),
    occupancy: () => occupancyOf(parts, subject),
    view: () => viewOf(parts, subject),
  }
  return readers[subject.row.kind]()
}

/** Returns the function that names a place by its path. */
async function placesOf({ store }: ContentParts, ids: readonly number[], { words }: Style) {
  const paths = await store.read.tree.paths([...new Set(ids)])
  return (id: number, key: string | null): string => paths.get(id)?.join(' › ') ?? key ?? words.deletedPlace
}

const notCurrent = ({ isCurrent }: { readonly isCurrent: boolean }, { words }: Style): string[] =>
  isCurrent ? [] : [words.notCurrent]

function fileOf<Row extends object>(
  { row, style }: Subject,
  { properties }: { readonly properties: object },
  report: Report<Row>,
  { from }: Period,
): Table {
  const columns = Object.keys(properties) as (keyof Row & string)[]
  const rows = rowsOfPages<Row>(columns, (page) => report.pageOfFile(page))
  return { name: `${row.kind}-${style.isoDay(from)}`, columns, rows }
}

async function dwellOf(parts: ContentParts, subject: Subject): Promise<Content> {
  const { row, zone, style, dueAt } = subject
  const { columns: names } = style.words
  const period = periodBefore(row, zone, dueAt)
  const report = await parts.stayReports.dwell(row.organizationId, reportOf(period))
  const { rows, total } = await report.page({ limit: shownMax, offset: 0 })
  const placeOf = await placesOf(
    parts,
    rows.map(({ location_id: id }) => id),
    style,
  )
  return {
    title: style.span(period),
    lines: notCurrent(report, style),
    tables: [
      {
        heading: null,
        columns: [names.place, names.visits, names.total, names.half, names.most],
        rows: rows.map((one: DwellItem) => [
          placeOf(one.location_id, one.location_external_key),
          style.number(one.visits),
          style.length(one.total_seconds),
          style.length(one.p50_seconds),
          style.length(one.p90_seconds),
        ]),
        total,
      },
    ],
    file: fileOf(subject, Dwell, report, period),
    path: '/reports',
  }
}

async function waysOf(
  parts: ContentParts,
  report: Report<FlowItem>,
  style: Style,
  { limit, heading }: { readonly limit: number; readonly heading: string | null },
): Promise<BodyTable> {
  const { rows, total } = await report.page({ limit, offset: 0 })
  const ids = rows.flatMap((one) => [one.from_location_id, one.to_location_id])
  const placeOf = await placesOf(parts, ids, style)
  const { columns: names } = style.words
  return {
    heading,
    columns: [names.from, names.to, names.moves],
    rows: rows.map((one) => [
      placeOf(one.from_location_id, one.from_location_external_key),
      placeOf(one.to_location_id, one.to_location_external_key),
      style.number(one.moves),
    ]),
    total,
  }
}

async function flowsOf(parts: ContentParts, subject: Subject): Promise<Content> {
  const { row, zone, style, dueAt } = subject
  const period = periodBefore(row, zone, dueAt)
  const report = await parts.stayReports.flows(row.organizationId, reportOf(period))
  return {
    title: style.span(period),
    lines: notCurrent(report, style),
    tables: [await waysOf(parts, report, style, { limit: shownMax, heading: null })],
    file: fileOf(subject, Flow, report, period),
    path: '/reports',
  }
}

/** The body sums the hours of each place; the file has the hours. */
async function occupancyOf(parts: ContentParts, subject: Subject): Promise<Content> {
  const { row, zone, style, dueAt } = subject
  const period = periodBefore(row, zone, dueAt)
  const report = await parts.stayReports.occupancy(row.organizationId, reportOf(period))
  const sums = new Map<number, { key: string | null; arrivals: number; departures: number; peak: number }>()
  for (let offset = 0; ; offset += pageMax) {
    const { rows, total } = await report.page({ limit: pageMax, offset })
    for (const one of rows) {
      const sum = sums.getOrInsertComputed(one.location_id, () => ({
        key: one.location_external_key,
        arrivals: 0,
        departures: 0,
        peak: 0,
      }))
      sum.arrivals += one.arrivals
      sum.departures += one.departures
      sum.peak = Math.max(sum.peak, one.peak_count)
    }
    if (rows.length === 0 || offset + rows.length >= total) break
  }
  const shown = [...sums].toSorted(([, a], [, b]) => b.peak - a.peak).slice(0, shownMax)
  const placeOf = await placesOf(
    parts,
    shown.map(([id]) => id),
    style,
  )
  const { columns: names } = style.words
  return {
    title: style.span(period),
    lines: notCurrent(report, style),
    tables: [
      {
        heading: null,
        columns: [names.place, names.arrivals, names.departures, names.peak],
        rows: shown.map(([id, { key, arrivals, departures, peak }]) => [
          placeOf(id, key),
          style.number(arrivals),
          style.number(departures),
          style.number(peak),
        ]),
        total: sums.size,
      },
    ],
    file: fileOf(subject, Occupancy, report, period),
    path: '/reports',
  }
}

async function viewOf(parts: ContentParts, { row, style, dueAt }: Subject): Promise<Content> {
  const { organizationId, ownerId } = row
  const viewId = row.viewId ?? 0
  const owner = { organizationId, userId: ownerId }
  const conditions = await conditionsOfView(parts.store.read, owner, viewId)
  const view = await parts.store.read.assetViews.find(organizationId, ownerId, viewId)
  const asked = { conditions, sort: (view?.sort ?? undefined) as never }
  const { rows, problems } = await parts.assetList.list(organizationId, asked, { limit: shownMax, offset: 0 })
  const ids = await parts.assetList.selectForExport(organizationId, asked)
  const placeOf = await placesOf(
    parts,
    rows.flatMap(({ location_id: id }) => id ?? []),
    style,
  )
  const { columns: names, never, assets, viewProblems } = style.words
  const file = await parts.assetExport(organizationId, ids)
  const shown = {
    conditions: JSON.stringify(conditions, (_, value: unknown) => value ?? undefined),
    ...(view?.sort && { sort: view.sort }),
  }
  return {
    title: assets(style.number(ids.length)),
    lines: problems.length > 0 ? [viewProblems(problems.length)] : [],
    tables: [
      {
        heading: null,
        columns: [names.key, names.name, names.place, names.seen],
        rows: rows.map((one) => [
          one.external_key,
          one.name,
          one.location_id === null ? '' : placeOf(one.location_id, one.location_external_key),
          one.asset_last_seen === null ? never : style.time(Date.parse(one.asset_last_seen) * 1000),
        ]),
        total: ids.length,
      },
    ],
    file: { ...file, name: `assets-${style.isoDay(dueAt)}` },
    path: `/assets?${new URLSearchParams({ view: String(viewId), ...shown }).toString()}`,
  }
}

/** Counts the alerts that opened in a period. */
async function alertsIn({ store }: ContentParts, organizationId: number, { from, to }: Period) {
  const filter = {
    isOpen: undefined,
    kinds: [],
    severities: [],
    ruleIds: [],
    assetIds: [],
    locationIds: undefined,
    from,
    to: to - 1,
    closedFrom: undefined,
  }
  const slice = { limit: 1, offset: 0, order: [] }
  return (await store.read.alerts.list(organizationId, filter, slice)).total
}

async function weekOf(parts: ContentParts, subject: Subject): Promise<Content> {
  const { row, zone, style, dueAt } = subject
  const { organizationId } = row
  const { words, number } = style
  const week = weekBefore(zone, dueAt)
  const before = weekBefore(zone, dueAt, 1)
  const report = await parts.stayReports.flows(organizationId, reportOf(week))
  const at = [...daysOf(zone, before).slice(0, -1), ...daysOf(zone, week)].map(fromMicros)
  const { rows: counts } = await parts.stayReports.moveCounts(organizationId, at as Instant[])
  const moves = counts.map((one) => one.moves)
  const days = moves.length / 2
  const sum = (some: readonly number[]) => number(some.reduce((total, one) => total + one, 0))
  const located = await parts.activity.activity(organizationId)
  const all = located.asset_count + located.never_seen_count
  const names = words.columns
  return {
    title: style.span(week),
    lines: [
      ...words.figures({
        moves: sum(moves.slice(days)),
        movesBefore: sum(moves.slice(0, days)),
        alerts: number(await alertsIn(parts, organizationId, week)),
        alertsBefore: number(await alertsIn(parts, organizationId, before)),
      }),
      words.located(number(located.asset_count), number(all)),
      ...notCurrent(report, style),
    ],
    tables: [
      await talkOf(parts.findings, { organizationId, style, week, before }),
      {
        heading: words.byDay,
        columns: [names.day, names.moves, names.before],
        rows: words.days.map((day, index) => [
          day,
          number(moves[days + index] ?? 0),
          number(moves[index] ?? 0),
        ]),
        total: days,
      },
      await waysOf(parts, report, style, { limit: waysMax, heading: words.ways }),
    ],
    file: fileOf(subject, Flow, report, week),
    path: `/reports/week?week=${style.isoDay(week.from)}`,
  }
}
