import type { ServiceClock } from './clock/clock'
import { saveTimeState } from './clock/keeper'
import type { HistoryRules } from './history/record'
import { forgetHistory } from './history/retention'
import { keptResponsesMax, keptSeconds } from './http/idempotency'
import { originSeconds } from './authentication/origins'
import { dayOf } from './ingest/repeats'
import { type Log, oncePerMinute } from './log'
import type { Store, Writes } from './storage/store'
import { type Instant, plusSeconds, toMicros } from './time'

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

/** Repeats are known for 48 hours: today, yesterday and the day before. */
const readKeyDays = 2
/** Nothing is older. */
const beginning = '0001-01-01T00:00:00.000000Z' as Instant

/**
 * Forgets what has no use any more, and history that an organization does not keep. While the disk takes nothing it
 * keeps trying, so that the service knows when it does again even if nobody else writes.
 */
export function startMaintenance(
  store: Store,
  rules: HistoryRules,
  clock: Pick<ServiceClock, 'now' | 'isBelieved' | 'state'>,
  log: Log,
): { stop(): void } {
  const logError = oncePerMinute(
    (what, suppressed, detail) => log.error({ ...detail, suppressed }, what),
    () => performance.now(),
  )

  let isStopped = false

  async function run(): Promise<void> {
    try {
      // Also shows whether the disk takes anything, when there is nothing to forget.
      await store.write((tx) => saveTimeState(tx, clock.state()))
      if (clock.isBelieved()) await forgetAll(clock.now(), () => isStopped || !clock.isBelieved())
      else await forgetAll(null, () => isStopped)
      log.debug('maintenance finished')
    } catch (err) {
      if (!isStopped) logError('maintenance failed; retrying', { err })
    }
  }

  /** @param at null while the time is not believed: then only the bounds by number apply (decision 0012) */
  async function forgetAll(at: Instant | null, isOver: () => boolean): Promise<void> {
    const ago = (days: number) => (at === null ? beginning : plusSeconds(at, -days * day))
    const microsAgo = (days: number) => toMicros(ago(days))

    async function inSlices(forget: (tx: Writes) => Promise<number>): Promise<void> {
      let forgotten = 1
      while (forgotten > 0 && !isOver()) forgotten = await store.write(forget)
    }

    await inSlices((tx) => tx.idempotency.forget(ago(keptSeconds / day), keptResponsesMax, atOnce))
    await inSlices((tx) => tx.refreshTokens.forgetExpired(ago(0), atOnce))
    for (const { apiKeyId, until } of await store.read.refreshTokens.surpluses(refreshTokensMax))
      await inSlices((tx) => tx.refreshTokens.forgetOfKey(apiKeyId, until, atOnce))
    await inSlices((tx) => tx.identity.deleteSpentSessions(atOnce))
    await inSlices((tx) => tx.invitations.deleteExpired(ago(0), atOnce))
    await inSlices((tx) => tx.passwordResets.deleteExpired(ago(0), atOnce))
    await inSlices((tx) => tx.knownOrigins.forgetBefore(ago(originSeconds / day), atOnce))
    await inSlices((tx) => tx.ingest.forgetSubmissions(ago(submissionDays), submissionsMax, atOnce))
    await inSlices((tx) => tx.readerHealth.forgetRawBefore(microsAgo(rawMessageDays), atOnce))
    await inSlices((tx) => tx.ingest.forgetReadKeys(dayOf(microsAgo(readKeyDays)), keysMax, atOnce))
    await inSlices((tx) => tx.unknownTags.forgetBefore(microsAgo(unknownTagDays), unknownTagsAtOnce))
    for (const { id, cut } of await auditCuts(ago))
      await inSlices((tx) => tx.audit.forget(id, cut, auditEntriesAtOnce))
    if (at !== null) await forgetHistory(store, rules, toMicros(at), isOver)
  }

  /** Up to when each organization's audit log is to be forgotten, by age and by number. */
  async function auditCuts(ago: (days: number) => Instant): Promise<{ id: number; cut: Instant }[]> {
    const cuts: { id: number; cut: Instant }[] = []
    for (const { id, days } of await store.read.identity.auditRetentions()) {
      if (days !== null) cuts.push({ id, cut: ago(days) })
      const surplus = await store.read.audit.surplusSince(id, auditEntriesMax)
      if (surplus !== undefined) cuts.push({ id, cut: surplus })
    }
    return cuts
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
