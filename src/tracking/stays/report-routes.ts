import { type TObject, Type } from '@sinclair/typebox'
import { rowsOfPages, type Table } from '../../base/table'
import {
  ids,
  instant,
  limit,
  offset,
  type ParameterValues,
  required,
  toPage,
} from '../../contract/parameters'
import { type Endpoint, endpoint, listed, needs } from '../../http/endpoint'
import { pageOf } from '../../http/openapi/shapes'
import { choicesOfProgram, fileParameters, fileReply, programParameters } from '../../http/table-file'
import { Dwell, Flow, Occupancy } from './report-schema'
import type { Report, ReportQuery, StayReportService } from './reports'

/** The list envelope of a report. */
function reportOf(resource: TObject) {
  const { properties, ...rest } = pageOf(resource)
  return Type.Object(
    {
      ...properties,
      is_current: Type.Boolean({
        description:
          'false: the service has not yet counted everything that was recorded before the request.',
        example: true,
      }),
    },
    { $id: String(rest.$id), description: String(rest.description) },
  )
}

const filters = {
  from: required(instant('Beginning of the period.')),
  to: required(instant('End of the period, exclusive; at most 366 days after `from`.')),
  location_id: ids('Only these locations.'),
}

const queryOf = (query: ParameterValues<typeof filters>): ReportQuery => ({
  from: query.from,
  to: query.to,
  locationIds: query.location_id,
})

interface Described {
  readonly name: 'dwell' | 'flows' | 'occupancy'
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly schema: TObject
}

const described: readonly Described[] = [
  {
    name: 'dwell',
    operationId: 'listDwell',
    summary: 'Report how long assets stay',
    description:
      'Returns one row for each location at which assets were in the period, the greatest total first. Consecutive scan events at one location are one visit. It lasts until the asset is read elsewhere, the newest one until the last read of the asset. Visits are cut at the ends of the period. Percentiles are nearest rank.',
    schema: Dwell,
  },
  {
    name: 'flows',
    operationId: 'listFlows',
    summary: 'Report moves between locations',
    description:
      'Returns one row for each pair of locations between which assets moved in the period, the most moves first. The first read of an asset is not a move. With location_id, moves from or to these locations.',
    schema: Flow,
  },
  {
    name: 'occupancy',
    operationId: 'listOccupancy',
    summary: 'Report the occupancy of locations by hour',
    description:
      'Returns one row for each hour (UTC) of the period and each location at which assets were in it, in order of location_id and hour. An asset is at a location until it is read elsewhere.',
    schema: Occupancy,
  },
]

type AnyReport = Report<Readonly<Record<string, string | number | null>>>

const opened = (
  reports: StayReportService,
  { name }: Described,
  organizationId: number,
  query: ReportQuery,
): Promise<AnyReport> => reports[name](organizationId, query) as Promise<AnyReport>

function tableOf({ name, schema }: Described, report: AnyReport): Table {
  const columns = Object.keys(schema.properties)
  return { name, columns, rows: rowsOfPages(columns, (page) => report.pageOfFile(page)) }
}

/** Reports that count stays, as JSON and as CSV (docs/api.md, Reports of stays; docs/internal-api.md, Report exports). */
export const reportRoutes = (reports: StayReportService): Endpoint[] =>
  described.flatMap((report) => [
    endpoint({
      method: 'GET',
      path: `/api/v1/reports/${report.name}`,
      access: needs('tracking:read'),
      doc: {
        operationId: report.operationId,
        summary: report.summary,
        description: report.description,
        tag: 'Tracking',
      },
      isList: true,
      isAlsoCsv: true,
      mayNotFind: true,
      query: { ...filters, limit, offset },
      response: { status: 200, description: 'A page of the report.', schema: reportOf(report.schema) },
      async handle({ caller, query, request, isStillAuthorized }) {
        const open = await opened(reports, report, caller.organizationId, queryOf(query))
        if (wantsCsv(request))
          return fileReply(tableOf(report, open), choicesOfProgram(), request, isStillAuthorized)
        const page = toPage(query)
        const { rows, total } = await open.page(page)
        const reply = listed(rows, page, total)
        return { ...reply, body: { ...(reply.body as object), is_current: open.isCurrent } }
      },
    }),
    endpoint({
      method: 'GET',
      path: `/exports/v1/reports/${report.name}.csv`,
      access: { kind: 'scope', scope: 'tracking:read', acceptsBasic: true },
      isList: true,
      query: { ...filters, ...programParameters },
      response: {
        status: 200,
        description: 'The whole report as CSV with a header line. A response that breaks off is incomplete.',
      },
      async handle({ caller, query, request, isStillAuthorized }) {
        const open = await opened(reports, report, caller.organizationId, queryOf(query))
        return fileReply(tableOf(report, open), choicesOfProgram(query), request, isStillAuthorized)
      },
    }),
    endpoint({
      method: 'GET',
      path: `/internal/v1/reports/${report.name}/export`,
      access: { kind: 'session', role: 'viewer' },
      isList: true,
      query: { ...filters, ...fileParameters },
      response: { status: 200, description: 'The whole report as a file.' },
      async handle({ caller, query, request, isStillAuthorized }) {
        const open = await opened(reports, report, caller.organizationId, queryOf(query))
        return fileReply(tableOf(report, open), query, request, isStillAuthorized)
      },
    }),
  ])

/** Whether the client asks for CSV by name. Every other Accept gets JSON. */
const wantsCsv = (request: Request): boolean =>
  (request.headers.get('accept') ?? '')
    .toLowerCase()
    .split(',')
    .some((type) => type.split(';')[0]?.trim() === 'text/csv')
