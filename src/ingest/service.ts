import type { Device } from '../caller'
import { AppError } from '../errors'
import type { Moment } from '../history/arrivals'
import type { HistoryRules } from '../history/record'
import type { Log } from '../log'
import type { Metrics } from '../metrics'
import { matchesTopic } from './topics'
import type { ReaderRow, Store } from '../storage/store'
import type { Live } from '../tracking/live'
import { type Clock, type Micros, second, toMicros } from '../time'
import { workFor } from '../work'
import { nextBatch, type Part } from './batch'
import { DecodeError } from '../formats/decoder'
import { decoderOf } from '../formats/formats'
import { type Content, Delivery, type Message, type Reception } from './delivery'
import { type Observation, recordHealth } from './health'
import { ingestBatch } from './ingest-batch'
import { createLines } from './lines'
import type { TimeRules } from './rules'

export type IngestSettings = TimeRules & HistoryRules

/** What may wait of a reader that posts over HTTP; over MQTT its connections are bounded. */
const waitingMax = { messages: 100, bytes: 2 * 1024 * 1024 }

/** More reads than could come within one reading of the clock. */
const receiptsAheadMax: Micros = 10 * second

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

type Readers = ReadonlyMap<number, ReaderRow>

/** From payloads to scan events: decode, resolve, record, and only then acknowledge (docs/history.md, Durability). */
export function createIngestService(
  store: Store,
  settings: IngestSettings,
  metrics: Metrics,
  live: Pick<Live, 'isFollowed' | 'publish'>,
  now: Clock,
  log: Log,
  moment: () => Moment | undefined,
) {
  const lines = createLines<Delivery>()
  let running: Promise<void> | null = null

  /** What arrives meanwhile is the next batch: alone, a message is written at once; under load, batches grow. */
  async function run(): Promise<void> {
    while (!lines.isEmpty) {
      // A reader that sends its first message while the others are looked up waits for the next batch.
      const ids = lines.admit()
      const readers = await store.read.readers.findAll(ids).catch((error: unknown) => ({ error }))
      if ('error' in readers) failAll(readers.error)
      else await writeBatch(new Map(readers.map((reader) => [reader.id, reader])))
    }
    running = null
  }

  function failAll(error: unknown): void {
    while (lines.hasTurn)
      lines.takeTurn((line) => {
        for (; line.first; line.shift()) line.first.fail(error)
      })
  }

  async function writeBatch(readers: Readers): Promise<void> {
    const parts = nextBatch(lines, (delivery) => open(delivery, readers.get(delivery.readerId)))
    if (parts.length === 0) return
    try {
      await write(parts, readers)
    } catch (error) {
      if (error instanceof AppError || parts.length === 1) return fail(parts, error)
      // One message that the program can't digest must not hold up the others.
      log.error({ err: error }, 'writing a batch of messages failed; retrying them one by one')
      await Promise.all(
        parts.map((part) => write([part], readers).catch((reason: unknown) => fail([part], reason))),
      )
    }
  }

  async function write(parts: readonly Part[], readers: Readers): Promise<void> {
    const arrivals = parts.map(({ delivery, from }) =>
      delivery.part(readers.get(delivery.readerId) as ReaderRow, from),
    )
    const at = toMicros(now())
    const { outcomes, changes } = await store.write((tx) =>
      ingestBatch(tx, arrivals, settings, at, moment(), live.isFollowed),
    )
    live.publish(changes)
    for (const [index, outcome] of outcomes.entries()) {
      for (const [result, count] of outcome.reads) metrics.countReads(result, count)
      parts[index]?.delivery.settle(outcome)
    }
  }

  function fail(parts: readonly Part[], error: unknown): void {
    for (const { delivery } of parts) delivery.fail(error)
  }

  /** When the next read of each reader is received, where its reads are more than the microseconds. */
  const nextReceipts = new Map<number, Micros>()

  /**
   * Decodes a message when its turn comes; false where its device is not known any more. Each read of a reader has a
   * microsecond of receipt of its own: two reads of a tag without times would else be one to the history.
   */
  function open(delivery: Delivery, reader: ReaderRow | undefined): boolean {
    const { tokenHash, topic, payload } = delivery.message
    if (!reader || (tokenHash !== null && reader.tokenHash !== tokenHash)) {
      delivery.refuseAsStale()
      return false
    }
    if (delivery.isDecoded) return true
    const content = contentOf(reader, topic, payload)
    const next = nextReceipts.get(reader.id) ?? 0
    const ahead = next - delivery.receivedAt
    // Further ahead the clock has been put back since, and is believed: or all that comes would be dated in the future.
    const firstReadAt = ahead > 0 && ahead < receiptsAheadMax ? next : delivery.receivedAt
    nextReceipts.set(reader.id, firstReadAt + ('refused' in content ? 1 : content.reads.length))
    delivery.open(content, firstReadAt)
    return true
  }

  async function note(readerId: number, problem: string): Promise<void> {
    const observation = { ...dropped, readerId, receivedAt: toMicros(now()), problem }
    await store.write((tx) => recordHealth(tx, [observation]))
  }

  return {
    /** Resolves once what the message holds is on disk, or it is known to hold nothing. */
    async accept(message: Message): Promise<Reception> {
      const delivery = new Delivery(message, toMicros(now()))
      lines.add(delivery)
      // A batch holds messages of several organizations: none of them is charged for it.
      running ??= workFor({ party: 'readers', milliseconds: 0 }, run)
      const reception = await delivery.done
      metrics.countMessage(reception.result)
      return reception
    },
    /** Throws `rate_limited` where so much of the reader waits already that it should not send more. */
    requireRoom(readerId: number): void {
      const { count, bytes } = lines.of(readerId)
      if (count < waitingMax.messages && bytes < waitingMax.bytes) return
      throw new AppError('rate_limited', 'Too many messages of this reader are waiting; try again in 1 s', {
        headers: { 'retry-after': '1' },
      })
    },
    /** Shows on the reader's page a message that was dropped unread. */
    noteTooLarge: (readerId: number): Promise<void> => note(readerId, tooLarge),
    /** Counts a request that did not get as far as `accept`, and shows on the page of its reader what was wrong with it. */
    refused(error: unknown, reader: Device | null): void {
      const result = metrics.countRefused(error)
      if (result !== 'malformed' || reader?.kind !== 'fixed') return
      note(reader.id, (error as Error).message).catch((err: unknown) =>
        log.warn({ err }, 'storing a rejected message failed'),
      )
    },
    /** Resolves once all that was accepted is done. */
    idle: async (): Promise<void> => {
      await running
    },
  }
}

function contentOf(reader: ReaderRow, topic: string | null, payload: Uint8Array): Content {
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
