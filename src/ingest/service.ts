import { AppError } from '../errors'
import { type HistoryRules, recordReads } from '../history/record'
import type { Read } from '../history/presence'
import type { Log } from '../log'
import { matchesTopic } from '../readers/topics'
import type { MessageResult, Metrics, ReadResult } from '../metrics'
import type { AntennaTarget, ReaderRow, Store, Writes } from '../storage/store'
import { type Clock, type Micros, toMicros } from '../time'
import { createBatcher } from './batcher'
import { type Decoded, DecodeError, type DecodedRead } from './decoders/decoder'
import { formats } from './decoders/formats'
import { clockWindow, correctedTime, dayOf, type TimeRules } from './rules'
import { createResolver } from './resolve'

/** A message as a door hands it over: from a device that has shown its token. */
export interface Message {
  readonly readerId: number
  /** The hash of the token that was shown; a renewed token ends the device's connections. */
  readonly tokenHash: string
  /** Null for HTTP, where the path names the reader. */
  readonly topic: string | null
  readonly payload: Uint8Array
}

export type IngestSettings = TimeRules & HistoryRules

interface Received extends Message {
  readonly receivedAt: Micros
}

interface Outcome {
  readonly result: MessageResult
  readonly reads: ReadonlyMap<ReadResult, number>
  /** Why it was refused, for the log and for HTTP. */
  readonly reason?: string
  /** The token that the device showed has been replaced: nothing more may come over its connection. */
  readonly isTokenStale?: boolean
}

/** So many messages at most share a transaction. */
const batchMax = 1000

export type IngestService = ReturnType<typeof createIngestService>

