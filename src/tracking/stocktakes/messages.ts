import { catalogOf } from '../../base/messages'

/** Errors about stocktakes. */
export const stocktakeMessages = catalogOf({
  'stocktake.not_found': 'There is no stocktake with this id',
  'stocktake.no_line': 'The stocktake has no line for this asset',
  'stocktake.no_place': 'This location is not below the location of the stocktake',
  'stocktake.nothing_expected': 'Nothing is expected there. Choose a larger place or other assets',
  'stocktake.too_many_expected':
    'More than {maximum} assets are expected there. Choose a smaller place or fewer assets',
  'stocktake.not_all_compared':
    'The service has not compared all assets with these conditions. Choose a smaller place',
  'stocktake.not_open': 'The stocktake is not open',
  'stocktake.not_planned': 'Only a planned stocktake can be opened',
  'stocktake.ended': 'The stocktake is closed or canceled and does not change any more',
  'stocktake.no_result': 'The stocktake has no result until it is closed',
  'stocktake.location_deleted':
    'The location of the stocktake was deleted. The stocktake can only be closed or canceled',
  'stocktake.many_open': 'An organization can have {max} open stocktakes. Close one of them',
  'stocktake.many_planned': 'An organization can have {max} planned stocktakes. Cancel one of them',
  'stocktake.many_counts': 'A stocktake keeps at most {max} counts. Close it, and open another one',
  'stocktake.blind': 'This is a blind count: counters do not see what is expected until it is closed',
  'stocktake.not_excused': 'Only an excused asset has a photo. Excuse it first',
  'stocktake.no_photo': 'There is no photo of this excuse',
  'stocktake.many_photos': 'A stocktake can have {max} photos. Delete one first',
  'stocktake.tag_of_location': 'This is the tag of a location. Scan the tag of an asset',
})
