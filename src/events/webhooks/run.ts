import { readStored } from '../../base/messages'
import { audit } from '../../people/audit/record'
import { systemActor } from '../../base/caller'
import type { EventView } from '../event-log/schema'
import type { Log } from '../../base/log'
import type { Store, WebhookRow, Writes } from '../../storage/core/store'
import type { Clock } from '../../base/time'
import type { createExchange } from './exchange'
import { type Result, stateAfter } from './outcomes'
import type { Outcome } from './post'

/** Runs of deliveries, whose results share a commit. */

/** Maximum number of events of a run. A crash repeats at most one run. */
export const runMax = 20
/** Time after which a run ends, in milliseconds. */
const runMillis = 100

/** Reports whether work ends until an instant of the monotonic clock. */
async function endsBy(work: Promise<unknown>, until: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), until - performance.now())
  const isEnded = await Promise.race([work.then(() => true), promise])
  clearTimeout(timer)
  return isEnded
}

interface RunParts {
  readonly store: Store
  readonly exchange: Pick<ReturnType<typeof createExchange>, 'messageFor' | 'send'>
  readonly clock: { readonly now: Clock; readonly isBelieved: () => boolean }
  readonly log: Log
  /** Returns a number from 0 to 1. */
  readonly random: () => number
  /** Whether the stop of the service ended an attempt. */
  readonly isCut: (outcome: Outcome) => boolean
}

async function reportDisabled(
  tx: Writes,
  { organizationId, id, name }: WebhookRow,
  { disabledReason, lastError }: Partial<WebhookRow>,
  { clock, log }: Pick<RunParts, 'clock' | 'log'>,
): Promise<void> {
  await audit(
    tx,
    { organizationId, actor: systemActor },
    {
      at: clock.now(),
      action: 'changed',
      subject: { kind: 'webhook', id, name },
      before: { is_enabled: true, disabled_reason: null },
      after: { is_enabled: false, disabled_reason: disabledReason },
    },
  )
  const reason = lastError && readStored(lastError).english
  log.warn({ webhook: id, reason }, 'a webhook was disabled')
}

/** Returns the function that delivers events to a webhook. */
export function createRuns({ store, exchange, clock, log, random, isCut }: RunParts) {
  const { messageFor, send } = exchange

  /**
   * Delivers events until one fails or the time of a run is over. The results of a run share a commit. A receiver that is slow does
   * not delay the commit of the events before.
   */
  async function deliverRun(row: WebhookRow, run: readonly EventView[]): Promise<void> {
    const until = performance.now() + runMillis
    let stored = row
    let results: Result[] = []
    for (const event of run) {
      const { sequence } = event
      const message = await messageFor(row, event)
      if (!message) {
        results.push({ sequence })
        continue
      }
      const sending = send(row, message, sequence)
      if (results.length > 0 && !(await endsBy(sending, until))) {
        stored = await saveResults(stored, results)
        results = []
      }
      const attempt = await sending
      if (isCut(attempt.outcome)) break
      results.push({ sequence, attempt })
      if (attempt.outcome.error !== null || performance.now() >= until) break
    }
    if (results.length > 0) await saveResults(stored, results)
  }

  /**
   * Stores the results of a run, of which only the last can be a failure. Returns the webhook as it is stored then, or unchanged when
   * something else has changed it.
   */
  const saveResults = (row: WebhookRow, results: readonly Result[]): Promise<WebhookRow> =>
    store.write(
      async (tx) => {
        const current = await tx.webhooks.find(row.organizationId, row.id)
        if (!current) return row
        for (const { attempt } of results) if (attempt) await tx.webhooks.insertDelivery(attempt.delivery)
        // A replay or another change of the webhook is newer than these results.
        if (current.cursor !== row.cursor || current.updatedAt !== row.updatedAt || current.isEnabled === 0)
          return row
        const values = stateAfter(current, results, clock.isBelieved(), random)
        await tx.webhooks.update(row.organizationId, row.id, values)
        if (values.disabledReason) await reportDisabled(tx, row, values, { clock, log })
        return { ...current, ...values }
      },
      [row.organizationId],
    )

  return deliverRun
}
