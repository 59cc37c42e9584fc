import type { Device } from '../../base/caller'
import { AppError, conflict } from '../../base/errors'
import type { Moment } from '../history/arrivals'
import type { HistoryRules } from '../history/record'
import type { Log } from '../../base/log'
import type { Metrics } from '../../base/metrics'
import { matchesTopic } from './topics'
import type { ReaderRow, Store, Writes } from '../../storage/core/store'
import type { Live } from '../tracking/live'
import { type Clock, type Micros, second, toMicros } from '../../base/time'
import type { Tuning } from '../tuning/tuning'
import { workFor } from '../../base/turns/request-work'
import { nextBatch, type Part } from './batch'
import { type Content, contentOf } from './content'
import { createDecoding } from './decoding'
import { Delivery, type Message, type Reception } from './delivery'
import type { FormatGuesses } from './format-guesses'
import { type Observation, type Problem, recordHealth } from './health'
import { ingestBatch } from './ingest-batch'
import { createLines } from './lines'
import { RecentTimes } from './recent-times'
import { KnownTags } from './resolve'
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

const tooLarge = 'A message was larger than the limit and was dropped'

export const inactive = 'The reader is not active; activate it first'

/** A rejected message with the place where it is kept. */
interface KeptMessage extends Omit<Message, 'tokenHash'> {
  readonly slot: number
  readonly receivedAt: Micros
}

export type IngestService = ReturnType<typeof createIngestService>

type Readers = ReadonlyMap<number, ReaderRow>

interface IngestParts {
  readonly store: Pick<Store, 'read' | 'write' | 'instances'>
  readonly settings: IngestSettings
  readonly metrics: Metrics
  readonly live: Pick<Live, 'isFollowed' | 'publish'>
  readonly tuning: Pick<Tuning, 'record'>
  readonly guesses: Pick<FormatGuesses, 'sample' | 'clear'>
  readonly now: Clock
  readonly log: Log
  readonly moment: () => Moment | undefined
}

/**
 * Creates the service that decodes payloads, resolves tags, records scan events, and only then acknowledges
 * (docs/history.md, Durability).
 */
