import {
  externalKeys,
  flag,
  limit,
  offset,
  type ParameterValues,
  pathId,
  search,
  sort,
  toPage,
} from '../../contract/parameters'
import { chain } from '../../base/turns/maybe-promise'
import { json, mergePatch } from '../../http/body'
import { created, type Endpoint, endpoint, listed, needs, noContent, ok } from '../../http/endpoint'
import { linksTo, linkToDetach } from '../../http/openapi/links'
import { itemOf, pageOf, renamedOf } from '../../http/openapi/shapes'
import { Rename } from '../records/rules'
import { Tag, TagRequest, type TagView } from '../tags/schema'
import type { TagService } from '../tags/service'
import { Asset, AssetChanges, type AssetView, NewAsset } from './schema'
import type { AssetQuery, AssetService } from './service'

const tag = 'Assets'
const path = { asset_id: pathId("The asset's id.") }

/** OpenAPI links: the operations that take the id of a new asset. */
const links = linksTo('asset_id', {
  getAsset: 'Read the asset.',
  updateAsset: 'Change the asset.',
  deleteAsset: 'Soft-delete the asset.',
  renameAsset: "Change the asset's external_key.",
  attachAssetTag: 'Attach a tag to the asset.',
  listAssetHistory: 'List where the asset was.',
})

/** The filters and the order of assets, for the list and the export. */
const assetFilters = {
  external_key: externalKeys('Only assets with any of these keys.'),
  is_active: flag('true: only active assets; false: only inactive assets.'),
  include_deleted: flag('Include soft-deleted assets.', false),
  q: search(
    'Only assets with this text, case-insensitive, in name, external_key, description or a tag value.',
  ),
  sort: sort(['external_key', 'name', 'created_at', 'updated_at'], 'external_key'),
}

const toAssetQuery = (query: ParameterValues<typeof assetFilters>): AssetQuery => ({
  externalKeys: query.external_key,
  isActive: query.is_active,
  includeDeleted: query.include_deleted ?? false,
  search: query.q,
  sort: query.sort,
})

