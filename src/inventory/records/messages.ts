import { catalogOf } from '../../base/messages'

/** undefined */
export const recordMessages = catalogOf({
  'asset.many_tags': 'The rows have {count} tags; a request may have at most {max}',
  'asset.key_taken': 'An asset with the external_key {key} already exists',
  'asset.no_field': '{field} does not name a field of the organization',
  'asset.turned_range': 'field {key}: the range ends before it begins',
  'asset.import_not_found': 'Import not found',
  'location.no_tags': '{field} cannot be imported with locations',
  'location.parent_row': '{field} must be the index of an earlier row',
  'location.parent_refused': 'The parent location was rejected',
  'location.cycle': 'Moving {location} under {parent} would create a cycle',
  'record.at_row': '{row}: {problem}',
  'record.repeated_key': 'An earlier row has the same external_key {key}',
  'asset.field_fault': 'field {key}: {fault}',
  'asset.field_test': 'the test of a {kind} must be one of: {tests}',
  'asset.field_number': 'the value must be a number',
  'asset.field_date': 'the value must be a date such as 2027-12-31',
  'asset.metadata': 'metadata with these changes {excess}',
  'asset.many_bytes': 'has more than {max} bytes',
  'location.key_taken': 'A location with the external_key {key} already exists',
  'location.deep': 'The tree of locations may be at most {max} levels deep',
  'location.one_descendant': 'Location {location} has a live descendant; delete or move it first',
  'location.descendants': 'Location {location} has {count} live descendants; delete or move them first',
  'location.has_assets': 'Location {location} has assets placed at it, such as {assets}',
})
