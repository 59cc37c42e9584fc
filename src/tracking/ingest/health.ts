import { type Message, shortened, storedOf } from '../../base/messages'
import type { MessageResult, ReadResult } from '../../base/metrics'
import type { LaterRejections, ProblemKind, RawMessage, ReaderHealth, Writes } from '../../storage/core/store'
import { type Micros, second } from '../../base/time'
import { clockAfter, type ClockObservation } from './clock-state'

/** Why a message was rejected, or why one of its reads had no effect. */
export interface Problem {
  readonly kind: ProblemKind
  readonly message: Message
  /** The antenna that the problem is about. */
  readonly port?: number
}

/** The facts about a reader that one message contains. */
export interface Observation {
  readonly readerId: number
  readonly receivedAt: Micros
  readonly topic: string | null
  readonly payload: Uint8Array
  /** Null until the last part of the message. */
  readonly result: MessageResult | null
  readonly reads: ReadonlyMap<ReadResult, number>
  /** Number of the ignored reads that are weaker than the minimum RSSI of their antenna. */
  readonly weakReads: number
  readonly problem: Problem | null
  /** Null for a message without times. */
  readonly clock: ClockObservation | null
  readonly antennas: ReadonlyMap<number, boolean>
  /** Where the message is kept, if it was rejected and has been read again. */
  readonly keptSlot: number | null
}

/** Maximum number of recent messages that are kept of each reader. */
export const recentMessagesMax = 50
/** Maximum number of bytes that are kept of a payload. */
const payloadBytesMax = 4_096
/**
 * Maximum number of messages of one reader that one write keeps, and the same number of rejected ones. Under load,
 * the recent messages are therefore a sample.
 */
const keptAtOnce = 5
/** Maximum length of a topic, in characters. The reader controls it. */
const topicMax = 1_000
/** A problem has passed when good messages follow for this time. */
const passedAfter: Micros = 60 * second
/** The maximum number of mapped antennas. A reader that reports new ports all the time must not make the row grow. */
const antennasMax = 256

const newHealthOf = (readerId: number): ReaderHealth => ({
  readerId,
  lastMessageAt: 0,
  lastReadAt: null,
  wrongClockSince: null,
  clockOffsetSeconds: null,
  problem: null,
  problemAt: null,
  antennas: {},
  messages: {},
  reads: {},
  rawCount: 0,
  lastAcceptedAt: null,
  lastAppliedAt: null,
  rejectedSince: null,
  rejectedCount: 0,
  problemKind: null,
  problemPort: null,
  lagSince: null,
  lagSentAt: null,
  lagMessages: 0,
})

/** Updates the health of the readers whose messages are in a batch, in the order of arrival. */
export async function recordHealth(
  { readerHealth }: Writes,
  observations: readonly Observation[],
): Promise<void> {
  const ofReader = Map.groupBy(observations, ({ readerId }) => readerId)
  const known = await readerHealth.find([...ofReader.keys()])
  for (const [readerId, observed] of ofReader) {
    const before = known.find((health) => health.readerId === readerId) ?? newHealthOf(readerId)
    // First, because a new message may take the place of one that was read again.
    const corrected = await afterReadAgain(readerHealth, before, observed.filter(isReadAgain))
    const arrived = observed.filter(({ keptSlot }) => keptSlot === null)
    const kept = sampleOf(arrived.filter(isWhole))
    for (const [index, observation] of kept.entries())
      await readerHealth.keepRaw(toRaw(observation, (before.rawCount + index) % recentMessagesMax))
    const after = arrived.reduce(afterMessage, corrected)
    await readerHealth.save({ ...after, rawCount: before.rawCount + kept.length })
  }
}

type ReadAgain = Whole & { readonly keptSlot: number }

const isReadAgain = (observation: Observation): observation is ReadAgain =>
  isWhole(observation) && observation.keptSlot !== null

/** Keeps the new results of messages that were rejected and are accepted now, and corrects the health. */
async function afterReadAgain(
  readerHealth: Writes['readerHealth'],
  before: ReaderHealth,
  observed: readonly ReadAgain[],
): Promise<ReaderHealth> {
  let health = before
  for (const observation of observed) {
    await readerHealth.keepRaw(toRaw(observation, observation.keptSlot))
    const later = await readerHealth.rejectionsAfter(before.readerId, observation.receivedAt)
    health = correctedBy(health, observation, later)
  }
  return health
}

/**
 * Returns the health as if the message had been accepted when it arrived. Nothing in it gets a time of the present. A
 * message that arrived later determines the state of the clock, of the antennas and of the rejections.
 */
