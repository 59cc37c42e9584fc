/**
 * Bounds the bytes of the large messages that all connections together receive or process. Without it, each reader could
 * make the service hold the largest message. A message that finds no room waits: its connection is not read.
 */
export class LargeMessages {
  readonly #bytesMax: number
  #bytes = 0
  /** The callbacks of connections that wait for room, in order of arrival. */
  readonly #waiting = new Set<() => void>()

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** True while a connection waits for the room of others. */
  get isShort(): boolean {
    return this.#waiting.size > 0
  }

  hasRoom(bytes: number): boolean {
    return bytes <= largeMin || this.#bytes === 0 || this.#bytes + bytes <= this.#bytesMax
  }

  take(bytes: number): void {
    if (bytes > largeMin) this.#bytes += bytes
  }

  /** Calls `wake` once when there may be room. */
  wait(wake: () => void): void {
    this.#waiting.add(wake)
  }

  cancelWait(wake: () => void): void {
    this.#waiting.delete(wake)
  }

  release(bytes: number): void {
    if (bytes <= largeMin) return
    this.#bytes -= bytes
    // Iterates over a copy, because connections that still find no room are added again, in the same order.
    for (const wake of new Set(this.#waiting)) {
      this.#waiting.delete(wake)
      wake()
    }
  }
}

/** Bytes up to which a message is small. The number of connections bounds small messages. */
export const largeMin = 16_384

/** Bytes of the large messages of all connections. The largest message always passes alone. */
export const largeBytesMax = 33_554_432

/** Time in milliseconds after which an unfinished large message ends its connection while others wait for room. */
export const unfinishedMilliseconds = 10_000
