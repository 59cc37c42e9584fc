import { audit } from '../../people/audit/record'
import { systemActor } from '../../base/caller'
import { type Log, oncePerMinute } from '../../base/log'
import type { Store, Writes } from '../../storage/core/store'
import { fromMicros, type Instant, instantOf, toWire } from '../../base/time'
import { createServiceClock, type Doubt, type ServiceClock, type Sources } from './clock'
import { endOfTime, type RepairRules, setBackFuture } from './repair'
import type { TimeState } from './steps'

/**
 * Stores the believed time in the database, logs doubts about the clock, and repairs stored times after them (decision
 * 0012).
 */

const checkMillis = 1_000
const saveMillis = 60_000
const retryMillis = 10_000

/** The reads that a clock needs. A store that is opened only for reading has them, too. */
interface ClockStore {
  readonly read: Pick<Store['read'], 'clock' | 'future'>
}

/** Creates the clock of the service from the stored state, or from the newest times in the database. */
export async function openClock(store: ClockStore, sources: Sources): Promise<ServiceClock> {
  const machine = instantOf(new Date(sources.machine()))
  const { believedAt, doubt, waitedSeconds } = await store.read.clock.find()
  const believed =
    believedAt ?? (await newestIn(store, machine)) ?? (await newestIn(store, endOfTime)) ?? machine
  const state: TimeState = { believed: Date.parse(toWire(believed)), doubt, waited: waitedSeconds * 1000 }
  return createServiceClock(state, sources)
}

/** Returns the newest time in the database up to `upTo`, for a database without a believed time. */
async function newestIn({ read }: ClockStore, upTo: Instant): Promise<Instant | undefined> {
  const newest = await read.future.newestUpTo(upTo)
  return [newest.written ?? [], newest.read ?? []].flat().toSorted().at(-1)
}

export const saveTimeState = (
  { clock }: Pick<Writes, 'clock'>,
  { believed, doubt, waited }: TimeState,
): Promise<void> =>
  clock.save({
    believedAt: fromMicros(Math.floor(believed) * 1000),
    doubt,
    waitedSeconds: Math.floor(waited / 1000),
  })

/** Returns the warning that no data is deleted because of its age, with the reason and the end. */
export function describeDoubt({ kind, machineTime, believedTime, remainingSeconds }: Doubt): string {
  const end =
    remainingSeconds === null
      ? 'until an owner of the installation confirms the time'
      : `until an owner of the installation confirms the time, or until the service has run for another ${durationOf(remainingSeconds)}`
  const step = `The machine time ${toWire(machineTime)} is far ${kind === 'ahead' ? 'ahead of' : 'behind'} ${toWire(believedTime)}, the newest accepted time`
  return `${step}: no data is deleted because of its age ${end}`
}

const durationOf = (seconds: number): string =>
  seconds >= 3600 ? `${Math.ceil(seconds / 3600)} h` : `${Math.ceil(seconds / 60)} min`

/** Accepts the time that `whereabouts clock confirm` has stored in the database. */
export async function applyConfirmation(store: Store, clock: ServiceClock): Promise<void> {
  const { confirmedAt } = await store.read.clock.find()
  if (confirmedAt === null) return
  const before = clock.doubt()
  await store.write(async (tx) => {
    await tx.clock.clearConfirmed()
    await tx.announce('clock', confirmedAt)
    if (!before) return
    for (const { id: organizationId } of await tx.accounts.auditRetentions())
      await noteConfirmation(tx, { organizationId, actor: systemActor }, before.believedTime, confirmedAt)
  })
  if (before) clock.confirm(confirmedAt)
}

/** Starts to check and store the time at an interval. */
export function keepClock(store: Store, clock: ServiceClock, rules: RepairRules, log: Log) {
  const logError = oncePerMinute((detail, what) => log.error(detail, what))
  let isStopped = false
  let checking: Promise<void> | null = null
  let savedAt = Number.NEGATIVE_INFINITY
  /** Number of doubts and confirmations at the last save. */
  let savedAfter = clock.doubts()
  let doubted: Doubt['kind'] | null = null
  /** Number of doubts at the last repair. A later doubt requires another repair. */
  let repairedAfter: number | null = null
  let repairing: Promise<void> | null = null
  let triedAt = Number.NEGATIVE_INFINITY

  async function check(): Promise<void> {
    try {
      await applyConfirmation(store, clock)
      const doubt = clock.doubt()
      if ((doubt?.kind ?? null) !== doubted) noteChange(doubt)
      if (!store.instances.isLeader) return
      if (clock.doubts() !== savedAfter || performance.now() - savedAt >= saveMillis) await save()
      if (doubt === null && clock.doubts() !== repairedAfter && performance.now() - triedAt >= retryMillis)
        repairing ??= repair().finally(() => {
          repairing = null
        })
    } catch (err) {
      logError('saving the time failed; retrying', { err })
    }
  }

  function noteChange(doubt: Doubt | null): void {
    doubted = doubt?.kind ?? null
    savedAt = Number.NEGATIVE_INFINITY
    if (doubt) log.warn(describeDoubt(doubt))
    else log.info({ machineTime: toWire(clock.now()) }, 'the machine time is accepted again')
  }

  async function save(): Promise<void> {
    const doubts = clock.doubts()
    await store.write((tx) => saveTimeState(tx, clock.state()))
    savedAt = performance.now()
    savedAfter = doubts
  }

  async function repair(): Promise<void> {
    const doubts = clock.doubts()
    const isOver = () => isStopped || !clock.isBelieved()
    try {
      const seconds = await setBackFuture(store, clock.now(), rules, isOver)
      if (isOver()) return
      if (seconds !== undefined)
        log.warn(
          { seconds: Math.round(seconds) },
          'times in the future, written with a wrong clock, were moved back',
        )
      clock.noteRepaired(doubts)
      repairedAfter = doubts
    } catch (err) {
      triedAt = performance.now()
      logError('moving back times in the future failed; retrying', { err })
    }
  }

  store.instances.onAnnounced('clock', (confirmedAt) => {
    if (clock.doubt() !== null) clock.confirm(confirmedAt as Instant)
  })

  const run = () => {
    checking ??= check().finally(() => {
      checking = null
    })
  }
  const timer = setInterval(run, checkMillis)
  timer.unref()
  run()

  return {
    /** Stops the checks and stores the believed time. */
    async close(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      await checking
      await repairing
      if (store.instances.isLeader)
        await save().catch((err: unknown) => logError('saving the time failed', { err }))
    },
  }
}

/** Writes the audit entry of a confirmation, in the same transaction. */
export const noteConfirmation = (
  tx: Writes,
  author: Parameters<typeof audit>[1],
  before: Instant,
  after: Instant,
): Promise<void> =>
  audit(tx, author, {
    at: after,
    action: 'confirmed',
    subject: { kind: 'clock', id: 1, name: null },
    before: { time: toWire(before) },
    after: { time: toWire(after) },
  })
