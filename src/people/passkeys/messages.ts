import { catalogOf } from '../../base/messages'

/** Errors about passkeys. */
export const passkeyMessages = catalogOf({
  'passkey.needs_https':
    'Passkeys need HTTPS and a host name: the administrator of the server sets public_url to the address of the console, such as https://whereabouts.example.com',
  'passkey.not_valid': 'The passkey is not valid',
  'passkey.already_added': 'This passkey is already added',
  'passkey.not_found': 'Passkey not found',
  'passkey.many': 'An account has at most {max} passkeys: remove one first',
  'passkey.refused': 'The passkey was not accepted',
  'passkey.copied':
    'The passkey was refused because its counter did not grow: it may have been copied. Sign in another way and remove it',
  'passkey.response': '{field} must be a JSON object',
  'passkey.expired': 'This request has expired, was finished or began in another browser: begin again',
})
