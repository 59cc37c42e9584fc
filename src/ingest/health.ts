import type { MessageResult, ReadResult } from '../metrics'
import type { RawMessage, ReaderHealth, Writes } from '../storage/store'
import { type Micros, second } from '../time'

/** What one message tells of its reader. */
export interface Observation {
  readonly readerId: number
  readonly receivedAt: Micros
  readonly topic: string | null
  readonly payload: Uint8Array
  /** Null where more of the message is to come. */
  readonly result: MessageResult | null
  readonly reads: ReadonlyMap<ReadResult, number>
  /** Of a message that was refused, or of a read that came to nothing. */
  readonly problem: string | null
  /** The last time that the reader sent, which shows how its clock stands. */
  readonly clock: { readonly sentAt: Micros; readonly isBelieved: boolean } | null
  readonly antennas: ReadonlyMap<number, boolean>
}

/** The ring of each reader: so many messages, of each so many bytes, are kept to see what it sends. */
export const recentMessagesMax = 50
const payloadBytesMax = 4_096
/** Of the messages of one reader in one write, and of those that were refused; under load the ring holds a sample. */
const keptAtOnce = 5
/** More characters of a topic or a problem tell nothing more; a reader chooses how long they are. */
const textMax = 1_000
/** As many as can be mapped: a reader that names ever new ports must not make the row grow. */
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
})

/** Stores what a batch of messages tells of the readers that sent them, in the order of arrival. */
export async function recordHealth(
  { readerHealth }: Writes,
  observations: readonly Observation[],
): Promise<void> {
  const ofReader = Map.groupBy(observations, ({ readerId }) => readerId)
  const known = await readerHealth.find([...ofReader.keys()])
  for (const [readerId, observed] of ofReader) {
    const before = known.find((health) => health.readerId === readerId) ?? newHealthOf(readerId)
    const kept = sampleOf(observed.filter(isWhole))
    for (const [index, observation] of kept.entries())
      await readerHealth.keepRaw(toRaw(observation, (before.rawCount + index) % recentMessagesMax))
    const after = observed.reduce(afterMessage, before)
    await readerHealth.save({ ...after, rawCount: before.rawCount + kept.length })
  }
}

type Whole = Observation & { readonly result: MessageResult }

const isWhole = (observation: Observation): observation is Whole => observation.result !== null

/** The latest messages, and of those that were refused the latest too. */
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
  topic: topic && shortened(topic),
  result,
  reason: problem && shortened(problem),
  payload: payload.slice(0, payloadBytesMax),
  size: payload.length,
})

const shortened = (text: string): string => text.slice(0, textMax).toWellFormed()

function afterMessage(health: ReaderHealth, observation: Observation): ReaderHealth {
  const { receivedAt, result, reads, problem, clock, antennas } = observation
  const hasReads = reads.size > 0
  return {
    ...health,
    lastMessageAt: receivedAt,
    ...(hasReads && { lastReadAt: receivedAt }),
    ...(clock && clockAfter(health, clock, receivedAt)),
    ...(problem !== null && { problem: shortened(problem), problemAt: receivedAt }),
    ...(antennas.size > 0 && { antennas: antennasAfter(health, antennas, receivedAt) }),
    ...(result !== null && { messages: plus(health.messages, [[result, 1]]) }),
    ...(hasReads && { reads: plus(health.reads, reads) }),
  }
}

/** A clock that has been put right is forgiven at once. */
const clockAfter = (
  { wrongClockSince }: ReaderHealth,
  { sentAt, isBelieved }: NonNullable<Observation['clock']>,
  receivedAt: Micros,
) =>
  isBelieved
    ? { wrongClockSince: null, clockOffsetSeconds: null }
    : {
        wrongClockSince: wrongClockSince ?? receivedAt,
        clockOffsetSeconds: Math.round((sentAt - receivedAt) / second),
      }

/** By port; of too many those with the lowest numbers. */
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
