import { fieldMessages } from '../../contract/messages'
import { paging, pathId, toPage } from '../../contract/parameters'
import { type Endpoint, endpoint, listed, needs, ok } from '../../http/endpoint'
import { pageOf } from '../../http/openapi/shapes'
import { Location, LocationTree } from './schema'
import type { LocationService, TreeRead } from './service'

/** The locations above and below a location (docs/api.md, Tree reads). */
export const treeRoutes = (locations: LocationService): Endpoint[] => [
  treeRoute(
    locations,
    'ancestors',
    'listLocationAncestors',
    'List the ancestors of a location, the root first',
  ),
  treeRoute(locations, 'children', 'listLocationChildren', 'List the locations right below a location'),
  treeRoute(
    locations,
    'descendants',
    'listLocationDescendants',
    'List the subtree below a location, depth first',
  ),
]

const treeRoute = (
  locations: LocationService,
  part: TreeRead,
  operationId: string,
  summary: string,
): Endpoint =>
  endpoint({
    method: 'GET',
    path: `/api/v1/locations/:location_id/${part}`,
    access: needs('locations:read'),
    doc: {
      operationId,
      summary,
      description:
        'Returns the locations that are in effect now. The list omits locations that are not in effect, and includes those above or below them that are. The order is fixed: sort is rejected.',
      tag: 'Locations',
    },
    params: { location_id: pathId("The location's id.") },
    isList: true,
    query: paging,
    unsupported: { sort: fieldMessages('field.sort_unsupported') },
    exists: ({ caller, params }) => locations.get(caller.organizationId, params.location_id),
    response: { status: 200, description: 'A page of locations.', schema: pageOf(Location) },
    async handle({ caller, params, query }) {
      const page = toPage(query)
      const { rows, total } = await locations.listTree(caller.organizationId, params.location_id, part, page)
      return listed(rows, page, total)
    },
  })

/** The whole tree, for the console (docs/internal-api.md, Whole location tree). */
export const wholeTreeRoutes = (locations: LocationService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/location-tree',
    access: { kind: 'session', role: 'viewer' },
    isCompressed: true,
    response: { status: 200, description: 'All live locations.', schema: LocationTree },
    handle: async ({ caller }) => ok(await locations.wholeTree(caller.organizationId)),
  }),
]
