import { audit } from '../../people/audit/record'
import { systemActor } from '../../base/caller'
import { type Log, oncePerMinute } from '../../base/log'
import type { Message } from '../../base/messages'
import type { Store, Writes } from '../../storage/core/store'
import { fromMicros, type Instant, instantOf, toWire } from '../../base/time'
import { ServiceClock, type Doubt, type Sources } from './clock'
import { clockMessages as say } from './messages'
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
  return new ServiceClock(state, sources)
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
export function describeDoubt({ kind, machineTime, believedTime, remainingSeconds: left }: Doubt): Message {
  const times = { machine_at: toWire(machineTime), believed_at: toWire(believedTime) }
  return left === null
    ? say(`clock.${kind}`, times)
    : say(`clock.${kind}_wait`, { ...times, remaining_seconds: Math.ceil(left / 60) * 60 })
}

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
export class ClockKeeper {
  readonly #store: Store
  readonly #clock: ServiceClock
  readonly #rules: RepairRules
  readonly #log: Log
  readonly #logError: ReturnType<typeof oncePerMinute>
  #isStopped = false
  #checking: Promise<void> | null = null
  #savedAt = Number.NEGATIVE_INFINITY
  /** Number of doubts and confirmations at the last save. */
  #savedAfter: number
  #doubted: Doubt['kind'] | null = null
  /** Number of doubts at the last repair. A later doubt requires another repair. */
  #repairedAfter: number | null = null
  #repairing: Promise<void> | null = null
  #triedAt = Number.NEGATIVE_INFINITY
  readonly #timer: NodeJS.Timeout

  constructor(store: Store, clock: ServiceClock, rules: RepairRules, log: Log) {
    this.#store = store
    this.#clock = clock
    this.#rules = rules
    this.#log = log
    this.#logError = oncePerMinute((detail, what) => log.error(detail, what))
    this.#savedAfter = clock.doubts()
    store.instances.onAnnounced('clock', (confirmedAt) => {
      if (clock.doubt() !== null) clock.confirm(confirmedAt as Instant)
    })
    this.#timer = setInterval(() => this.#run(), checkMillis)
    this.#timer.unref()
    this.#run()
  }

  async #check(): Promise<void> {
    try {
      await applyConfirmation(this.#store, this.#clock)
      const doubt = this.#clock.doubt()
      if ((doubt?.kind ?? null) !== this.#doubted) this.#noteChange(doubt)
      if (!this.#store.instances.isLeader) return
      if (this.#clock.doubts() !== this.#savedAfter || performance.now() - this.#savedAt >= saveMillis)
        await this.#save()
      if (
        doubt === null &&
        this.#clock.doubts() !== this.#repairedAfter &&
        performance.now() - this.#triedAt >= retryMillis
      )
        this.#repairing ??= this.#repair().finally(() => {
          this.#repairing = null
        })
    } catch (err) {
      this.#logError('saving the time failed; retrying', { err })
    }
  }

  #noteChange(doubt: Doubt | null): void {
    this.#doubted = doubt?.kind ?? null
    this.#savedAt = Number.NEGATIVE_INFINITY
    if (doubt) this.#log.warn(describeDoubt(doubt).english)
    else this.#log.info({ machineTime: toWire(this.#clock.now()) }, 'the machine time is accepted again')
  }

  async #save(): Promise<void> {
    const doubts = this.#clock.doubts()
    await this.#store.write((tx) => saveTimeState(tx, this.#clock.state()))
    this.#savedAt = performance.now()
    this.#savedAfter = doubts
  }

  async #repair(): Promise<void> {
    const doubts = this.#clock.doubts()
    const isOver = () => this.#isStopped || !this.#clock.isBelieved()
    try {
      const seconds = await setBackFuture(this.#store, this.#clock.now(), this.#rules, isOver)
      if (isOver()) return
      if (seconds !== undefined)
        this.#log.warn(
          { seconds: Math.round(seconds) },
          'times in the future, written with a wrong clock, were moved back',
        )
      this.#clock.noteRepaired(doubts)
      this.#repairedAfter = doubts
    } catch (err) {
      this.#triedAt = performance.now()
      this.#logError('moving back times in the future failed; retrying', { err })
    }
  }

  #run() {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null
    })
  }

  /** Stops the checks and stores the believed time. */
  async close(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#checking
    await this.#repairing
    if (this.#store.instances.isLeader)
      await this.#save().catch((err: unknown) => this.#logError('saving the time failed', { err }))
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
