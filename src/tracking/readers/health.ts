import { readStored, type Text as Sentence } from '../../base/messages'
import { Text } from '../../contract/fields'
import { type Static, type TInteger, type TObject, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from '../../contract/fields'
import { messageResults, readResults } from '../../base/metrics'
import type { RawMessage, ReaderHealth } from '../../storage/core/store'
import { type Micros, second, wireOf } from '../../base/time'

/** Time after the last message of a fixed reader at which the reader becomes silent. */
export const silentAfter: Micros = 300 * second

function countsOf<Result extends string>(results: readonly Result[]): TObject<Record<Result, TInteger>> {
  return Type.Object(
    Object.fromEntries(results.map((result) => [result, Type.Integer()])) as Record<Result, TInteger>,
  )
}

/**
 * The health of a fixed reader (docs/internal-api.md, Reader health). The counts start at the creation of the reader.
 */
export const Health = Type.Object({
  last_message_at: Timestamp,
  last_read_at: Nullable(
    Type.String({ ...Timestamp, description: 'Time of the last message that contained reads.' }),
  ),
  silent_since: Nullable(
    Type.String({
      ...Timestamp,
      description: 'Time of the last message, when the reader is silent. Otherwise null.',
    }),
  ),
  clock: Nullable(
    Type.Object(
      {
        wrong_since: Timestamp,
        offset_seconds: Type.Number({
          description: 'Positive when the clock of the reader is ahead, negative when it is behind.',
        }),
      },
      { description: 'Null while the times that the reader sends are plausible.' },
    ),
  ),
  problem: Nullable(
    Type.Object(
      { message: Type.String(), text: Text, at: Timestamp },
      {
        description:
          'The last problem with a message or one of its reads. Null when the reader was changed afterwards, or when good messages have followed for a minute.',
      },
    ),
  ),
  antennas: Type.Array(
    Type.Object({ port: Type.Integer(), is_connected: Type.Boolean(), since: Timestamp }),
    { description: 'The antennas whose state the reader has reported.' },
  ),
  messages: countsOf(messageResults),
  reads: countsOf(readResults),
  weak_reads: Type.Integer({
    description: 'Number of the `ignored` reads that were weaker than the minimum RSSI of their antenna.',
  }),
})
type HealthView = Static<typeof Health>

/** @param isCurrent whether the last problem occurred after the last change of the reader */
export function toHealthView(health: ReaderHealth, isCurrent: boolean, now: Micros): HealthView {
  const { lastMessageAt, wrongClockSince, clockOffsetSeconds, problem, problemAt } = health
  return {
    last_message_at: wireOf(lastMessageAt),
    last_read_at: health.lastReadAt === null ? null : wireOf(health.lastReadAt),
    silent_since: now - lastMessageAt > silentAfter ? wireOf(lastMessageAt) : null,
    clock:
      wrongClockSince === null || clockOffsetSeconds === null
        ? null
        : { wrong_since: wireOf(wrongClockSince), offset_seconds: clockOffsetSeconds },
    problem:
      problem === null || problemAt === null || !isCurrent
        ? null
        : { ...viewOf(problem), at: wireOf(problemAt) },
    antennas: Object.entries(health.antennas).map(([port, { isConnected, since }]) => ({
      port: Number(port),
      is_connected: isConnected,
      since: wireOf(since),
    })),
    messages: allOf(messageResults, health.messages),
    reads: allOf(readResults, health.reads),
    weak_reads: health.reads['weak'] ?? 0,
  }
}

/** One of the recent messages of a reader: text when the payload is UTF-8, otherwise Base64. */
export const ReaderMessage = Type.Object(
  {
    received_at: Timestamp,
    topic: Nullable(Type.String({ description: 'Null when the message came over HTTP.' })),
    result: Type.String({ description: 'The result of the message.' }),
    reason: Nullable(Type.String({ description: 'The problem with the message or with one of its reads.' })),
    text: Nullable(Text),
    size: Type.Integer({ description: 'Size of the whole payload in bytes.' }),
    payload: Nullable(Type.String()),
    payload_base64: Nullable(Type.String()),
    truncated: Type.Boolean({ description: 'True when only the beginning of the payload was kept.' }),
  },
  { $id: 'ReaderMessage', description: 'A message of a reader.' },
)
export type MessageView = Static<typeof ReaderMessage>

/** What happened to the kept malformed messages of a reader (docs/internal-api.md, Reader messages). */
export const MessagesReadAgain = Type.Object(
  {
    read_again: Type.Integer({ description: 'Number of messages that are accepted now.' }),
    still_rejected: Type.Integer({
      description: 'Number of messages that are not in the present format either.',
    }),
    not_whole: Type.Integer({
      description:
        'Number of messages that cannot be read again, because only their beginning is kept, or nothing.',
    }),
  },
  { $id: 'MessagesReadAgain', description: 'What happened to the rejected messages that are kept.' },
)
export type MessagesReadAgainView = Static<typeof MessagesReadAgain>

function viewOf(stored: string): { readonly message: string; readonly text: Sentence } {
  const { english: message, text } = readStored(stored)
  return { message, text }
}

export function toMessageView(message: Omit<RawMessage, 'readerId' | 'slot'>): MessageView {
  const { receivedAt, topic, result, reason, payload, size } = message
  const problem = reason === null ? null : viewOf(reason)
  const truncated = payload.length < size
  const content = textOf(payload, truncated)
  return {
    received_at: wireOf(receivedAt),
    topic,
    result,
    reason: problem && problem.message,
    text: problem && problem.text,
    size,
    payload: content,
    payload_base64: content === null ? payload.toBase64() : null,
    truncated,
  }
}

/**
 * Returns the text; null when the bytes are not UTF-8. A truncated payload may end within a character, which is left
 * out.
 */
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
