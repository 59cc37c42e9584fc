import { storedOf } from '../../base/messages'
import { webhookMessages } from './messages'
import type { WebhookDeliveryRow, WebhookRow } from '../../storage/core/store'
import { type Micros, second } from '../../base/time'
import type { Outcome } from './post'
import { delayAfter, delayMax, failingSecondsMax } from './schedule'

/** The result of an attempt whose secret cannot be read. */
export const unsigned: Outcome = {
  status: null,
  error: webhookMessages('webhook.secret'),
  response: '',
  retryAfter: null,
}

/** What became of an event of the log. Without an attempt, the format of the webhook leaves it out. */
export interface Result {
  readonly sequence: number
  readonly attempt?: { readonly outcome: Outcome; readonly delivery: Omit<WebhookDeliveryRow, 'id'> }
}

/** Returns the state of a webhook after a run, of which only the last result can be a failure. */
export function stateAfter(
  row: WebhookRow,
  results: readonly Result[],
  mayDisable: boolean,
  random: () => number,
): Partial<WebhookRow> {
  const { sequence, attempt } = results.at(-1) as Result
  const isFailed = attempt !== undefined && attempt.outcome.error !== null
  const isAccepted = results.some((result) => result.attempt?.outcome.error === null)
  const values = isAccepted ? delivered(sequence) : { cursor: sequence }
  if (!isFailed) return values
  return failed(
    { ...row, ...values },
    { ...attempt.delivery, ...attempt.outcome, sequence },
    mayDisable,
    random,
  )
}

/** Returns the state of a webhook after an attempt that was accepted. */
const delivered = (cursor: number): Partial<WebhookRow> => ({
  cursor,
  failures: 0,
  failingSince: null,
  nextAttemptAt: null,
  lastError: null,
})

/** An attempt to deliver an event of the log. */
interface Attempt {
  readonly sequence: number
  readonly attemptedAt: Micros
  readonly durationMs: number
}

/**
 * Returns the state of a webhook after a failed attempt: when the next one is due, or why the webhook is disabled. No event
 * between its cursor and the event matches.
 *
 * @param mayDisable false while the machine time is not believed
 * @param random returns a number from 0 to 1
 */
export function failed(
  row: WebhookRow,
  attempt: Attempt & Omit<Outcome, 'response'>,
  mayDisable: boolean,
  random: () => number,
): Partial<WebhookRow> {
  const { status, error, retryAfter } = attempt
  const failures = row.failures + 1
  const failingSince = failingSinceAfter(row, attempt)
  const values = { cursor: attempt.sequence - 1, failures, failingSince, lastError: error && storedOf(error) }
  if (status === 410) return { ...values, isEnabled: 0, disabledReason: 'gone', nextAttemptAt: null }
  // Not the present time, because a step of the clock during the attempt is not a time of failures.
  const at = attempt.attemptedAt + attempt.durationMs * 1000
  if (mayDisable && at - failingSince >= failingSecondsMax * second)
    return { ...values, isEnabled: 0, disabledReason: 'failing', nextAttemptAt: null }
  const delay = delayAfter(failures, random(), retryAfter, at / 1000)
  return { ...values, nextAttemptAt: at + Math.round(delay * second) }
}

/**
 * Returns since when the deliveries fail. The time by which an attempt is late does not count: the service did not run, or
 * the clock was set. A time in the future comes from a wrong clock.
 */
function failingSinceAfter({ failingSince, nextAttemptAt }: WebhookRow, { attemptedAt }: Attempt): Micros {
  if (failingSince === null) return attemptedAt
  const late = nextAttemptAt === null ? 0 : Math.max(0, attemptedAt - nextAttemptAt)
  return Math.min(attemptedAt, failingSince + late)
}

/**
 * The time until the next attempt may exceed the longest delay by this much, in seconds: the delay begins at the end of an attempt,
 * but after a step back of the machine time, the service time has not passed as fast as the attempt (decision 0012).
 */
const spareSeconds = 60

/** Returns the time until the next attempt; 0 or less when it is due. A time of a wrong clock is due. */
export function dueIn({ failingSince, nextAttemptAt }: WebhookRow, at: Micros): Micros {
  const left = (nextAttemptAt ?? 0) - at
  const isWrong = left > (delayMax + spareSeconds) * second || (failingSince ?? 0) > at
  return isWrong ? 0 : left
}
