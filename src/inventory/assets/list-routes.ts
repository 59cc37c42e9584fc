import { Type } from '@sinclair/typebox'
import { fieldTests, flag, limit, offset, search, sort, toPage } from '../../contract/parameters'
import { type Endpoint, endpoint, listed } from '../../http/endpoint'
import { pageOf } from '../../http/openapi/shapes'
import type { FieldFilterService } from './field-filter'
import { toAssetQuery } from './routes'
import { Asset } from './schema'

const FilteredAssets = Type.Object(
  {
    ...pageOf(Asset).properties,
    is_complete: Type.Boolean({
      description:
        'Whether all assets of the list were compared with the conditions. Otherwise the first 100,000 were, and total_count is the number of matches among them.',
    }),
  },
  { $id: 'FilteredAssets', description: 'A page of assets whose fields have certain values.' },
)

/** The assets whose fields have certain values, for the console (docs/internal-api.md, Asset filters). */
export const assetListRoutes = (filtered: FieldFilterService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/assets',
    access: { kind: 'session', role: 'viewer' },
    isList: true,
    query: {
      field: fieldTests(
        'Only assets whose field has the value: the id of the field, a test (contains, is, from, to) and a value.',
      ),
      is_active: flag('true: only active assets; false: only inactive assets.'),
      q: search('As in GET /api/v1/assets.'),
      sort: sort(['external_key', 'name', 'created_at', 'updated_at'], 'external_key'),
      limit,
      offset,
    },
    response: { status: 200, description: 'A page of assets.', schema: FilteredAssets },
    async handle({ caller, query: { field, ...query } }) {
      const page = toPage(query)
      const filters = toAssetQuery({ ...query, external_key: [], include_deleted: false })
      const { rows, total, isComplete } = await filtered(caller.organizationId, filters, field, page)
      const reply = listed(rows, page, total)
      return { ...reply, body: { ...(reply.body as object), is_complete: isComplete } }
    },
  }),
]
