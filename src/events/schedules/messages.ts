import { catalogOf } from '../../base/messages'

/** Sentences about mail that is sent on a schedule. */
export const scheduleMessages = catalogOf({
  'schedule.not_found': 'Schedule not found',
  'schedule.many': 'There are {max} schedules already; delete one that is not used',
  'schedule.needs_view': '{field} is required for a schedule of the kind view',
  'schedule.no_view': '{field} does not name a saved view that you can use',
  'schedule.not_of_kind': '{field} is used by schedules of the kind view only',
  'schedule.needs_weekday': '{field} is required for a schedule of the kind week: it is sent once a week',
  'schedule.address': '{field} must be an e-mail address such as dock@example.com',
  'schedule.one_recipient': '{field} must have one of {one} and {two}',
  'schedule.no_user': '{field} does not name a member of the organization',
  'schedule.owner_gone': '{name}, who owns the schedule, is not a member any more',
  'schedule.owner_role': '{name}, who owns the schedule, is not a manager any more',
  'schedule.view_gone': 'The saved view was deleted, or {name}, who owns the schedule, cannot see it',
  'schedule.no_recipient': 'Mail can be sent to none of the recipients',
  'schedule.missed': 'It was not sent, because the service did not run at that time',
  'schedule.old': 'It could not be sent within {hours} hours',
  'schedule.waiting': 'Mail of this schedule is being sent already',
})
