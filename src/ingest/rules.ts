import type { Micros } from '../time'

/** Which times of reads are believed (docs/history.md, Time of a read). */
export interface TimeRules {
  readonly readMaxAgeMicros: Micros
  readonly readMaxAheadMicros: Micros
}

interface ClockWindow {
  readonly from: Micros
  readonly to: Micros
  readonly receivedAt: Micros
}

export const clockWindow = (receivedAt: Micros, rules: TimeRules): ClockWindow => ({
  // However old reads may be: what a clock says that begins to count in 1970 is none before it has begun.
  from: Math.max(1, receivedAt - rules.readMaxAgeMicros),
  to: receivedAt + rules.readMaxAheadMicros,
  receivedAt,
})

export const isBelieved = (sentAt: Micros, { from, to }: ClockWindow): boolean =>
  sentAt >= from && sentAt <= to

/** The time that was sent, or that of receipt where it is missing or can't be right. */
export const correctedTime = (sentAt: Micros | null, window: ClockWindow): Micros =>
  sentAt !== null && isBelieved(sentAt, window) ? sentAt : window.receivedAt
