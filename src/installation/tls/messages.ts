import { catalogOf } from '../../base/messages'

/** Problems of the certificate that the service presents. */
export const tlsMessages = catalogOf({
  'tls.not_renewed': 'The TLS certificate was not renewed: {reason}',
  'tls.expired': 'The TLS certificate expired on {date}',
  'tls.not_yet_valid': 'The TLS certificate is not valid before {date}',
})
