import { catalogOf } from '../../base/messages'

/** Errors about webhooks. */
export const webhookMessages = catalogOf({
  'webhook.not_found': 'Webhook not found',
  'webhook.many': 'There are {max} webhooks already; delete one that is not used',
  'webhook.many_redeliveries': 'There are {max} waiting redeliveries already; try again later',
  'webhook.one_sequence': 'Send either from_sequence or sequence',
  'webhook.sequences': 'The event log has the sequences {oldest} to {newest}',
  'webhook.url': '{field} must be an http or https URL without a user name or password',
  'webhook.epcis_types': 'types must be {one} or {other} with the format epcis',

  'webhook.secret':
    'The secret cannot be decrypted with the signing key of the installation. Replace the secret.',
  'webhook.informational': 'More than {max} informational responses',
  'webhook.late': 'No complete response within {seconds} s',
  'webhook.stopped': 'The service stopped',
  'webhook.status': 'The endpoint returned {status}',
  'webhook.redirect': 'The endpoint returned {status}; redirects are not followed',
  'webhook.not_http': 'The response is not HTTP ({code})',
  'webhook.failed': 'The connection failed: {code}',
  'webhook.failed_because': 'The connection failed: {reason} ({code})',
  'webhook.unknown_host': 'the host name was not found',
  'webhook.no_listener': 'nothing listens on the port',
  'webhook.closed': 'the endpoint closed it',
  'webhook.no_https': 'the endpoint does not use HTTPS',
  'webhook.other_host': 'the certificate is of another host',
  'webhook.expired': 'the certificate has expired',
  'webhook.untrusted': 'the authority of the certificate is not trusted; name its file in WHEREABOUTS_CA',
})
