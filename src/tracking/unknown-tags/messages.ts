import { catalogOf } from '../../base/messages'

/** Errors about unknown and dismissed tags. */
export const unknownTagMessages = catalogOf({
  'unknown_tag.prefix': '{field} must contain more than separators',
  'unknown_tag.not_dismissed': 'Dismissed tag not found',
  'unknown_tag.same_object':
    'Another record has the tag {value}, which names the same object. Move that tag first',
  'unknown_tag.not_found': 'Unknown tag not found',
  'unknown_tag.many_prefixes': '{count} prefixes are dismissed already. Restore one first',
  'unknown_tag.many': '{count} tags are dismissed already. Restore some, or dismiss tags by their prefix',
})
