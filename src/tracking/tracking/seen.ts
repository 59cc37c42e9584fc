import { type Micros, second } from '../../base/time'

const day: Micros = 86_400 * second

/** The limits of the ages at a time: assets seen later than `day`, and earlier than `week`. */
export const seenLimits = (now: Micros) => ({ day: now - day, week: now - 7 * day })
