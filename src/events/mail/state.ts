import { storedOf, type Message } from '../../base/messages'
import { type Micros, second } from '../../base/time'
import type { MailStateRow } from '../../storage/core/store'
import { mailMessages } from './messages'

/** Whether mail can be sent, as the database stores it for all instances: pure functions. */

export type MailState = Omit<MailStateRow, 'id'>

/** Delays after the first, second, ... failure of the server, in seconds. The last one repeats. */
const serverDelays = [5, 15, 30, 60, 120, 300]
/** Delays of a message that the server refuses for now, in seconds. */
const messageDelays = [60, 300, 900, 1_800, 3_600]
/** A message that takes longer shows that the server is slow. */
const slowAfter: Micros = 5 * second

export const noState: MailState = {
  failures: 0,
  failingSince: null,
  nextAttemptAt: null,
  error: null,
  slowSince: null,
  lastSentAt: null,
}

const delayOf = (delays: readonly number[], failures: number): Micros =>
  (delays[Math.min(failures, delays.length) - 1] ?? 0) * second

/** @param failures number of failures, at least 1 */
export const messageDelay = (failures: number): Micros => delayOf(messageDelays, failures)

/** Returns the state after a message was sent. */
export function afterSent(
  before: MailState,
  { at, took, host }: { at: Micros; took: Micros; host: string },
): MailState {
  const isSlow = took > slowAfter
  const slow = mailMessages('mail.slow', { host, taken_seconds: took / second })
  return {
    ...noState,
    lastSentAt: at,
    slowSince: isSlow ? (before.slowSince ?? at) : null,
    error: isSlow ? storedOf(slow) : null,
  }
}

/** Returns the state after the server could not be used. */
export const afterFailure = (before: MailState, error: Message, at: Micros): MailState => ({
  ...before,
  failures: before.failures + 1,
  failingSince: before.failingSince ?? at,
  nextAttemptAt: at + delayOf(serverDelays, before.failures + 1),
  error: storedOf(error),
})

/** Whether the next attempt is due. A time of a wrong clock is due. */
export function isDue({ nextAttemptAt }: MailState, now: Micros): boolean {
  if (nextAttemptAt === null) return true
  const left = nextAttemptAt - now
  return left <= 0 || left > delayOf(serverDelays, serverDelays.length) + 60 * second
}