function correctedBy(health: ReaderHealth, observation: ReadAgain, later: LaterRejections): ReaderHealth {
  const { receivedAt } = observation
  const { lastMessageAt, lastReadAt, lastAppliedAt, problem, problemAt, problemKind, problemPort } = health
  const after = afterMessage(health, observation)
  const changed = {
    lastMessageAt,
    lastReadAt: latest(lastReadAt, after.lastReadAt),
    lastAppliedAt: latest(lastAppliedAt, after.lastAppliedAt),
    messages: plus(after.messages, [['malformed', -1]]),
    reads: after.reads,
  }
  if (receivedAt < (health.lastAcceptedAt ?? 0)) return { ...health, ...changed }
  // Otherwise the problem is the rejection of this message.
  const isLaterProblem = problemAt !== null && problemAt > receivedAt
  return {
    ...after,
    ...changed,
    ...(isLaterProblem
      ? { problem, problemAt, problemKind, problemPort }
      : observation.problem === null && noProblem),
    rejectedCount: later.count,
    rejectedSince: later.since,
  }
}

const latest = (one: Micros | null, other: Micros | null): Micros | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

type Whole = Observation & { readonly result: MessageResult }

const isWhole = (observation: Observation): observation is Whole => observation.result !== null

/** Returns the latest messages and the latest rejected messages. */
function sampleOf(observed: readonly Whole[]): readonly Whole[] {
  if (observed.length <= keptAtOnce) return observed
  const refused = observed.filter(({ problem }) => problem !== null).slice(-keptAtOnce)
  const chosen = new Set([...refused, ...observed.slice(-keptAtOnce)])
  return observed.filter((observation) => chosen.has(observation))
}

const toRaw = (
  { readerId, receivedAt, topic, result, problem, payload }: Whole,
  slot: number,
): RawMessage => ({
  readerId,
  slot,
  receivedAt,
  topic: topic && shortened(topic, topicMax),
  result,
  reason: problem && storedOf(problem.message),
  payload: payload.slice(0, payloadBytesMax),
  size: payload.length,
})

function afterMessage(health: ReaderHealth, observation: Observation): ReaderHealth {
  const { receivedAt, result, reads, weakReads, clock, antennas } = observation
  const hasReads = reads.size > 0
  return {
    ...health,
    lastMessageAt: receivedAt,
    ...(hasReads && { lastReadAt: receivedAt }),
    ...(clock && clockAfter(health, clock, receivedAt)),
    ...((reads.get('applied') ?? 0) > 0 && { lastAppliedAt: receivedAt }),
    ...problemAfter(health, observation),
    ...(result !== null && rejectionsAfter(health, result, receivedAt)),
    ...(antennas.size > 0 && { antennas: antennasAfter(health, antennas, receivedAt) }),
    ...(result !== null && { messages: plus(health.messages, [[result, 1]]) }),
    ...(hasReads && { reads: plus(health.reads, weakReads > 0 ? [...reads, ['weak', weakReads]] : reads) }),
  }
}

const isRejected = (result: MessageResult): boolean => result === 'malformed' || result === 'unauthorized'

/** Counts the messages that were rejected since the last accepted one. */
const rejectionsAfter = (
  { rejectedSince, rejectedCount }: ReaderHealth,
  result: MessageResult,
  receivedAt: Micros,
): Partial<ReaderHealth> =>
  isRejected(result)
    ? { rejectedSince: rejectedSince ?? receivedAt, rejectedCount: rejectedCount + 1 }
    : { lastAcceptedAt: receivedAt, rejectedSince: null, rejectedCount: 0 }

const noProblem = { problem: null, problemAt: null, problemKind: null, problemPort: null }

function problemAfter(
  { problemAt }: ReaderHealth,
  { problem, receivedAt }: Observation,
): Partial<ReaderHealth> {
  if (problem !== null) {
    const { kind, message, port } = problem
    return {
      problem: storedOf(message),
      problemAt: receivedAt,
      problemKind: kind,
      problemPort: port ?? null,
    }
  }
  const hasPassed = problemAt !== null && receivedAt - problemAt >= passedAfter
  return hasPassed ? noProblem : {}
}

/** Returns the antennas by port. When there are too many, it keeps those with the lowest port numbers. */
function antennasAfter(
  { antennas: before }: ReaderHealth,
  reported: ReadonlyMap<number, boolean>,
  at: Micros,
): ReaderHealth['antennas'] {
  const after = { ...before }
  for (const [port, isConnected] of reported)
    if (after[port]?.isConnected !== isConnected) after[port] = { isConnected, since: at }
  return Object.fromEntries(Object.entries(after).slice(0, antennasMax))
}

function plus(
  counts: Readonly<Record<string, number>>,
  more: Iterable<readonly [string, number]>,
): Record<string, number> {
  const sum = { ...counts }
  for (const [result, count] of more) sum[result] = (sum[result] ?? 0) + count
  return sum
}
