import type { Micros } from '../../base/time'

/** The limits within which the time of a read is believed, in microseconds (docs/history.md, Time of a read). */
export interface TimeRules {
  readonly readMaxAgeMicros: Micros
  readonly readMaxAheadMicros: Micros
}

export interface ClockWindow {
  readonly from: Micros
  readonly to: Micros
  readonly receivedAt: Micros
}

export const clockWindow = (receivedAt: Micros, rules: TimeRules): ClockWindow => ({
  // The lower limit is 1, whatever the maximum age is: 0 is the time of a clock that was never set.
  from: Math.max(1, receivedAt - rules.readMaxAgeMicros),
  to: receivedAt + rules.readMaxAheadMicros,
  receivedAt,
})

export const isBelieved = (sentAt: Micros, { from, to }: ClockWindow): boolean =>
  sentAt >= from && sentAt <= to

/** Returns the time that was sent, or the time of receipt when the sent time is missing or not believed. */
export const correctedTime = (sentAt: Micros | null, window: ClockWindow): Micros =>
  sentAt !== null && isBelieved(sentAt, window) ? sentAt : window.receivedAt
