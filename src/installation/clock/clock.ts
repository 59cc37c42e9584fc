import type { Moment } from '../../tracking/history/arrivals'
import { type Clock, type Instant, instantOf, type Micros } from '../../base/time'
import { advanced, confirmed, remainingOf, servedBy, type TimeState } from './steps'

/** The state of a machine time that is not believed (decision 0012). */
export interface Doubt {
  readonly kind: 'ahead' | 'behind'
  readonly machineTime: Instant
  readonly believedTime: Instant
  /** Time until the doubt ends without a confirmation, in seconds of running; null if it needs one. */
  readonly remainingSeconds: number | null
  /** Whether the machine may just have been off: it is ahead since the start, by a time that needs no confirmation. */
  readonly mayHaveBeenOff: boolean
}

/** The time of the machine, and of a monotonic clock, in milliseconds. */
export interface Sources {
  readonly machine: () => number
  readonly steady: () => number
}

export const systemSources: Sources = { machine: Date.now, steady: () => performance.now() }

/** Maximum time that counts as running between two readings, in milliseconds. A suspended process was not running. */
const elapsedMax = 60_000

export type ServiceClock = ReturnType<typeof createServiceClock>

/** Creates the clock of the service. It follows the machine time, except for steps that are not believed. */
export function createServiceClock(start: TimeState, { machine, steady }: Sources) {
  let state = start
  let readAt = steady()
  // An earlier version or a killed process may have left times in the future.
  let mayHoldFuture = true
  let doubts = 0
  /** Whether the doubt is as old as the process. Undefined before the first reading. */
  let isSinceStart: boolean | undefined

  function read(): number {
    const at = steady()
    const elapsed = Math.min(Math.max(0, at - readAt), elapsedMax)
    readAt = at
    const time = machine()
    const after = advanced(state, time, elapsed)
    if (after.doubt !== null && state.doubt === null) doubts++
    if (after.doubt !== null) mayHoldFuture = true
    // The time that was waited begins again after a further step.
    isSinceStart = after.doubt === 'ahead' && (isSinceStart ?? true) && after.waited >= state.waited
    state = after
    return time
  }

  const now: Clock = () => instantAt(servedBy(state, read()))
  now()

  return {
    now,
    /** Returns the current state, to store it. */
    state(): TimeState {
      read()
      return state
    },
    machineTime: (): Instant => instantAt(machine()),
    isBelieved(): boolean {
      read()
      return state.doubt === null
    },
    doubt(): Doubt | null {
      const time = read()
      if (state.doubt === null) return null
      const remaining = remainingOf(state)
      return {
        kind: state.doubt,
        machineTime: instantAt(time),
        believedTime: instantAt(state.believed),
        remainingSeconds: remaining === null ? null : Math.ceil(remaining / 1000),
        mayHaveBeenOff: isSinceStart === true && remaining !== null,
      }
    },
    /** Returns how the clock affects new reads; undefined while it does not. */
    moment(ahead: Micros): Moment | undefined {
      const time = read()
      if (state.doubt !== null) return undefined
      const served = servedBy(state, time)
      const lag = Math.max(0, served - time) * 1000
      if (!mayHoldFuture && lag <= ahead) return undefined
      return { at: served * 1000, ahead, lag, mayHoldFuture }
    },
    /** Accepts `time`, or the machine time if it is absent. */
    confirm(time?: Instant): void {
      state = confirmed(time === undefined ? machine() : Date.parse(time))
      mayHoldFuture = true
      doubts++
      read()
    },
    /** Returns the number of doubts and confirmations since the start. */
    doubts: (): number => doubts,
    /** Notes that no history contains a later instant, unless a doubt has begun since the repair began. */
    noteRepaired(doubtsBefore: number): void {
      if (doubts === doubtsBefore) mayHoldFuture = false
    },
  }
}

let lastMillisecond: number | undefined
let lastInstant: Instant

/** The last result is cached, because a request reads the time repeatedly. */
function instantAt(milliseconds: number): Instant {
  const millisecond = Math.floor(milliseconds)
  if (millisecond === lastMillisecond) return lastInstant
  lastInstant = instantOf(new Date(millisecond))
  lastMillisecond = millisecond
  return lastInstant
}
