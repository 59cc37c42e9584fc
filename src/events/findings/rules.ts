/** The rules for what to talk about after a week: pure functions. A rule without a finding says nothing. */

/** A change is worth a sentence from this many arrivals, and from this share of those of the week before. */
const changeLeast = 10
const changeShare = 0.2
/** A rule is noisy from this many alerts in a week. */
const noisyLeast = 3
/** A place is worth a sentence when it was right for less than this share of the time of its reference tags. */
const rightShare = 0.95

type Counts = ReadonlyMap<number, number>

/** Returns the location whose arrivals changed most. Without arrivals before, nothing is compared. */
export function largestChange(now: Counts, before: Counts) {
  if (before.size === 0) return undefined
  const [largest] = [...new Set([...now.keys(), ...before.keys()])]
    .map((id) => ({ id, count: now.get(id) ?? 0, before: before.get(id) ?? 0 }))
    .filter((one) => Math.abs(one.count - one.before) >= Math.max(changeLeast, changeShare * one.before))
    .toSorted((a, b) => Math.abs(b.count - b.before) - Math.abs(a.count - a.before) || a.id - b.id)
  return largest
}

/** Returns the alert rule with most alerts, and its share in all. */
export function noisiestRule<Rule extends { readonly id: number; readonly count: number }>(
  rules: readonly Rule[],
) {
  const [noisiest] = rules.toSorted((a, b) => b.count - a.count || a.id - b.id)
  if (!noisiest || noisiest.count < noisyLeast) return undefined
  return { ...noisiest, share: noisiest.count / rules.reduce((sum, { count }) => sum + count, 0) }
}

/** Returns the reader that has needed attention for the longest time, of those that needed it before the period ended. */
export function longestBroken<Problem extends { readonly since: string | null }>(
  problems: readonly Problem[],
  endMs: number,
) {
  const [longest] = problems
    .flatMap((problem) => {
      const at = Date.parse(problem.since ?? '')
      return at < endMs ? [{ problem, at }] : []
    })
    .toSorted((a, b) => a.at - b.at)
  return longest?.problem
}

/** The time of reference tags at a location, and for how much of it the location was shown. */
interface Measured {
  readonly locationId: number
  readonly reference: number
  readonly right: number
}

/** Returns the location that was shown wrongly most often, by its reference tags. */
export function worstPlace(weeks: readonly Measured[]) {
  const [worst] = [...Map.groupBy(weeks, ({ locationId }) => locationId)]
    .map(([id, rows]) => {
      const sum = (of: (row: Measured) => number) => rows.reduce((total, row) => total + of(row), 0)
      return { id, share: sum(({ right }) => right) / sum(({ reference }) => reference) }
    })
    .filter(({ share }) => share < rightShare)
    .toSorted((a, b) => a.share - b.share || a.id - b.id)
  return worst
}
