import { catalogOf } from '../../base/messages'

/** Errors of the search for readers. */
export const discoveryMessages = catalogOf({
  'llrp.many_discoveries': 'Too many addresses are being looked at; try again in a few seconds',
})
