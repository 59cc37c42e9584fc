/** When a failed delivery is repeated (decision 0028). */

/** Delays after the first, second, ... failure, in seconds. The last one repeats. */
const delays = [1, 5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400]
/** The longest delay, in seconds. */
export const delayMax = 86_400

/** A webhook whose deliveries have failed for this time is disabled, in seconds. */
export const failingSecondsMax = 5 * 86_400

/**
 * Returns the seconds until the next attempt.
 *
 * @param failures number of failed attempts, at least 1
 * @param random a number from 0 to 1; the delay varies by 20 % so that endpoints do not receive all retries at once
 * @param retryAfter the header of the response: seconds or a date
 */
export function delayAfter(
  failures: number,
  random: number,
  retryAfter: string | null,
  unixMillis: number,
): number {
  const delay = delays[Math.min(failures, delays.length) - 1] ?? delayMax
  const varied = delay * (0.8 + 0.4 * random)
  return Math.min(delayMax, Math.max(varied, secondsOf(retryAfter, unixMillis)))
}

function secondsOf(retryAfter: string | null, unixMillis: number): number {
  if (retryAfter === null) return 0
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter)
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? 0 : Math.max(0, (date - unixMillis) / 1000)
}
