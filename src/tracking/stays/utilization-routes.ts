import { Type } from '@sinclair/typebox'
import { rowsOfPages } from '../../base/table'
import {
  choice,
  instant,
  limit,
  offset,
  type ParameterValues,
  pathId,
  required,
  text,
  toPage,
  zoneName,
} from '../../contract/parameters'
import { type Endpoint, endpoint, listed } from '../../http/endpoint'
import { pageOf } from '../../http/openapi/shapes'
import { fileParameters, fileReply } from '../../http/table-file'
import { conditionsOf } from '../asset-list/service'
import type { UtilizationQuery, UtilizationService } from './utilization'
import { UtilizationItem, type UtilizationItemView, UtilizationSums } from './utilization-schema'

const path = '/internal/v1/reports/utilization'
const access = { kind: 'session', role: 'viewer' } as const

const UtilizationReport = Type.Object(
  { ...pageOf(UtilizationItem).properties, ...UtilizationSums.properties },
  { $id: 'UtilizationReport', description: 'A page of the assets of the report, and its sums.' },
)

const filters = {
  from: required(instant('Beginning of the period.')),
  to: required(instant('End of the period, exclusive; at most 366 days after `from`.')),
  conditions: text('Only assets that meet these conditions: a JSON array, as in the asset list.'),
  view_id: pathId('Only assets that meet the conditions of this view.'),
  time_zone: zoneName('IANA name of the zone of the days, for an organization without a time zone.'),
  sort: choice(['-used_days', 'used_days'], 'The most used first (-used_days, the default), or the least.'),
}

const queryOf = (query: ParameterValues<typeof filters>): UtilizationQuery => ({
  from: query.from,
  to: query.to,
  conditions: conditionsOf(query.conditions),
  viewId: query.view_id,
  timeZone: query.time_zone,
  isMostUsedFirst: query.sort !== 'used_days',
})

/** On how many days the assets of a view moved (docs/internal-api.md, Utilization). */
export const utilizationRoutes = (utilization: UtilizationService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access,
    isList: true,
    mayConflict: true,
    query: { ...filters, limit, offset },
    response: { status: 200, description: 'A page of the report.', schema: UtilizationReport },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total, sums } = await utilization.page(caller, queryOf(query), page)
      const reply = listed(rows, page, total)
      return { ...reply, body: { ...(reply.body as object), ...sums } }
    },
  }),
  endpoint({
    method: 'GET',
    path: `${path}/export`,
    access,
    isList: true,
    mayConflict: true,
    query: { ...filters, ...fileParameters },
    response: { status: 200, description: 'The whole report as a file.' },
    async handle({ caller, query, request, isStillAuthorized }) {
      const { total, page } = await utilization.all(caller, queryOf(query))
      const table = { name: 'utilization', columns, count: total, rows: rowsOfPages(columns, page) }
      return fileReply(table, query, request, isStillAuthorized)
    },
  }),
]

const columns = [
  'asset_id',
  'asset_external_key',
  'asset_name',
  'moves',
  'used_days',
  'used_percent',
  'last_moved_at',
] as const satisfies readonly (keyof UtilizationItemView)[]
