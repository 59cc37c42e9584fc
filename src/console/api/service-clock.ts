/**
 * The clock of the service. The times on the pages are its times, so their ages would be wrong by as much as the clock of the
 * device is.
 */

/** The time of the service minus that of the device, in milliseconds; 0 while they hardly differ. */
let used = 0

/** The time in a response has whole seconds, and the response takes some time. */
const toleratedMs = 5000

let latest = 0

const listeners = new Set<() => void>()

/** Calls the listener whenever the clock of the device has turned out to be wrong, or right. */
export const onCorrection = (listener: () => void): void => void listeners.add(listener)

/** Notes the time in a response. One alone does not count: it may be late, or from before the service was suspended. */
export function noteServiceTime(text: string | null, deviceMs: number): void {
  const difference = Date.parse(text ?? '') - deviceMs
  if (Number.isNaN(difference)) return
  const isNear = (other: number) => Math.abs(difference - other) < toleratedMs
  const isCorrection = isNear(latest) && !isNear(used)
  latest = difference
  if (!isCorrection) return
  used = difference
  for (const listener of listeners) listener()
}

/** The present time of the service, in milliseconds since 1970. */
export const serviceNow = (): number => inServiceTime(Date.now())

/** Returns a time of the device's clock as the time that the service had then. */
export const inServiceTime = (deviceMs: number): number => deviceMs + used
