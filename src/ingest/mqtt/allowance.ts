/** Enough messages to fill a group commit. */
const messagesMax = 100

/**
 * Limits the unacknowledged messages of one reader over all its connections: a hundred messages, and as many bytes as
 * the largest message may have. When the limit is reached, a connection is not read until there is room.
 */
export class Allowance {
  readonly #bytesMax: number
  #messages = 0
  #bytes = 0
  /** The callbacks of connections that wait for room, in order of arrival. */
  readonly #waiting = new Set<() => void>()

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  hasRoom(bytes: number): boolean {
    if (this.#messages === 0) return true
    return this.#messages < messagesMax && this.#bytes + bytes <= this.#bytesMax
  }

  take(bytes: number): void {
    this.#messages++
    this.#bytes += bytes
  }

  /** Calls `wake` once when there may be room. */
  wait(wake: () => void): void {
    this.#waiting.add(wake)
  }

  cancelWait(wake: () => void): void {
    this.#waiting.delete(wake)
  }

  release(bytes: number): void {
    this.#messages--
    this.#bytes -= bytes
    if (this.#waiting.size === 0) return
    // Iterates over a copy, because connections that still find no room are added again.
    for (const wake of new Set(this.#waiting)) {
      if (!this.hasRoom(0)) return
      this.#waiting.delete(wake)
      wake()
    }
  }
}
