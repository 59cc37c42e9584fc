import { timeFormat, toLocal } from '../languages/zone'

const dayMs = 86_400_000
const span = timeFormat({ day: 'numeric', month: 'long', year: 'numeric' })

/** Returns the days of a week in words. @param to the Monday after it */
export const weekSpan = (from: Date, to: Date): string =>
  span.formatRange(from, new Date(to.getTime() - dayMs / 2))

/** Returns the number of a week that begins on this Monday, by ISO 8601: the week with the first Thursday of a year is its first. */
export function weekNumber(monday: Date): number {
  const local = toLocal(monday)
  const thursday = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + 3)
  const first = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)
  return 1 + Math.floor((thursday - first) / dayMs / 7)
}
