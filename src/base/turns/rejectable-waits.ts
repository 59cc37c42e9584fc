/**
 * Promises that are waited for until something else ends, such as a connection. A race with a promise that settles at that
 * end would keep each of them, with its value, until then.
 */
export class RejectableWaits {
  readonly #rejections = new Set<(reason: Error) => void>()

  /** Settles like `work`, or rejects when `reject` is called before. */
  async wait<T>(work: Promise<T>): Promise<T> {
    const { promise: rejected, reject } = Promise.withResolvers<never>()
    this.#rejections.add(reject)
    try {
      return await Promise.race([work, rejected])
    } finally {
      this.#rejections.delete(reject)
    }
  }

  /** Rejects all present waits. */
  reject(reason: Error): void {
    for (const reject of this.#rejections) reject(reason)
  }
}
