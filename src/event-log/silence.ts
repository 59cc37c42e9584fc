import { silentAfter } from '../readers/health'
import type { ServiceClock } from '../clock/clock'
import { type Log, oncePerMinute } from '../log'
import type { Store } from '../storage/store'
import { type Micros, toMicros } from '../time'

/** Interval of the checks, in milliseconds. */
const checkMillis = 15_000

/**
 * Logs the fixed readers whose silence has begun or ended (docs/events.md, Types).
 *
 * @param startedAt start of the service. Readers cannot send while it does not run, so their silence begins no earlier.
 */
export async function logSilence(store: Store, now: Micros, startedAt: Micros): Promise<void> {
  const since = now - silentAfter
  const { silentReaders } = store.read
  const [begun, ended, unwatched] = await Promise.all([
    startedAt > since ? [] : silentReaders.begun(since),
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

/** Logs silence until `stop`, while the machine time is accepted. */
export function keepSilenceLogged(
  store: Store,
  clock: Pick<ServiceClock, 'now' | 'isBelieved'>,
  log: Log,
): { stop(): void } {
  const startedAt = toMicros(clock.now())
  let isRunning = false
  const logError = oncePerMinute(
    (what, suppressed, detail) => log.error({ ...detail, suppressed }, what),
    () => performance.now(),
  )

  async function check(): Promise<void> {
    if (isRunning || !store.instances.isLeader || !clock.isBelieved()) return
    isRunning = true
    try {
      await logSilence(store, toMicros(clock.now()), startedAt)
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
