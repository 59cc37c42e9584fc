/** Enough to fill a group commit. */
const messagesMax = 100

/**
 * What may be unacknowledged at once of one reader, over all its connections: a hundred messages, and as many bytes as
 * the largest. A connection that finds no room is not read until there is.
 */
export class Allowance {
  readonly #bytesMax: number
  #messages = 0
  #bytes = 0
  /** Connections that found no room, the first first. */
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

  /** `wake` is called once when there may be room. */
  wait(wake: () => void): void {
    this.#waiting.add(wake)
  }

  forget(wake: () => void): void {
    this.#waiting.delete(wake)
  }

  release(bytes: number): void {
    this.#messages--
    this.#bytes -= bytes
    // A copy: those that still find no room wait again.
    for (const wake of new Set(this.#waiting)) {
      if (!this.hasRoom(0)) return
      this.#waiting.delete(wake)
      wake()
    }
  }
}
