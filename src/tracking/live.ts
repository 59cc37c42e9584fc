import type { Move } from '../history/record'
import type { Log } from '../log'
import type { ReadResult } from '../metrics'
import type { Store } from '../storage/store'
import { epcHint } from '../tags/epc'
import type { TagType } from '../tags/schema'
import { type Clock, type Micros, wireOf } from '../time'
import type { LiveMove, LiveReadView } from './schema'
import { eventText, openStream, type Stream } from './stream'

/** One read of a fixed reader that somebody follows, and what became of it. */
export interface LiveRead {
  readonly organizationId: number
  readonly readerId: number
  readonly antenna: number
  readonly tagType: TagType
  readonly value: string
  readonly aliases?: readonly string[]
  readonly rssi: number | null
  /** As corrected by the ingest. */
  readonly at: Micros
  readonly result: ReadResult
  readonly assetId: number | null
}

/** What a write has changed, to be told once it is on disk. */
export interface News {
  readonly moves: readonly Move[]
  readonly reads: readonly LiveRead[]
}

export interface Listener {
  readonly organizationId: number
  readonly sessionId: string
  /** The reader whose reads are sent, too. */
  readonly readerId: number | undefined
  readonly isStillAuthorized: () => Promise<boolean>
}

/** So many streams of one session are open at once; one more ends the oldest. */
const streamsMax = 10

export type Live = ReturnType<typeof createLive>

/** Tells the consoles that listen what happens. Where nobody listens it asks and keeps nothing. */
export function createLive(store: Store, now: Clock, log: Log) {
  const streams = new Map<Listener, Stream>()
  let isClosed = false
  // One after another, so that what happened later is told later.
  let telling = Promise.resolve()

  const listenersOf = (organizationId: number) =>
    [...streams.keys()].filter((listener) => listener.organizationId === organizationId)

  async function tell({ moves, reads }: News): Promise<void> {
    const names = await store.read.tracking.namesOf(
      [...moves, ...reads].flatMap(({ assetId }) => assetId ?? []),
      moves.flatMap(({ from, to }) => [from ?? [], to].flat()),
      now(),
    )
    for (const read of reads) {
      const text = eventText('read', toReadView(read, names.assets.get(read.assetId ?? 0)))
      for (const listener of listenersOf(read.organizationId))
        if (listener.readerId === read.readerId) streams.get(listener)?.send(text)
    }
    for (const move of moves) {
      const asset = names.assets.get(move.assetId)
      // The report doesn't show it either.
      if (!asset?.isEffective) continue
      const text = eventText('move', toMoveView(move, asset, names.locations))
      for (const listener of listenersOf(move.organizationId)) streams.get(listener)?.send(text)
    }
  }

  return {
    /** Opens a stream; it ends with its session, with its client or with the service. */
    listen(listener: Listener): ReadableStream<Uint8Array> {
      const ofSession = [...streams].filter(([{ sessionId }]) => sessionId === listener.sessionId)
      for (const [, stream] of ofSession.slice(0, Math.max(0, ofSession.length + 1 - streamsMax)))
        stream.end()
      const stream = openStream({
        isStillAuthorized: listener.isStillAuthorized,
        onEnd: () => streams.delete(listener),
      })
      streams.set(listener, stream)
      if (isClosed) stream.end()
      return stream.body
    },

    /** Whether anybody wants the reads of this reader. */
    isFollowed: (organizationId: number, readerId: number): boolean =>
      streams.size > 0 && listenersOf(organizationId).some((listener) => listener.readerId === readerId),

    /** To be called after the commit. */
    tell(news: News): void {
      const heard = new Set(streams.keys().map(({ organizationId }) => organizationId))
      const moves = news.moves.filter(({ organizationId }) => heard.has(organizationId))
      const reads = news.reads.filter(({ organizationId }) => heard.has(organizationId))
      if (moves.length === 0 && reads.length === 0) return
      telling = telling
        .then(() => tell({ moves, reads }))
        .catch((error: unknown) => log.error({ err: error }, 'sending live events failed'))
    },

    /** Ends all streams, so that a stop need not wait for them. */
    close(): void {
      isClosed = true
      for (const stream of streams.values()) stream.end()
    },
  }
}

type Names = Awaited<ReturnType<Store['read']['tracking']['namesOf']>>
type AssetName = NonNullable<ReturnType<Names['assets']['get']>>

/** A soft-deleted place shows as null, as in the report. */
const toMoveView = (move: Move, asset: AssetName, locations: Names['locations']): LiveMove => {
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
