import { stocktakeStates } from '../../base/stocktake-kinds'
import {
  choices,
  ids,
  instant,
  lastInstant,
  limit,
  offset,
  type ParameterValues,
  pathId,
  toPage,
} from '../../contract/parameters'
import { json, mergePatch } from '../../http/body'
import { created, type Endpoint, endpoint, listed, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import type { StocktakeManagement } from './management'
import type { StocktakeQuery, StocktakeService } from './service'
import { Closing, NewStocktake, Stocktake, StocktakeChange, StocktakeDetails } from './schema'

export const filters = {
  state: choices(stocktakeStates, 'Only stocktakes in any of these states.'),
  location_id: ids('Only stocktakes of any of these locations or of locations below them.'),
  from: instant('Only stocktakes that were opened at this instant or later.'),
  to: lastInstant('Only stocktakes that were opened at this instant or earlier.'),
  limit,
  offset,
}
export const toQuery = (query: ParameterValues<typeof filters>): StocktakeQuery => ({
  states: query.state,
  locationIds: query.location_id,
  from: query.from,
  to: query.to,
})

const path = '/internal/v1/stocktakes'
const one = `${path}/:stocktake`
const params = { stocktake: pathId("The stocktake's id.") }
const viewer = { kind: 'session', role: 'viewer' } as const
const operator = { kind: 'session', role: 'operator' } as const
const manager = { kind: 'session', role: 'manager' } as const
const details = itemOf(StocktakeDetails)

/** Stocktakes of the console (docs/internal-api.md, Stocktakes). */
export const stocktakeRoutes = (
  stocktakes: StocktakeService,
  management: StocktakeManagement,
): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: viewer,
    isList: true,
    query: filters,
    response: { status: 200, description: 'A page of stocktakes, newest first.', schema: pageOf(Stocktake) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await stocktakes.list(caller, toQuery(query), page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access: manager,
    body: { mediaTypes: [json], schema: NewStocktake },
    response: {
      status: 201,
      description: 'The stocktake, which is open unless `is_open` is false.',
      schema: details,
    },
    mayConflict: true,
    async handle({ caller, body }) {
      const view = await management.create(caller, body)
      return created(`${path}/${view.id}`, view)
    },
  }),
  endpoint({
    method: 'GET',
    path: one,
    access: viewer,
    params,
    response: { status: 200, description: 'The stocktake with who counts.', schema: details },
    handle: async ({ caller, params: { stocktake } }) => ok(await stocktakes.get(caller, stocktake)),
  }),
  endpoint({
    method: 'PATCH',
    path: one,
    access: manager,
    params,
    body: { mediaTypes: [mergePatch], schema: StocktakeChange },
    response: { status: 200, description: 'The changed stocktake.', schema: details },
    mayConflict: true,
    exists: ({ caller, params: { stocktake } }) => stocktakes.get(caller, stocktake),
    handle: async ({ caller, params: { stocktake }, body }) =>
      ok(await management.change(caller, stocktake, body)),
  }),
  endpoint({
    method: 'POST',
    path: `${one}/open`,
    access: manager,
    params,
    response: { status: 200, description: 'The open stocktake.', schema: details },
    mayConflict: true,
    handle: async ({ caller, params: { stocktake } }) => ok(await management.open(caller, stocktake)),
  }),
  endpoint({
    method: 'POST',
    path: `${one}/cancel`,
    access: manager,
    params,
    response: { status: 200, description: 'The canceled stocktake. Its scans are kept.', schema: details },
    mayConflict: true,
    handle: async ({ caller, params: { stocktake } }) => ok(await management.cancel(caller, stocktake)),
  }),
  endpoint({
    method: 'POST',
    path: `${one}/places/:location/finish`,
    access: operator,
    params: { ...params, location: pathId("The location's id.") },
    response: { status: 200, description: 'The stocktake. The location is finished.', schema: details },
    mayConflict: true,
    handle: async ({ caller, params: { stocktake, location } }) =>
      ok(await management.finish(caller, stocktake, location)),
  }),
  endpoint({
    method: 'POST',
    path: `${one}/close`,
    access: manager,
    params,
    body: { mediaTypes: [json], schema: Closing, isOptional: true },
    response: { status: 202, description: 'The stocktake, whose result is being computed.', schema: details },
    mayConflict: true,
    exists: ({ caller, params: { stocktake } }) => stocktakes.get(caller, stocktake),
    handle: async ({ caller, params: { stocktake }, body }) => ({
      status: 202,
      body: { data: await management.close(caller, stocktake, body) },
    }),
  }),
]
