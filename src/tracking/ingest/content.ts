import type { Message } from '../../base/messages'
import { ingestMessages } from './messages'
import { type Decoded, DecodeError, type MessageSource } from '../formats/payloads/decoder'
import { decoderOf } from '../formats/formats'
import { lengthWithoutNuls } from '../formats/payloads/payload'
import { zoneOrNull } from '../../contract/zones'

/** The contents of a payload, or the reason why the message is rejected. */
export type Content = Decoded | Rejection

export interface Rejection {
  readonly refused: 'malformed' | 'unauthorized'
  readonly reason: Message
}

/** What the decoding of a payload depends on. */
export interface PayloadFormat {
  readonly format: string | null
  /** JSON text, for the format `mapping`. */
  readonly mapping: string | null
  /** The zone of all times of the reader; null: as they are sent. */
  readonly timeZone: string | null
}

/** How a message arrived. */
export type Arrived = Omit<MessageSource, 'zone'>

/** Decodes a payload. The reads of a large one are in the order of their tags. */
export function contentOf(
  { format, mapping, timeZone }: PayloadFormat,
  payload: Uint8Array,
  arrived: Arrived,
): Content {
  const decode = decoderOf(format, mapping)
  if (!decode) return { refused: 'malformed', reason: ingestMessages('ingest.no_format') }
  // With MQTT, an empty payload deletes a retained message. It says nothing about tags.
  if (arrived.topic !== null && lengthWithoutNuls(payload) === 0) return { reads: [], faults: [] }
  try {
    return byTag(decode(payload, { ...arrived, zone: zoneOrNull(timeZone) }))
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return { refused: 'malformed', reason: error.said }
  }
}

/** Minimum number of reads for which sorting by tag saves time. */
const readsWorthSorting = 250

/** Sorts the reads by tag. The reads of a tag that share a part are recorded together, which is cheaper. */
function byTag(content: Decoded): Decoded {
  if (content.reads.length < readsWorthSorting) return content
  const ofTags = Map.groupBy(content.reads, ({ tagType, value }) => `${tagType}:${value}`)
  return { ...content, reads: [...ofTags.values()].flat() }
}
