import { AppError } from '../errors'
import type { HistoryRules } from '../history/record'
import type { Log } from '../log'
import type { Metrics } from '../metrics'
import { matchesTopic } from '../readers/topics'
import type { ReaderRow, Store } from '../storage/store'
import type { Live } from '../tracking/live'
import { type Clock, type Micros, second, toMicros } from '../time'
import { type BatchLimits, createBatcher } from './batcher'
import { DecodeError } from './decoders/decoder'
import { decoderOf } from './decoders/formats'
import { type Observation, recordHealth } from './health'
import { type Arrival, nothingTaken, type Outcome, takeIn } from './intake'
import type { TimeRules } from './rules'

/** A message as a door hands it over. */
export interface Message {
  readonly readerId: number
  /**
   * The hash of the device token that was shown; a renewed token ends the device's connections. Null where an outside
   * broker has let the message in.
   */
  readonly tokenHash: string | null
  /** Null for HTTP, where the path names the reader. */
  readonly topic: string | null
  readonly payload: Uint8Array
}

export type IngestSettings = TimeRules & HistoryRules

interface Received extends Message {
  readonly receivedAt: Micros
}

/** What a door hears of its message. */
interface Reception extends Outcome {
  /** The token that the device showed has been replaced: nothing more may come over its connection. */
  readonly isTokenStale: boolean
}

/** What shares a transaction: about a thousand reads, for which everybody else waits less than a tenth of a second. */
const batchLimits: BatchLimits<Received> = {
  items: 1000,
  weight: 128 * 1024,
  weigh: ({ payload }) => payload.length,
}

/** More reads than could come within one reading of the clock. */
const receiptsAheadMax: Micros = 10 * second

const stale: Reception = {
  result: 'unauthorized',
  reads: new Map(),
  reason: 'the device token is no longer valid',
  isTokenStale: true,
}

const dropped = {
  topic: null,
  payload: new Uint8Array(),
  result: 'malformed',
  reads: new Map(),
  clock: null,
  antennas: new Map(),
} as const satisfies Partial<Observation>

const tooLarge = 'A message was larger than is allowed, and was dropped unread'

export type IngestService = ReturnType<typeof createIngestService>

/** From payloads to scan events: decode, resolve, record, and only then say that it is done (contract part 4). */
export function createIngestService(
  store: Store,
  settings: IngestSettings,
  metrics: Metrics,
  live: Pick<Live, 'isFollowed' | 'tell'>,
  now: Clock,
  log: Log,
) {
  const batcher = createBatcher<Received, Reception>(batchLimits, async (messages) => {
    try {
      return (await processTogether(messages)).map((value) => ({ status: 'fulfilled', value }))
    } catch (error) {
      if (error instanceof AppError || messages.length === 1) throw error
      // One message that the program can't digest must not hold up the others.
      log.error({ err: error }, 'a batch of messages failed; trying them one by one')
      return Promise.allSettled(
        messages.map(async (message) => (await processTogether([message]))[0] as Reception),
      )
    }
  })

  async function processTogether(messages: readonly Received[]): Promise<Reception[]> {
    const ids = [...new Set(messages.map((message) => message.readerId))]
    const readers = new Map((await store.read.readers.findAll(ids)).map((reader) => [reader.id, reader]))
    const arrivals = messages.map((message) => receive(message, readers.get(message.readerId)))
    const known = arrivals.filter((arrival) => arrival !== undefined)
    const { outcomes, news } =
      known.length > 0
        ? await store.write((tx) => takeIn(tx, known, settings, live.isFollowed))
        : nothingTaken
    live.tell(news)
    const inTurn = outcomes.values()
    return arrivals.map((arrival) =>
      arrival ? { ...(inTurn.next().value as Outcome), isTokenStale: false } : stale,
    )
  }

  let nextReceipt: Micros = 0

  /**
   * All that can be done with a message outside of the write; nothing where its device is not known any more. Each read
   * has a microsecond of receipt of its own: two reads of a tag without times would else be one to the history.
   */
  function receive(message: Received, reader: ReaderRow | undefined): Arrival | undefined {
    const { tokenHash, topic, payload } = message
    if (!reader || (tokenHash !== null && reader.tokenHash !== tokenHash)) return undefined
    const content = contentOf(reader, topic, payload)
    const ahead = nextReceipt - message.receivedAt
    // Further ahead the clock has been put back since, and is believed: or all that comes would be dated in the future.
    const receivedAt = ahead > 0 && ahead < receiptsAheadMax ? nextReceipt : message.receivedAt
    nextReceipt = receivedAt + ('refused' in content ? 1 : content.reads.length)
    return { reader, receivedAt, topic, payload, content }
  }

  async function note(readerId: number, problem: string): Promise<void> {
    const observation = { ...dropped, readerId, receivedAt: toMicros(now()), problem }
    await store.write((tx) => recordHealth(tx, [observation]))
  }

  return {
    /** Resolves once what the message holds is on disk, or it is known to hold nothing. */
    async accept(message: Message): Promise<Reception> {
      const reception = await batcher.add({ ...message, receivedAt: toMicros(now()) })
      metrics.countMessage(reception.result)
      for (const [result, count] of reception.reads) metrics.countReads(result, count)
      return reception
    },
    /** Shows on the reader's page a message that was dropped unread. */
    noteTooLarge: (readerId: number): Promise<void> => note(readerId, tooLarge),
    /** Counts a request that did not get as far as `accept`, and shows on the page of its reader what was wrong with it. */
    refused(error: unknown, reader: ReaderRow | null): void {
      const result = metrics.countRefused(error)
      if (result !== 'malformed' || reader?.kind !== 'fixed') return
      note(reader.id, (error as Error).message).catch((err: unknown) =>
        log.warn({ err }, 'a refused message could not be noted'),
      )
    },
    idle: batcher.idle,
  }
}

function contentOf(reader: ReaderRow, topic: string | null, payload: Uint8Array): Arrival['content'] {
  if (topic !== null && (reader.topic === null || !matchesTopic(reader.topic, topic)))
    return { refused: 'unauthorized', reason: `The topic ${topic} is not the reader's` }
  const decode = decoderOf(reader.format, reader.mapping)
  if (!decode) return { refused: 'malformed', reason: 'The reader has no payload format' }
  try {
    return decode(payload)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return { refused: 'malformed', reason: error.message }
  }
}
