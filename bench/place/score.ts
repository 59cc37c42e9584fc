import type { Read } from '../../src/storage/core/store'
import { type Micros, second } from '../../src/base/time'

/** The true place from a time on; null when it is unknown. */
export interface Truth {
  readonly at: Micros
  readonly place: number | null
}

/** The reads of one tag in order of time, and where it really was. */
export interface Run {
  readonly reads: readonly Read[]
  readonly truth: readonly Truth[]
  readonly endAt: Micros
}

/** The place that a rule shows from a time on, up to the next one. */
export interface Shown {
  readonly at: Micros
  readonly place: number
}

/** Sums over runs. */
export interface Score {
  /** Time with a known truth after the first read, and the part of it during which the true place is shown. */
  readonly known: Micros
  readonly right: Micros
  /** Moves of the tag from one known place to another. */
  readonly trueMoves: number
  /** True moves after which the true place is shown when the stay ends. */
  readonly rightAtEnd: number
  /** Time from the arrival until the true place is shown, of each true move; infinite when it never is. */
  readonly latencies: readonly Micros[]
  /**
   * Moves that are shown although the true place was already shown since it last changed, or that lead to another place.
   * A flap and its return are two. Moves while the truth is unknown are not counted.
   */
  readonly falseMoves: number
  /** The false moves that are shown more than 15 s after the first read, when the place is no longer a first guess. */
  readonly settledFalseMoves: number
}

const guessTime = 15 * second

/** A stay of the tag at its true place, after its first read. */
interface Stay {
  readonly place: number
  readonly from: Micros
  readonly to: Micros
  /** Whether the tag came from another known place. */
  readonly isMove: boolean
}

export function score(run: Run, shown: readonly Shown[]): Score {
  const stays = staysOf(run)
  const settledAt = (run.reads[0]?.at ?? 0) + guessTime
  const results = stays.map((stay) => scoreStay(stay, during(shown, stay), settledAt))
  const sum = (key: 'known' | 'right' | 'falseMoves' | 'settledFalseMoves') =>
    results.reduce((total, result) => total + result[key], 0)
  const walks = results.filter((_, index) => stays[index]?.isMove)
  return {
    known: sum('known'),
    right: sum('right'),
    falseMoves: sum('falseMoves'),
    settledFalseMoves: sum('settledFalseMoves'),
    trueMoves: walks.length,
    rightAtEnd: walks.filter(({ isRightAtEnd }) => isRightAtEnd).length,
    latencies: walks.map(({ latency }) => latency),
  }
}

export function total(scores: readonly Score[]): Score {
  const sum = (key: Exclude<keyof Score, 'latencies'>) => scores.reduce((whole, one) => whole + one[key], 0)
  return {
    known: sum('known'),
    right: sum('right'),
    falseMoves: sum('falseMoves'),
    settledFalseMoves: sum('settledFalseMoves'),
    trueMoves: sum('trueMoves'),
    rightAtEnd: sum('rightAtEnd'),
    latencies: scores.flatMap(({ latencies }) => latencies),
  }
}

export const hoursOf = ({ known }: Score): number => known / second / 3600

/** The median latency in seconds; infinite when half of the moves were never shown, undefined without moves. */
export function medianLatency({ latencies }: Score): number | undefined {
  const median = latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length / 2)]
  return median === undefined ? undefined : median / second
}

function staysOf({ reads, truth, endAt }: Run): Stay[] {
  const firstAt = reads[0]?.at ?? endAt
  const stays: Stay[] = []
  let last: number | undefined
  for (const [index, { at, place }] of truth.entries()) {
    const to = truth[index + 1]?.at ?? endAt
    if (place === null || to <= firstAt) continue
    const open = stays.at(-1)
    const from = Math.max(at, firstAt)
    if (open?.place === place && open.to === from) stays[stays.length - 1] = { ...open, to }
    else stays.push({ place, from, to, isMove: last !== undefined && last !== place })
    last = place
  }
  return stays
}

/** The places shown during a stay. The first is the one that was shown when it began. */
function during(shown: readonly Shown[], { from, to }: Stay): Shown[] {
  const first = shown.findLast(({ at }) => at <= from)
  const later = shown.filter(({ at }) => at > from && at < to)
  return first ? [{ ...first, at: from }, ...later] : later
}

function scoreStay({ place, from, to }: Stay, shown: readonly Shown[], settledAt: Micros) {
  const known = to - from
  let right = 0
  let falseMoves = 0
  let settledFalseMoves = 0
  let rightSince: Micros | undefined
  for (const [index, one] of shown.entries()) {
    const isRight = one.place === place
    if (isRight) right += (shown[index + 1]?.at ?? to) - one.at
    if (index > 0 && (!isRight || rightSince !== undefined)) {
      falseMoves++
      if (one.at > settledAt) settledFalseMoves++
    }
    if (isRight) rightSince ??= one.at
  }
  const latency = rightSince === undefined ? Infinity : rightSince - from
  return { known, right, falseMoves, settledFalseMoves, latency, isRightAtEnd: shown.at(-1)?.place === place }
}
