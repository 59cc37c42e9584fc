import { catalogOf } from '../../base/messages'

/** Errors about the fields of assets. */
export const assetFieldMessages = catalogOf({
  'asset_field.many': 'There are {max} fields already; delete one that is not used',
  'asset_field.key_taken': 'A field with the key {key} already exists',
  'asset_field.not_found': 'Asset field not found',
  'asset_field.fixed': '{field} cannot be changed; define another field',
  'asset_field.no_options': 'options are for fields of the type choice only',
  'asset_field.needs_options': '{field} must have at least one value',
  'asset_field.same_options': '{field} must be different from each other',
})
