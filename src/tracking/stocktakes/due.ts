import { type Micros, wireOf } from '../../base/time'

/** When the next stocktake of a series is due. */

/** Returns the time so many months later: on the same day, or on the last one of a shorter month. */
function plusMonths(at: Micros, months: number): Micros {
  const date = new Date(wireOf(at))
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime() * 1000
}

/** Returns the first of the times every `months` months after `due` that is later than `after`. */
export function nextDue(due: Micros, months: number, after: Micros): Micros {
  let times = 1
  while (plusMonths(due, times * months) <= after) times++
  return plusMonths(due, times * months)
}
