import { dayOf } from './ingest/rules'
import type { Log } from './log'
import type { Store } from './storage/store'
import { type Clock, plusSeconds, toMicros } from './time'

const hour = 3_600_000

/** Forgets what has no use any more: spent days of read keys, expired tokens, old submissions. */
export function startMaintenance(store: Store, now: Clock, log: Log): { stop(): void } {
  async function run(): Promise<void> {
    const at = now()
    try {
      await store.write(async (tx) => {
        // Repeats are known for 48 hours: today, yesterday and the day before.
        await tx.ingest.forgetReadsBefore(dayOf(toMicros(at)) - 2)
        await tx.identity.deleteExpiredRefreshTokens(at)
        await tx.ingest.forgetSubmissionsBefore(plusSeconds(at, -30 * 86_400))
      })
    } catch (err) {
      log.error({ err }, 'maintenance failed; it is tried again in an hour')
    }
  }
  const timer = setInterval(() => void run(), hour)
  timer.unref()
  void run()
  return { stop: () => clearInterval(timer) }
}
