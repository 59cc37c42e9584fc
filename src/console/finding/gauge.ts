/** What the bar of a search shows, computed from the signals that arrived. Times are milliseconds of this device. */

export interface Heard {
  readonly at: number
  readonly readerId: number
  readonly antenna: number
  /** 0 to 100; null for a read that says nothing about nearness. */
  readonly nearness: number | null
}

/** A read that says how near the asset is. */
export interface Strong extends Heard {
  readonly nearness: number
}

type Trend = 'stronger' | 'weaker' | 'same' | null

export interface Gauge {
  /** Null while nothing was heard recently. */
  readonly nearness: number | null
  /** The strongest read since the beginning. */
  readonly strongest: Strong | undefined
  /** The last read that was about as strong as the strongest one. */
  readonly lastStrong: Strong | undefined
  /** The last read of any kind. */
  readonly last: Heard | undefined
  readonly trend: Trend
  /** The strongest nearness of each second, the present one last; null without a read. */
  readonly seconds: readonly (number | null)[]
}

export const secondsShown = 20
const second = 1_000
/** Reads of this time decide the bar. A handheld reads a tag several times a second while it is near. */
const currentMs = 2 * second
/** After this time without a read, the bar is empty. */
export const silentMs = 10 * second
const trendMs = 3 * second
/** Smaller differences are noise. */
const trendLeast = 8
const strongWithin = 10

const isStrong = (heard: Heard): heard is Strong => heard.nearness !== null

const strongestOf = (all: readonly Strong[]): number | null =>
  all.length === 0 ? null : Math.max(...all.map(({ nearness }) => nearness))

const meanOf = (all: readonly Strong[]): number =>
  all.reduce((sum, { nearness }) => sum + nearness, 0) / all.length

/** Collects signals, in bounded memory. */
export class Signals {
  #recent: readonly Heard[] = []
  #strongest: Strong | undefined
  #lastStrong: Strong | undefined
  #last: Heard | undefined

  add(heard: Heard): void {
    this.#last = heard
    this.#recent = [...this.#recent.filter(({ at }) => at > heard.at - secondsShown * second), heard]
    if (!isStrong(heard)) return
    if (heard.nearness > (this.#strongest?.nearness ?? -1)) this.#strongest = heard
    if (heard.nearness >= (this.#strongest?.nearness ?? 0) - strongWithin) this.#lastStrong = heard
  }

  /** Returns what the bar shows now. */
  at(now: number): Gauge {
    const strong = this.#recent.filter(isStrong)
    const within = (from: number, to: number) => strong.filter(({ at }) => at > now - from && at <= now - to)
    const [newest] = strong.slice(-1)
    const isSilent = newest === undefined || now - newest.at > silentMs
    // Between two reads, the bar stays where the last one has put it.
    const current = within(currentMs, 0)
    return {
      nearness: isSilent ? null : (strongestOf(current) ?? newest.nearness),
      strongest: this.#strongest,
      lastStrong: this.#lastStrong,
      last: this.#last,
      trend: trendOf(within(trendMs, 0), within(2 * trendMs, trendMs)),
      seconds: Array.from({ length: secondsShown }, (_, index) => {
        const ago = (secondsShown - index) * second
        return strongestOf(within(ago, ago - second))
      }),
    }
  }
}

function trendOf(recent: readonly Strong[], before: readonly Strong[]): Trend {
  if (recent.length === 0 || before.length === 0) return null
  const difference = meanOf(recent) - meanOf(before)
  if (Math.abs(difference) < trendLeast) return 'same'
  return difference > 0 ? 'stronger' : 'weaker'
}

export type Word = 'far' | 'near' | 'very_near' | 'here'

/** The words of the service (docs/readers.md, Finding an asset by signal). */
export function wordOf(nearness: number): Word {
  if (nearness >= 95) return 'here'
  if (nearness >= 65) return 'very_near'
  return nearness >= 35 ? 'near' : 'far'
}
