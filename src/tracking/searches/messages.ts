import { catalogOf } from '../../base/messages'

/** Errors about searches. */
export const searchMessages = catalogOf({
  'search.not_found': 'There is no search with this id',
  'search.already': 'The asset is searched for already',
  'search.many': 'An organization can have {max} open searches. Close or delete some of them',
  'search.closed': 'The search is closed. Begin another one to look for the asset again',
  'search.asset_deleted': 'The asset of the search was deleted. The search can only be given up or deleted',
})
