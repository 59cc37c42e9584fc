import type { Message } from '../../base/messages'
import { appendAtOnce } from '../history/append'
import { type Arriving, type Moment, recordArrivals } from '../history/arrivals'
import { openBatch, settleReads } from '../history/batch'
import type { HistoryRules } from '../history/closing'
import type { Move } from '../history/record'
import type { MessageResult, ReadResult } from '../../base/metrics'
import type { AntennaTarget, ArrivingReader, Read, Writes } from '../../storage/core/store'
import type { Micros } from '../../base/time'
import type { PadRead } from '../stations/pads'
import type { TelemetryBatch, TelemetryCounts } from '../telemetry/recorder'
import type { LiveRead, LiveChanges } from '../tracking/live'
import type { Signal } from '../tracking/nearness'
import { isTooWeak } from '../tuning/antenna-rules'
import { originOf } from '../tuning/columns'
import { openRecordings, type Recordings } from '../tuning/recordings'
import { SeenReads } from '../tuning/seen-reads'
import { Inbox } from '../unknown-tags/inbox'
import { createPauses, type Pause } from '../../base/turns/pause'
import { concurrently } from '../../base/turns/concurrently'
import type { Content } from './content'
import { corrected, type FoundRead, toLiveRead, toPadRead, toRead, toSignal } from './found-read'
import { clockWith } from './clock-state'
import { type Observation, type Problem, recordHealth } from './health'
import { createSources, openRead, type OpenedRead } from './opened-read'
import type { RecentTimes } from './recent-times'
import { problemOf, rejectionOf } from './problems'
import { openRepeats, type Repeats } from './repeats'
import { createResolver, type KnownTags } from './resolve'
import { kindOf, resultOf } from './results'
import { clockWindow, correctedTime, type TimeRules } from './rules'

/** A message whose reader is known, or a part of its reads, for one write. */
export interface Arrival {
  readonly reader: ArrivingReader
  /** The time of receipt of the first read. Each further read has the next microsecond. */
  readonly receivedAt: Micros
  readonly topic: string | null
  readonly payload: Uint8Array
  readonly content: Content
  /** The results of the message's reads in earlier writes. */
  readonly earlier: ReadonlyMap<ReadResult, number>
  /** True for the last part of the message. */
  readonly isWhole: boolean
  /** Where the message is kept, if it was rejected and is read again. */
  readonly keptSlot: number | null
}

export interface Outcome {
  /** Null until the last part of the message. */
  readonly result: MessageResult | null
  readonly reads: ReadonlyMap<ReadResult, number>
  /** Why the message was rejected, for the log and for HTTP. */
  readonly reason?: Message
}

/** The result of a batch: an outcome for each message, and what other parts need after the commit. */
interface Ingested {
  readonly outcomes: readonly Outcome[]
  readonly changes: LiveChanges
  readonly seen: SeenReads
  readonly padReads: readonly PadRead[]
  readonly telemetry: TelemetryCounts
  /** Must be called after the commit, before the next batch. */
  readonly updateCaches: () => void
}

/** Whether a console follows the live reads of this reader. */
type IsFollowed = (organizationId: number, readerId: number) => boolean

/** Stored data that the next batch needs again. */
interface IngestCaches {
  /** Undefined when other instances store reads, too. */
  readonly recent: RecentTimes | undefined
  readonly tags: KnownTags
}

/** Requests wait for at most about this time while a batch is written. */
const sliceMillis = 1

type Resolver = ReturnType<typeof createResolver>

/** The data that classifying the reads of a batch needs. */
interface BatchContext {
  /** The antennas that are mapped, by their origin. */
  readonly targets: ReadonlyMap<number, AntennaTarget>
  readonly resolver: Resolver
  readonly repeats: Repeats
  readonly settings: TimeRules & HistoryRules
  /** The reads that are applied, by asset. */
  readonly applied: Map<number, { readonly organizationId: number; readonly reads: Read[] }>
  /** Collects the reads of unknown tags. */
  readonly inbox: Inbox
  readonly isFollowed: IsFollowed
  /** The reads of readers that are followed. */
  readonly followed: LiveRead[]
  /** The assets that are searched for, and their reads. */
  readonly searched: ReadonlySet<number>
  readonly signals: Signal[]
  /** All reads of active readers, without repeats and without those of encode stations. */
  readonly seen: SeenReads
  /** The reads of encode stations. */
  readonly padReads: PadRead[]
  /** The samples of places that are being recorded. */
  readonly recordings: Recordings
  /** Collects what the tags of the applied reads say about themselves. */
  readonly telemetry: TelemetryBatch
}

