import { catalogOf } from '../messages'

/** Why the service does not call an address. */
export const addressMessages = catalogOf({
  'webhook.refused_address':
    'The address {address} is refused: it is a loopback, link-local, multicast or metadata address',
  'webhook.no_address': 'The host {host} has no address',
})
