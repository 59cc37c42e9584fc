import type { Move } from '../history/record'
import type { Log } from '../../base/log'
import type { ReadResult } from '../../base/metrics'
import type { Instances, Store } from '../../storage/core/store'
import { epcHint } from '../../inventory/tags/epc'
import type { TagType } from '../../inventory/tags/schema'
import { type Clock, type Micros, wireOf } from '../../base/time'
import { confidenceView, createConfidence } from './confidence'
import { Gauge, type Signal, wordOf } from './nearness'
import type { ConfidenceView, LiveMove, LiveReadView, SignalView } from './schema'
import { eventText, Stream } from './stream'

/** One read of a fixed reader that a console follows, with its result. */
export interface LiveRead {
  readonly organizationId: number
  readonly readerId: number
  readonly antenna: number
  readonly tagType: TagType
  readonly value: string
  readonly aliases?: readonly string[]
  readonly rssi: number | null
  /** Time of the read, after its correction by the ingest. */
  readonly at: Micros
  readonly result: ReadResult
  readonly assetId: number | null
}

/** The moves and reads of one write. */
export interface LiveChanges {
  readonly moves: readonly Move[]
  readonly reads: readonly LiveRead[]
  /** Reads of assets that are searched for. */
  readonly signals?: readonly Signal[]
}

interface Subscriber {
  readonly organizationId: number
  readonly sessionId: string
  /** The reader whose reads are sent in addition to the moves. */
  readonly readerId: number | undefined
  /** The asset whose signal is sent in addition. */
  readonly assetId: number | undefined
  readonly isStillAuthorized: () => Promise<boolean>
}

/** Interval at which an instance announces what its streams show, and the time for which an announcement is valid. */
const tellMillis = 10_000
const believedMillis = 30_000

/** What the streams of an instance show: organizations, readers whose reads are sent, and assets whose signal is sent. */
interface Watched {
  readonly instance: string
  readonly organizationIds: readonly number[]
  readonly readerIds: readonly number[]
  /** The assets that are searched for; absent from instances of earlier versions. */
  readonly assetIds?: readonly number[]
}

/** Maximum number of open streams of a session. One more ends the oldest. */
const streamsMax = 10

/** Sends moves and reads to the streams of consoles. It makes no query for an organization without a stream. */
export class Live {
  readonly #store: Store
  readonly #now: Clock
  readonly #log: Log
  readonly #confidenceOf: ReturnType<typeof createConfidence>
  readonly #streams = new Map<Subscriber, Stream>()
  readonly #watching: ReturnType<typeof shareWatched>
  readonly #gauges = new Map<Subscriber, Gauge>()
  #isClosed = false
  // The end of the last `send`. Each waits for the one before, so that events keep their order.
  #sending = Promise.resolve()

