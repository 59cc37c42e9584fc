import { catalogOf } from '../../base/messages'

/** Errors about second factors. */
export const factorMessages = catalogOf({
  'factor.key_replaced':
    'Codes of the app cannot be checked because the signing key of the installation was replaced: use a recovery code, or ask the administrator of the server to remove the second factor',
  'factor.required': '{field} is required: this account has a second factor',
  'factor.password_off': 'Sign-in with a password is switched off: sign in with a provider',
  'factor.wrong_code':
    'Wrong code. Enter the current code of the app, or a recovery code; each code works once',
})
