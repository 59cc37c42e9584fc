import { catalogOf } from '../../base/messages'

/** Sentences about movements and reports. */
export const stayMessages = catalogOf({
  'stays.not_before': '{field} must be before {other}',
  'stays.cursor': 'cursor must be the next_cursor of the page before, with the same order',
  'stays.direction': 'direction needs location_id',
  'stays.bounds': 'at must have 2 to {max} instants, each later than the one before',
  'stays.too_long': 'from and to must be at most {max} days apart',
})
