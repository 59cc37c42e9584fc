import { type Log, oncePerMinute } from '../../base/log'
import type { Store, WebhookRow } from '../../storage/core/store'
import { type Clock, toMicros, toWire } from '../../base/time'
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
/** Delay after the webhooks, or what one of them needs, could not be read, in milliseconds. */
const retryMillis = 5_000
/** Number of events that do not match, after which their sequence is stored. */
const skippedMax = 1_000
/** Minimum time between two stores of it when fewer do not match, in milliseconds. Each commit of events makes a search. */
const saveMillis = 20_000

interface SenderParts extends ExchangeParts {
  readonly store: Store
  readonly clock: { readonly now: Clock; readonly isBelieved: () => boolean }
  readonly log: Log
  /** Returns a number from 0 to 1. */
  readonly random?: () => number
}

/**
 * Delivers the event log to webhooks (decision 0028). A webhook has one delivery in progress, so its events arrive in
 * order; organizations take turns. The store has the cursor, so a restart continues.
 */
export class WebhookSender {
  readonly #store: Store
  readonly #events: SenderParts['events']
  readonly #now: Clock
  readonly #exchange: ReturnType<typeof createExchange>
  readonly #deliverRun: ReturnType<typeof createRuns>
  readonly #logError: ReturnType<typeof oncePerMinute>
  readonly #lines = new Map<number, Map<number, Line>>()
  readonly #turns = createFairQueue<number, Line>()
  readonly #inProgress = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #isStarted = false

  constructor(parts: SenderParts) {
    const { store, clock, log, random = Math.random } = parts
    this.#store = store
    this.#events = parts.events
    this.#now = clock.now
    this.#exchange = createExchange(parts, clock.now, this.#stopping.signal)
    const isCut = (outcome: Outcome) => this.#isCut(outcome)
    this.#deliverRun = createRuns({ store, exchange: this.#exchange, clock, log, random, isCut })
    this.#logError = oncePerMinute((detail, what) => log.error(detail, what))
    store.onEvents((organizationIds) => {
      for (const organizationId of organizationIds)
        for (const line of this.#lines.get(organizationId)?.values() ?? []) this.#enqueue(line)
    })
  }

  /** Checks a webhook again after it was created or changed, or after an attempt was requested. */
  changed(organizationId: number, id: number): void {
    this.#look(organizationId, id)
    this.#store.instances.announce('webhook', JSON.stringify([organizationId, id]))
  }

  start(): void {
    this.#isStarted = true
    this.#store.instances.onAnnounced('webhook', (text) =>
      this.#look(...(JSON.parse(text) as [number, number])),
    )
    this.#store.instances.onMissed(() => void this.#lookAtAll())
    this.#store.instances.onLeader(() => void this.#lookAtAll())
  }

