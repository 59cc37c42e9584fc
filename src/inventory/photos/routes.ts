import { ids, pathId } from '../../contract/parameters'
import { mergePatch } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { imageReply } from '../../http/image'
import { imageBytesMax } from '../../base/images/image'
import { Photo, PhotoChanges, photosMax } from './schema'
import type { PhotoService } from './service'

const path = '/internal/v1/assets/:asset_id/photos'
const one = `${path}/:photo_id`
const viewer = { kind: 'session', role: 'viewer' } as const
const manager = { kind: 'session', role: 'manager' } as const
const ofAsset = { asset_id: pathId("The asset's id.") }
const params = { ...ofAsset, photo_id: pathId("The photo's id.") }
const photo = { status: 200, description: 'The photo.', schema: itemOf(Photo) }

/** The number of assets in `asset_id`, as of all filters. */
const firstMax = 200

/** Photos of assets (docs/internal-api.md, Photos). */
export const photoRoutes = (photos: PhotoService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/asset-photos',
    access: viewer,
    isList: true,
    query: { asset_id: ids('The assets. Without one, the list is empty.') },
    response: { status: 200, description: 'The first photo of each asset.', schema: pageOf(Photo) },
    async handle({ caller, query }) {
      const rows = await photos.firstOf(caller.organizationId, query.asset_id)
      return listed(rows, { limit: firstMax, offset: 0 }, rows.length)
    },
  }),
  endpoint({
    method: 'GET',
    path,
    access: viewer,
    params: ofAsset,
    isList: true,
    response: { status: 200, description: 'The photos, in their order.', schema: pageOf(Photo) },
    async handle({ caller, params: { asset_id: id } }) {
      const rows = await photos.list(caller.organizationId, id)
      return listed(rows, { limit: photosMax, offset: 0 }, rows.length)
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access: manager,
    params: ofAsset,
    exists: ({ caller, params: { asset_id: id } }) => photos.list(caller.organizationId, id),
    // The bytes decide the type, so that a wrong one gets an explanation.
    body: { mediaTypes: [], schema: null, bytesMax: imageBytesMax },
    response: { status: 201, description: 'The new photo, the last of the asset.', schema: itemOf(Photo) },
    mayConflict: true,
    async handle({ caller, params: { asset_id: id }, bytes }) {
      const added = await photos.add(caller, id, bytes)
      return created(`/internal/v1/assets/${id}/photos/${added.id}`, added)
    },
  }),
  endpoint({
    method: 'PATCH',
    path: one,
    access: manager,
    params,
    exists: ({ caller, params: of }) => photos.get(caller.organizationId, of.asset_id, of.photo_id),
    body: { mediaTypes: [mergePatch], schema: PhotoChanges },
    response: photo,
    handle: async ({ caller, params: of, body }) =>
      ok(await photos.change(caller, of.asset_id, of.photo_id, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: one,
    access: manager,
    params,
    response: { status: 204, description: 'The photo is deleted.' },
    async handle({ caller, params: of }) {
      await photos.remove(caller, of.asset_id, of.photo_id)
      return noContent
    },
  }),
  endpoint({
    method: 'GET',
    path: `${one}/image`,
    access: viewer,
    params,
    response: { status: 200, description: 'The image.' },
    handle: async ({ caller, params: of, request }) =>
      imageReply(await photos.image(caller.organizationId, of.asset_id, of.photo_id), request),
  }),
  endpoint({
    method: 'GET',
    path: `${one}/thumbnail`,
    access: viewer,
    params,
    response: { status: 200, description: 'The thumbnail.' },
    handle: async ({ caller, params: of, request }) =>
      imageReply(await photos.thumbnail(caller.organizationId, of.asset_id, of.photo_id), request),
  }),
]
