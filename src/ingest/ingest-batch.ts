import { type Moment, recordArrivals } from '../history/arrivals'
import type { Read } from '../storage/store'
import type { HistoryRules, Move } from '../history/record'
import type { MessageResult, ReadResult } from '../metrics'
import type { AntennaTarget, ReaderRow, Writes } from '../storage/store'
import type { Micros } from '../time'
import type { LiveRead, LiveChanges } from '../tracking/live'
import { type Inbox, openInbox } from '../unknown-tags/inbox'
import { createPauses } from '../pause'
import type { DecodedRead } from '../formats/decoder'
import type { Content } from './delivery'
import { type Observation, recordHealth } from './health'
import { openRepeats, type Repeats } from './repeats'
import { createResolver } from './resolve'
import { clockWindow, correctedTime, isBelieved, type TimeRules } from './rules'

/** A message whose reader is known, or a part of its reads, on its way into a write. */
export interface Arrival {
  readonly reader: ReaderRow
  /** That of its first read; each further one has the next microsecond. */
  readonly receivedAt: Micros
  readonly topic: string | null
  readonly payload: Uint8Array
  readonly content: Content
  /** What became of the message's reads in earlier writes. */
  readonly earlier: ReadonlyMap<ReadResult, number>
  /** No more of the message is to come. */
  readonly isWhole: boolean
}

export interface Outcome {
  /** Null where more of the message is to come. */
  readonly result: MessageResult | null
  readonly reads: ReadonlyMap<ReadResult, number>
  /** Why it was refused, for the log and for HTTP. */
  readonly reason?: string
}

/** What a write has made of a batch: an outcome for each message, and what there is to tell after the commit. */
interface Ingested {
  readonly outcomes: readonly Outcome[]
  readonly changes: LiveChanges
}

/** Whether somebody looks on while this reader reads. */
export type IsFollowed = (organizationId: number, readerId: number) => boolean

type Resolver = ReturnType<typeof createResolver>

/** What a write knows while it sorts out the reads of its messages. */
interface BatchContext {
  readonly targets: ReadonlyMap<string, AntennaTarget>
  readonly resolver: Resolver
  readonly repeats: Repeats
  readonly settings: TimeRules & HistoryRules
  /** The reads that are applied, by asset. */
  readonly applied: Map<number, { readonly organizationId: number; readonly reads: Read[] }>
  /** Takes those of tags that nobody knows. */
  readonly inbox: Inbox
  readonly isFollowed: IsFollowed
  /** The reads of readers that are followed. */
  readonly followed: LiveRead[]
}

/**
 * Takes in a batch of messages within one write: finds the result of each read (docs/history.md, Counters), records
 * those of known tags in the history of their assets, those of unknown tags in the inbox, and what the messages tell of their readers.
 */
export async function ingestBatch(
  tx: Writes,
  arrivals: readonly Arrival[],
  settings: TimeRules & HistoryRules,
  now: Micros,
  moment: Moment | undefined,
  isFollowed: IsFollowed,
): Promise<Ingested> {
  const pause = createPauses()
  // Within the write: a place that was deleted a moment ago takes no asset any more.
  const targets = await tx.readers.antennasOf([...new Set(arrivals.map(({ reader }) => reader.id))])
  const reads = arrivals.flatMap(({ reader, content }) =>
    'refused' in content ? [] : content.reads.map((read) => ({ reader, read })),
  )
  const resolver = createResolver(tx)
  await resolver.load(reads.map(({ reader, read }) => identifierOf(reader, read)))
  const repeats = await openRepeats(
    tx,
    now,
    reads.flatMap(({ reader, read }) => sentReadOf(reader, read) ?? []),
  )
  const byPort = new Map(targets.map((target) => [`${target.readerId}:${target.port}`, target]))
  const inbox = openInbox(tx)
  const context: BatchContext = {
    targets: byPort,
    resolver,
    repeats,
    settings,
    applied: new Map(),
    inbox,
    isFollowed,
    followed: [],
  }

  const classified = arrivals.map((arrival) => classify(context, arrival))
  const moves: Move[] = []
  for (const [assetId, { organizationId, reads: ofAsset }] of context.applied) {
    const asset = { organizationId, assetId }
    const move = await recordArrivals(tx.history, asset, ofAsset, settings, moment)
    if (move) moves.push(move)
    await pause()
  }
  await inbox.save(settings, pause, moment)
  await repeats.save(pause)
  await recordHealth(tx, classified)
  const outcomes = classified.map(({ result, reads: counts, problem }) => ({
    result,
    reads: counts,
    ...(problem !== null && { reason: problem }),
  }))
  return { outcomes, changes: { moves, reads: context.followed } }
}

