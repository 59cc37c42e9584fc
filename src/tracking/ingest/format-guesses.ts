import { BoundedMap } from '../../base/bounded-map'
import { likelyFormat } from '../formats/likely'
import type { Log } from '../../base/log'
import type { Message } from './delivery'

/** A larger payload is not tried. A message of a second is smaller. */
const payloadBytesMax = 32 * 1024
const readersMax = 10_000
/** At most one payload of a reader is tried in this time. */
const readerPauseMillis = 1000
/** One payload of all readers is tried in this time, so that the work is a few percent of the serving thread. */
const pauseMillis = 50
/** Maximum number of readers whose payloads wait to be tried. */
const waitingMax = 32

interface Guess {
  readonly at: number
  /** Null when no format finds a read. */
  readonly format: string | null
}

type Sample = Pick<Message, 'payload' | 'topic'>

export type FormatGuesses = ReturnType<typeof createFormatGuesses>

/** Guesses the format of payloads that are not in the format of their reader. */
export function createFormatGuesses(log: Log) {
  const guesses = new BoundedMap<number, Guess>(readersMax)
  /** The payloads to try, by reader. */
  const waiting = new Map<number, Sample>()

  function guessNext(): void {
    const [next] = waiting
    if (!next) return
    const [readerId, { payload, topic }] = next
    try {
      guesses.set(readerId, { at: performance.now(), format: likelyFormat(payload, topic) })
    } catch (err) {
      log.error({ err }, 'guessing the format of a message failed')
    }
    waiting.delete(readerId)
    if (waiting.size > 0) setTimeout(guessNext, pauseMillis).unref()
  }

  return {
    /** Tries the formats on a payload soon, unless this was done a moment ago or too many others wait. */
    sample({ readerId, payload, topic }: Sample & Pick<Message, 'readerId'>): void {
      const last = guesses.get(readerId)?.at ?? -Infinity
      if (performance.now() - last < readerPauseMillis || payload.length > payloadBytesMax) return
      if (waiting.size >= waitingMax || waiting.has(readerId)) return
      waiting.set(readerId, { payload, topic })
      // Later, because the message has not been acknowledged yet.
      if (waiting.size === 1) setTimeout(guessNext, pauseMillis).unref()
    },
    /** Returns the format that the last sample looks like; null when it is unknown. */
    of: (readerId: number): string | null => guesses.get(readerId)?.format ?? null,
    /** To be called when the format of the reader finds reads. */
    clear: (readerId: number): void => void guesses.delete(readerId),
  }
}
