import { limit, offset, pathId, search, sort, toPage } from '../../contract/parameters'
import { json } from '../../http/body'
import { type Endpoint, endpoint, listed, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { DeletedAsset, RestoreAsset, RestoredAsset } from './deleted-schema'
import type { DeletedAssetService } from './deleted'
import { Asset } from './schema'

const path = '/internal/v1/deleted-assets'
const manager = { kind: 'session', role: 'manager' } as const
const params = { asset_id: pathId("The asset's id.") }

/** Deleted assets, for the console (docs/internal-api.md, Deleted assets). */
export const deletedAssetRoutes = (deleted: DeletedAssetService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: manager,
    isList: true,
    query: {
      q: search('Only assets with this text, case-insensitive, in name, external_key or description.'),
      sort: sort(['external_key', 'name', 'created_at', 'updated_at'], 'external_key'),
      limit,
      offset,
    },
    response: { status: 200, description: 'A page of deleted assets.', schema: pageOf(Asset) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await deleted.list(
        caller.organizationId,
        { search: query.q, sort: query.sort },
        page,
      )
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'GET',
    path: `${path}/:asset_id`,
    access: manager,
    params,
    response: { status: 200, description: 'The deleted asset.', schema: itemOf(DeletedAsset) },
    handle: async ({ caller, params: { asset_id: id } }) => ok(await deleted.get(caller.organizationId, id)),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/:asset_id/restore`,
    access: manager,
    params,
    exists: ({ caller, params: { asset_id: id } }) => deleted.requireDeleted(caller.organizationId, id),
    body: { mediaTypes: [json], schema: RestoreAsset },
    mayConflict: true,
    response: { status: 200, description: 'The restored asset.', schema: itemOf(RestoredAsset) },
    handle: async ({ caller, params: { asset_id: id }, body }) => ok(await deleted.restore(caller, id, body)),
  }),
]