/** Master data of assets (docs/api.md, Endpoints). */
export const assetRoutes = (assets: AssetService, tags: TagService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/assets',
    access: needs('assets:read'),
    doc: {
      operationId: 'listAssets',
      summary: 'List assets',
      description:
        'Returns the assets that are in effect now, sorted by external_key by default. Soft-deleted assets are included only with include_deleted.',
      tag,
    },
    isList: true,
    query: { ...assetFilters, limit, offset },
    response: { status: 200, description: 'A page of assets.', schema: pageOf(Asset) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await assets.list(caller.organizationId, toAssetQuery(query), page)
      return listed(rows, page, total)
    },
  }),

  endpoint({
    method: 'POST',
    path: '/api/v1/assets',
    access: needs('assets:write'),
    doc: {
      operationId: 'createAsset',
      summary: 'Create an asset',
      description:
        'Without external_key, the server mints the lowest unused key of the form ASSET-NNNN. The location of an asset comes from scans only: a location in the body is rejected.',
      tag,
    },
    mayConflict: true,
    takesIdempotencyKey: true,
    body: { mediaTypes: [json], schema: NewAsset },
    response: {
      status: 201,
      description: 'The new asset.',
      schema: itemOf(Asset),
      headers: ['Location'],
      links,
    },
    handle: ({ caller, body, replyOnce }) =>
      replyOnce(
        (asset: AssetView) => created(`/api/v1/assets/${asset.id}`, asset),
        (alsoWrite) => assets.create(caller, body, alsoWrite),
      ),
  }),

  endpoint({
    method: 'GET',
    path: '/api/v1/assets/:asset_id',
    access: needs('assets:read'),
    doc: {
      operationId: 'getAsset',
      summary: 'Read an asset',
      description: 'Returns the asset whether or not it is in effect. A soft-deleted asset is not found.',
      tag,
    },
    params: path,
    response: { status: 200, description: 'The asset.', schema: itemOf(Asset), headers: ['ETag'] },
    handle: ({ caller, params }) => chain(assets.get(caller.organizationId, params.asset_id), ok),
  }),

  endpoint({
    method: 'PATCH',
    path: '/api/v1/assets/:asset_id',
    access: needs('assets:write'),
    doc: {
      operationId: 'updateAsset',
      summary: 'Change an asset',
      description:
        'Absent fields keep their value. null clears description and valid_to. metadata is replaced as a whole. Every accepted patch advances updated_at, even an empty one.',
      tag,
    },
    isConditional: true,
    params: path,
    exists: ({ caller, params }) => assets.get(caller.organizationId, params.asset_id),
    body: { mediaTypes: [mergePatch], schema: AssetChanges },
    response: { status: 200, description: 'The changed asset.', schema: itemOf(Asset), headers: ['ETag'] },
    handle: async ({ caller, params, body, requireMatch }) =>
      ok(await assets.change(caller, params.asset_id, body, requireMatch)),
  }),

  endpoint({
    method: 'DELETE',
    path: '/api/v1/assets/:asset_id',
    access: needs('assets:write'),
    doc: {
      operationId: 'deleteAsset',
      summary: 'Soft-delete an asset',
      description: 'Soft-deletes the asset and its tags. Lists show the asset with include_deleted.',
      tag,
    },
    isConditional: true,
    params: path,
    response: {
      status: 204,
      description:
        'The asset and its tags are deleted. The external_key and the tag values can be used again.',
    },
    async handle({ caller, params, requireMatch }) {
      await assets.remove(caller, params.asset_id, requireMatch)
      return noContent
    },
  }),

  endpoint({
    method: 'POST',
    path: '/api/v1/assets/:asset_id/rename',
    access: needs('assets:write'),
    doc: {
      operationId: 'renameAsset',
      summary: "Change an asset's external_key",
      description: 'A rename to the current key is accepted and changes nothing, not even updated_at.',
      tag,
    },
    mayConflict: true,
    takesIdempotencyKey: true,
    params: path,
    exists: ({ caller, params }) => assets.get(caller.organizationId, params.asset_id),
    body: { mediaTypes: [json], schema: Rename },
    response: { status: 200, description: 'The renamed asset.', schema: renamedOf(Asset) },
    handle: ({ caller, params, body, replyOnce }) =>
      replyOnce(
        (data: AssetView) => ({ status: 200, body: { data, descendant_count_affected: 0 } }),
        (alsoWrite) => assets.rename(caller, params.asset_id, body, alsoWrite),
      ),
  }),

  endpoint({
    method: 'POST',
    path: '/api/v1/assets/:asset_id/tags',
    access: needs('assets:write'),
    doc: {
      operationId: 'attachAssetTag',
      summary: 'Attach a tag to an asset',
      description:
        "The pair of tag_type and value is unique among the live tags of the organization. The asset's updated_at does not change.",
      tag,
    },
    mayConflict: true,
    takesIdempotencyKey: true,
    params: path,
    exists: ({ caller, params }) => assets.get(caller.organizationId, params.asset_id),
    body: { mediaTypes: [json], schema: TagRequest },
    response: {
      status: 201,
      description: 'The new tag.',
      schema: itemOf(Tag),
      headers: ['Location'],
      links: [linkToDetach('detachAssetTag', 'asset_id')],
    },
    handle: ({ caller, params: { asset_id: assetId }, body, replyOnce }) =>
      replyOnce(
        (attached: TagView) => created(`/api/v1/assets/${assetId}/tags/${attached.id}`, attached),
        (alsoWrite) => tags.attach(caller, { assetId }, body, alsoWrite),
      ),
  }),

  endpoint({
    method: 'DELETE',
    path: '/api/v1/assets/:asset_id/tags/:tag_id',
    access: needs('assets:write'),
    doc: {
      operationId: 'detachAssetTag',
      summary: 'Remove a tag from an asset',
      description: 'A tag that is deleted, or that belongs to another asset or location, is not found.',
      tag,
    },
    params: { ...path, tag_id: pathId("The tag's id.") },
    response: { status: 204, description: 'The tag is removed. Its type and value can be used again.' },
    async handle({ caller, params }) {
      await tags.detach(caller, { assetId: params.asset_id }, params.tag_id)
      return noContent
    },
  }),
]