export function createIngestService({
  store,
  settings,
  metrics,
  live,
  tuning,
  guesses,
  now,
  log,
  moment,
}: IngestParts) {
  const lines = createLines<Delivery>()
  // With several instances, another one can store reads of a minute that this one has cached.
  const recent = store.instances.isShared ? undefined : new RecentTimes()
  const caches = { recent, tags: new KnownTags() }
  let running: Promise<void> | null = null

  /** Writes batch after batch. The messages that arrive meanwhile are the next batch, so batches grow under load. */
  async function run(): Promise<void> {
    while (!lines.isEmpty)
      try {
        // The first message of a reader that arrives during this lookup waits for the next batch.
        const readers = await store.read.readers.findAll(lines.admit())
        await writeBatch(new Map(readers.map((reader) => [reader.id, reader])))
      } catch (error) {
        failAll(error)
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
    const parts = nextBatch(lines, (delivery) => openOrFail(delivery, readers.get(delivery.readerId)))
    if (parts.length === 0) return
    try {
      await write(parts, readers)
    } catch (error) {
      if (error instanceof AppError || parts.length === 1) return fail(parts, error)
      // A message that makes the write fail must not affect the others.
      log.error({ err: error }, 'writing a batch of messages failed; retrying them one by one')
      // One after another, because each updates the caches before the next one begins.
      for (const part of parts) await write([part], readers).catch((reason: unknown) => fail([part], reason))
    }
  }

  async function write(parts: readonly Part[], readers: Readers): Promise<void> {
    const arrivalOf = ({ delivery, from }: Part) =>
      delivery.part(readers.get(delivery.readerId) as ReaderRow, from)
    const at = toMicros(now())
    const organizationIds = [...new Set(parts.map(({ delivery }) => delivery.organizationId))]
    const { claimed, outcomes, changes, seen, updateCaches } = await store.write(async (tx) => {
      const claimed = await claimKept(tx, parts)
      const arrivals = claimed.map(arrivalOf)
      const ingested = await ingestBatch(tx, arrivals, settings, at, moment(), live.isFollowed, caches)
      return { ...ingested, claimed }
    }, organizationIds)
    updateCaches()
    live.publish(changes)
    tuning.record(seen)
    for (const [index, outcome] of outcomes.entries()) {
      for (const [result, count] of outcome.reads) metrics.countReads(result, count)
      claimed[index]?.delivery.settle(outcome)
    }
    const written = new Set(claimed)
    if (written.size < parts.length)
      for (const part of parts) if (!written.has(part)) part.delivery.discardAsGone()
  }

  function fail(parts: readonly Part[], error: unknown): void {
    for (const { delivery } of parts) delivery.fail(error)
  }

  /**
   * The earliest time of receipt of each reader's next read. It is ahead of the clock when reads outnumber
   * microseconds.
   */
  const nextReceipts = new Map<number, Micros>()

  /** Decodes a message. A message that the decoder fails on must not stop the others. */
  function openOrFail(delivery: Delivery, reader: ReaderRow | undefined): boolean {
    try {
      return open(delivery, reader)
    } catch (error) {
      log.error({ err: error, reader: delivery.readerId }, 'decoding a message failed')
      delivery.fail(error)
      return false
    }
  }

  /**
   * Decodes a message. Returns false when its device has been deleted or has a new token. Each read of a reader has a
   * distinct time of receipt, because the history would treat two reads of a tag with the same time as one.
   */
  function open(delivery: Delivery, reader: ReaderRow | undefined): boolean {
    const { tokenHash, topic } = delivery.message
    if (!reader || (tokenHash !== null && reader.tokenHash !== tokenHash)) {
      delivery.refuseAsStale()
      return false
    }
    if (delivery.isDecoded) return true
    if (delivery.keptSlot !== null) return openKept(delivery, reader)
    const content = contentFor(reader, topic, delivery)
    const next = nextReceipts.get(reader.id) ?? 0
    const ahead = next - delivery.receivedAt
    // When it is further ahead, the clock has been set back. Then the clock is used, so that no read is dated in the
    // future.
    const firstReadAt = ahead > 0 && ahead < receiptsAheadMax ? next : delivery.receivedAt
    nextReceipts.set(reader.id, firstReadAt + ('refused' in content ? 1 : content.reads.length))
    delivery.open(content, firstReadAt)
    return true
  }

  /**
   * Decodes a kept message. Its topic was checked when it arrived. Returns false when it is still not in the format of
   * the reader. The times of receipt of later messages do not depend on it.
   */
  function openKept(delivery: Delivery, reader: ReaderRow): boolean {
    if (!reader.isActive) {
      delivery.fail(conflict(inactive))
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

  const decoding = createDecoding(store, log, (delivery) => {
    lines.add(delivery)
    // A batch contains messages of several organizations, so none of them is charged for it.
    running ??= workFor({ requester: 'readers', milliseconds: 0 }, run)
  })

  /** Resolves when the message is written, or is known to contain no reads. */
  function deliver(delivery: Delivery): Promise<Reception> {
    decoding.add(delivery)
    return delivery.done
  }

  async function note(readerId: number, problem: Problem): Promise<void> {
    const observation = { ...dropped, readerId, receivedAt: toMicros(now()), problem }
    await store.write((tx) => recordHealth(tx, [observation]))
  }

  return {
    /** Stores a message. Resolves when its reads are on disk, or when it is known to contain none. */
    async accept(message: Message): Promise<Reception> {
      const delivery = new Delivery(message, toMicros(now()))
      const reception = await deliver(delivery)
      metrics.countMessage(reception.result)
      if (delivery.hasReads) guesses.clear(message.readerId)
      else if (reception.result !== 'unauthorized') guesses.sample(message)
      return reception
    },
    /**
     * Reads a rejected message again that is kept. Its reads get the times that they would have had at its arrival. The
     * transaction with its reads also marks it as accepted, so a message is never read twice. Throws AppError `conflict`
     * when the reader is not active.
     */
    readAgain: ({ slot, receivedAt, ...message }: KeptMessage): Promise<Reception> =>
      deliver(new Delivery({ ...message, tokenHash: null }, receivedAt, slot)),
    /** Throws AppError `rate_limited` when too many messages or bytes of the reader are waiting. */
    requireRoom(readerId: number): void {
      const [early, inLine] = [decoding.of(readerId), lines.of(readerId)]
      const isFull =
        early.count + inLine.count >= waitingMax.messages || early.bytes + inLine.bytes >= waitingMax.bytes
      if (!isFull) return
      throw new AppError('rate_limited', 'Too many messages of this reader are waiting; try again in 1 s', {
        headers: { 'retry-after': '1' },
      })
    },
    /** Records that a message of the reader was too large and was dropped. */
    noteTooLarge: (readerId: number): Promise<void> => note(readerId, { kind: 'size', message: tooLarge }),
    /**
     * Counts a request that failed before `accept`, and records the problem of a malformed message for the reader's
     * page.
     */
    refused(error: unknown, reader: Device | null): void {
      const result = metrics.countRefused(error)
      if (result !== 'malformed' || reader?.kind !== 'fixed') return
      const { code, message } = error as AppError
      note(reader.id, { kind: code === 'too_large' ? 'size' : 'format', message }).catch((err: unknown) =>
        log.warn({ err }, 'storing a rejected message failed'),
      )
    },
    /** Resolves when all accepted messages are written. */
    idle: async (): Promise<void> => {
      await decoding.idle()
      await running
    },
  }
}

/** Claims the kept messages. Returns the parts without those that have been replaced, or read again before. */
async function claimKept({ readerHealth }: Writes, parts: readonly Part[]): Promise<readonly Part[]> {
  const found: Part[] = []
  for (const part of parts) {
    const { keptSlot, readerId, receivedAt } = part.delivery
    if (keptSlot === null || (await readerHealth.claimMalformed(readerId, keptSlot, receivedAt)))
      found.push(part)
  }
  return found
}

/** Returns the content of a message. Decodes it again when it was decoded with another format. */
function contentFor(reader: ReaderRow, topic: string | null, delivery: Delivery): Content {
  const { decoded, message, arrived } = delivery
  if (topic !== null && (reader.topic === null || !matchesTopic(reader.topic, topic)))
    return { refused: 'unauthorized', reason: `The topic ${topic} does not match the topic of the reader` }
  const isCurrent = (['format', 'mapping', 'timeZone'] as const).every(
    (name) => decoded?.[name] === reader[name],
  )
  if (decoded && isCurrent) return decoded.content
  return contentOf(reader, message.payload, arrived)
}
