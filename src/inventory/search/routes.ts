import { words } from '../../contract/parameters'
import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { SearchResult } from './schema'
import type { SearchService } from './service'

/** The search of the console (docs/internal-api.md, Search). */
export const searchRoutes = (search: SearchService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/search',
    access: { kind: 'session', role: 'viewer' },
    query: { q: words('Only records in which each of these words is in one of the fields.') },
    response: { status: 200, description: 'The records that were found.', schema: itemOf(SearchResult) },
    handle: async ({ caller, query }) => ok(await search(caller, query.q ?? '')),
  }),
]
