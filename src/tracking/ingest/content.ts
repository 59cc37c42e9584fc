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
  if (arrived.topic !== null && saysNothing(payload)) return { reads: [], faults: [] }
  try {
    return byTag(decode(payload, { ...arrived, zone: zoneOrNull(timeZone) }))
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return { refused: 'malformed', reason: error.said }
  }
}

/** The messages with which MQTT clients, and their wills, say that they are there. They are not JSON. */
const availabilities: ReadonlySet<string> = new Set(['online', 'offline'])
const availabilityMax = 10

/** Whether an MQTT message says nothing about tags. An empty payload deletes a retained message. */
function saysNothing(payload: Uint8Array): boolean {
  const length = lengthWithoutNuls(payload)
  if (length === 0) return true
  if (length > availabilityMax) return false
  return availabilities.has(Buffer.from(payload.subarray(0, length)).toString('latin1').trim().toLowerCase())
}

/** Minimum number of reads for which sorting by tag saves time. */
const readsWorthSorting = 250

/** Sorts the reads by tag. The reads of a tag that share a part are recorded together, which is cheaper. */
function byTag(content: Decoded): Decoded {
  if (content.reads.length < readsWorthSorting) return content
  const ofTags = Map.groupBy(content.reads, ({ tagType, value }) => `${tagType}:${value}`)
  return { ...content, reads: [...ofTags.values()].flat() }
}
