import type { Micros } from '../time'

/** Which times of reads are believed (contract part 4, Time of a read). */
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
  from: receivedAt - rules.readMaxAgeMicros,
  to: receivedAt + rules.readMaxAheadMicros,
  receivedAt,
})

/** The time that was sent, or that of receipt where it is missing or can't be right. */
export const correctedTime = (sentAt: Micros | null, { from, to, receivedAt }: ClockWindow): Micros =>
  sentAt !== null && sentAt >= from && sentAt <= to ? sentAt : receivedAt

/** Days since 1970, by which keys of reads are kept and forgotten. */
export const dayOf = (at: Micros): number => Math.floor(at / 86_400_000_000)
