import { catalogOf } from '../base/messages'

/** What is wrong with a field or a parameter. A value with the name `field` is shown with its label. */
export const fieldMessages = catalogOf({
  'field.null': '{field} must not be null',
  'field.string': '{field} must be a string',
  'field.number': '{field} must be a number',
  'field.boolean': '{field} must be a boolean',
  'field.object': '{field} must be an object',
  'field.array': '{field} must be an array',
  'field.string_or_array': '{field} must be a string or array',
  'field.string_or_number': '{field} must be a string or number',
  'field.integer': '{field} must be an integer',
  'field.one_of': '{field} must be one of: {values}',
  'field.min_character': '{field} must have at least 1 character',
  'field.min_characters': '{field} must have at least {limit} characters',
  'field.max_characters': '{field} must have at most {limit} characters',
  'field.max_value_characters': '{field} must have a value of at most {limit} characters',
  'field.min_entry': '{field} must have at least 1 entry',
  'field.min_entries': '{field} must have at least {limit} entries',
  'field.max_entries': '{field} must have at most {limit} entries',
  'field.unknown': 'unknown field: {field}',
  'field.letters': '{field} may contain letters, digits and hyphens only',
  'field.control': '{field} must not contain control characters',
  'field.layout': '{field} must not contain control characters other than tab and line breaks',
  'field.edges': '{field} must not begin or end with white space',
  'field.instant': '{field} must be an RFC 3339 timestamp',
  'field.default_instant': '{field} must not be a default timestamp such as {value}',
  'field.flag': '{field} must be true or false',
  'field.field_test': '{field} must be the id of a field, a test and a value, such as 7:contains:blue',
  'field.many_uris': '{field} must have at most {max} URIs',
  'field.uris': '{field} must be URIs, separated by |',
  'field.many_words': '{field} must have at most {max} words',
  'field.sort': 'unknown sort field: {name}',
  'field.pair': '{one_field} and {other_field} exclude each other: send one of them',
  'field.many_values': '{field} may be repeated at most {max} times',
  'field.managed': '{field} is managed by the server',
  'field.differs':
    '{field} is managed by the server and differs from the current value; omit it or send it unchanged',
  'field.deleted':
    '{field} is managed by the server and differs from the current value; omit it or send it unchanged; DELETE soft-deletes',
  'field.rename': '{field} is changed through POST .../rename',
  'field.tags': '{field} are changed through POST and DELETE on .../tags',
  'field.derived':
    '{field} is derived from scans: an asset is placed by fixed readers (MQTT) and handheld submissions',
  'field.same_parent': '{field} and {other_field} name different parents',
  'field.sort_unsupported': 'sort parameter not supported on this endpoint',
  'field.query_values': 'The query has more than {max} values',
  'field.query_encoding': 'The query string is not valid percent-encoded UTF-8',
  'field.surrogate': '{field} contains an unpaired surrogate',
  'field.minimum': '{field} must be at least {minimum}',
  'field.maximum': '{field} must be at most {maximum}',
  'field.required': '{field} is required',
  'field.lists_only': '{field} is supported on lists only',
  'field.unknown_parameter': 'unknown query parameter: {field}',
  'field.no_location': '{field} does not name a live location',
  'field.after': '{field} must be after {other_field}',
  'field.no_asset': '{field} does not name a live asset',
  'field.future': '{field} must be in the future',
  'field.many_names': '{field} must have at most {max} names',
  'field.time_zone': '{field} must be an IANA name of a time zone, such as {name}',
  'field.port': '{field} must be an antenna port',
})

/** Why a caller is refused. */
export const callerMessages = catalogOf({
  'caller.token': 'Invalid or expired token',
  'caller.needs_owner': 'You must be an owner of the installation',
  'caller.client_credentials': 'Invalid client credentials',
  'caller.no_organization': 'Organization not found',
  'caller.role': 'You must have the role {role}',
  'caller.device_token': 'Invalid device token',
})

/** What an endpoint of any feature may not find. */
export const rowMessages = catalogOf({
  'asset.not_found': 'Asset not found',
  'location.not_found': 'Location not found',
  'asset.deleted_not_found': 'Deleted asset not found',
})
