import type { HistoryRules } from './history/record'
import { forgetHistory } from './history/retention'
import { keptAnswersMax, keptSeconds } from './http/idempotency'
import { originSeconds } from './identity/origins'
import { dayOf } from './ingest/repeats'
import { type Log, oncePerMinute } from './log'
import type { Store, Writes } from './storage/store'
import { type Clock, type Instant, plusSeconds, toMicros } from './time'

const hour = 3_600_000
const retry = 2_000
const day = 86_400
/** A day of a busy reader is a great many keys: so many rows go in one write, or everybody would wait for them. */
const atOnce = 5_000
/** About a gigabyte, whatever the readers do. */
const keysMax = 20_000_000
/** A device may ask for so long, and up to so many later submissions, what became of one. */
const submissionDays = 30
const submissionsMax = 1_000_000
/** The ring is for somebody who sets up a reader, not an archive. */
const rawMessageDays = 7
/** Of each organization; some three gigabytes. An entry is in many indexes, so that few are forgotten at once. */
const auditEntriesMax = 5_000_000
const auditEntriesAtOnce = 500
/** Of each API key: a program may fetch a token for every call, and leave what came with it. */
const refreshTokensMax = 10_000
/** A tag that nobody has bound by then was passing by. Each may have its thousand events, which go with it. */
const unknownTagDays = 30
const unknownTagsAtOnce = 200

/**
 * Forgets what has no use any more, and history that an organization does not keep. While the disk takes nothing it
 * keeps trying, so that the service knows when it does again even if nobody else writes.
 */
export function startMaintenance(store: Store, rules: HistoryRules, now: Clock, log: Log): { stop(): void } {
  const complain = oncePerMinute(
    (what, suppressed, detail) => log.error({ ...detail, suppressed }, what),
    Date.now,
  )

  let isStopped = false

  async function run(): Promise<void> {
    const at = now()
    const ago = (days: number) => plusSeconds(at, -days * day)
    try {
      await inSlices((tx) => tx.idempotency.forget(plusSeconds(at, -keptSeconds), keptAnswersMax, atOnce))
      await inSlices((tx) => tx.refreshTokens.forgetExpired(at, atOnce))
      for (const { apiKeyId, until } of await store.read.refreshTokens.surpluses(refreshTokensMax))
        await inSlices((tx) => tx.refreshTokens.forgetOfKey(apiKeyId, until, atOnce))
      await inSlices((tx) => tx.identity.deleteSpentSessions(atOnce))
      await inSlices((tx) => tx.invitations.deleteExpired(at, atOnce))
      await inSlices((tx) => tx.passwordResets.deleteExpired(at, atOnce))
      await inSlices((tx) => tx.knownOrigins.forgetBefore(plusSeconds(at, -originSeconds), atOnce))
      await inSlices((tx) => tx.ingest.forgetSubmissions(ago(submissionDays), submissionsMax, atOnce))
      await inSlices((tx) => tx.readerHealth.forgetRawBefore(toMicros(ago(rawMessageDays)), atOnce))
      // Repeats are known for 48 hours: today, yesterday and the day before.
      await inSlices((tx) => tx.ingest.forgetReadKeys(dayOf(toMicros(at)) - 2, keysMax, atOnce))
      const unseenSince = toMicros(ago(unknownTagDays))
      await inSlices((tx) => tx.unknownTags.forgetBefore(unseenSince, unknownTagsAtOnce))
      await forgetAudit(ago)
      await forgetHistory(store, rules, toMicros(at), () => isStopped)
    } catch (err) {
      complain('maintenance failed; it is tried again', { err })
    }
  }

  async function forgetAudit(ago: (days: number) => Instant): Promise<void> {
    for (const { id, days } of await store.read.identity.auditRetentions()) {
      const cuts = [
        days === null ? undefined : ago(days),
        await store.read.audit.surplusSince(id, auditEntriesMax),
      ]
      for (const cut of cuts)
        if (cut !== undefined) await inSlices((tx) => tx.audit.forget(id, cut, auditEntriesAtOnce))
    }
  }

  async function inSlices(forget: (tx: Writes) => Promise<number>): Promise<void> {
    let forgotten = 1
    while (forgotten > 0 && !isStopped) forgotten = await store.write(forget)
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
