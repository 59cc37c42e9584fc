import type { ServiceClock } from '../installation/clock/clock'
import { saveTimeState } from '../installation/clock/keeper'
import { noteDiskSpace } from '../installation/doctor/disk-space'
import type { Deletion, Running } from '../http/feature'
import { type Log, oncePerMinute } from '../base/log'
import type { Store } from '../storage/core/store'
import { type Instant, plusSeconds, toMicros } from '../base/time'

/** Interval between runs, in milliseconds. */
const intervalMillis = 3_600_000
/** Interval between runs while the store has problems, in milliseconds. */
const retryMillis = 2_000
/** Maximum number of rows per transaction, so that other writes do not wait long. */
const rowsAtOnce = 5_000
/** The earliest instant: no row is older. */
const beginning = '0001-01-01T00:00:00.000000Z' as Instant

interface MaintenanceParts {
  readonly store: Store
  readonly dataDir: string
  readonly clock: Pick<ServiceClock, 'now' | 'isBelieved' | 'state'>
  readonly log: Log
  /** The retention of each feature. */
  readonly retentions: readonly ((deletion: Deletion) => Promise<void>)[]
}

/**
 * Runs the retention of all features. While writes to the disk fail, it repeats them, so that the service notices when the
 * disk works again, even without other writes.
 */
export function startMaintenance({ store, dataDir, clock, log, retentions }: MaintenanceParts): Running {
  const logError = oncePerMinute((detail, what) => log.error(detail, what))
  let isStopped = false

  async function run(): Promise<void> {
    if (!store.instances.isLeader) return
    try {
      // This write shows whether the disk works, even if there are no rows to delete.
      await store.write((tx) => saveTimeState(tx, clock.state()))
      const deletion = clock.isBelieved()
        ? deletionOf(store, clock.now(), () => isStopped || !clock.isBelieved())
        : deletionOf(store, null, () => isStopped)
      for (const retention of retentions) await retention(deletion)
      await noteDiskSpace(dataDir, new Date())
      log.debug('maintenance finished')
    } catch (err) {
      if (!isStopped) logError('maintenance failed; retrying', { err })
    }
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

function deletionOf(store: Store, at: Instant | null, isOver: () => boolean): Deletion {
  const ago = (days: number) => (at === null ? beginning : plusSeconds(at, -days * 86_400))
  return {
    at,
    ago,
    microsAgo: (days) => toMicros(ago(days)),
    async inSlices(deleteSome) {
      let deleted = 1
      while (deleted > 0 && !isOver()) deleted = await store.write((tx) => deleteSome(tx, rowsAtOnce))
    },
    isOver,
  }
}
