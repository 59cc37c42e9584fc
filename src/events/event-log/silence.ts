import { silentAfter } from '../../tracking/readers/health'
import type { ServiceClock } from '../../installation/clock/clock'
import { type Log, oncePerMinute } from '../../base/log'
import type { Store } from '../../storage/core/store'
import { type Micros, second, toMicros } from '../../base/time'

/** Interval of the checks, in milliseconds. */
const checkMillis = 15_000
/** Maximum difference of the service time between two checks from the interval. */
const tolerance: Micros = 30 * second

/**
 * Logs the fixed readers whose silence has begun or ended (docs/events.md, Types).
 *
 * @param watchedSince time since which the service runs. Readers cannot send before, so their silence begins no earlier.
 */
export async function logSilence(store: Store, now: Micros, watchedSince: Micros): Promise<void> {
  const since = now - silentAfter
  const { silentReaders } = store.read
  const [begun, ended, unwatched] = await Promise.all([
    watchedSince > since ? [] : silentReaders.begun(since),
    silentReaders.ended(since),
    silentReaders.unwatched(),
  ])
  if (begun.length + ended.length + unwatched.length === 0) return
  await store.write(async (tx) => {
    for (const { organizationId, readerId, lastMessageAt } of begun) {
      await tx.silentReaders.begin(readerId, lastMessageAt)
      await tx.eventLog.queue(organizationId, 'reader.silent', readerId)
    }
    for (const { readerId } of [...ended, ...unwatched]) await tx.silentReaders.end(readerId)
    for (const { organizationId, readerId } of ended)
      await tx.eventLog.queue(organizationId, 'reader.live', readerId)
  })
}

/** The time since which the service runs without a gap, and the time of the last check. */
export interface Watch {
  readonly since: Micros
  readonly checkedAt: Micros
}

/**
 * Returns the watch at the next check. It begins again when the service time has advanced by another amount than the interval:
 * the clock was set, or the machine was suspended. A monotonic clock does not show each suspension.
 */
export const watchAt = ({ since, checkedAt }: Watch, now: Micros): Watch => {
  const isSteady = Math.abs(now - checkedAt - checkMillis * 1000) <= tolerance
  return { since: isSteady ? since : now, checkedAt: now }
}

/** Logs silence until `stop`, while the machine time is accepted, or the machine may just have been off. */
export function keepSilenceLogged(
  store: Store,
  clock: Pick<ServiceClock, 'now' | 'isPlausible'>,
  log: Log,
): { stop(): void } {
  const startedAt = toMicros(clock.now())
  let watch: Watch = { since: startedAt, checkedAt: startedAt }
  let isRunning = false
  const logError = oncePerMinute((detail, what) => log.error(detail, what))

  async function check(): Promise<void> {
    const now = toMicros(clock.now())
    watch = watchAt(watch, now)
    if (isRunning || !store.instances.isLeader || !clock.isPlausible()) return
    isRunning = true
    try {
      await logSilence(store, now, watch.since)
    } catch (err) {
      logError('logging silent readers failed; retrying', { err })
    } finally {
      isRunning = false
    }
  }

  const timer = setInterval(() => void check(), checkMillis)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
