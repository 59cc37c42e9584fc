/**
 * The rules that decide whether the machine time is believed (decision 0012). Times and durations are in milliseconds.
 */

const hour = 3_600_000

/** Largest step of the clock, in either direction, that is believed. */
const stepMax = 6 * hour
/** Largest step whose doubt ends after `patience` of running. A larger step must be confirmed. */
const waitableMax = 31 * 24 * hour
const patience = 6 * hour

export interface TimeState {
  /** The newest believed time. It advances while the service runs. */
  readonly believed: number
  /** Whether a machine time that is not believed is ahead of or behind the believed time; null if it is believed. */
  readonly doubt: 'ahead' | 'behind' | null
  /** Time that the service has run in this doubt. */
  readonly waited: number
  /** Machine time minus believed time at the last reading; undefined at a start. */
  readonly gap?: number
}

/** Returns the state after the service has run for `elapsed` and the machine time is `machine`. */
export function advanced(before: TimeState, machine: number, elapsed: number): TimeState {
  const expected = before.believed + elapsed
  const gap = machine - expected
  if (Math.abs(gap) <= stepMax) {
    // The service time never goes back. It advances at half speed until the machine time has caught up.
    const believed = Math.max(machine, before.believed + elapsed / 2)
    return { believed, doubt: null, waited: 0, gap }
  }
  const doubt = gap > 0 ? 'ahead' : 'behind'
  const isSameStep = before.gap === undefined || Math.abs(gap - before.gap) <= stepMax
  const waited = doubt === before.doubt && isSameStep ? before.waited + elapsed : 0
  if (endsWithoutConfirmation(gap) && waited >= patience) return confirmed(machine)
  return { believed: expected, doubt, waited, gap }
}

export const confirmed = (machine: number): TimeState => ({
  believed: machine,
  doubt: null,
  waited: 0,
  gap: 0,
})

/**
 * Returns the service time. A machine time that is far ahead is used, because the machine may have been off for long.
 */
export const servedBy = ({ believed, doubt }: TimeState, machine: number): number =>
  Math.floor(doubt === 'ahead' ? machine : believed)

const endsWithoutConfirmation = (gap: number): boolean => Math.abs(gap) <= waitableMax

/** Returns the time of running until the doubt ends without a confirmation; null if it needs one. */
export const remainingOf = ({ gap = 0, waited }: TimeState): number | null =>
  endsWithoutConfirmation(gap) ? Math.max(0, patience - waited) : null
