import { type Micros, second } from '../../src/base/time'
import type { Presence } from '../../src/storage/core/store'

/** Reports of stays, computed from whole histories in the most obvious way. */

/** The history of an asset: its scan events, the oldest first, and its last read. */
export interface History {
  readonly events: readonly Pick<Presence, 'locationId' | 'firstAt'>[]
  readonly lastSeenAt: Micros
}

interface Stay {
  readonly locationId: number
  readonly previousId: number | null
  readonly from: Micros
  /** The beginning of the next stay; null on the newest one. */
  readonly to: Micros | null
  readonly lastSeenAt: Micros
}

export function staysOf({ events, lastSeenAt }: History): Stay[] {
  const firsts = events.filter((event, index) => event.locationId !== events[index - 1]?.locationId)
  return firsts.map((event, index) => ({
    locationId: event.locationId,
    previousId: firsts[index - 1]?.locationId ?? null,
    from: event.firstAt,
    to: firsts[index + 1]?.firstAt ?? null,
    lastSeenAt,
  }))
}

export function dwellOf(stays: readonly Stay[], from: Micros, to: Micros) {
  const lengths = new Map<number, number[]>()
  for (const stay of stays) {
    const end = stay.to ?? stay.lastSeenAt
    if (stay.from >= to || (end <= from && stay.from < from)) continue
    const list = lengths.getOrInsertComputed(stay.locationId, () => [])
    list.push(Math.min(end, to) - Math.max(stay.from, from))
  }
  return [...lengths].map(([locationId, list]) => {
    const sorted = list.toSorted((a, b) => a - b)
    const rank = (part: number) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] as number
    const total = sorted.reduce((sum, length) => sum + length, 0)
    return { locationId, visits: sorted.length, total, p50: rank(0.5), p90: rank(0.9) }
  })
}

export function flowsOf(stays: readonly Stay[], from: Micros, to: Micros) {
  const moves = new Map<string, number>()
  for (const stay of stays)
    if (stay.previousId !== null && stay.from >= from && stay.from < to) {
      const key = `${stay.previousId} ${stay.locationId}`
      moves.set(key, (moves.get(key) ?? 0) + 1)
    }
  return [...moves].map(([key, count]) => {
    const [fromId = 0, toId = 0] = key.split(' ').map(Number)
    return { fromId, toId, moves: count }
  })
}

const hour = 3600 * second

/** The rows of the hours of one location. */
export function occupancyOf(stays: readonly Stay[], locationId: number, from: Micros, to: Micros) {
  const here = stays.filter((stay) => stay.locationId === locationId)
  const rows = []
  for (let begin = Math.floor(from / hour) * hour; begin < to; begin += hour) {
    const [start, end] = [Math.max(begin, from), Math.min(begin + hour, to)]
    const isIn = (at: Micros | null) => at !== null && at >= start && at < end
    const arrived = here.filter((stay) => isIn(stay.from))
    const countAt = (at: Micros) =>
      here.filter((stay) => stay.from <= at && (stay.to === null || stay.to > at)).length
    rows.push({
      locationId,
      hour: begin,
      arrivals: arrived.length,
      departures: here.filter((stay) => isIn(stay.to)).length,
      peak: Math.max(countAt(start), ...arrived.map((stay) => countAt(stay.from))),
    })
  }
  return rows
}

/** Returns the days, between each bound and the next, on which an asset moved. */
export const usedDaysOf = (history: History, bounds: readonly Micros[]): Set<number> =>
  new Set(
    staysOf(history)
      .filter(({ previousId }) => previousId !== null)
      .map(({ from }) => bounds.findLastIndex((bound) => bound <= from))
      .filter((day) => day >= 0 && day < bounds.length - 1),
  )
