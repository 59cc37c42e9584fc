import { LargeMessages, largeBytesMax } from './large-messages'

/** Enough messages to fill a batch (../batch.ts) while another one is written. */
const messagesMax = 1000

/**
 * Limits the unacknowledged messages of one reader over all its connections: a thousand messages, and as many bytes as
 * the largest message may have. When the limit is reached, a connection is not read until there is room. The same applies
 * to the large messages of all readers.
 */
export class Allowance {
  readonly #bytesMax: number
  #messages = 0
  #bytes = 0
  /** The callbacks of connections that wait for room, in order of arrival. */
  readonly #waiting = new Set<() => void>()

  /** @param large the large messages of all readers */
  constructor(
    bytesMax: number,
    readonly large = new LargeMessages(largeBytesMax),
  ) {
    this.#bytesMax = bytesMax
  }

  hasRoom(bytes: number): boolean {
    return this.#hasOwnRoom(bytes) && this.large.hasRoom(bytes)
  }

  #hasOwnRoom(bytes: number): boolean {
    if (this.#messages === 0) return true
    return this.#messages < messagesMax && this.#bytes + bytes <= this.#bytesMax
  }

  take(bytes: number): void {
    this.#messages++
    this.#bytes += bytes
    this.large.take(bytes)
  }

  /** Calls `wake` once when there may be room. */
  wait(wake: () => void, bytes: number): void {
    if (this.#hasOwnRoom(bytes)) this.large.wait(wake)
    else this.#waiting.add(wake)
  }

  cancelWait(wake: () => void): void {
    this.#waiting.delete(wake)
    this.large.cancelWait(wake)
  }

  release(bytes: number): void {
    this.#messages--
    this.#bytes -= bytes
    this.#wakeWaiting()
    this.large.release(bytes)
  }

  #wakeWaiting(): void {
    if (this.#waiting.size === 0) return
    // Iterates over a copy, because connections that still find no room are added again.
    for (const wake of new Set(this.#waiting)) {
      if (!this.#hasOwnRoom(0)) return
      this.#waiting.delete(wake)
      wake()
    }
  }
}
