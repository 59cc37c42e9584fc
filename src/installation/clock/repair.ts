import { setTimeout as sleep } from 'node:timers/promises'
import { instantsIn, setBackHistory, shiftOf, silence, withInstants } from '../../tracking/history/set-back'
import { dayOf } from '../../tracking/ingest/repeats'
import { setBackStocktakes } from '../../tracking/stocktakes/counts/set-back'
import type { FutureHistory, Shift, Store, Writes } from '../../storage/core/store'
import { fromMicros, type Instant, type Micros, second, toMicros } from '../../base/time'

/** Rows per transaction. They are few, so that requests do not wait long. */
const rowsAtOnce = 50
const rowsScannedAtOnce = 2_000
const historiesAtOnce = 5
const readersAtOnce = 20

/** The last instant that the API accepts. */
export const endOfTime = '9999-12-31T23:59:59.999999Z' as Instant

/** Tolerance for times that the service writes: small corrections of the clock may make them later than now. */
const tolerance: Micros = 300 * second

export interface RepairRules {
  /** Maximum time by which a read may be later than now. */
  readonly readMaxAheadMicros: Micros
}

/** Limits of correct times. Later times come from a wrong clock. */
interface Limits {
  readonly written: Instant
  /** Limit of times of reads, because the clock of a reader may be ahead. */
  readonly read: Instant
}

const limitsAt = (now: Instant, ahead: Micros): Limits => ({
  written: fromMicros(toMicros(now) + tolerance),
  read: fromMicros(toMicros(now) + ahead),
})

/** Returns the newest time that comes from a wrong clock; undefined if there is none. */
export async function newestFuture(
  { read }: { readonly read: Pick<Store['read'], 'future'> },
  now: Instant,
  ahead: Micros,
): Promise<Instant | undefined> {
  const limits = limitsAt(now, ahead)
  const newest = await read.future.newestUpTo(endOfTime)
  const wrong = (['written', 'read'] as const).flatMap((kind) => {
    const at = newest[kind]
    return at !== undefined && at > limits[kind] ? [at] : []
  })
  return wrong.toSorted().at(-1)
}

/**
 * Sets back the times that a wrong clock has written later than now, in slices (decision 0012). Master data comes first
 * and the audit log last: an interrupted repair is continued because the indexed tables still contain later times.
 *
 * @returns the number of seconds; undefined if there was nothing to repair
 */
export async function setBackFuture(
  store: Store,
  now: Instant,
  { readMaxAheadMicros: ahead }: RepairRules,
  isStopped: () => boolean,
): Promise<number | undefined> {
  const newest = await newestFuture(store, now, ahead)
  if (newest === undefined) return undefined
  const limits = limitsAt(now, ahead)
  const delta = toMicros(newest) - toMicros(now) + silence
  const shift = { limit: limits.written, seconds: Math.ceil(delta / 1000) / 1000 }

  async function inSlices(setBack: (tx: Writes) => Promise<number>): Promise<void> {
    let done = 1
    while (done > 0 && !isStopped()) done = await atHalfSpeed(() => store.write(setBack))
  }

  const floors = await store.read.future.floors(shift.limit)
  await walkRows(store, shift, isStopped)
  await atHalfSpeed(() => store.write((tx) => tx.setBack.ownersAndResets(shift)))
  await inSlices((tx) => tx.setBack.origins(shift, rowsAtOnce))
  await setBackStocktakes({
    inWrite: (work) => atHalfSpeed(() => store.write(work)),
    shift,
    delta,
    isStopped,
  })
  await setBackHealth(store, toMicros(shift.limit), delta, isStopped)
  for (const { organizationId, floor } of floors)
    await inSlices((tx) => tx.setBack.assets(organizationId, shift, floor, rowsAtOnce))
  await setBackHistories({ store, kind: 'history', limit: toMicros(limits.read), delta, isStopped })
  await setBackHistories({ store, kind: 'unknownHistory', limit: toMicros(limits.read), delta, isStopped })
  await inSlices((tx) => tx.ingest.setBackReadKeys(dayOf(toMicros(now)), rowsAtOnce))
  await inSlices((tx) => tx.setBack.rawMessages(shift, rowsAtOnce))
  await inSlices((tx) => tx.setBack.webhookDeliveries(shift, rowsAtOnce))
  await atHalfSpeed(() => store.write((tx) => tx.setBack.alertTimes(shift)))
  await atHalfSpeed(() => store.write((tx) => tx.setBack.messageTimes(shift)))
  await inSlices((tx) => tx.setBack.responses(shift, rowsAtOnce))
  await inSlices((tx) => tx.setBack.refreshTokens(shift, rowsAtOnce))
  await setBackSpentTokens(store, shift, isStopped)
  await inSlices((tx) => tx.setBack.mqttSessions(shift, rowsAtOnce))
  for (const { organizationId, floor } of floors)
    await inSlices((tx) => tx.setBack.audit(organizationId, shift, floor, rowsAtOnce))
  return delta / second
}