  /** Resolves when no delivery is in progress. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const ofOrganization of this.#lines.values())
      for (const { timer, saveTimer } of ofOrganization.values()) {
        clearTimeout(timer)
        clearTimeout(saveTimer)
      }
    await Promise.all(this.#inProgress)
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Whether the stop of the service ended the attempt. The next start repeats it. */
  #isCut({ error, status }: { readonly error: unknown; readonly status: number | null }): boolean {
    return this.#isStopped && error !== null && status === null
  }

  #enqueue(line: Line): void {
    if (line.isBusy) line.hasNews = true
    if (line.isBusy || line.isQueued || line.timer !== undefined || this.#isStopped) return
    if (!this.#store.instances.isLeader) return
    line.isQueued = true
    this.#turns.push(line.organizationId, line)
    setImmediate(() => this.#pump())
  }

  #pump(): void {
    while (this.#inProgress.size < atOnceMax && !this.#isStopped) {
      const line = this.#turns.next()?.item
      if (!line) return
      line.isQueued = false
      line.isBusy = true
      line.hasNews = false
      const work = this.#serve(line).finally(() => {
        this.#inProgress.delete(work)
        this.#pump()
      })
      this.#inProgress.add(work)
    }
  }

  /** Makes one attempt, then queues the webhook again if there is more to do. */
  async #serve(line: Line): Promise<void> {
    let hasMore = false
    try {
      hasMore = await this.#step(line)
    } catch (err) {
      this.#logError('delivering to a webhook failed; retrying', { err, webhook: line.id })
      this.#wait(line, retryMillis)
    }
    line.isBusy = false
    if (!hasMore && !line.hasNews) return
    // The step may have begun to wait before the notification arrived.
    clearTimeout(line.timer)
    line.timer = undefined
    this.#enqueue(line)
  }

  #wait(line: Line, milliseconds: number): void {
    clearTimeout(line.timer)
    line.timer = setTimeout(
      () => {
        line.timer = undefined
        this.#enqueue(line)
      },
      Math.min(timerMax, Math.max(1, milliseconds)),
    )
    line.timer.unref()
  }

  /** Returns whether there may be more to do at once. */
  async #step(line: Line): Promise<boolean> {
    const row = await this.#store.read.webhooks.find(line.organizationId, line.id)
    if (!row) {
      this.#closeLine(line)
      return false
    }
    const request = await this.#store.read.webhooks.firstRequest(row.id)
    if (request) {
      await this.#serveRequest(row, request)
      return true
    }
    if (row.isEnabled === 0) {
      this.#closeLine(line)
      return false
    }
    const left = dueIn(row, toMicros(this.#now()))
    if (left > 0) {
      this.#wait(line, left / 1000)
      return false
    }
    return this.#deliverNext(line, row)
  }

  async #deliverNext(line: Line, row: WebhookRow): Promise<boolean> {
    const { oldest, newest } = await this.#store.read.eventLog.ends(row.organizationId)
    const { cursor, updatedAt } = row
    const { searched } = line
    const isKnown = searched?.cursor === cursor && searched.updatedAt === updatedAt
    const after = isKnown ? searched.upTo : cursor
    if (after < oldest - 1) {
      const upTo = oldest - 1
      // The events in (after, upTo] are lost.
      await updateUnmoved(this.#store, row, { cursor: upTo, lostEvents: row.lostEvents + upTo - after })
      return true
    }
    if (after >= newest) {
      await this.#saveSearched(line, row, after)
      return false
    }
    const query = { ...filterOf(row), after, limit: runMax }
    const { rows, nextAfter } = await this.#events.page(row.organizationId, query, 'after')
    if (rows.length === 0) {
      line.searched = { cursor, updatedAt, upTo: nextAfter }
      await this.#saveSearched(line, row, nextAfter)
      return nextAfter < newest
    }
    await this.#deliverRun(row, rows)
    return true
  }

  /** Stores the sequence up to which no event matches, now or when enough time has passed since the last store. */
  async #saveSearched(line: Line, row: WebhookRow, upTo: number): Promise<void> {
    const skipped = upTo - row.cursor
    if (skipped <= 0) return
    const left = line.savedAt + saveMillis - performance.now()
    if (left > 0 && skipped < skippedMax) {
      line.saveTimer ??= setTimeout(() => {
        line.saveTimer = undefined
        this.#enqueue(line)
      }, left).unref()
      return
    }
    line.savedAt = performance.now()
    await updateUnmoved(this.#store, row, { cursor: upTo })
  }

  async #serveRequest(
    row: WebhookRow,
    { id, sequence }: { readonly id: number; readonly sequence: number | null },
  ): Promise<void> {
    const message =
      sequence === null
        ? testMessageOf(id, toWire(this.#now()))
        : await this.#exchange.loggedMessage(row, sequence)
    if (!message) return this.#store.write((tx) => tx.webhooks.endRequest(id), [row.organizationId])
    const { delivery } = await this.#exchange.send(row, message, sequence)
    if (this.#isCut(delivery)) return
    await this.#store.write(
      async (tx) => {
        await tx.webhooks.endRequest(id)
        if (await tx.webhooks.find(row.organizationId, row.id)) await tx.webhooks.insertDelivery(delivery)
      },
      [row.organizationId],
    )
  }

  #closeLine(line: Line): void {
    // It may have been enabled since it was read.
    if (line.hasNews) return
    clearTimeout(line.timer)
    clearTimeout(line.saveTimer)
    const ofOrganization = this.#lines.get(line.organizationId)
    if (ofOrganization?.get(line.id) !== line) return
    ofOrganization.delete(line.id)
    if (ofOrganization.size === 0) this.#lines.delete(line.organizationId)
  }

  /** Checks a webhook again. */
  #look(organizationId: number, id: number): void {
    if (!this.#isStarted || this.#isStopped) return
    const ofOrganization = this.#lines.getOrInsertComputed(organizationId, () => new Map<number, Line>())
    const line = ofOrganization.getOrInsertComputed(id, () => newLine(organizationId, id))
    clearTimeout(line.timer)
    line.timer = undefined
    this.#enqueue(line)
  }

  async #lookAtAll(): Promise<void> {
    try {
      for (const { organizationId, id } of await this.#store.read.webhooks.toServe())
        this.#look(organizationId, id)
    } catch (err) {
      this.#logError('finding the webhooks failed; retrying', { err })
      setTimeout(() => void this.#lookAtAll(), retryMillis).unref()
    }
  }
}

/** Changes a webhook unless its cursor has moved in the meantime. */
const updateUnmoved = (store: Store, row: WebhookRow, values: Partial<WebhookRow>): Promise<void> =>
  store.write(
    async (tx) => {
      const current = await tx.webhooks.find(row.organizationId, row.id)
      if (current?.cursor === row.cursor && current.updatedAt === row.updatedAt)
        await tx.webhooks.update(row.organizationId, row.id, values)
    },
    [row.organizationId],
  )
