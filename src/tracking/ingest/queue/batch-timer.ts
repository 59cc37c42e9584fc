import type { Pace } from './pace'

/** Waits for the time at which the next batch begins. */
export class BatchTimer {
  readonly #pace: Pace
  readonly #waiting: () => number
  #arrivedAt = -Infinity
  #look: (() => void) | undefined

  /** @param waiting returns the number of messages that wait */
  constructor(pace: Pace, waiting: () => number) {
    this.#pace = pace
    this.#waiting = waiting
  }

  /** Must be called when a message has been added to those that wait. */
  arrived(): void {
    this.#arrivedAt = performance.now()
    if (this.#rest() <= 0) this.#look?.()
  }

  /** Resolves when the next batch may begin. */
  async due(): Promise<void> {
    for (let rest = this.#rest(); rest > 0; rest = this.#rest()) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, rest)
      this.#look = resolve
      await promise
      clearTimeout(timer)
      this.#look = undefined
    }
  }

  #rest(): number {
    return this.#pace.rest(performance.now(), { arrivedAt: this.#arrivedAt, waiting: this.#waiting() })
  }
}