/** Does the work, then sleeps for the same time, so that half of the time is left to requests. */
async function atHalfSpeed<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await work()
  await sleep(performance.now() - begun)
  return result
}

async function walkRows(store: Store, shift: Shift, isStopped: () => boolean): Promise<void> {
  const last = await store.read.future.lastRow()
  for (let after = 0; after < last && !isStopped(); after += rowsScannedAtOnce)
    await atHalfSpeed(() =>
      store.write(async (tx) => {
        await tx.setBack.rows(after, after + rowsScannedAtOnce, shift)
        await tx.setBack.webhooks(after, after + rowsScannedAtOnce, shift)
        await tx.setBack.alerts(after, after + rowsScannedAtOnce, shift)
        await tx.setBack.searches(after, after + rowsScannedAtOnce, shift)
      }),
    )
}

interface SetBackParts {
  readonly store: Store
  readonly kind: 'history' | 'unknownHistory'
  readonly limit: Micros
  readonly delta: Micros
  readonly isStopped: () => boolean
}

async function setBackHistories({ store, kind, limit, delta, isStopped }: SetBackParts): Promise<void> {
  const { histories, unknownHistories } = store.read.future
  const find = kind === 'history' ? histories : unknownHistories
  let last: FutureHistory | undefined
  while (!isStopped()) {
    const found = await find(limit, last, historiesAtOnce)
    if (found.length === 0) return
    const setBack = async (tx: Writes) => {
      for (const asset of found) {
        const placement = await setBackHistory(tx[kind], asset, limit, delta)
        if (placement && kind === 'unknownHistory')
          await tx.setBack.unknownTag(asset.assetId, placement.lastSeenAt)
      }
    }
    await atHalfSpeed(() => store.write(setBack))
    last = found.at(-1)
  }
}

/** Moves back the times at which tokens were spent. These tokens are few and no index finds them, so all rows are read. */
async function setBackSpentTokens(store: Store, shift: Shift, isStopped: () => boolean): Promise<void> {
  let after: string | null = ''
  while (after !== null && !isStopped()) {
    const from: string = after
    after = await atHalfSpeed(() =>
      store.write((tx) => tx.setBack.spentTokens(shift, from, rowsScannedAtOnce)),
    )
  }
}

/** Sets back the health of readers. Each reader has its own shift, because readers are not compared with each other. */
async function setBackHealth(
  store: Store,
  limit: Micros,
  delta: Micros,
  isStopped: () => boolean,
): Promise<void> {
  for (let after = 0; !isStopped();) {
    const readers = await store.read.readerHealth.after(after, readersAtOnce)
    const last = readers.at(-1)
    if (!last) return
    after = last.readerId
    const isWrong = (health: (typeof readers)[number]) => instantsIn(health).some((at) => at > limit)
    if (!readers.some(isWrong)) continue
    await store.write(async (tx) => {
      const current = await tx.readerHealth.find(readers.filter(isWrong).map(({ readerId }) => readerId))
      for (const health of current)
        await tx.readerHealth.save(withInstants(health, shiftOf(instantsIn(health), limit, delta)))
    })
  }
}
