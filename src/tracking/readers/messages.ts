import { catalogOf } from '../../base/messages'

/** Errors about readers. */
export const readerMessages = catalogOf({
  'reader.port_twice': 'The port {port} is mapped twice',
  'reader.not_readable': 'Only the messages of a fixed reader with a payload format can be read again',
  'reader.not_found': 'Reader not found',
  'reader.key_taken': 'A reader with the external_key {key} already exists',
  'reader.handheld_field': 'A handheld has no {field}',
  'reader.needs_format': 'A fixed reader needs a format',
  'reader.topic_taken': 'The topic {topic} overlaps a topic that is in use',
  'reader.topic_filter': '{field} must be an MQTT topic filter',
  'reader.time_zone': '{field} must be a time zone such as {name}, or an offset such as {offset}',
  'reader.fixed_key': "A reader's external_key cannot be changed",
  'reader.fixed_kind': "A reader's kind cannot be changed",
  'reader.binary': '{field} must be the bytes of the message in Base64, because {format} is a binary format',
  'reader.no_reads': 'The payload contains no reads',
  'reader.malformed': 'The payload is malformed',
  'mapping.path': "{field} can't be used as a JSONPath: {reason}",
  'mapping.path_or_port': '{field} must be a JSONPath, which begins with $, or an antenna port',
  'mapping.path_or_type': '{field} must be a JSONPath, which begins with $, or one of: {types}',
  'mapping.value_from': '{field} must be path, key or topic:<level>, with 1 for the first level',
  'mapping.needed': 'The format mapping needs a mapping',
  'mapping.unused': 'The format {format} has no mapping',
  'mapping.one_of': '{field} must have one of: {names}',
  'mapping.constant': '{field} must be a string, a number, a boolean or null',
  'mapping.search': '{field} must contain only names and indexes, because mapping.reads contains ..',
})
