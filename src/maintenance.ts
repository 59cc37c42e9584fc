import { keptAnswersMax, keptSeconds } from './http/idempotency'
import { dayOf } from './ingest/rules'
import { type Log, oncePerMinute } from './log'
import type { Store } from './storage/store'
import { type Clock, plusSeconds, toMicros } from './time'

const hour = 3_600_000
const retry = 2_000
/** A day of a busy reader is millions of keys: so many go in one write, or everybody would wait for them. */
const keysAtOnce = 5_000

/**
 * Forgets what has no use any more: spent days of read keys, expired tokens, old submissions and kept answers. While
 * the disk takes nothing it keeps trying, so that the service knows when it does again even if nobody else writes.
 */
export function startMaintenance(store: Store, now: Clock, log: Log): { stop(): void } {
  const complain = oncePerMinute(
    (what, suppressed, detail) => log.error({ ...detail, suppressed }, what),
    Date.now,
  )

  let isStopped = false

  async function run(): Promise<void> {
    const at = now()
    try {
      await store.write(async (tx) => {
        await tx.identity.deleteExpiredRefreshTokens(at)
        await tx.ingest.forgetSubmissionsBefore(plusSeconds(at, -30 * 86_400))
        await tx.idempotency.forget(plusSeconds(at, -keptSeconds), keptAnswersMax)
      })
      // Repeats are known for 48 hours: today, yesterday and the day before.
      await forgetReadsBefore(dayOf(toMicros(at)) - 2)
    } catch (err) {
      complain('maintenance failed; it is tried again', { err })
    }
  }

  async function forgetReadsBefore(day: number): Promise<void> {
    let forgotten = keysAtOnce
    while (forgotten === keysAtOnce && !isStopped)
      forgotten = await store.write((tx) => tx.ingest.forgetReadsBefore(day, keysAtOnce))
  }

  const timers = [
    setInterval(() => void run(), hour),
    setInterval(() => {
      if (store.problems().length > 0) void run()
    }, retry),
  ]
  for (const timer of timers) timer.unref()
  void run()
  return {
    stop() {
      isStopped = true
      timers.forEach(clearInterval)
    },
  }
}
