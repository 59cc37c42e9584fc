import type { ServiceClock } from '../installation/clock/clock'
import { saveTimeState } from '../installation/clock/keeper'
import { noteDiskSpace } from '../installation/doctor/disk-space'
import { deleteExpiredHistory } from '../tracking/history/retention'
import { keptResponsesMax, keptSeconds } from '../http/idempotency'
import { originSeconds } from '../people/authentication/origins'
import { dayOf } from '../tracking/ingest/repeats'
import { type Log, oncePerMinute } from '../base/log'
import { keptPhotoDays } from '../inventory/photos/service'
import type { Store, Writes } from '../storage/core/store'
import { type Instant, plusSeconds, toMicros } from '../base/time'

/** Interval between runs, in milliseconds. */
const intervalMillis = 3_600_000
/** Interval between runs while the store has problems, in milliseconds. */
const retryMillis = 2_000
/** A day in seconds. */
const day = 86_400
/** Maximum number of rows per transaction, so that other writes do not wait long. */
const rowsAtOnce = 5_000
/** Maximum number of read keys: about a gigabyte. */
const keysMax = 20_000_000
/** Limits of stored submissions, in days and in number. A device may query the result of a submission within them. */
const submissionDays = 30
const submissionsMax = 1_000_000
/** Age limit of recent messages, in days. They help to set up a reader and are not an archive. */
const rawMessageDays = 7
/** Maximum number of audit entries of an organization: about three gigabytes. */
const auditEntriesMax = 5_000_000
/** Audit entries per transaction. They are few because each entry is in many indexes. */
const auditEntriesAtOnce = 500
/** Events of the log per transaction, few for the same reason. */
const eventsAtOnce = 500
/**
 * Maximum number of refresh tokens of an API key. An API client may request a token for every call and never use the
 * refresh tokens.
 */
const refreshTokensMax = 10_000
/** Age limit of unknown tags, in days. Their events, up to a thousand for each tag, are deleted with them. */
const unknownTagDays = 30
const unknownTagsAtOnce = 200
/** Age limit of the attempts of webhooks, in days. */
const deliveryDays = 7
/** Photos per transaction: up to 8 MB. */
const photosAtOnce = 4

/** Repeats are detected for 48 hours, which may touch three calendar days. */
const readKeyDays = 2
/** The earliest instant: no row is older. */
const beginning = '0001-01-01T00:00:00.000000Z' as Instant

/**
 * Deletes expired rows, and history beyond the retention of an organization. While writes to the disk fail, it repeats
 * them, so that the service notices when the disk works again, even without other writes.
 */
export function startMaintenance(
  store: Store,
  dataDir: string,
  clock: Pick<ServiceClock, 'now' | 'isBelieved' | 'state'>,
  log: Log,
): { stop(): void } {
  const logError = oncePerMinute((detail, what) => log.error(detail, what))

  let isStopped = false

  async function run(): Promise<void> {
    if (!store.instances.isLeader) return
    try {
      // This write shows whether the disk works, even if there are no rows to delete.
      await store.write((tx) => saveTimeState(tx, clock.state()))
      if (clock.isBelieved()) await deleteAll(clock.now(), () => isStopped || !clock.isBelieved())
      else await deleteAll(null, () => isStopped)
      await noteDiskSpace(dataDir, new Date())
      log.debug('maintenance finished')
    } catch (err) {
      if (!isStopped) logError('maintenance failed; retrying', { err })
    }
  }

  /** @param at null while the machine time is not accepted: then only the limits by number apply (decision 0012) */
  async function deleteAll(at: Instant | null, isOver: () => boolean): Promise<void> {
    const ago = (days: number) => (at === null ? beginning : plusSeconds(at, -days * day))
    const microsAgo = (days: number) => toMicros(ago(days))

    async function inSlices(deleteSome: (tx: Writes) => Promise<number>): Promise<void> {
      let deleted = 1
      while (deleted > 0 && !isOver()) deleted = await store.write(deleteSome)
    }

    await inSlices((tx) => tx.idempotency.prune(ago(keptSeconds / day), keptResponsesMax, rowsAtOnce))
    await inSlices((tx) => tx.refreshTokens.deleteExpired(ago(0), rowsAtOnce))
    for (const { apiKeyId, until } of await store.read.refreshTokens.surpluses(refreshTokensMax))
      await inSlices((tx) => tx.refreshTokens.deleteOfKey(apiKeyId, until, rowsAtOnce))
    await inSlices((tx) => tx.accounts.deleteSpentSessions(rowsAtOnce))
    await inSlices((tx) => tx.invitations.deleteExpired(ago(0), rowsAtOnce))
    await inSlices((tx) => tx.passwordResets.deleteExpired(ago(0), rowsAtOnce))
    await inSlices((tx) => tx.knownOrigins.deleteBefore(ago(originSeconds / day), rowsAtOnce))
    await inSlices((tx) => tx.ingest.pruneSubmissions(ago(submissionDays), submissionsMax, rowsAtOnce))
    await inSlices((tx) => tx.readerHealth.deleteMessagesBefore(microsAgo(rawMessageDays), rowsAtOnce))
    await inSlices((tx) => tx.ingest.pruneReadKeys(dayOf(microsAgo(readKeyDays)), keysMax, rowsAtOnce))
    await inSlices((tx) => tx.unknownTags.deleteBefore(microsAgo(unknownTagDays), unknownTagsAtOnce))
    await inSlices((tx) => tx.assetPhotos.deleteOfDeletedAssets(ago(keptPhotoDays), photosAtOnce))
    await inSlices((tx) => tx.webhooks.deleteDeliveriesBefore(microsAgo(deliveryDays), rowsAtOnce))
    await inSlices((tx) => tx.mqttSessions.deleteExpired(ago(0), rowsAtOnce))
    for (const { id, cut } of await auditCuts(ago))
      await inSlices((tx) => tx.audit.prune(id, cut, auditEntriesAtOnce))
    for (const { id, days, max } of await store.read.accounts.eventLogLimits())
      await inSlices((tx) => tx.eventLog.prune(id, microsAgo(days), max, eventsAtOnce))
    if (at !== null) await deleteExpiredHistory(store, toMicros(at), isOver)
  }

  /** Returns the times before which audit entries are deleted, by age and by number. */
  async function auditCuts(ago: (days: number) => Instant): Promise<{ id: number; cut: Instant }[]> {
    const cuts: { id: number; cut: Instant }[] = []
    for (const { id, days } of await store.read.accounts.auditRetentions()) {
      if (days !== null) cuts.push({ id, cut: ago(days) })
      const surplus = await store.read.audit.surplusSince(id, auditEntriesMax)
      if (surplus !== undefined) cuts.push({ id, cut: surplus })
    }
    return cuts
  }

  const timers = [
    setInterval(() => void run(), intervalMillis),
    setInterval(() => {
      if (store.problems().length > 0) void run()
    }, retryMillis),
  ]
  for (const timer of timers) timer.unref()
  store.instances.onLeader(() => void run())
  return {
    stop() {
      isStopped = true
      timers.forEach(clearInterval)
    },
  }
}
