import { searchStates } from '../../base/stocktake-kinds'
import { choices, ids, limit, offset, pathId, toPage } from '../../contract/parameters'
import { json } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { NewSearch, Search, SearchEnd, Searches, SearchFound } from './schema'
import type { SearchService } from './service'

const path = '/internal/v1/searches'
const one = `${path}/:search`
const params = { search: pathId("The search's id.") }
const operator = { kind: 'session', role: 'operator' } as const
const item = itemOf(Search)

/** Searches for assets (docs/internal-api.md, Searches). */
export const searchRoutes = (searches: SearchService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: operator,
    isList: true,
    query: {
      state: choices(searchStates, 'Only searches in any of these states.'),
      asset_id: ids('Only searches for these assets.'),
      limit,
      offset,
    },
    response: { status: 200, description: 'A page of searches, newest first.', schema: Searches },
    async handle({ caller, query }) {
      const page = toPage(query)
      const filter = { states: query.state, assetIds: query.asset_id }
      const { rows, total } = await searches.list(caller.organizationId, filter, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access: operator,
    body: { mediaTypes: [json], schema: NewSearch },
    response: { status: 201, description: 'The search.', schema: item },
    mayConflict: true,
    async handle({ caller, body }) {
      const view = await searches.create(caller, body)
      return created(`${path}/${view.id}`, view)
    },
  }),
  endpoint({
    method: 'GET',
    path: one,
    access: operator,
    params,
    response: { status: 200, description: 'The search.', schema: item },
    handle: async ({ caller, params: { search } }) => ok(await searches.get(caller.organizationId, search)),
  }),
  endpoint({
    method: 'DELETE',
    path: one,
    access: operator,
    params,
    response: { status: 204, description: 'The search is deleted.' },
    async handle({ caller, params: { search } }) {
      await searches.remove(caller, search)
      return noContent
    },
  }),
  endpoint({
    method: 'POST',
    path: `${one}/start`,
    access: operator,
    params,
    response: { status: 200, description: 'The search, which is in progress.', schema: item },
    mayConflict: true,
    handle: async ({ caller, params: { search } }) => ok(await searches.start(caller, search)),
  }),
  endpoint({
    method: 'POST',
    path: `${one}/found`,
    access: operator,
    params,
    body: { mediaTypes: [json], schema: SearchFound },
    response: { status: 200, description: 'The search. The asset is at the location.', schema: item },
    mayConflict: true,
    exists: ({ caller, params: { search } }) => searches.get(caller.organizationId, search),
    handle: async ({ caller, params: { search }, body }) => ok(await searches.found(caller, search, body)),
  }),
  endpoint({
    method: 'POST',
    path: `${one}/not-found`,
    access: operator,
    params,
    body: { mediaTypes: [json], schema: SearchEnd, isOptional: true },
    response: { status: 200, description: 'The search. The asset is lost.', schema: item },
    mayConflict: true,
    exists: ({ caller, params: { search } }) => searches.get(caller.organizationId, search),
    handle: async ({ caller, params: { search }, body }) => ok(await searches.notFound(caller, search, body)),
  }),
]
