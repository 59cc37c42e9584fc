import { type Static, type TInteger, type TObject, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from '../contract/fields'
import { messageResults, readResults } from '../metrics'
import type { RawMessage, ReaderHealth } from '../storage/store'
import { type Micros, second, wireOf } from '../time'

/** A fixed reader from which no message has come for so long is called silent, whatever it last said. */
export const silentAfter: Micros = 300 * second

function countsOf<Result extends string>(results: readonly Result[]): TObject<Record<Result, TInteger>> {
  return Type.Object(
    Object.fromEntries(results.map((result) => [result, Type.Integer()])) as Record<Result, TInteger>,
  )
}

/** What is known of a fixed reader's life, as its page shows it. Counts are since the reader was registered. */
export const Health = Type.Object({
  last_message_at: Timestamp,
  last_read_at: Nullable(
    Type.String({ ...Timestamp, description: 'When a message last held reads, whatever became of them.' }),
  ),
  silent_since: Nullable(
    Type.String({ ...Timestamp, description: 'Null while messages come; else when the last one came.' }),
  ),
  clock: Nullable(
    Type.Object(
      { wrong_since: Timestamp, offset_seconds: Type.Number({ description: 'Positive: ahead.' }) },
      { description: 'Null while the times that the reader sends can be believed.' },
    ),
  ),
  problem: Nullable(
    Type.Object(
      { message: Type.String(), at: Timestamp },
      { description: 'What was last wrong with a message or one of its reads.' },
    ),
  ),
  antennas: Type.Array(
    Type.Object({ port: Type.Integer(), is_connected: Type.Boolean(), since: Timestamp }),
    { description: 'Only those of which the reader told.' },
  ),
  messages: countsOf(messageResults),
  reads: countsOf(readResults),
})
export type HealthView = Static<typeof Health>

export function toHealthView(health: ReaderHealth, now: Micros): HealthView {
  const { lastMessageAt, wrongClockSince, clockOffsetSeconds, problem, problemAt } = health
  return {
    last_message_at: wireOf(lastMessageAt),
    last_read_at: health.lastReadAt === null ? null : wireOf(health.lastReadAt),
    silent_since: now - lastMessageAt > silentAfter ? wireOf(lastMessageAt) : null,
    clock:
      wrongClockSince === null || clockOffsetSeconds === null
        ? null
        : { wrong_since: wireOf(wrongClockSince), offset_seconds: clockOffsetSeconds },
    problem: problem === null || problemAt === null ? null : { message: problem, at: wireOf(problemAt) },
    antennas: Object.entries(health.antennas).map(([port, { isConnected, since }]) => ({
      port: Number(port),
      is_connected: isConnected,
      since: wireOf(since),
    })),
    messages: allOf(messageResults, health.messages),
    reads: allOf(readResults, health.reads),
  }
}

/** A message of the ring: as text where it is UTF-8, else in Base64. */
export const ReaderMessage = Type.Object(
  {
    received_at: Timestamp,
    topic: Nullable(Type.String({ description: 'Null: it came over HTTP.' })),
    result: Type.String({ description: 'What became of it.' }),
    reason: Nullable(Type.String({ description: 'What was wrong with it, or with one of its reads.' })),
    size: Type.Integer({ description: 'Bytes of the whole payload.' }),
    payload: Nullable(Type.String()),
    payload_base64: Nullable(Type.String()),
    truncated: Type.Boolean({ description: 'Only the beginning of the payload was kept.' }),
  },
  { $id: 'ReaderMessage', description: 'What a reader has sent.' },
)
export type MessageView = Static<typeof ReaderMessage>

export function toMessageView(message: Omit<RawMessage, 'readerId' | 'slot'>): MessageView {
  const { receivedAt, topic, result, reason, payload, size } = message
  const truncated = payload.length < size
  const text = textOf(payload, truncated)
  return {
    received_at: wireOf(receivedAt),
    topic,
    result,
    reason,
    size,
    payload: text,
    payload_base64: text === null ? payload.toBase64() : null,
    truncated,
  }
}

/** Null where the bytes are not UTF-8; a character that was cut in two at the end is left out. */
function textOf(bytes: Uint8Array, truncated: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: truncated })
  } catch {
    return null
  }
}

const allOf = <Result extends string>(
  results: readonly Result[],
  counts: Readonly<Record<string, number>>,
): Record<Result, number> =>
  Object.fromEntries(results.map((result) => [result, counts[result] ?? 0])) as Record<Result, number>
