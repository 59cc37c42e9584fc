import { catalogOf } from '../../base/messages'

/** Errors about the event log. */
export const eventLogMessages = catalogOf({
  'event_log.position': '{field} must be the sequence of an event',
  'event_log.too_old':
    '{field} must be at least {minimum}, because older events were deleted: the oldest event is {oldest}. Start again from the report.',
  'event_log.too_new':
    '{field} must be at most {newest}, the newest event. The log of another installation or of a backup may have been restored. Start again from the report.',
  'event_log.many_waiting': 'Too many requests are waiting for events; try again in 1 s',
})
