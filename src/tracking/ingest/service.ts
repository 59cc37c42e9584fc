import { ingestMessages } from './messages'
import type { Device } from '../../base/caller'
import { AppError, conflict } from '../../base/errors'
import type { Moment } from '../history/arrivals'
import type { HistoryRules } from '../history/closing'
import type { Log } from '../../base/log'
import type { Metrics } from '../../base/metrics'
import { matchesTopic } from './topics'
import type { ArrivingReader, ReaderRow, Store } from '../../storage/core/store'
import type { TelemetryRecorder } from '../telemetry/recorder'
import type { Pads } from '../stations/pads'
import type { Live } from '../tracking/live'
import { type Clock, type Micros, second, toMicros } from '../../base/time'
import type { Tuning } from '../tuning/tuning'
import { readersRequester, workFor } from '../../base/turns/request-work'
import { type Content, contentOf } from './content'
import { createDecoding } from './decoding'
import { Delivery, type Message, type Reception } from './delivery'
import type { FormatGuesses } from './format-guesses'
import { type Observation, type Problem, recordHealth } from './health'
import { ingestBatch } from './ingest-batch'
import { claimKept, nextBatch, type Part } from './batch'
import { Lines } from './queue/lines'
import { BatchTimer } from './queue/batch-timer'
import { Pace } from './queue/pace'
import { RecentTimes } from './recent-times'
import { KnownTags } from './resolve'
import { readCountOf } from './results'
import type { TimeRules } from './rules'

export type IngestSettings = TimeRules & HistoryRules

/** The messages of a reader that may wait when it posts over HTTP. Over MQTT, the broker limits each reader. */
const waitingMax = { messages: 100, bytes: 2 * 1024 * 1024 }

/** Maximum number of microseconds that the time of receipt may run ahead of the clock. Each read takes one. */
const receiptsAheadMax: Micros = 10 * second

const dropped = {
  topic: null,
  payload: new Uint8Array(),
  result: 'malformed',
  reads: new Map(),
  weakReads: 0,
  clock: null,
  antennas: new Map(),
  keptSlot: null,
} as const satisfies Partial<Observation>

/** A rejected message with the place where it is kept. */
interface KeptMessage extends Omit<Message, 'tokenHash'> {
  readonly slot: number
  readonly receivedAt: Micros
}

type Readers = ReadonlyMap<number, ArrivingReader>

interface IngestParts {
  readonly store: Pick<Store, 'read' | 'write' | 'instances' | 'isBusy'>
  readonly settings: IngestSettings
  readonly metrics: Metrics
  readonly live: Pick<Live, 'isFollowed' | 'publish' | 'searchedAssets'>
  readonly tuning: Pick<Tuning, 'record'>
  readonly pads: Pick<Pads, 'hear'>
  readonly telemetry: TelemetryRecorder
  readonly guesses: Pick<FormatGuesses, 'sample' | 'clear'>
  readonly now: Clock
  readonly log: Log
  readonly moment: () => Moment | undefined
}

/**
 * The service that decodes payloads, resolves tags, records scan events, and only then acknowledges
 * (docs/history.md, Durability).
 */
export class IngestService {
  readonly #parts: Pick<IngestParts, 'tuning' | 'telemetry' | 'guesses' | 'pads'>
  readonly #store: Pick<Store, 'read' | 'write' | 'instances' | 'isBusy'>
  readonly #settings: IngestSettings
  readonly #metrics: Metrics
  readonly #live: Pick<Live, 'isFollowed' | 'publish' | 'searchedAssets'>
  readonly #now: Clock
  readonly #log: Log
  readonly #moment: () => Moment | undefined
  readonly #lines = new Lines<Delivery>()
  readonly #pace = new Pace()
  readonly #timer = new BatchTimer(this.#pace, () => this.#lines.count)
  // With several instances, another one can store reads of a minute that this one has cached.
  readonly #recent: RecentTimes | undefined
  readonly #caches: { recent: RecentTimes | undefined; tags: KnownTags }
  #running: Promise<void> | null = null
  /**
   * The earliest time of receipt of each reader's next read. It is ahead of the clock when reads outnumber
   * microseconds.
   */
  readonly #nextReceipts = new Map<number, Micros>()
  readonly #decoding: ReturnType<typeof createDecoding>

