import type { Moment } from '../history/arrivals'
import { type Clock, type Instant, instantOf, type Micros } from '../time'
import { advanced, confirmed, remainingOf, servedBy, type Stand } from './steps'

/** What is known of a time that is not believed. */
export interface Doubt {
  readonly kind: 'ahead' | 'behind'
  readonly machineTime: Instant
  readonly believedTime: Instant
  /** How long the service has still to run before the doubt ends by itself, in seconds; null if it does not. */
  readonly remainingSeconds: number | null
}

/** The time of the machine and of a clock that cannot be set, in milliseconds. */
export interface Sources {
  readonly machine: () => number
  readonly steady: () => number
}

export const systemSources: Sources = { machine: Date.now, steady: () => performance.now() }

/** Longer stops of the whole process do not count as time in which the service has run. */
const elapsedMax = 60_000

export type ServiceClock = ReturnType<typeof createServiceClock>

/** The clock of the service: as the machine's, except that it does not follow a step that is not believed. */
export function createServiceClock(start: Stand, { machine, steady }: Sources) {
  let stand = start
  let readAt = steady()
  // At a start it is not known what an earlier version, or a service that was killed, has left.
  let mayHoldFuture = true
  let doubts = 0

  function read(): number {
    const at = steady()
    const elapsed = Math.min(Math.max(0, at - readAt), elapsedMax)
    readAt = at
    const time = machine()
    const after = advanced(stand, time, elapsed)
    if (after.doubt !== null && stand.doubt === null) doubts++
    if (after.doubt !== null) mayHoldFuture = true
    stand = after
    return time
  }

  const now: Clock = () => instantAt(servedBy(stand, read()))
  now()

  return {
    now,
    /** The stand as it is now, to be kept. */
    stand(): Stand {
      read()
      return stand
    },
    machineTime: (): Instant => instantAt(machine()),
    isBelieved(): boolean {
      read()
      return stand.doubt === null
    },
    doubt(): Doubt | null {
      const time = read()
      if (stand.doubt === null) return null
      const remaining = remainingOf(stand)
      return {
        kind: stand.doubt,
        machineTime: instantAt(time),
        believedTime: instantAt(stand.believed),
        remainingSeconds: remaining === null ? null : Math.ceil(remaining / 1000),
      }
    },
    /** What the clock means for reads that come now; undefined while it is in order. */
    moment(ahead: Micros): Moment | undefined {
      const time = read()
      if (stand.doubt !== null) return undefined
      const served = servedBy(stand, time)
      const lag = Math.max(0, served - time) * 1000
      if (!mayHoldFuture && lag <= ahead) return undefined
      return { at: served * 1000, ahead, lag, mayHoldFuture }
    },
    /** From now on `time` is believed; the machine's where it is absent. */
    confirm(time?: Instant): void {
      stand = confirmed(time === undefined ? machine() : Date.parse(time))
      mayHoldFuture = true
      doubts++
      read()
    },
    /** How many doubts there have been. */
    doubts: (): number => doubts,
    /** No history holds a later instant any more, if there has been no doubt since the repair began. */
    noteRepaired(doubtsBefore: number): void {
      if (doubts === doubtsBefore) mayHoldFuture = false
    },
  }
}

const instantAt = (milliseconds: number): Instant => instantOf(new Date(Math.floor(milliseconds)))
