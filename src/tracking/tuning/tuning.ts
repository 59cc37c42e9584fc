import { BoundedMap } from '../../base/bounded-map'
import { type Clock, type Micros, toMicros } from '../../base/time'
import { openOrigin, originOf } from './columns'
import { ReadRate } from './read-rate'
import { Sample, type SampleSnapshot } from './sample'
import type { SeenReads } from './seen-reads'
import { type SignalSummary, SignalWindow } from './signal-window'

/** Antennas with a window, in the whole installation. Each takes 3 KiB. */
const windowsMax = 8_192
/** Readers with a rate, in the whole installation. */
const ratesMax = 10_000

/** Data about recent reads, to adjust antennas: the signal of each antenna, and a sample for rehearsals. */
export type Tuning = ReturnType<typeof createTuning>

/** Creates the memory of recent reads. It is empty after a start. */
export function createTuning(now: Clock) {
  const startedAt = toMicros(now())
  const sample = new Sample(startedAt)
  const windows = new BoundedMap<number, SignalWindow>(windowsMax)
  const rates = new BoundedMap<number, ReadRate>(ratesMax)

  function openWindow(origin: number): SignalWindow {
    const window = new SignalWindow()
    windows.set(origin, window)
    return window
  }

  function openRate(readerId: number): ReadRate {
    const rate = new ReadRate()
    rates.set(readerId, rate)
    return rate
  }

  return {
    /** Adds the reads of a write that is committed. */
    record(seen: SeenReads): void {
      const { origins, assetIds, at, rssi, kinds } = seen
      const receivedAt = toMicros(now())
      for (let index = 0; index < origins.length; index++) {
        const origin = origins[index] as number
        const from = openOrigin(origin)
        // By the time of receipt, which does not depend on the clock of the reader.
        if ('readerId' in from) (rates.get(from.readerId) ?? openRate(from.readerId)).add(receivedAt)
        if (kinds[index] !== 'none') {
          const window = windows.get(origin) ?? openWindow(origin)
          window.add(
            Math.min(at[index] as Micros, receivedAt),
            rssi[index] as number,
            kinds[index] === 'weak',
          )
        }
        if (assetIds[index] !== 0) sample.add(seen, index, receivedAt)
      }
    },

    /** Returns the recent signal of an antenna; undefined when it has read nothing since the start. */
    signalOf: (readerId: number, port: number): SignalSummary | undefined =>
      windows.get(originOf(readerId, port))?.summary(toMicros(now())),

    /** Returns the recent reads of a reader per minute; undefined when it has read nothing since the start. */
    rateOf: (readerId: number): number | undefined => rates.get(readerId)?.summary(toMicros(now())).perMinute,

    /** Returns the kept reads of an organization in the last hour. */
    snapshot: (organizationId: number): SampleSnapshot => sample.snapshot(organizationId, toMicros(now())),
  }
}
