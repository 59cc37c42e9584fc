/** Whether the time of the machine is believed (decision 0012), as pure rules. Times and spans are milliseconds. */

const hour = 3_600_000

/** A larger step of the clock, in either direction, is not believed. */
export const stepMax = 6 * hour
/** A doubt about a step up to this size ends after `patience` of running; a larger step has to be confirmed. */
const waitableMax = 31 * 24 * hour
const patience = 6 * hour

export interface Stand {
  /** The newest time that is believed. It goes on while the service runs. */
  readonly believed: number
  /** Where the machine is, seen from the believed time, while its time is not believed. */
  readonly doubt: 'ahead' | 'behind' | null
  /** How long the service has run in this doubt. */
  readonly waited: number
  /** How far the machine was ahead of the believed time when it was last read; undefined at a start. */
  readonly gap?: number
}

/** The stand after the service has run for `elapsed` and the machine says `machine`. */
export function advanced(before: Stand, machine: number, elapsed: number): Stand {
  const expected = before.believed + elapsed
  const gap = machine - expected
  if (Math.abs(gap) <= stepMax) {
    // The time of the service never goes back: it waits for the machine at half speed.
    const believed = Math.max(machine, before.believed + elapsed / 2)
    return { believed, doubt: null, waited: 0, gap }
  }
  const doubt = gap > 0 ? 'ahead' : 'behind'
  const isSameStep = before.gap === undefined || Math.abs(gap - before.gap) <= stepMax
  const waited = doubt === before.doubt && isSameStep ? before.waited + elapsed : 0
  if (passesByItself(gap) && waited >= patience) return confirmed(machine)
  return { believed: expected, doubt, waited, gap }
}

export const confirmed = (machine: number): Stand => ({ believed: machine, doubt: null, waited: 0, gap: 0 })

/** The time that the service uses. A machine that is far ahead may well have been off for so long. */
export const servedBy = ({ believed, doubt }: Stand, machine: number): number =>
  Math.floor(doubt === 'ahead' ? machine : believed)

const passesByItself = (gap: number): boolean => Math.abs(gap) <= waitableMax

/** How long the service has still to run before the doubt ends by itself; null if that takes a confirmation. */
export const remainingOf = ({ gap = 0, waited }: Stand): number | null =>
  passesByItself(gap) ? Math.max(0, patience - waited) : null
