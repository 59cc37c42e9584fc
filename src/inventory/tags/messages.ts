import { catalogOf } from '../../base/messages'

/** Errors about tags. */
export const tagMessages = catalogOf({
  'tag.taken': 'A tag of type {type} with the value {value} already exists',
  'tag.needs_owner': 'One of asset_id and location_id is required',
  'tag.not_found': 'Tag not found',
  'tag.one_owner': 'Only one of asset_id and location_id may be sent',
})
