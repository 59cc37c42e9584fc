import { catalogOf } from '../../base/messages'

/** Errors about API keys and their tokens. */
export const apiKeyMessages = catalogOf({
  'api_key.refresh_token': 'Invalid or expired refresh token',
  'api_key.not_found': 'API key not found',
  'api_key.revoked': 'API key has been revoked',
  'api_key.expired': 'API key has expired',
})
