import { catalogOf } from '../../base/messages'

/** Sentences about the keys of tags. */
export const telemetryMessages = catalogOf({
  'telemetry.key': '{field} must have 32 hexadecimal digits',
})