/** What the reads of a batch are classified and recorded by. */
interface BatchRules {
  readonly settings: TimeRules & HistoryRules
  readonly now: Micros
  readonly moment: Moment | undefined
  readonly isFollowed: IsFollowed
  /** The assets whose signal is sent to consoles. */
  readonly searched: ReadonlySet<number>
  readonly caches: IngestCaches
  readonly telemetry: TelemetryBatch
}

/**
 * Stores a batch of messages in one write. Finds the result of each read (docs/history.md, Counters), records the reads
 * of known tags in the history of their assets and the reads of unknown tags in the inbox, and updates the health of
 * the readers.
 */
export async function ingestBatch(
  tx: Writes,
  arrivals: readonly Arrival[],
  rules: BatchRules,
): Promise<Ingested> {
  const arriving = { rules: rules.settings, moment: rules.moment }
  const pause = createPauses(sliceMillis)
  const openSources = createSources()
  const opened = arrivals.map(({ reader, content }) => {
    const sourceOf = openSources(reader)
    return 'refused' in content ? [] : content.reads.map((read) => openRead(reader, read, sourceOf))
  })
  const context = await openContext(tx, { arrivals, reads: opened.flat() }, rules, pause)
  const classified: Observation[] = []
  for (const [index, arrival] of arrivals.entries()) {
    classified.push(classify(context, arrival, opened[index] ?? []))
    await pause()
  }
  const moves = await recordApplied(tx, context, arriving, pause)
  await context.recordings.save(tx)
  const telemetry = await context.telemetry.save(tx, pause)
  await context.inbox.save(arriving, pause)
  await context.repeats.save(pause)
  await recordHealth(tx, classified)
  return {
    outcomes: classified.map(({ result, reads, problem }) => ({
      result,
      reads,
      ...(problem !== null && { reason: problem.message }),
    })),
    changes: { moves, reads: context.followed, signals: context.signals },
    seen: context.seen,
    padReads: context.padReads,
    telemetry,
    updateCaches: () => context.repeats.updateRecent(),
  }
}

/** Loads the data that classifying these reads needs. */
async function openContext(
  tx: Writes,
  { arrivals, reads }: { readonly arrivals: readonly Arrival[]; readonly reads: readonly OpenedRead[] },
  { settings, now, isFollowed, searched, caches, telemetry }: BatchRules,
  pause: Pause,
): Promise<BatchContext> {
  // Read within the write, because a location that has just been deleted must not receive an asset.
  const targets = await tx.readers.antennasOf([...new Set(arrivals.map(({ reader }) => reader.id))])
  const resolver = createResolver(tx, caches.tags)
  await pause()
  await resolver.load(reads.map(({ identifier }) => identifier))
  await pause()
  const sent = reads.flatMap((read) => read.sent ?? [])
  const repeats = await openRepeats(tx, sent, { receivedAt: now, recent: caches.recent, pause })
  return {
    targets: new Map(targets.map((target) => [originOf(target.readerId, target.port), target])),
    resolver,
    repeats,
    settings,
    applied: new Map(),
    inbox: new Inbox(tx),
    isFollowed,
    followed: [],
    searched,
    signals: [],
    seen: new SeenReads(),
    padReads: [],
    telemetry,
    recordings: await openRecordings(
      tx,
      [...new Set(arrivals.map(({ reader }) => reader.organizationId))],
      now,
    ),
  }
}

/** Records the applied reads in the history of their assets. Returns the moves. */
async function recordApplied(
  tx: Writes,
  context: BatchContext,
  arriving: Arriving,
  pause: Pause,
): Promise<Move[]> {
  const moves: Move[] = []
  // In the order of the tables, in which neighboring rows are written faster.
  const applied = [...context.applied].toSorted(([one], [other]) => one - other)
  const history = await openBatch(
    tx.history,
    applied.map(([assetId]) => assetId),
    new Set(applied.map(([, { organizationId }]) => organizationId)),
  )
  await pause()
  const others: typeof applied = []
  for (const each of applied) {
    const [assetId, { organizationId, reads }] = each
    const { rules, moment } = arriving
    if (moment || !appendAtOnce(history, { organizationId, assetId }, reads, rules)) others.push(each)
    const pausing = pause()
    if (pausing) await pausing
  }
  await concurrently(
    others,
    async ([assetId, { organizationId, reads }]) => {
      const move = await recordArrivals(history, { organizationId, assetId }, reads, arriving)
      if (move) moves.push(move)
    },
    pause,
  )
  await settleReads(tx.history, pause)
  return moves
}

