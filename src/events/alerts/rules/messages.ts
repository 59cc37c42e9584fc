import { catalogOf } from '../../../base/messages'

/** Sentences about alerts and their rules. */
export const alertMessages = catalogOf({
  'alert.not_found': 'Alert not found',
  'alert.closed': 'The alert is closed; it cannot be changed',
  'alert.rule_not_found': 'Alert rule not found',
  'alert.many_rules': 'There are {max} alert rules already; delete one that is not used',
  'alert.time_zone': '{field} must be an IANA name such as {name} or an offset such as {offset}',
  'alert.time_of_day': '{field} must be a time of day such as 05:00, at most 24:00',
  'alert.same_times': '{field} must differ from {other_field}',
  'alert.not_of_kind': '{field} is not used by rules of the kind {kind}',
  'alert.needs_count': 'A rule of the kind par needs {one_field} or {other_field}',
  'alert.counts': '{field} must be at most {other_field}, which is {maximum}',
  'alert.battery': '{field} must be from 1 to 100: it is a percentage',
  'alert.voltage': '{field} must be above 0 and at most 20: it is in volts',
  'alert.missing_minimum':
    '{field} must be at least {minimum}: until then a tag that is not read still counts as present',
  'alert.no_field': '{field} does not name a field of assets',
  'alert.field_value': '{field} must be a number for this field',
  'alert.field_text': '{field} must be a text for this field',
  'alert.same_places': '{field} must differ from {other_field}',
  'alert.address': '{field} must be an e-mail address such as dock@example.com',
  'alert.one_recipient': '{field} must have one of {one}, {two} and {three}',
  'alert.no_user': '{field} does not name a member of the organization',
  'alert.no_output': '{field} does not name an output of the organization',
  'alert.withdrawn': 'The alert was withdrawn before the message was sent',
  'alert.old': 'It could not be sent within {hours} hours',
  'alert.missed': 'It was not sent, because the service did not run from {from_at} to {to_at}',
  'alert.snooze_until': '{field} must be in the future, at most {days} days',
  'alert.paused_location': 'The location {location} was deleted',
  'alert.rehearsal_running': 'A rehearsal is running already; try again when it has ended',
  'alert.no_view': '{field} does not name a saved view that you can use',
  'alert.view_condition':
    'The view {view} has a condition on {condition}. A rule can use views with conditions on status, tag types, text and own fields only',
  'alert.view_problem': 'A condition of the view {view} does not apply: {problem}',
  'alert.paused_view': 'The saved view of the rule was deleted',
  'alert.paused_field': 'The field {key} was deleted',
})