  constructor(parts: IngestParts) {
    const { store, settings, metrics, live, now, log, moment } = parts
    this.#parts = parts
    this.#store = store
    this.#settings = settings
    this.#metrics = metrics
    this.#live = live
    this.#now = now
    this.#log = log
    this.#moment = moment
    this.#recent = store.instances.isShared ? undefined : new RecentTimes()
    this.#caches = { recent: this.#recent, tags: new KnownTags() }
    this.#decoding = createDecoding(store, log, (delivery) => {
      this.#lines.add(delivery)
      this.#timer.arrived()
      // A batch contains messages of several organizations, so none of them is charged for it.
      this.#running ??= workFor({ requester: readersRequester, milliseconds: 0 }, () => this.#run())
    })
  }

  /** Writes batch after batch. The messages that arrive meanwhile are the next batch, so batches grow under load. */
  async #run(): Promise<void> {
    while (!this.#lines.isEmpty)
      try {
        await this.#timer.due()
        // The first message of a reader that arrives during this lookup waits for the next batch.
        const readers = await this.#store.read.readers.findAll(this.#lines.admit())
        await this.#writeBatch(new Map(readers.map((reader) => [reader.id, reader])))
      } catch (error) {
        this.#failAll(error)
      }
    this.#running = null
  }

  #failAll(error: unknown): void {
    while (this.#lines.hasTurn)
      this.#lines.takeTurn((line) => {
        for (; line.first; line.shift()) line.first.fail(error)
      })
  }

  async #writeBatch(readers: Readers): Promise<void> {
    const begunAt = performance.now()
    const parts = nextBatch(this.#lines, this.#pace.most(this.#store.isBusy()), (delivery) =>
      this.#openOrFail(delivery, readers.get(delivery.readerId)),
    )
    if (parts.length === 0) return
    this.#pace.begin(begunAt, { messages: parts.length, isFull: this.#lines.hasTurn })
    try {
      await this.#write(parts, readers)
    } catch (error) {
      if (error instanceof AppError || parts.length === 1) return this.#fail(parts, error)
      // A message that makes the write fail must not affect the others.
      this.#log.error({ err: error }, 'writing a batch of messages failed; retrying them one by one')
      // One after another, because each updates the caches before the next one begins.
      for (const part of parts)
        await this.#write([part], readers).catch((reason: unknown) => this.#fail([part], reason))
    }
  }

  async #write(parts: readonly Part[], readers: Readers): Promise<void> {
    const arrivalOf = ({ delivery, from }: Part) =>
      delivery.part(readers.get(delivery.readerId) as ArrivingReader, from)
    const at = toMicros(this.#now())
    const organizationIds = [...new Set(parts.map(({ delivery }) => delivery.organizationId))]
    const { claimed, work, outcomes, changes, seen, padReads, telemetry, updateCaches } =
      await this.#store.write(async (tx) => {
        const begunAt = performance.now()
        const claimed = await claimKept(tx, parts)
        const arrivals = claimed.map(arrivalOf)
        const ingested = await ingestBatch(tx, arrivals, {
          settings: this.#settings,
          now: at,
          moment: this.#moment(),
          isFollowed: (organizationId, id) => this.#live.isFollowed(organizationId, id),
          searched: this.#live.searchedAssets(),
          caches: this.#caches,
          telemetry: this.#parts.telemetry.open(),
        })
        return { ...ingested, claimed, work: performance.now() - begunAt }
      }, organizationIds)
    updateCaches()
    const readCount = outcomes.reduce((sum, { reads }) => sum + readCountOf(reads), 0)
    this.#pace.end(performance.now(), { reads: readCount, work })
    this.#live.publish(changes)
    this.#parts.tuning.record(seen)
    this.#parts.pads.hear(padReads)
    this.#parts.telemetry.count(telemetry)
    for (const [index, outcome] of outcomes.entries()) {
      for (const [result, count] of outcome.reads) this.#metrics.countReads(result, count)
      claimed[index]?.delivery.settle(outcome)
    }
    const written = new Set(claimed)
    if (written.size < parts.length)
      for (const part of parts) if (!written.has(part)) part.delivery.discardAsGone()
  }

  #fail(parts: readonly Part[], error: unknown): void {
    for (const { delivery } of parts) delivery.fail(error)
  }

  /** Decodes a message. A message that the decoder fails on must not stop the others. */
  #openOrFail(delivery: Delivery, reader: ReaderRow | undefined): boolean {
    try {
      return this.#open(delivery, reader)
    } catch (error) {
      this.#log.error({ err: error, reader: delivery.readerId }, 'decoding a message failed')
      delivery.fail(error)
      return false
    }
  }

  /**
   * Decodes a message. Returns false when its device has been deleted or has a new token. Each read of a reader has a
   * distinct time of receipt, because the history would treat two reads of a tag with the same time as one.
   */
  #open(delivery: Delivery, reader: ReaderRow | undefined): boolean {
    const { tokenHash, topic } = delivery.message
    if (!reader || (tokenHash !== null && reader.tokenHash !== tokenHash)) {
      delivery.refuseAsStale()
      return false
    }
    if (delivery.isDecoded) return true
    if (delivery.keptSlot !== null) return this.#openKept(delivery, reader)
    const content = contentFor(reader, topic, delivery)
    const next = this.#nextReceipts.get(reader.id) ?? 0
    const ahead = next - delivery.receivedAt
    // When it is further ahead, the clock has been set back. Then the clock is used, so that no read is dated in the
    // future.
    const firstReadAt = ahead > 0 && ahead < receiptsAheadMax ? next : delivery.receivedAt
    this.#nextReceipts.set(reader.id, firstReadAt + ('refused' in content ? 1 : content.reads.length))
    delivery.open(content, firstReadAt)
    return true
  }

  /**
   * Decodes a kept message. Its topic was checked when it arrived. Returns false when it is still not in the format of
   * the reader. The times of receipt of later messages do not depend on it.
   */
  #openKept(delivery: Delivery, reader: ReaderRow): boolean {
    if (!reader.isActive) {
      delivery.fail(conflict(ingestMessages('ingest.activate_reader')))
      return false
    }
    const content = contentFor(reader, null, delivery)
    if ('refused' in content) {
      delivery.settle({ result: content.refused, reads: new Map(), reason: content.reason })
      return false
    }
    delivery.open(content, delivery.receivedAt)
    return true
  }

  /** Resolves when the message is written, or is known to contain no reads. */
  #deliver(delivery: Delivery): Promise<Reception> {
    this.#decoding.add(delivery)
    return delivery.done
  }

  async #note(readerId: number, problem: Problem): Promise<void> {
    const observation = { ...dropped, readerId, receivedAt: toMicros(this.#now()), problem }
    await this.#store.write((tx) => recordHealth(tx, [observation]))
  }

  /** Stores a message. Resolves when its reads are on disk, or when it is known to contain none. */
  async accept(message: Message): Promise<Reception> {
    const delivery = new Delivery(message, toMicros(this.#now()))
    const reception = await this.#deliver(delivery)
    this.#metrics.countMessage(reception.result)
    if (delivery.hasReads) this.#parts.guesses.clear(message.readerId)
    else if (reception.result !== 'unauthorized') this.#parts.guesses.sample(message)
    return reception
  }

  /**
   * Reads a rejected message again that is kept. Its reads get the times that they would have had at its arrival. The
   * transaction with its reads also marks it as accepted, so a message is never read twice. Throws AppError `conflict`
   * when the reader is not active.
   */
  readAgain({ slot, receivedAt, ...message }: KeptMessage): Promise<Reception> {
    return this.#deliver(new Delivery({ ...message, tokenHash: null }, receivedAt, slot))
  }

  /** Throws AppError `rate_limited` when too many messages or bytes of the reader are waiting. */
  requireRoom(readerId: number): void {
    const [early, inLine] = [this.#decoding.of(readerId), this.#lines.of(readerId)]
    const isFull =
      early.count + inLine.count >= waitingMax.messages || early.bytes + inLine.bytes >= waitingMax.bytes
    if (!isFull) return
    throw new AppError('rate_limited', ingestMessages('ingest.many_waiting'), {
      headers: { 'retry-after': '1' },
    })
  }

  /** Records that a message of the reader was too large and was dropped. */
  noteTooLarge(readerId: number): Promise<void> {
    return this.#note(readerId, { kind: 'size', message: ingestMessages('ingest.too_large') })
  }

  /**
   * Counts a request that failed before `accept`, and records the problem of a malformed message for the reader's
   * page.
   */
  refused(error: unknown, reader: Device | null): void {
    const result = this.#metrics.countRefused(error)
    if (result !== 'malformed' || reader?.kind !== 'fixed') return
    const { code, said: message } = error as AppError
    this.#note(reader.id, { kind: code === 'too_large' ? 'size' : 'format', message }).catch((err: unknown) =>
      this.#log.warn({ err }, 'storing a rejected message failed'),
    )
  }

  /** Resolves when all accepted messages are written. */
  async idle(): Promise<void> {
    await this.#decoding.idle()
    await this.#running
  }
}

/** Returns the content of a message. Decodes it again when it was decoded with another format. */
function contentFor(reader: ReaderRow, topic: string | null, delivery: Delivery): Content {
  const { decoded, message, arrived } = delivery
  if (topic !== null && (reader.topic === null || !matchesTopic(reader.topic, topic)))
    return { refused: 'unauthorized', reason: ingestMessages('ingest.other_topic', { topic }) }
  const isCurrent = (['format', 'mapping', 'timeZone'] as const).every(
    (name) => decoded?.[name] === reader[name],
  )
  if (decoded && isCurrent) return decoded.content
  return contentOf(reader, message.payload, arrived)
}
