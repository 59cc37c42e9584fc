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

/** The clock of the service. It follows the machine time, except for steps that are not believed. */
export class ServiceClock {
  readonly #machine: () => number
  readonly #steady: () => number
  #state: TimeState
  #readAt: number
  // An earlier version or a killed process may have left times in the future.
  #mayHoldFuture = true
  #doubts = 0
  /** Whether the doubt is as old as the process. Undefined before the first reading. */
  #isSinceStart: boolean | undefined
  readonly now: Clock = () => instantAt(servedBy(this.#state, this.#read()))

  constructor(start: TimeState, { machine, steady }: Sources) {
    this.#machine = machine
    this.#steady = steady
    this.#state = start
    this.#readAt = steady()
    this.now()
  }

  #read(): number {
    const at = this.#steady()
    const elapsed = Math.min(Math.max(0, at - this.#readAt), elapsedMax)
    this.#readAt = at
    const time = this.#machine()
    const after = advanced(this.#state, time, elapsed)
    if (after.doubt !== null && this.#state.doubt === null) this.#doubts++
    if (after.doubt !== null) this.#mayHoldFuture = true
    // The time that was waited begins again after a further step.
    this.#isSinceStart =
      after.doubt === 'ahead' && (this.#isSinceStart ?? true) && after.waited >= this.#state.waited
    this.#state = after
    return time
  }

  /** Returns the current state, to store it. */
  state(): TimeState {
    this.#read()
    return this.#state
  }

  machineTime(): Instant {
    return instantAt(this.#machine())
  }

  isBelieved(): boolean {
    this.#read()
    return this.#state.doubt === null
  }

  /**
   * Whether something may be announced because of the time: it is believed, or the machine may just have been off. Nothing is
   * deleted because of such a time, since a deletion cannot be taken back.
   */
  isPlausible(): boolean {
    return this.doubt()?.mayHaveBeenOff ?? true
  }

  doubt(): Doubt | null {
    const time = this.#read()
    if (this.#state.doubt === null) return null
    const remaining = remainingOf(this.#state)
    return {
      kind: this.#state.doubt,
      machineTime: instantAt(time),
      believedTime: instantAt(this.#state.believed),
      remainingSeconds: remaining === null ? null : Math.ceil(remaining / 1000),
      mayHaveBeenOff: this.#isSinceStart === true && remaining !== null,
    }
  }

  /** Returns how the clock affects new reads; undefined while it does not. */
  moment(ahead: Micros): Moment | undefined {
    const time = this.#read()
    if (this.#state.doubt !== null) return undefined
    const served = servedBy(this.#state, time)
    const lag = Math.max(0, served - time) * 1000
    if (!this.#mayHoldFuture && lag <= ahead) return undefined
    return { at: served * 1000, ahead, lag, mayHoldFuture: this.#mayHoldFuture }
  }

  /** Accepts `time`, or the machine time if it is absent. */
  confirm(time?: Instant): void {
    this.#state = confirmed(time === undefined ? this.#machine() : Date.parse(time))
    this.#mayHoldFuture = true
    this.#doubts++
    this.#read()
  }

  /** Returns the number of doubts and confirmations since the start. */
  doubts(): number {
    return this.#doubts
  }

  /** Notes that no history contains a later instant, unless a doubt has begun since the repair began. */
  noteRepaired(doubtsBefore: number): void {
    if (this.#doubts === doubtsBefore) this.#mayHoldFuture = false
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
