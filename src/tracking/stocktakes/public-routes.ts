import { lineVerdicts } from '../../base/stocktake-kinds'
import { choices, ids, limit, offset, pathId, toPage } from '../../contract/parameters'
import { type Endpoint, endpoint, listed, needs, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { filters, toQuery } from './routes'
import { Stocktake, StocktakeLine } from './schema'
import type { StocktakeService } from './service'

const path = '/api/v1/stocktakes'
const params = { stocktake_id: pathId("The stocktake's id.") }
const tag = 'Tracking'

/** Stocktakes of the public API (docs/api.md, Stocktakes). */
export const publicStocktakeRoutes = (stocktakes: StocktakeService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: needs('tracking:read'),
    doc: {
      operationId: 'listStocktakes',
      summary: 'List stocktakes',
      description:
        'Returns the stocktakes of the organization, newest first. Stocktakes are made in the console. The event log has an event when one is opened and when its result is fixed.',
      tag,
    },
    isList: true,
    query: filters,
    response: { status: 200, description: 'A page of stocktakes.', schema: pageOf(Stocktake) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await stocktakes.list(caller, toQuery(query), page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'GET',
    path: `${path}/:stocktake_id`,
    access: needs('tracking:read'),
    doc: {
      operationId: 'getStocktake',
      summary: 'Read a stocktake',
      description: 'Returns one stocktake with its numbers. result_sha256 is set when the result is fixed.',
      tag,
    },
    params,
    response: { status: 200, description: 'The stocktake.', schema: itemOf(Stocktake), headers: ['ETag'] },
    handle: async ({ caller, params: { stocktake_id: id } }) => ok(await stocktakes.getPublic(caller, id)),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/:stocktake_id/lines`,
    access: needs('tracking:read'),
    doc: {
      operationId: 'listStocktakeLines',
      summary: 'List the lines of a stocktake',
      description:
        'Returns what was found out about each expected asset, and about those that were counted without being expected, by asset id. The lines of a blind stocktake cannot be read while it is open (403).',
      tag,
    },
    params,
    isList: true,
    query: {
      verdict: choices(lineVerdicts, 'Only lines with any of these verdicts.'),
      asset_id: ids('Only lines of any of these assets.'),
      limit,
      offset,
    },
    response: { status: 200, description: 'A page of lines.', schema: pageOf(StocktakeLine) },
    async handle({ caller, params: { stocktake_id: id }, query }) {
      const page = toPage(query)
      const wanted = { verdicts: query.verdict, assetIds: query.asset_id, locationIds: [], search: undefined }
      const { rows, total } = await stocktakes.lines(caller, id, wanted, page)
      return listed(rows, page, total)
    },
  }),
]