/** From payloads to scan events: decode, resolve, record, and only then say that it is done (contract part 4). */
export function createIngestService(
  store: Store,
  settings: IngestSettings,
  metrics: Metrics,
  now: Clock,
  log: Log,
) {
  const batcher = createBatcher<Received, Outcome>(batchMax, async (messages) => {
    try {
      return (await processTogether(messages)).map((value) => ({ status: 'fulfilled', value }))
    } catch (error) {
      if (error instanceof AppError || messages.length === 1) throw error
      // One message that the program can't digest must not hold up the others.
      log.error({ err: error }, 'a batch of messages failed; trying them one by one')
      return Promise.allSettled(
        messages.map(async (message) => (await processTogether([message]))[0] as Outcome),
      )
    }
  })

  async function processTogether(messages: readonly Received[]): Promise<Outcome[]> {
    const ids = [...new Set(messages.map((message) => message.readerId))]
    const readers = new Map((await store.read.readers.findAll(ids)).map((reader) => [reader.id, reader]))
    const prepared = messages.map((message) => prepare(message, readers.get(message.readerId)))
    return store.write(async (tx) => {
      // Within the write: a place that was deleted a moment ago takes no asset any more.
      const targets = await tx.readers.antennasOf(ids)
      return recordAll(tx, prepared, new Map(targets.map((target) => [targetKey(target), target])))
    })
  }

  /** All that can be done with a message outside of the transaction. */
  function prepare(message: Received, reader: ReaderRow | undefined): Prepared {
    if (!reader || reader.tokenHash !== message.tokenHash)
      return {
        message,
        refused: 'unauthorized',
        reason: 'the device token is no longer valid',
        isTokenStale: true,
      }
    if (message.topic !== null && (reader.topic === null || !matchesTopic(reader.topic, message.topic)))
      return { message, refused: 'unauthorized', reason: `the topic ${message.topic} is not the reader's` }
    const decode = reader.format === null ? undefined : formats[reader.format]
    if (!decode) return { message, refused: 'malformed', reason: 'the reader has no payload format' }
    try {
      return { message, reader, decoded: decode(message.payload) }
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      return { message, refused: 'malformed', reason: error.message }
    }
  }

  async function recordAll(
    tx: Writes,
    prepared: readonly Prepared[],
    targets: ReadonlyMap<string, AntennaTarget>,
  ): Promise<Outcome[]> {
    const resolver = createResolver(tx)
    await resolver.load(
      prepared.flatMap((item) =>
        'decoded' in item
          ? item.decoded.reads.map((read) => ({ ...read, organizationId: item.reader.organizationId }))
          : [],
      ),
    )
    const history = new Map<number, { organizationId: number; reads: Read[] }>()
    const outcomes: Outcome[] = []
    for (const item of prepared) {
      if ('refused' in item) {
        const { refused, reason, isTokenStale = false } = item
        outcomes.push({ result: refused, reads: new Map(), reason, isTokenStale })
      } else outcomes.push(await sortOut(tx, item, targets, resolver, history))
    }
    for (const [assetId, { organizationId, reads }] of history)
      await recordReads(tx.history, { organizationId, assetId }, reads, settings)
    return outcomes
  }

  /** Finds what becomes of each read of a message, and gathers those that are applied by asset. */
  async function sortOut(
    tx: Writes,
    { message, reader, decoded }: Decodable,
    targets: ReadonlyMap<string, AntennaTarget>,
    resolver: ReturnType<typeof createResolver>,
    history: Map<number, { organizationId: number; reads: Read[] }>,
  ): Promise<Outcome> {
    const counts = new Map<ReadResult, number>()
    const count = (result: ReadResult, by = 1) => counts.set(result, (counts.get(result) ?? 0) + by)
    const { organizationId } = reader
    const window = clockWindow(message.receivedAt, settings)
    if (decoded.faults.length > 0) count('ignored', decoded.faults.length)

    for (const read of decoded.reads) {
      const target = targets.get(`${reader.id}:${read.antenna}`)
      if (!reader.isActive) count('ignored')
      else if (!target) count('unmapped_antenna')
      else if (!target.locationIsLive) count('unresolved_location')
      else if (await isRepeat(tx, reader, read, message.receivedAt)) count('duplicate')
      else {
        const match = resolver.find({ organizationId, ...read })
        if (match) {
          const ofAsset = history.get(match.assetId) ?? { organizationId, reads: [] }
          ofAsset.reads.push(toRead(reader, read, target, match.tagId, correctedTime(read.sentAt, window)))
          history.set(match.assetId, ofAsset)
        }
        count(match ? 'applied' : 'unknown_tag')
      }
    }
    const isRepeated = decoded.reads.length > 0 && counts.get('duplicate') === decoded.reads.length
    return { result: isRepeated ? 'duplicate' : 'accepted', reads: counts }
  }

  /** Remembers the read by what the reader sent of it; a read without a time of its own can't be known again. */
  async function isRepeat(
    tx: Writes,
    reader: ReaderRow,
    read: DecodedRead,
    receivedAt: Micros,
  ): Promise<boolean> {
    if (read.sentAt === null) return false
    const key = {
      day: dayOf(receivedAt),
      source: `${reader.id}:${read.antenna}`,
      sentAt: read.sentAt,
      tag: Bun.hash.xxHash64(`${read.tagType}:${read.value}`).toString(36),
    }
    if (await tx.ingest.hasSeen(key)) return true
    await tx.ingest.rememberRead(key)
    return false
  }

  return {
    /** Resolves once what the message holds is on disk, or it is known to hold nothing. */
    async accept(message: Message): Promise<Outcome> {
      const outcome = await batcher.add({ ...message, receivedAt: toMicros(now()) })
      metrics.countMessage(outcome.result)
      for (const [result, count] of outcome.reads) metrics.countReads(result, count)
      return outcome
    },
    refused: metrics.countRefused,
    idle: batcher.idle,
  }
}

interface Decodable {
  readonly message: Received
  readonly reader: ReaderRow
  readonly decoded: Decoded
}

type Prepared =
  | Decodable
  | {
      readonly message: Received
      readonly refused: 'malformed' | 'unauthorized'
      readonly reason: string
      readonly isTokenStale?: boolean
    }

const targetKey = (target: AntennaTarget): string => `${target.readerId}:${target.port}`

const toRead = (
  reader: ReaderRow,
  read: DecodedRead,
  target: AntennaTarget,
  tagId: number,
  at: Micros,
): Read => ({
  at,
  locationId: target.locationId,
  rssi: read.rssi,
  readerId: reader.id,
  antenna: read.antenna,
  tagId,
  presenceTimeoutSeconds: reader.presenceTimeoutSeconds,
  isScan: false,
})
