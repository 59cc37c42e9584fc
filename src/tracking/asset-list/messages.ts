import { catalogOf } from '../../base/messages'

/** Sentences about conditions on the list of assets, and about views. */
export const assetListMessages = catalogOf({
  'asset_list.json': '{field} must be a JSON array of objects with field, operator and value',
  'asset_list.many': '{field} has {count} conditions; at most {max} are possible',
  'asset_list.no_field': 'There is no field {name}',
  'asset_list.no_own_field': 'The field {key} does not exist any more',
  'asset_list.no_operator': 'The field {name} has no operator {operator}; it has {operators}',
  'asset_list.no_place': 'The location does not exist any more',
  'asset_list.place': 'The value must be the id of a location',
  'asset_list.instant': 'The value must be a time in RFC 3339, such as {example}',
  'asset_list.number': 'The value must be a number from {minimum} to {maximum}',
  'asset_list.one_of': 'The value must be one of {values}',
  'asset_list.text': 'The value must be a text of 1 to {max} characters',
  'asset_list.date': 'The value must be a date such as {example}',
  'asset_list.field_number': 'The value must be a number',
  'asset_list.range': 'The value must be an array of two values, the smaller one first',
  'asset_list.contradicts': 'No asset can meet this condition together with those before it',
  'asset_list.present_only': 'The condition is about the present and cannot be applied to a past time',
  'asset_list.too_many_assets': 'More than {max} assets meet the conditions; add a condition',
  'asset_list.not_all_compared':
    'Not all assets could be compared with the conditions; add a condition for the place or the last read',
  'asset_list.view_not_found': 'View not found',
  'asset_list.many_own': 'You have {max} views already; delete one that is not used',
  'asset_list.many_shared': 'There are {max} shared views already; delete one that is not used',
  'asset_list.share_role': 'Managers and admins share views and change shared ones',
})
