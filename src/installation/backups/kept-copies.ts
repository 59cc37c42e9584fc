import type { CopyName } from './copy-name'

/** The scheduled backups that are kept: the newest of each of the last days, weeks and months that have one. */
const kept = { days: 7, weeks: 4, months: 12 } as const

/**
 * Returns the backups that are not kept. Ages do not matter, so that a wrong clock deletes nothing. Backups that a
 * wrong clock dated in the future count as the oldest.
 *
 * @param now the time as in the API
 */
export function copiesToDelete<T extends CopyName>(copies: readonly T[], now: string): T[] {
  const newestFirst = copies.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  const isPast = ({ createdAt }: T) => createdAt <= now
  const ordered = [...newestFirst.filter(isPast), ...newestFirst.filter((copy) => !isPast(copy))]
  const keep = new Set([
    ...firstOfEach(ordered, dayOf, kept.days),
    ...firstOfEach(ordered, weekOf, kept.weeks),
    ...firstOfEach(ordered, monthOf, kept.months),
  ])
  return ordered.filter((copy) => !keep.has(copy))
}

function firstOfEach<T extends CopyName>(
  copies: readonly T[],
  periodOf: (createdAt: string) => string,
  periods: number,
): T[] {
  const first = new Map<string, T>()
  for (const copy of copies) {
    const period = periodOf(copy.createdAt)
    if (!first.has(period)) first.set(period, copy)
  }
  return [...first.values()].slice(0, periods)
}

const dayOf = (createdAt: string): string => createdAt.slice(0, 10)

const monthOf = (createdAt: string): string => createdAt.slice(0, 7)

/** Returns the Monday of the week, in UTC. */
function weekOf(createdAt: string): string {
  const date = new Date(createdAt)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
