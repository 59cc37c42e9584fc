import type { ReaderHealth } from '../../storage/core/store'
import { type Micros, second } from '../../base/time'
import { type ClockWindow, isBelieved } from './rules'

/** What the times of a message say about the clock of its reader. */
export interface ClockObservation {
  /** The last time that the message contains. */
  readonly sentAt: Micros
  readonly isBelieved: boolean
  /** The latest believed time that the message contains. */
  readonly newestAt: Micros | null
}

/** Adds a time of the message to what is known from its other times. */
export function clockWith(
  known: ClockObservation | null,
  sentAt: Micros | null,
  window: ClockWindow,
): ClockObservation | null {
  if (sentAt === null) return known
  const newest = known?.newestAt ?? null
  if (!isBelieved(sentAt, window)) return { sentAt, isBelieved: false, newestAt: newest }
  return { sentAt, isBelieved: true, newestAt: newest === null ? sentAt : Math.max(newest, sentAt) }
}

type ClockState = Pick<
  ReaderHealth,
  'wrongClockSince' | 'clockOffsetSeconds' | 'lagSince' | 'lagSentAt' | 'lagMessages'
>

/** Times that are less behind are usual: a reader collects reads for a while before it sends them. */
const lagMin: Micros = 120 * second
/** Number of messages, and time between the first and the last of them, after which a lag is steady. */
const steady = { messages: 3, time: second / 2 }
/** How far a lag may differ from the first one and be the same: by the time that a message is on its way. */
const tolerance = (elapsed: Micros): Micros => Math.min(0.25 * second + elapsed / 10, 10 * second)
/** A message whose lag differs by less says nothing: times may be in whole seconds. */
const imprecise: Micros = 2 * second

const noLag = { lagSince: null, lagSentAt: null, lagMessages: 0 }
const right: ClockState = { wrongClockSince: null, clockOffsetSeconds: null, ...noLag }

/**
 * Returns the state of a reader's clock after a message. One plausible time clears an error. A clock is behind when live
 * messages have the same lag: their times advance as fast as the time of receipt. In a backlog that is delivered after a
 * disconnection, the lag shrinks, and in a batch of old reads, the times do not advance.
 */
export function clockAfter(
  before: ClockState,
  { sentAt, isBelieved, newestAt }: ClockObservation,
  receivedAt: Micros,
): ClockState {
  if (!isBelieved || newestAt === null)
    return {
      wrongClockSince: before.wrongClockSince ?? receivedAt,
      clockOffsetSeconds: secondsBetween(receivedAt, sentAt),
      ...noLag,
    }
  const lag = receivedAt - newestAt
  if (lag < lagMin) return right
  if (isKnown(before, lag)) return { ...before, clockOffsetSeconds: secondsBetween(receivedAt, newestAt) }
  const first = { ...right, lagSince: receivedAt, lagSentAt: newestAt, lagMessages: 1 }
  const { lagSince, lagSentAt, lagMessages } = before
  if (before.wrongClockSince !== null || lagSince === null || lagSentAt === null) return first
  const elapsed = receivedAt - lagSince
  const difference = Math.abs(newestAt - lagSentAt - elapsed)
  const isSame = difference <= tolerance(elapsed)
  if (!isSame && difference > imprecise) return first
  const messages = lagMessages + (isSame ? 1 : 0)
  const isSteady = isSame && messages >= steady.messages && elapsed >= steady.time
  return {
    wrongClockSince: isSteady ? lagSince : null,
    clockOffsetSeconds: isSteady ? secondsBetween(receivedAt, newestAt) : null,
    lagSince,
    lagSentAt,
    lagMessages: messages,
  }
}

const secondsBetween = (from: Micros, to: Micros): number => Math.round((to - from) / second)

/** Whether the clock is known to be behind by about this lag. */
function isKnown(
  { wrongClockSince, clockOffsetSeconds: offset, lagSince }: ClockState,
  lag: Micros,
): boolean {
  if (wrongClockSince === null || offset === null || lagSince === null) return false
  const known = -offset * second
  return Math.abs(lag - known) <= Math.max(60 * second, known / 10)
}
