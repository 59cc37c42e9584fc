import { needs } from '../../src/tracking/history/place/evidence'
import { eventsOf, type Present } from '../../src/tracking/history/presence'
import type { Taught } from '../../src/tracking/history/place/taught'
import type { Presence, Read, Sensitivity } from '../../src/storage/core/store'
import { type Micros, second } from '../../src/base/time'
import type { Shown } from './score'

/** The rule, and simpler rules to compare it with. A rule returns which place is shown from which time on. */
export interface Rule {
  readonly name: string
  readonly follow: (reads: readonly Read[]) => Shown[]
}

/** The rule of the service. A move is shown at the read that decides it, although its event begins earlier. */
export function decided(name: string, need: number, taught: Taught | null): Rule {
  const follow = (reads: readonly Read[]): Shown[] => {
    let present: Present | null = null
    return reads.map((read) => {
      const { events, evidence: state } = eventsOf(present, [read], need, taught)
      const event = events.at(-1) as Presence
      present = state && { event, evidence: state }
      return { at: read.at, place: event.locationId }
    })
  }
  return { name, follow: (reads) => changesOf(follow(reads)) }
}

const evidence = (sensitivity: Sensitivity): Rule => decided(`rule, ${sensitivity}`, needs[sensitivity], null)

/** Chooses the place with the best level in a window that ends with the read, if it leads by more than the margin. */
const windowed = (name: string, window: Micros, margin: number, level: (reads: Read[]) => number): Rule => ({
  name: margin === 0 ? name : `${name}, ${margin} dB`,
  follow: inWindows(window, (recent, present) => {
    const levels = [...Map.groupBy(recent, ({ locationId }) => locationId)].map(
      ([place, ofPlace]) => [place, level(ofPlace)] as const,
    )
    const best = levels.reduce((a, b) => (b[1] > a[1] ? b : a))
    const own = levels.find(([place]) => place === present)?.[1] ?? -Infinity
    return best[1] > own + margin ? best[0] : present
  }),
})

/** The number of reads replaces the RSSI when there is none. */
const levelBy =
  (mean: (values: number[]) => number) =>
  (reads: readonly Read[]): number => {
    const values = reads.flatMap(({ rssi }) => rssi ?? [])
    return values.length > 0 ? mean(values) : 20 * Math.log10(reads.length)
  }

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const settle = 10 * second

/** The rule before: the mean over the last 10 s, and at most one change per 10 s unless the place is not read. */
const former: Rule = {
  name: 'former rule',
  follow: inWindows(settle, (recent, present, since, read) => {
    const ofPlace = (place: number) => recent.filter(({ locationId }) => locationId === place)
    const here = ofPlace(present)
    if (here.length === 0) return read.locationId
    if (read.locationId === present || read.at - since < settle) return present
    const [there, own] = [ofPlace(read.locationId), here].map((reads) =>
      reads.flatMap(({ rssi }) => rssi ?? []),
    ) as [number[], number[]]
    if (there.length === 0 || own.length === 0) return read.locationId
    return meanOf(there) > meanOf(own) ? read.locationId : present
  }),
}

type Choose = (recent: Read[], present: number, since: Micros, read: Read) => number

function inWindows(window: Micros, choose: Choose): Rule['follow'] {
  return (reads) => {
    const shown: Shown[] = []
    let start = 0
    for (const [index, read] of reads.entries()) {
      while ((reads[start] as Read).at <= read.at - window) start++
      const last = shown.at(-1)
      const place = last ? choose(reads.slice(start, index + 1), last.place, last.at, read) : read.locationId
      if (place !== last?.place) shown.push({ at: read.at, place })
    }
    return shown
  }
}

const changesOf = (shown: readonly Shown[]): Shown[] =>
  shown.filter(({ place }, index) => place !== shown[index - 1]?.place)

const strongestOf = (values: readonly number[]): number => Math.max(...values)
const margins = [0, 2]

/** The rule whose false moves are compared with those of the strongest read. */
const normal = evidence('normal')
const strongestOfSecond = windowed('strongest of 1 s', second, 0, levelBy(strongestOf))

export const rules: readonly Rule[] = [
  evidence('calm'),
  normal,
  evidence('quick'),
  former,
  strongestOfSecond,
  windowed('strongest of 1 s', second, 2, levelBy(strongestOf)),
  ...[10, 20].flatMap((seconds) =>
    margins.map((margin) => windowed(`mean of ${seconds} s`, seconds * second, margin, levelBy(meanOf))),
  ),
]
