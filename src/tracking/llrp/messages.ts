import { catalogOf } from '../../base/messages'

/** Errors of the search for readers. */
export const discoveryMessages = catalogOf({
  'llrp.many_discoveries': 'Too many addresses are being looked at; try again in a few seconds',
  'llrp.own_reader': 'The service is connected to this reader, and its page shows what it reads',
})
