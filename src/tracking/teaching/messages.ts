import { catalogOf } from '../../base/messages'

/** Errors and advice about taught places. */
export const teachingMessages = catalogOf({
  'teach.no_sample': 'Sample not found',
  'teach.recording': 'A sample is being recorded here already; wait until it ends, or discard it',
  'teach.many_open': 'There are {max} samples that are not kept; keep or discard some of them',
  'teach.many_kept': 'There are {max} kept samples already; delete some that are not needed',
  'teach.not_ended': 'The sample is still being recorded; keep it when it has ended',
  'teach.rejected': 'The sample was rejected, because a tag moved or was not heard; record another one',
  'teach.few_reads': 'The sample has {count} reads; at least {minimum} are needed',
  'teach.few_levels': 'No antenna has read a tag of the sample at least three times; record another one',
  'teach.targets': 'asset_ids or tags is required',
  'teach.many_targets': '{field} may have at most {max} assets and tags together',
  'teach.location_tag': '{field} is the tag of a location, which is not read by antennas',
  'teach.no_candidate': 'There are no kept samples; keep one first',
  'teach.other_version':
    'The kept samples have another version now; look at the places again, and switch over then',
  'teach.many_references': 'There are {max} reference assets already; remove one that is not needed',
  'teach.no_reference': 'The asset is not a reference asset',
  'teach.period': '{field} must be at most {max} days after the beginning',
  'place.stale': 'An antenna that hears {place} has changed; learn {place} again',
  'place.neighbor': '{other} hears what is in {place}, but is not learned; learn {other}, too',
  'place.confused':
    '{place} is taken for {other} in {percent} % of the samples; another gateway in {place}, far from {other}, would help',
  'place.few_gateways':
    'Fewer than six antennas hear {place}, so samples do not decide there; add gateways nearby',
})
