import { messageResults, readResults, type MessageResult, type ReadResult } from '../metrics'
import type { RawMessage, ReaderHealth } from '../storage/store'
import { fromMicros, type Micros, second, toWire } from '../time'

/** A fixed reader from which no message has come for so long is called silent, whatever it last said. */
export const silentAfter: Micros = 300 * second

/** What is known of a fixed reader's life, as its page shows it. Counts are since the reader was registered. */
export interface HealthView {
  readonly last_message_at: string
  /** When a message last held reads, whatever became of them. */
  readonly last_read_at: string | null
  /** Null while messages come; else when the last one came. */
  readonly silent_since: string | null
  /** Null while the times that the reader sends can be believed; positive where its clock is ahead. */
  readonly clock: { readonly wrong_since: string; readonly offset_seconds: number } | null
  /** What was last wrong with a message or one of its reads. */
  readonly problem: { readonly message: string; readonly at: string } | null
  /** Only those of which the reader told. */
  readonly antennas: readonly {
    readonly port: number
    readonly is_connected: boolean
    readonly since: string
  }[]
  readonly messages: Readonly<Record<MessageResult, number>>
  readonly reads: Readonly<Record<ReadResult, number>>
}

export function toHealthView(health: ReaderHealth, now: Micros): HealthView {
  const { lastMessageAt, wrongClockSince, clockOffsetSeconds, problem, problemAt } = health
  return {
    last_message_at: wire(lastMessageAt),
    last_read_at: health.lastReadAt === null ? null : wire(health.lastReadAt),
    silent_since: now - lastMessageAt > silentAfter ? wire(lastMessageAt) : null,
    clock:
      wrongClockSince === null || clockOffsetSeconds === null
        ? null
        : { wrong_since: wire(wrongClockSince), offset_seconds: clockOffsetSeconds },
    problem: problem === null || problemAt === null ? null : { message: problem, at: wire(problemAt) },
    antennas: Object.entries(health.antennas).map(([port, { isConnected, since }]) => ({
      port: Number(port),
      is_connected: isConnected,
      since: wire(since),
    })),
    messages: allOf(messageResults, health.messages),
    reads: allOf(readResults, health.reads),
  }
}

/** A message of the ring: as text where it is UTF-8, else in Base64. */
export interface MessageView {
  readonly received_at: string
  readonly topic: string | null
  readonly result: string
  /** What was wrong with it, or with one of its reads. */
  readonly reason: string | null
  /** Bytes of the whole payload; `truncated` where only its beginning was kept. */
  readonly size: number
  readonly payload: string | null
  readonly payload_base64: string | null
  readonly truncated: boolean
}

export function toMessageView(message: Omit<RawMessage, 'readerId' | 'slot'>): MessageView {
  const { receivedAt, topic, result, reason, payload, size } = message
  const truncated = payload.length < size
  const text = textOf(payload, truncated)
  return {
    received_at: wire(receivedAt),
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

const wire = (at: Micros): string => toWire(fromMicros(at))

const allOf = <Result extends string>(
  results: readonly Result[],
  counts: Readonly<Record<string, number>>,
): Record<Result, number> =>
  Object.fromEntries(results.map((result) => [result, counts[result] ?? 0])) as Record<Result, number>
