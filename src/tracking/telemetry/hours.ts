import { type Micros, second } from '../../base/time'

const hour: Micros = 3600 * second

/** Returns the hour of a time, counted from 1970. */
export const hourOf = (at: Micros): number => Math.floor(at / hour)

export const beginningOf = (number: number): Micros => number * hour
