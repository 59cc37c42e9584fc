import { type Log, oncePerMinute } from '../../base/log'
import type { Store, WebhookRow } from '../../storage/core/store'
import { type Clock, type Micros, toMicros, toWire } from '../../base/time'
import { createFairQueue } from '../../base/turns/fair-queue'
import { createExchange, type ExchangeParts } from './exchange'
import { testMessageOf } from './message'
import type { Outcome } from './post'
import { dueIn } from './outcomes'
import { createRuns, runMax } from './run'
import { filterOf } from './filter'
import { type Line, newLine } from './line'

/** Maximum number of deliveries at the same time. */
const atOnceMax = 128
/** Maximum time of a timer, in milliseconds: a step of the clock delays a retry by at most this. */
const timerMax = 60_000
/** Delay after the webhooks could not be read, in milliseconds. */
const retryMillis = 5_000
/** Number of events that do not match, after which their sequence is stored. */
const skippedMax = 1_000
/** Minimum time between two stores of it when fewer do not match, in milliseconds. Each commit of events makes a search. */
const saveMillis = 20_000

export interface SenderParts extends ExchangeParts {
  readonly store: Store
  readonly clock: { readonly now: Clock; readonly isBelieved: () => boolean }
  readonly log: Log
  /** Returns a number from 0 to 1. */
  readonly random?: () => number
}

export type WebhookSender = ReturnType<typeof createWebhookSender>

/**
 * Delivers the event log to webhooks (decision 0028). A webhook has one delivery in progress, so its events arrive in
 * order; organizations take turns. The store has the cursor, so a restart continues.
 */
