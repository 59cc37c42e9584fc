import { Text } from '../../contract/fields'
import { readerMessages } from './messages'
import { type Static, Type } from '@sinclair/typebox'
import { accepted, problemsOf } from '../../contract/check'
import { Nullable, Timestamp } from '../../contract/fields'
import { invalidField } from '../../base/errors'
import { type Decoded, DecodeError, type DecodedRead } from '../formats/payloads/decoder'
import { decoderOf, formatNames } from '../formats/formats'
import { zoneOrNull } from '../../contract/zones'
import type { JsonObject } from '../../base/json'
import { EpcHint, epcHint } from '../../inventory/tags/epc'
import { tagTypes } from '../../inventory/tags/schema'
import { systemClock, toMicros, wireOf } from '../../base/time'
import { MappingInput, mappingProblems } from './mapping'
import { TimeZone } from './schema'

/** Decodes a payload without a reader and stores nothing (docs/internal-api.md, Preview). */

export const PreviewRequest = Type.Object({
  format: Type.Unsafe<string>({ type: 'string', enum: [...formatNames] }),
  mapping: Type.Optional(Nullable(MappingInput)),
  topic: Type.Optional(Nullable(Type.String({ description: 'The MQTT topic of the message.' }))),
  time_zone: Type.Optional(TimeZone),
  /** The text of a message or its JSON value. For a binary format, the bytes in Base64. */
  payload: Type.Unknown(),
})

const ReadPreview = Type.Object({
  tag_type: Type.Unsafe<DecodedRead['tagType']>({ type: 'string', enum: [...tagTypes] }),
  value: Type.String(),
  aliases: Type.Array(Type.String()),
  antenna: Type.Integer(),
  observed_at: Nullable(
    Type.String({ ...Timestamp, description: "The time according to the reader's clock." }),
  ),
  rssi: Nullable(Type.Number()),
  hint: Nullable(EpcHint),
})

export const ReaderPreview = Type.Object(
  {
    read_count: Type.Integer({ description: 'Number of reads. `reads` may contain fewer.' }),
    reads: Type.Array(ReadPreview),
    antennas: Type.Array(Type.Object({ port: Type.Integer(), is_connected: Type.Boolean() }), {
      description: 'The antennas whose state the message reports.',
    }),
    not_understood: Type.Array(Type.String(), {
      description:
        'Distinct sentences about the parts of the payload that were not understood. A read is complete without an optional field.',
    }),
    not_understood_texts: Type.Array(Text, { description: 'The same sentences, for translations.' }),
  },
  { $id: 'ReaderPreview', description: 'The decoded contents of a payload.' },
)
type Preview = Static<typeof ReaderPreview>

const readsShown = 1000
const sentencesShown = 100

/**
 * Decodes a payload. A payload that can't be decoded is a normal result with `not_understood`.
 * Throws AppError for an invalid format or mapping.
 */
export function preview(body: JsonObject): Preview {
  const problems = [...problemsOf(PreviewRequest, body), ...mappingProblems(body, body['format'])]
  const request = accepted(PreviewRequest, body, problems)
  const { reads, faults, notes = [], antennas = new Map<number, boolean>() } = decoded(request)
  const isSilent = reads.length === 0 && faults.length === 0
  const found = new Map([...faults, ...notes].map((each) => [each.english, each]))
  const sentences = isSilent
    ? [readerMessages('reader.no_reads')]
    : [...found.values()].slice(0, sentencesShown)
  return {
    read_count: reads.length,
    reads: reads.slice(0, readsShown).map(toPreview),
    antennas: [...antennas].map(([port, isConnected]) => ({ port, is_connected: isConnected })),
    not_understood: sentences.map(({ english }) => english),
    not_understood_texts: sentences.map(({ text }) => text),
  }
}

function decoded({
  format,
  mapping,
  topic = null,
  time_zone: zone = null,
  payload,
}: Static<typeof PreviewRequest>): Decoded {
  const decode = decoderOf(format, mapping ? JSON.stringify(mapping) : null)
  if (!decode) throw new Error(`The format ${format} has no decoder.`)
  const bytes = bytesOf(format, payload)
  const receivedAt = toMicros(systemClock())
  try {
    return decode(bytes, { topic, zone: zoneOrNull(zone), receivedAt })
  } catch (error) {
    if (error instanceof DecodeError) return { reads: [], faults: [error.said] }
    throw error
  }
}

const binaryFormats: ReadonlySet<string> = new Set(['aprbrother_v4', 'llrp'])
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function bytesOf(format: string, payload: unknown): Uint8Array {
  if (typeof payload !== 'string') return Buffer.from(JSON.stringify(payload))
  if (!binaryFormats.has(format)) return Buffer.from(payload)
  if (base64.test(payload)) return Buffer.from(payload, 'base64')
  const field = 'payload'
  throw invalidField(field, 'invalid_value', readerMessages('reader.binary', { field, format }))
}

const toPreview = ({
  tagType,
  value,
  aliases = [],
  antenna,
  sentAt,
  rssi,
}: DecodedRead): Static<typeof ReadPreview> => ({
  tag_type: tagType,
  value,
  aliases: [...aliases],
  antenna,
  observed_at: sentAt === null ? null : wireOf(sentAt),
  rssi,
  hint: tagType === 'rfid' ? epcHint(value) : null,
})
