import { choice, ids, limit, offset, search, toPage } from '../../contract/parameters'
import { type Endpoint, endpoint, listed } from '../../http/endpoint'
import { pageOf } from '../../http/openapi/shapes'
import { ages, SeenItem, type SeenService } from './seen'

export const seenRoutes = (seen: SeenService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/last-seen',
    access: { kind: 'session', role: 'viewer' },
    isList: true,
    query: {
      age: choice(
        ages,
        'day: seen in the last 24 hours, the default; week: in the 6 days before; old: earlier; never: not yet.',
      ),
      location_id: ids('Only assets at any of these locations.'),
      q: search('Only assets with this text, case-insensitive, in the name, external_key or a tag value.'),
      limit,
      offset,
    },
    response: { status: 200, description: 'A page of assets, last seen first.', schema: pageOf(SeenItem) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await seen(caller.organizationId, {
        age: query.age ?? 'day',
        locationIds: query.location_id,
        search: query.q,
        page,
      })
      return listed(rows, page, total)
    },
  }),
]