/** Finds the result of a message and of each of its reads, and collects the reads that are applied. */
function classify(
  context: BatchContext,
  { reader, content, earlier, isWhole, ...message }: Arrival,
  reads: readonly OpenedRead[],
): Observation {
  const observed = {
    ...message,
    readerId: reader.id,
    weakReads: 0,
    clock: null,
    antennas: new Map<number, boolean>(),
  }
  if ('refused' in content)
    return { ...observed, result: content.refused, reads: new Map(), problem: rejectionOf(content) }

  const counts = new Map<ReadResult, number>()
  if (content.faults.length > 0) counts.set('ignored', content.faults.length)
  const [fault] = content.faults
  let problem: Problem | null = fault === undefined ? null : { kind: 'entry', message: fault }
  let clock: Observation['clock'] = null
  let weakReads = 0
  const { organizationId, id, stationJobId } = reader
  const isFollowed = context.isFollowed(organizationId, id)
  let receivedAt = message.receivedAt
  for (const opened of reads) {
    const origin = originOf(id, opened.read.antenna)
    const target = context.targets.get(origin)
    const read = corrected(opened.read, target)
    const window = clockWindow(receivedAt++, context.settings)
    clock = clockWith(clock, read.sentAt, window)
    const at = correctedTime(read.sentAt, window)
    const match = context.resolver.find(opened.identifier)
    const assetId = match?.assetId ?? null
    const { rssi } = opened.read
    const found: FoundRead = { reader, origin, target, match, assetId, read, rssi, sent: opened.sent, at }
    const effect = apply(context, found)
    const result = effect === 'weak' ? 'ignored' : effect
    if (effect === 'weak') weakReads++
    counts.set(result, (counts.get(result) ?? 0) + 1)
    const isNew = reader.isActive && effect !== 'duplicate'
    if (isNew && stationJobId === null) context.seen.add(organizationId, found, kindOf(effect))
    else if (isNew && stationJobId !== null && read.tagType === 'rfid')
      context.padReads.push(toPadRead(found, stationJobId, receivedAt))
    if (isFollowed) context.followed.push(toLiveRead(found, result))
    if (isNew && assetId !== null && context.searched.has(assetId))
      context.signals.push(toSignal(found, assetId, message.receivedAt))
    problem ??= problemOf(result, reader, read)
  }
  const [note] = content.notes ?? []
  if (note !== undefined) problem ??= { kind: 'field', message: note }
  return {
    ...observed,
    result: isWhole ? resultOf(counts, earlier) : null,
    reads: counts,
    weakReads,
    problem,
    clock,
    antennas: content.antennas ?? observed.antennas,
  }
}

/** Returns `weak` for a read that is ignored because it is weaker than the minimum RSSI of its antenna. */
function apply(context: BatchContext, found: FoundRead): ReadResult | 'weak' {
  const { repeats, applied, inbox, recordings, telemetry } = context
  const { reader, target, match, read, sent, at } = found
  if (!reader.isActive) return 'ignored'
  // What lies on an encode station is not where its asset is.
  if (reader.stationJobId !== null) return sent && repeats.isRepeat(sent) ? 'duplicate' : 'ignored'
  if (!target) return 'unmapped_antenna'
  if (!target.locationIsLive) return 'unresolved_location'
  if (isTooWeak(read.rssi, target.minRssiDbm)) return 'weak'
  if (sent && repeats.isRepeat(sent)) return 'duplicate'
  const { organizationId } = reader
  const one = toRead(found, target, match?.tagId ?? 0)
  recordings.add(organizationId, found, one)
  if (!match) {
    inbox.add({ organizationId, ...read }, one)
    return 'unknown_tag'
  }
  if (read.aliases) inbox.remove({ organizationId, ...read })
  // The tag of a location shows where a handheld is. For an antenna, which does not move, it has no meaning.
  if (match.assetId === null) return 'ignored'
  const ofAsset = applied.getOrInsertComputed(match.assetId, () => ({ organizationId, reads: [] }))
  ofAsset.reads.push(one)
  if (read.telemetry)
    telemetry.add({ organizationId, assetId: match.assetId, tagId: match.tagId, at }, read.telemetry)
  return 'applied'
}
