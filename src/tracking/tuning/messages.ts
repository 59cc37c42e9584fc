import { catalogOf } from '../../base/messages'

/** Errors about the previews of settings. */
export const tuningMessages = catalogOf({
  'tuning.running': 'Another preview of this organization is running; try again in a few seconds',
  'tuning.too_slow': 'The preview took too long; try again later',
})
