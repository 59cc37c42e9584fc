import { catalogOf } from '../../base/messages'

/** Sentences about outputs. */
export const outputMessages = catalogOf({
  'output.not_found': 'Output not found',
  'output.many': 'There are {max} outputs already; delete one that is not used',
  'output.not_of_kind': '{field} is not used by outputs of the kind {kind}',
  'output.topic':
    '{field} must be a topic without wildcards and control characters that does not begin with $',
  'output.own_topic': '{field} must begin with {beginning}',
  'output.json': '{field} must be a JSON object for the kind {kind}',
  'output.deleted': 'The output was deleted',
  'output.kept_on': 'Another alert keeps it on',
  'output.not_switched': 'It was not switched, because the alert was closed before',
  'output.device': 'The device reports an error: {reason}',
  'output.broker': 'The external broker cannot be used: {reason}',
  'output.no_subscriber': 'No client subscribes to the topic {topic} at the built-in broker',
})
