import type { WebhookRow } from '../storage/store'
import { type Micros, second } from '../time'
import type { Outcome } from './post'
import { delayAfter, failingSecondsMax } from './schedule'

/** The result of an attempt whose secret cannot be read. */
export const unsigned: Outcome = {
  status: null,
  error: 'The secret cannot be decrypted with the signing key of the installation. Replace the secret.',
  response: '',
  retryAfter: null,
}

/** Returns the state of a webhook after an attempt that was accepted. */
export const delivered = (cursor: number): Partial<WebhookRow> => ({
  cursor,
  failures: 0,
  failingSince: null,
  nextAttemptAt: null,
  lastError: null,
})

/**
 * Returns the state of a webhook after a failed attempt: when the next one is due, or why the webhook is disabled. No event
 * between its cursor and `sequence` matches.
 *
 * @param random returns a number from 0 to 1
 */
export function failed(
  row: WebhookRow,
  sequence: number,
  { status, error, retryAfter }: Outcome,
  at: Micros,
  random: () => number,
): Partial<WebhookRow> {
  const failures = row.failures + 1
  const failingSince = row.failingSince ?? at
  const values = { cursor: sequence - 1, failures, failingSince, lastError: error }
  if (status === 410) return { ...values, isEnabled: 0, disabledReason: 'gone', nextAttemptAt: null }
  if (at - failingSince >= failingSecondsMax * second)
    return { ...values, isEnabled: 0, disabledReason: 'failing', nextAttemptAt: null }
  const delay = delayAfter(failures, random(), retryAfter, at / 1000)
  return { ...values, nextAttemptAt: at + Math.round(delay * second) }
}
