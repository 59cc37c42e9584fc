import { imageBytesMax } from '../../base/images/image'
import { pathId } from '../../contract/parameters'
import { type Endpoint, endpoint, noContent, ok } from '../../http/endpoint'
import { imageReply } from '../../http/image'
import { itemOf } from '../../http/openapi/shapes'
import type { ExcusePhotoService } from './excuse-photos'
import { StocktakeLine } from './schema'
import type { StocktakeService } from './service'

const path = '/internal/v1/stocktakes/:stocktake/lines/:asset/photo'
const params = { stocktake: pathId("The stocktake's id."), asset: pathId("The asset's id.") }
const viewer = { kind: 'session', role: 'viewer' } as const
const operator = { kind: 'session', role: 'operator' } as const

/** Photos of excuses (docs/internal-api.md, Lines of a stocktake). */
export const excusePhotoRoutes = (stocktakes: StocktakeService, photos: ExcusePhotoService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path,
    access: operator,
    params,
    exists: ({ caller, params: { stocktake } }) => stocktakes.getPublic(caller, stocktake),
    // The bytes decide the type, so that a wrong one gets an explanation.
    body: { mediaTypes: [], schema: null, bytesMax: imageBytesMax },
    response: { status: 200, description: 'The line, with a photo.', schema: itemOf(StocktakeLine) },
    mayConflict: true,
    handle: async ({ caller, params: { stocktake, asset }, bytes }) =>
      ok(await photos.put(caller, stocktake, asset, bytes)),
  }),
  endpoint({
    method: 'DELETE',
    path,
    access: operator,
    params,
    response: { status: 204, description: 'The photo is deleted.' },
    mayConflict: true,
    async handle({ caller, params: { stocktake, asset } }) {
      await photos.remove(caller, stocktake, asset)
      return noContent
    },
  }),
  endpoint({
    method: 'GET',
    path,
    access: viewer,
    params,
    response: { status: 200, description: 'The image.' },
    handle: async ({ caller, params: { stocktake, asset }, request }) =>
      imageReply(await photos.image(caller, stocktake, asset), request),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/thumbnail`,
    access: viewer,
    params,
    response: { status: 200, description: 'The thumbnail.' },
    handle: async ({ caller, params: { stocktake, asset }, request }) =>
      imageReply(await photos.thumbnail(caller, stocktake, asset), request),
  }),
]
