import { catalogOf } from '../../base/messages'

/** Errors about photos. */
export const photoMessages = catalogOf({
  'photo.many': 'An asset may have at most {max} photos; delete one first',
  'photo.no_thumbnail': 'Thumbnail not found',
  'photo.not_found': 'Photo not found',
})
