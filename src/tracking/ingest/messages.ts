import { catalogOf } from '../../base/messages'

/** Why a message of a reader, or a read in it, has no effect. */
export const ingestMessages = catalogOf({
  'ingest.unmapped_antenna': 'Antenna {port} is not mapped to a location',
  'ingest.deleted_location': 'The location of antenna {port} has been deleted',
  'ingest.reader_inactive': 'The reader is not active',
  'ingest.many_waiting': 'Too many messages of this reader are waiting; try again in 1 s',
  'ingest.activate_reader': 'The reader is not active; activate it first',
  'ingest.other_topic': 'The topic {topic} does not match the topic of the reader',
  'ingest.no_format': 'The reader has no payload format',
  'ingest.stale_token': 'the device token is no longer valid',
  'ingest.too_large': 'A message was larger than the limit and was dropped',
})
