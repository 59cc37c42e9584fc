import { lineVerdicts } from '../../base/stocktake-kinds'
import {
  choices,
  ids,
  limit,
  offset,
  type ParameterValues,
  pathId,
  search,
  toPage,
} from '../../contract/parameters'
import { json } from '../../http/body'
import { csvHeaders, streamOf } from '../../http/csv-file'
import { type Endpoint, endpoint, listed, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { Submission } from '../scans/schema'
import type { LineService } from './lines'
import { CountOutcome, Excuse, FoundByHand, StocktakeLine, StocktakePlaces } from './schema'
import type { LineQuery, StocktakeService } from './service'
import type { SubmissionService } from './submissions'

const one = '/internal/v1/stocktakes/:stocktake'
const params = { stocktake: pathId("The stocktake's id.") }
const viewer = { kind: 'session', role: 'viewer' } as const
const operator = { kind: 'session', role: 'operator' } as const

const lineFilters = {
  verdict: choices(lineVerdicts, 'Only lines with any of these verdicts.'),
  location_id: ids('Only assets that are expected or were found at any of these locations or below them.'),
  q: search('Only assets whose key or name contains this text.'),
  limit,
  offset,
}
const toLineQuery = (query: ParameterValues<typeof lineFilters>): LineQuery => ({
  verdicts: query.verdict,
  locationIds: query.location_id,
  assetIds: [],
  search: query.q,
})

const ofAsset = { ...params, asset: pathId("The asset's id.") }

/** What is in a stocktake, and what people say about it (docs/internal-api.md, Lines of a stocktake). */
export const lineRoutes = (
  stocktakes: StocktakeService,
  lines: LineService,
  submissions: SubmissionService,
): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: `${one}/lines`,
    access: viewer,
    params,
    isList: true,
    query: lineFilters,
    response: { status: 200, description: 'A page of lines, by asset id.', schema: pageOf(StocktakeLine) },
    async handle({ caller, params: { stocktake }, query }) {
      const page = toPage(query)
      const { rows, total } = await stocktakes.lines(caller, stocktake, toLineQuery(query), page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'GET',
    path: `${one}/places`,
    access: viewer,
    params,
    isList: true,
    query: { limit, offset },
    response: { status: 200, description: 'A page of the locations, by id.', schema: StocktakePlaces },
    async handle({ caller, params: { stocktake }, query }) {
      const page = toPage(query)
      const { rows, total } = await stocktakes.places(caller, stocktake, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path: `${one}/scans`,
    access: { kind: 'sessionOrDevice', role: 'operator' },
    params,
    body: { mediaTypes: [json], schema: Submission },
    response: { status: 200, description: 'What became of each read.', schema: itemOf(CountOutcome) },
    mayConflict: true,
    exists: ({ caller, params: { stocktake } }) => stocktakes.getPublic(caller, stocktake),
    handle: async ({ caller, params: { stocktake }, body }) =>
      ok(await submissions.submit(caller, stocktake, body)),
  }),
  endpoint({
    method: 'POST',
    path: `${one}/lines/:asset/excuse`,
    access: operator,
    params: ofAsset,
    body: { mediaTypes: [json], schema: Excuse },
    response: { status: 200, description: 'The line.', schema: itemOf(StocktakeLine) },
    mayConflict: true,
    exists: ({ caller, params: { stocktake } }) => stocktakes.getPublic(caller, stocktake),
    handle: async ({ caller, params: { stocktake, asset }, body }) =>
      ok(await lines.excuse(caller, stocktake, asset, body)),
  }),
  endpoint({
    method: 'POST',
    path: `${one}/lines/:asset/found`,
    access: operator,
    params: ofAsset,
    body: { mediaTypes: [json], schema: FoundByHand },
    response: { status: 200, description: 'The line.', schema: itemOf(StocktakeLine) },
    mayConflict: true,
    exists: ({ caller, params: { stocktake } }) => stocktakes.getPublic(caller, stocktake),
    handle: async ({ caller, params: { stocktake, asset }, body }) =>
      ok(await lines.found(caller, stocktake, asset, body)),
  }),
  endpoint({
    method: 'GET',
    path: `${one}/result.csv`,
    access: viewer,
    params,
    response: { status: 200, description: 'The result as CSV.' },
    mayConflict: true,
    async handle({ caller, params: { stocktake }, request, isStillAuthorized }) {
      const { name, parts } = await stocktakes.result(caller, stocktake)
      const headers = csvHeaders(name)
      return request.method === 'HEAD'
        ? { status: 200, headers }
        : { status: 200, headers, body: streamOf(parts, isStillAuthorized) }
    },
  }),
  endpoint({
    method: 'GET',
    path: `${one}/expected`,
    access: operator,
    params,
    response: {
      status: 200,
      description: 'The expected assets with their tags, one JSON object in each line.',
    },
    async handle({ caller, params: { stocktake }, request, isStillAuthorized }) {
      const parts = await stocktakes.expected(caller, stocktake)
      const headers = { 'content-type': 'application/x-ndjson' }
      return request.method === 'HEAD'
        ? { status: 200, headers }
        : { status: 200, headers, body: streamOf(parts, isStillAuthorized) }
    },
  }),
]