/** Finds what becomes of a message and each of its reads, and gathers those that are applied. */
function classify(
  context: BatchContext,
  { reader, content, earlier, isWhole, ...message }: Arrival,
): Observation {
  const observed = { ...message, readerId: reader.id, clock: null, antennas: new Map<number, boolean>() }
  if ('refused' in content)
    return { ...observed, result: content.refused, reads: new Map(), problem: content.reason }

  const counts = new Map<ReadResult, number>()
  if (content.faults.length > 0) counts.set('ignored', content.faults.length)
  let problem = content.faults[0] ?? null
  let clock: Observation['clock'] = null
  for (const [index, read] of content.reads.entries()) {
    const window = clockWindow(message.receivedAt + index, context.settings)
    if (read.sentAt !== null) clock = { sentAt: read.sentAt, isBelieved: isBelieved(read.sentAt, window) }
    const at = correctedTime(read.sentAt, window)
    const result = apply(context, reader, read, at)
    counts.set(result, (counts.get(result) ?? 0) + 1)
    if (context.isFollowed(reader.organizationId, reader.id))
      context.followed.push(toLiveRead(context, reader, read, at, result))
    problem ??= problemOf(result, reader, read)
  }
  return {
    ...observed,
    result: isWhole ? resultOf(counts, earlier) : null,
    reads: counts,
    problem,
    clock,
    antennas: content.antennas ?? observed.antennas,
  }
}

/** Of a message whose reads came in one write or several. */
function resultOf(...counts: ReadonlyMap<ReadResult, number>[]): MessageResult {
  const results = new Set(counts.flatMap((each) => [...each.keys()]))
  return results.size === 1 && results.has('duplicate') ? 'duplicate' : 'accepted'
}

function apply(
  { targets, repeats, resolver, applied, inbox }: BatchContext,
  reader: ReaderRow,
  read: DecodedRead,
  at: Micros,
): ReadResult {
  if (!reader.isActive) return 'ignored'
  const target = targets.get(`${reader.id}:${read.antenna}`)
  if (!target) return 'unmapped_antenna'
  if (!target.locationIsLive) return 'unresolved_location'
  const sent = sentReadOf(reader, read)
  if (sent && repeats.isRepeat(sent)) return 'duplicate'
  const match = resolver.find(identifierOf(reader, read))
  const { organizationId } = reader
  if (!match) {
    inbox.add({ organizationId, ...read }, toRead(reader, read, target, 0, at))
    return 'unknown_tag'
  }
  if (read.aliases) inbox.forget({ organizationId, ...read })
  // A location's tag tells where a handheld is; an antenna only sees that the place is still there.
  if (match.assetId === null) return 'ignored'
  const ofAsset = applied.getOrInsertComputed(match.assetId, () => ({ organizationId, reads: [] }))
  ofAsset.reads.push(toRead(reader, read, target, match.tagId, at))
  return 'applied'
}

function toLiveRead(
  { resolver }: BatchContext,
  reader: ReaderRow,
  read: DecodedRead,
  at: Micros,
  result: ReadResult,
): LiveRead {
  const { organizationId, id: readerId } = reader
  const { antenna, tagType, value, aliases, rssi } = read
  const assetId = resolver.find(identifierOf(reader, read))?.assetId ?? null
  return {
    organizationId,
    readerId,
    antenna,
    tagType,
    value,
    ...(aliases && { aliases }),
    rssi,
    at,
    result,
    assetId,
  }
}

/** For the reader's page: why a read came to nothing, where somebody should do something about it. */
function problemOf(result: ReadResult, reader: ReaderRow, { antenna }: DecodedRead): string | null {
  if (result === 'unmapped_antenna') return `Antenna ${antenna} is not mapped to a location`
  if (result === 'unresolved_location') return `The location of antenna ${antenna} has been deleted`
  return result === 'ignored' && !reader.isActive ? 'The reader is not active' : null
}

const identifierOf = ({ organizationId }: ReaderRow, { tagType, value, aliases }: DecodedRead) => ({
  organizationId,
  tagType,
  value,
  ...(aliases && { aliases }),
})

/** By what the read is known again; one without a time of its own can't be. */
const sentReadOf = (reader: ReaderRow, { antenna, tagType, value, sentAt }: DecodedRead) =>
  sentAt === null ? undefined : { source: `${reader.id}:${antenna}`, tag: `${tagType}:${value}`, sentAt }

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
