import { catalogOf } from '../../base/messages'

/** Sentences about GS1 company prefixes and their numbers. */
export const numberMessages = catalogOf({
  'numbers.no_prefix': 'GS1 company prefix not found',
  'numbers.prefix': '{field} must have 6 to 12 digits',
  'numbers.present': 'The prefix {prefix} is there already',
  'numbers.many': 'There are {max} prefixes already; delete one that is not used',
  'numbers.overlaps':
    'Another prefix in use begins like {prefix}, or is its beginning; numbers of both could be equal',
  'numbers.shared':
    'Another organization has the prefix {prefix}; an owner of the installation must add it here with is_shared',
  'numbers.owner': 'Only an owner of the installation may share a prefix between organizations',
  'numbers.named':
    'EPCIS events use the prefix {prefix}; change gs1_company_prefix of the organization first',
  'numbers.many_counters': 'The prefix has {max} counters already',
  'numbers.no_reference': '{field} is not used by {scheme}',
  'numbers.reference': '{field} must have {digits} digits for this prefix',
  'numbers.lower': '{field} must be at least {minimum}, because lower numbers may have been minted',
  'numbers.higher': '{field} must be at most {maximum}',
  'numbers.unconfirmed':
    'The database was restored or copied, so numbers may be missing in it; an admin must confirm the next serial of {kind}',
  'numbers.exhausted': 'Only {left} serial numbers of {kind} are left',
  'numbers.in_use':
    'Tags have the next serial numbers of {kind} already; an admin must set a higher next serial',
})
