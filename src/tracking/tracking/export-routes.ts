import type { Clock } from '../../base/time'
import { externalKeys, flag, ids, lastInstant, search } from '../../contract/parameters'
import { type Endpoint, endpoint } from '../../http/endpoint'
import { choicesOfProgram, fileReply, programParameters } from '../../http/table-file'
import { reportColumns, type ReportExportService } from './report-export'

/** Programs such as spreadsheets send the credentials of an API key with each request. */
const access = { kind: 'scope', scope: 'tracking:read', acceptsBasic: true } as const

const response = {
  status: 200,
  description:
    'The whole report as CSV with a header line, in order of the ids of assets. A response that breaks off is incomplete.',
}

const filters = {
  asset_id: ids('Only these assets.'),
  location_id: ids('Only assets at any of these locations.'),
  q: search('Only assets with this text, case-insensitive, in the name, external_key or a tag value.'),
}

/** Reports for spreadsheets and BI tools, outside of the public API (docs/internal-api.md, Report exports). */
export const exportRoutes = (reports: ReportExportService, now: Clock): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/exports/v1/reports/asset-locations.csv',
    access,
    isList: true,
    pairs: [
      ['location_id', 'location_external_key'],
      ['asset_id', 'asset_external_key'],
    ],
    query: {
      ...filters,
      asset_external_key: externalKeys('Only the assets with these keys.'),
      location_external_key: externalKeys('Only assets at any of the locations with these keys.'),
      include_deleted: flag('Include soft-deleted assets.', false),
      ...programParameters,
    },
    response,
    async handle({ caller, query, request, isStillAuthorized }) {
      const rows = reports.present(caller.organizationId, {
        assetIds: query.asset_id,
        assetExternalKeys: query.asset_external_key,
        locationIds: query.location_id,
        locationExternalKeys: query.location_external_key,
        includeDeleted: query.include_deleted ?? false,
        search: query.q,
      })
      const table = { name: 'asset-locations', columns: reportColumns, rows }
      return fileReply(table, choicesOfProgram(query), request, isStillAuthorized)
    },
  }),

  endpoint({
    method: 'GET',
    path: '/exports/v1/reports/asset-locations-at.csv',
    access,
    isList: true,
    query: {
      ...filters,
      at: lastInstant('The instant of the report; now when absent.'),
      ...programParameters,
    },
    response,
    async handle({ caller, query, request, isStillAuthorized }) {
      const rows = reports.past(caller.organizationId, {
        at: query.at ?? now(),
        assetIds: query.asset_id,
        locationIds: query.location_id,
        search: query.q,
      })
      const table = { name: 'asset-locations-at', columns: reportColumns, rows }
      return fileReply(table, choicesOfProgram(query), request, isStillAuthorized)
    },
  }),
]
