import { catalogOf } from '../../base/messages'

/** Errors about scans. */
export const scanMessages = catalogOf({
  'scan.read_object': 'A read must be an object with a value or an asset_id',
  'scan.needs_subject': 'value or asset_id is required',
  'scan.fixed_reader': 'A fixed reader cannot submit scans',
  'scan.inactive': 'The device is not active',
  'scan.one_subject': 'A read has either a value with its tag_type, or an asset_id',
  'scan.needs_location': 'One of {fields} is required',
  'scan.one_location': 'Only one of {fields} may be sent',
})