  constructor(store: Store, now: Clock, log: Log) {
    this.#store = store
    this.#now = now
    this.#log = log
    this.#confidenceOf = createConfidence(store, now)
    this.#watching = shareWatched(store.instances, () => [...this.#streams.keys()])
    store.instances.onAnnounced('live', (text) => this.#sendInOrder(JSON.parse(text) as LiveChanges))
  }

  #subscribersOf(organizationId: number) {
    return [...this.#streams.keys()].filter((subscriber) => subscriber.organizationId === organizationId)
  }

  async #send({ moves, reads }: LiveChanges): Promise<void> {
    const names = await this.#store.read.tracking.namesOf(
      [...moves, ...reads].flatMap(({ assetId }) => assetId ?? []),
      moves.flatMap(({ from, to }) => [from ?? [], to].flat()),
      this.#now(),
    )
    for (const read of reads) {
      const text = eventText('read', toReadView(read, names.assets.get(read.assetId ?? 0)))
      for (const subscriber of this.#subscribersOf(read.organizationId))
        if (subscriber.readerId === read.readerId) this.#streams.get(subscriber)?.send(text)
    }
    for (const move of moves) {
      const asset = names.assets.get(move.assetId)
      // The report does not show the asset either.
      if (!asset?.isEffective) continue
      const confidence = confidenceView(
        (await this.#confidenceOf(move.organizationId, [move.assetId])).get(move.assetId),
      )
      const text = eventText('move', { ...toMoveView(move, asset, names.locations), ...confidence })
      for (const subscriber of this.#subscribersOf(move.organizationId))
        this.#streams.get(subscriber)?.send(text)
    }
  }

  /** Sends signals at once: they need no names, and a bar that lags leads astray. */
  #sendSignals(signals: readonly Signal[]): void {
    for (const signal of signals)
      for (const [subscriber, gauge] of this.#gauges) {
        const { organizationId, assetId } = subscriber
        if (assetId !== signal.assetId || organizationId !== signal.organizationId) continue
        this.#streams.get(subscriber)?.send(eventText('signal', toSignalView(signal, gauge.next(signal))))
      }
  }

  #sendInOrder(changes: LiveChanges): void {
    this.#sendSignals(changes.signals ?? [])
    const subscribed = new Set(this.#streams.keys().map(({ organizationId }) => organizationId))
    const moves = changes.moves.filter(({ organizationId }) => subscribed.has(organizationId))
    const reads = changes.reads.filter(({ organizationId }) => subscribed.has(organizationId))
    if (moves.length === 0 && reads.length === 0) return
    this.#sending = this.#sending
      .then(() => this.#send({ moves, reads }))
      .catch((error: unknown) => this.#log.error({ err: error }, 'sending live events failed'))
  }

  /** Opens a stream. It ends when the session ends, the client disconnects or the service stops. */
  subscribe(subscriber: Subscriber): ReadableStream<Uint8Array> {
    const ofSession = [...this.#streams].filter(([{ sessionId }]) => sessionId === subscriber.sessionId)
    for (const [, stream] of ofSession.slice(0, Math.max(0, ofSession.length + 1 - streamsMax))) stream.end()
    const { isStillAuthorized } = subscriber
    const stream = new Stream({ isStillAuthorized, onEnd: () => this.#forget(subscriber) })
    this.#streams.set(subscriber, stream)
    if (subscriber.assetId !== undefined) this.#gauges.set(subscriber, new Gauge())
    this.#watching.tell()
    if (this.#isClosed) stream.end()
    return stream.body
  }

  #forget(subscriber: Subscriber): void {
    this.#streams.delete(subscriber)
    this.#gauges.delete(subscriber)
  }

  /** Returns the assets whose signal a stream sends. The ingest looks each read up in it. */
  searchedAssets(): ReadonlySet<number> {
    if (this.#gauges.size === 0) return this.#watching.searchedAssets()
    const own = [...this.#gauges.keys()].flatMap(({ assetId }) => assetId ?? [])
    return new Set([...this.#watching.searchedAssets(), ...own])
  }

  /** Whether a stream sends the reads of this reader. */
  isFollowed(organizationId: number, readerId: number): boolean {
    return (
      this.#watching.isFollowed(readerId) ||
      (this.#streams.size > 0 &&
        this.#subscribersOf(organizationId).some((subscriber) => subscriber.readerId === readerId))
    )
  }

  /** Sends the changes of a write to the streams of its organizations. The caller calls it after the commit. */
  publish(changes: LiveChanges): void {
    this.#sendInOrder(changes)
    this.#watching.announce(changes)
  }

  /** Whether a stream of this instance shows this organization. */
  isWatched(organizationId: number): boolean {
    return this.#streams.keys().some((subscriber) => subscriber.organizationId === organizationId)
  }

  /** Sends an event of another feature to the streams of an organization on this instance. */
  sendTo(organizationId: number, name: string, data: unknown): void {
    const text = eventText(name, data)
    for (const subscriber of this.#subscribersOf(organizationId)) this.#streams.get(subscriber)?.send(text)
  }

  /** Ends all streams, so that a stop of the service does not wait for them. */
  close(): void {
    this.#isClosed = true
    this.#watching.stop()
    for (const stream of this.#streams.values()) stream.end()
  }
}

/** Exchanges with the other instances what streams show, and passes them what theirs show. */
function shareWatched(instances: Instances, subscribers: () => readonly Subscriber[]) {
  let others: readonly (Watched & { readonly until: number })[] = []
  let searched: ReadonlySet<number> = new Set()

  function tell(): void {
    const all = subscribers()
    if (all.length === 0) return
    const watched: Watched = {
      instance: instances.name,
      organizationIds: [...new Set(all.map(({ organizationId }) => organizationId))],
      readerIds: [...new Set(all.flatMap(({ readerId }) => readerId ?? []))],
      assetIds: [...new Set(all.flatMap(({ assetId }) => assetId ?? []))],
    }
    instances.announce('watching', JSON.stringify(watched))
  }

  instances.onAnnounced('watching', (text) => {
    const watched = JSON.parse(text) as Watched
    const rest = others.filter(({ instance }) => instance !== watched.instance)
    others = [...rest, { ...watched, until: performance.now() + believedMillis }]
    searched = new Set(others.flatMap(({ assetIds }) => assetIds ?? []))
  })
  const timer = setInterval(tell, tellMillis)
  timer.unref()

  return {
    tell,
    isFollowed: (id: number): boolean => others.some(({ readerIds }) => readerIds.includes(id)),
    searchedAssets: (): ReadonlySet<number> => searched,
    announce({ moves, reads, signals = [] }: LiveChanges): void {
      if (others.length === 0) return
      others = others.filter(({ until }) => until > performance.now())
      const isWatched = (id: number) => others.some(({ organizationIds }) => organizationIds.includes(id))
      for (const move of moves)
        if (isWatched(move.organizationId))
          instances.announce('live', JSON.stringify({ moves: [move], reads: [] }))
      for (const read of reads)
        if (isWatched(read.organizationId))
          instances.announce('live', JSON.stringify({ moves: [], reads: [read] }))
      for (const signal of signals)
        if (others.some(({ assetIds }) => assetIds?.includes(signal.assetId)))
          instances.announce('live', JSON.stringify({ moves: [], reads: [], signals: [signal] }))
    },
    stop: (): void => clearInterval(timer),
  }
}

type Names = Awaited<ReturnType<Store['read']['tracking']['namesOf']>>
type AssetName = NonNullable<ReturnType<Names['assets']['get']>>

/** A soft-deleted location is null, as in the report. */
const toMoveView = (
  move: Move,
  asset: AssetName,
  locations: Names['locations'],
): Omit<LiveMove, keyof ConfidenceView> => {
  const [to, from] = [locations.get(move.to), move.from === null ? undefined : locations.get(move.from)]
  return {
    asset_id: move.assetId,
    asset_external_key: asset.externalKey,
    asset_name: asset.name,
    location_id: to?.id ?? null,
    location_external_key: to?.externalKey ?? null,
    location_name: to?.name ?? null,
    previous_location_id: from?.id ?? null,
    previous_location_external_key: from?.externalKey ?? null,
    previous_location_name: from?.name ?? null,
    event_observed_at: wireOf(move.firstAt),
    asset_last_seen: wireOf(move.lastSeenAt),
  }
}

const toReadView = (read: LiveRead, asset: AssetName | undefined): LiveReadView => ({
  reader_id: read.readerId,
  antenna: read.antenna,
  tag_type: read.tagType,
  value: read.value,
  ...(read.aliases && { aliases: [...read.aliases] }),
  rssi: read.rssi,
  observed_at: wireOf(read.at),
  result: read.result,
  asset_id: read.assetId,
  asset_external_key: asset?.externalKey ?? null,
  asset_name: asset?.name ?? null,
  hint: read.tagType === 'rfid' ? epcHint(read.value) : null,
})

const toSignalView = (
  { assetId, readerId, antenna, rssi, at }: Signal,
  nearness: number | null,
): SignalView => ({
  asset_id: assetId,
  reader_id: readerId,
  antenna,
  rssi,
  nearness,
  word: nearness === null ? null : wordOf(nearness),
  observed_at: wireOf(at),
})
