import type { Micros } from '../../base/time'
import { ReadRate, slotCount } from './read-rate'

/** Bins of 1 dB for an RSSI of -127 to 0 dBm. A stronger or weaker read counts in the nearest bin. */
const binCount = 128
const binOf = (rssi: number): number => Math.min(Math.max(Math.round(-rssi), 0), binCount - 1)

/** The reads of an antenna in the last minutes. */
export interface SignalSummary {
  readonly reads: number
  readonly readsPerMinute: number
  /** Number of the reads that were weaker than the minimum RSSI of the antenna. */
  readonly weakReads: number
  /** RSSI in dBm without the offset, exact to 1 dB; null without reads that have an RSSI. */
  readonly percentiles: { readonly p10: number; readonly p50: number; readonly p90: number } | null
  /** Number of reads by RSSI without the offset: the first of 0 dBm, and so on downwards in steps of 1 dB. */
  readonly levels: Uint32Array
}

/** Counts the reads of one antenna by RSSI in slots of a minute. It takes 3 KiB. */
export class SignalWindow {
  readonly #bins = new Uint32Array(slotCount * binCount)
  readonly #weak = new Uint32Array(slotCount)
  readonly #rate = new ReadRate((slot) => {
    this.#weak[slot] = 0
    this.#bins.fill(0, slot * binCount, (slot + 1) * binCount)
  })

  /** Counts a read, unless it is older than the window. `rssi` is NaN when there is none. */
  add(at: Micros, rssi: number, isWeak: boolean): void {
    const slot = this.#rate.add(at)
    if (slot === undefined) return
    if (isWeak) this.#weak[slot]!++
    if (!Number.isNaN(rssi)) this.#bins[slot * binCount + binOf(rssi)]!++
  }

  /** Returns the reads of the current minute and of the whole minutes before it. */
  summary(now: Micros): SignalSummary {
    const { reads, perMinute } = this.#rate.summary(now)
    const bins = new Uint32Array(binCount)
    let weakReads = 0
    for (const slot of this.#rate.slots(now)) {
      weakReads += this.#weak[slot] as number
      for (let bin = 0; bin < binCount; bin++) bins[bin]! += this.#bins[slot * binCount + bin] as number
    }
    return {
      reads,
      readsPerMinute: perMinute,
      weakReads,
      percentiles: percentilesOf(bins),
      levels: bins,
    }
  }
}

/** The histogram has a bar for each 2 dB from this RSSI, in dBm. */
const weakestShown = -80
export const histogramBars = 26
const barWidth = 2

/** Returns the number of reads in each bar. Weaker reads count in the first bar, stronger ones in the last. */
export function histogramOf(levels: Uint32Array, offsetDb: number): number[] {
  const bars = Array.from({ length: histogramBars }, () => 0)
  for (const [bin, count] of levels.entries()) {
    const bar = Math.round((offsetDb - bin - weakestShown) / barWidth)
    bars[Math.min(Math.max(bar, 0), histogramBars - 1)]! += count
  }
  return bars
}

function percentilesOf(bins: Uint32Array): SignalSummary['percentiles'] {
  const total = bins.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const levelAt = (share: number) => levelOf(bins, Math.max(1, Math.ceil(share * total)))
  return { p10: levelAt(0.1), p50: levelAt(0.5), p90: levelAt(0.9) }
}

/** Returns the RSSI of the read with this rank. The weakest read has the rank 1. */
function levelOf(bins: Uint32Array, rank: number): number {
  let bin = binCount - 1
  for (let count = bins[bin] as number; count < rank; count += bins[bin] as number) bin--
  return bin === 0 ? 0 : -bin
}
