import { audit } from '../audit/record'
import { programItself } from '../identity/caller'
import { type Log, oncePerMinute } from '../log'
import type { Store, Writes } from '../storage/store'
import { fromMicros, type Instant, instantOf, type Micros, toWire } from '../time'
import { createServiceClock, type Doubt, type ServiceClock, type Sources } from './clock'
import { endOfTime, setBackFuture } from './repair'
import type { Stand } from './steps'

/** Keeps the believed time in the database, and acts when a doubt about the clock begins or ends (decision 0012). */

const lookMillis = 1_000
const saveMillis = 60_000

/** What a clock needs of the store, also of one that is only looked at. */
interface ClockStore {
  readonly read: Pick<Store['read'], 'clock' | 'future'>
}

/** The clock of the service, from what the database has seen. */
export async function openClock(store: ClockStore, sources: Sources): Promise<ServiceClock> {
  const machine = instantOf(new Date(sources.machine()))
  const { believedAt, doubt, waitedSeconds } = await store.read.clock.find()
  const believed =
    believedAt ?? (await newestIn(store, machine)) ?? (await newestIn(store, endOfTime)) ?? machine
  const stand: Stand = { believed: Date.parse(toWire(believed)), doubt, waited: waitedSeconds * 1000 }
  return createServiceClock(stand, sources)
}

/** For a database that knows no believed time yet: what it holds up to `upTo`. */
async function newestIn({ read }: ClockStore, upTo: Instant): Promise<Instant | undefined> {
  const newest = await read.future.newestUpTo(upTo)
  return [newest.written ?? [], newest.read ?? []].flat().toSorted().at(-1)
}

export const saveStand = (
  { clock }: Pick<Writes, 'clock'>,
  { believed, doubt, waited }: Stand,
): Promise<void> =>
  clock.save({
    believedAt: fromMicros(Math.floor(believed) * 1000),
    doubt,
    waitedSeconds: Math.floor(waited / 1000),
  })

/** Why nothing is forgotten, and when that ends. */
export function describeDoubt({ kind, machineTime, believedTime, remainingSeconds }: Doubt): string {
  const end =
    remainingSeconds === null
      ? 'until an admin confirms the time'
      : `until an admin confirms the time, or for another ${durationOf(remainingSeconds)}`
  const step = `The clock of the machine says ${toWire(machineTime)}, far ${kind === 'ahead' ? 'ahead of' : 'behind'} ${toWire(believedTime)}, the newest time that was believed`
  return `${step}: nothing is forgotten because of its age ${end}`
}

const durationOf = (seconds: number): string =>
  seconds >= 3600 ? `${Math.ceil(seconds / 3600)} h` : `${Math.ceil(seconds / 60)} min`

/** @param ahead how much later than now a believed read may be */
export function keepClock(store: Store, clock: ServiceClock, ahead: Micros, log: Log) {
  const complain = oncePerMinute(
    (what, suppressed, detail) => log.error({ ...detail, suppressed }, what),
    () => performance.now(),
  )
  let isStopped = false
  let looking: Promise<void> | null = null
  let savedAt = Number.NEGATIVE_INFINITY
  let doubted: Doubt['kind'] | null = null
  let isRepairDue = true

  async function look(): Promise<void> {
    try {
      await takeOverConfirmation()
      const doubt = clock.doubt()
      if ((doubt?.kind ?? null) !== doubted) noteChange(doubt)
      if (performance.now() - savedAt >= saveMillis) await save()
      if (doubt === null && isRepairDue) await repair()
    } catch (err) {
      complain('the time could not be kept; it is tried again', { err })
    }
  }

  function noteChange(doubt: Doubt | null): void {
    doubted = doubt?.kind ?? null
    savedAt = Number.NEGATIVE_INFINITY
    isRepairDue = true
    if (doubt) log.warn(describeDoubt(doubt))
    else log.info({ time: toWire(clock.now()) }, 'the time of the machine is believed again')
  }

  /** What `whereabouts clock confirm` has left. */
  async function takeOverConfirmation(): Promise<void> {
    const { confirmedAt } = await store.read.clock.find()
    if (confirmedAt === null) return
    const before = clock.doubt()
    await store.write(async (tx) => {
      await tx.clock.forgetConfirmed()
      if (!before) return
      for (const { id: organizationId } of await tx.identity.auditRetentions())
        await noteConfirmation(tx, { organizationId, actor: programItself }, before.believedTime, confirmedAt)
    })
    if (before) clock.confirm(confirmedAt)
  }

  async function save(): Promise<void> {
    await store.write((tx) => saveStand(tx, clock.stand()))
    savedAt = performance.now()
  }

  async function repair(): Promise<void> {
    const doubts = clock.doubts()
    const isOver = () => isStopped || !clock.isBelieved()
    const seconds = await setBackFuture(store, clock.now(), ahead, isOver)
    if (isOver()) return
    if (seconds !== undefined)
      log.warn({ seconds: Math.round(seconds) }, 'what a wrong clock had dated in the future was set back')
    clock.noteRepaired(doubts)
    isRepairDue = clock.doubts() !== doubts
  }

  const run = () => {
    looking ??= look().finally(() => {
      looking = null
    })
  }
  const timer = setInterval(run, lookMillis)
  timer.unref()
  run()

  return {
    /** Writes the believed time down a last time. */
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      await looking
      await save().catch((err: unknown) => complain('the time could not be kept', { err }))
    },
  }
}

/** In the write that makes the time believed. */
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