export function createWebhookSender(parts: SenderParts) {
  const { store, events, clock, log, random = Math.random } = parts
  const { now } = clock
  const lines = new Map<number, Map<number, Line>>()
  const turns = createFairQueue<number, Line>()
  const inProgress = new Set<Promise<void>>()
  let isStarted = false
  let isStopped = false
  const stopping = new AbortController()
  const exchange = createExchange(parts, now, stopping.signal)
  const { loggedMessage, send } = exchange
  const logError = oncePerMinute(
    (what, suppressed, detail) => log.error({ ...detail, suppressed }, what),
    () => performance.now(),
  )
  /** Whether the stop of the service ended the attempt. The next start repeats it. */
  const isCut = ({ error, status }: Pick<Outcome, 'error' | 'status'>): boolean =>
    isStopped && error !== null && status === null
  const deliverRun = createRuns({ store, exchange, clock, log, random, isCut })
  const micros = (): Micros => toMicros(now())

  store.onEvents((organizationIds) => {
    for (const organizationId of organizationIds)
      for (const line of lines.get(organizationId)?.values() ?? []) enqueue(line)
  })

  function enqueue(line: Line): void {
    if (line.isBusy) line.hasNews = true
    if (line.isBusy || line.isQueued || line.timer !== undefined || isStopped) return
    if (!store.instances.isLeader) return
    line.isQueued = true
    turns.push(line.organizationId, line)
    setImmediate(pump)
  }

  function pump(): void {
    while (inProgress.size < atOnceMax && !isStopped) {
      const line = turns.next()?.item
      if (!line) return
      line.isQueued = false
      line.isBusy = true
      line.hasNews = false
      const work = serve(line).finally(() => {
        inProgress.delete(work)
        pump()
      })
      inProgress.add(work)
    }
  }

  /** Makes one attempt, then queues the webhook again if there is more to do. */
  async function serve(line: Line): Promise<void> {
    let hasMore = false
    try {
      hasMore = await step(line)
    } catch (err) {
      logError('delivering to a webhook failed; retrying', { err, webhook: line.id })
      wait(line, 5_000)
    }
    line.isBusy = false
    if (!hasMore && !line.hasNews) return
    // The step may have begun to wait before the notification arrived.
    clearTimeout(line.timer)
    line.timer = undefined
    enqueue(line)
  }

  function wait(line: Line, milliseconds: number): void {
    clearTimeout(line.timer)
    line.timer = setTimeout(
      () => {
        line.timer = undefined
        enqueue(line)
      },
      Math.min(timerMax, Math.max(1, milliseconds)),
    )
    line.timer.unref()
  }

  /** Returns whether there may be more to do at once. */
  async function step(line: Line): Promise<boolean> {
    const row = await store.read.webhooks.find(line.organizationId, line.id)
    if (!row) {
      closeLine(line)
      return false
    }
    const request = await store.read.webhooks.firstRequest(row.id)
    if (request) {
      await serveRequest(row, request)
      return true
    }
    if (row.isEnabled === 0) {
      closeLine(line)
      return false
    }
    const left = dueIn(row, micros())
    if (left > 0) {
      wait(line, left / 1000)
      return false
    }
    return deliverNext(line, row)
  }

  async function deliverNext(line: Line, row: WebhookRow): Promise<boolean> {
    const { oldest, newest } = await store.read.eventLog.ends(row.organizationId)
    const { cursor, updatedAt } = row
    const { searched } = line
    const isKnown = searched?.cursor === cursor && searched.updatedAt === updatedAt
    const after = isKnown ? searched.upTo : cursor
    if (after < oldest - 1) {
      await skipDeleted(row, after, oldest - 1)
      return true
    }
    if (after >= newest) {
      await saveSearched(line, row, after)
      return false
    }
    const query = { ...filterOf(row), after, limit: runMax }
    const { rows, nextAfter } = await events.page(row.organizationId, query, 'after')
    if (rows.length === 0) {
      line.searched = { cursor, updatedAt, upTo: nextAfter }
      await saveSearched(line, row, nextAfter)
      return nextAfter < newest
    }
    await deliverRun(row, rows)
    return true
  }

  /** Stores the sequence up to which no event matches, now or when enough time has passed since the last store. */
  async function saveSearched(line: Line, row: WebhookRow, upTo: number): Promise<void> {
    const skipped = upTo - row.cursor
    if (skipped <= 0) return
    const left = line.savedAt + saveMillis - performance.now()
    if (left > 0 && skipped < skippedMax) {
      line.saveTimer ??= setTimeout(() => {
        line.saveTimer = undefined
        enqueue(line)
      }, left).unref()
      return
    }
    line.savedAt = performance.now()
    await updateUnmoved(row, { cursor: upTo })
  }

  /** Changes a webhook unless its cursor has moved in the meantime. */
  const updateUnmoved = (row: WebhookRow, values: Partial<WebhookRow>): Promise<void> =>
    store.write(
      async (tx) => {
        const current = await tx.webhooks.find(row.organizationId, row.id)
        if (current?.cursor === row.cursor && current.updatedAt === row.updatedAt)
          await tx.webhooks.update(row.organizationId, row.id, values)
      },
      [row.organizationId],
    )

  /** Counts the events in (after, cursor] as lost. */
  const skipDeleted = (row: WebhookRow, after: number, cursor: number): Promise<void> =>
    updateUnmoved(row, { cursor, lostEvents: row.lostEvents + cursor - after })

  async function serveRequest(
    row: WebhookRow,
    { id, sequence }: { readonly id: number; readonly sequence: number | null },
  ): Promise<void> {
    const message = sequence === null ? testMessageOf(id, toWire(now())) : await loggedMessage(row, sequence)
    if (!message) return store.write((tx) => tx.webhooks.endRequest(id), [row.organizationId])
    const { delivery } = await send(row, message, sequence)
    if (isCut(delivery)) return
    await store.write(
      async (tx) => {
        await tx.webhooks.endRequest(id)
        if (await tx.webhooks.find(row.organizationId, row.id)) await tx.webhooks.insertDelivery(delivery)
      },
      [row.organizationId],
    )
  }

  function closeLine(line: Line): void {
    // It may have been enabled since it was read.
    if (line.hasNews) return
    clearTimeout(line.timer)
    clearTimeout(line.saveTimer)
    const ofOrganization = lines.get(line.organizationId)
    if (ofOrganization?.get(line.id) !== line) return
    ofOrganization.delete(line.id)
    if (ofOrganization.size === 0) lines.delete(line.organizationId)
  }

  /** Checks a webhook again. */
  function look(organizationId: number, id: number): void {
    if (!isStarted || isStopped) return
    const ofOrganization = lines.getOrInsertComputed(organizationId, () => new Map<number, Line>())
    const line = ofOrganization.getOrInsertComputed(id, () => newLine(organizationId, id))
    clearTimeout(line.timer)
    line.timer = undefined
    enqueue(line)
  }

  async function lookAtAll(): Promise<void> {
    try {
      for (const { organizationId, id } of await store.read.webhooks.toServe()) look(organizationId, id)
    } catch (err) {
      logError('finding the webhooks failed; retrying', { err })
      setTimeout(() => void lookAtAll(), retryMillis).unref()
    }
  }

  return {
    /** Checks a webhook again after it was created or changed, or after an attempt was requested. */
    changed(organizationId: number, id: number): void {
      look(organizationId, id)
      store.instances.announce('webhook', JSON.stringify([organizationId, id]))
    },

    start(): void {
      isStarted = true
      store.instances.onAnnounced('webhook', (text) => look(...(JSON.parse(text) as [number, number])))
      store.instances.onMissed(() => void lookAtAll())
      store.instances.onLeader(() => void lookAtAll())
    },

    /** Resolves when no delivery is in progress. */
    async stop(): Promise<void> {
      isStopped = true
      stopping.abort()
      for (const ofOrganization of lines.values())
        for (const { timer, saveTimer } of ofOrganization.values()) {
          clearTimeout(timer)
          clearTimeout(saveTimer)
        }
      await Promise.all(inProgress)
    },
  }
}
