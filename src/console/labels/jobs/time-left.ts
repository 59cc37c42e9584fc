/** How much time a job still needs, by what became live while its page was open. */

/** How many labels were live at a time, in milliseconds. */
export interface Sample {
  readonly at: number
  readonly live: number
}

/** The rate is that of the time before now, because a person may have been slower or faster earlier. */
const windowMs = 5 * 60_000
/** Fewer labels, or less time, say nothing about the rate. */
const [liveMin, leastMs] = [3, 15_000]

/** Returns the samples with the next one. They begin again when a live label became void. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1)
  if (last === undefined || next.live < last.live) return [next]
  // One from before the window stays, so that the window is full.
  const begin = samples.findLastIndex(({ at }) => next.at - at > windowMs)
  return [...samples.slice(Math.max(0, begin)), next]
}

/** Returns how many seconds so many labels take; null when it is not known. */
export function secondsLeft(samples: readonly Sample[], now: number, left: number): number | null {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || now - last.at > windowMs) return null
  const [gained, ms] = [last.live - first.live, now - first.at]
  return gained < liveMin || ms < leastMs ? null : (left * ms) / gained / 1_000
}
