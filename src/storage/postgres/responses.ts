/** The statements of a connection that wait for a response. A network that drops packets does not report an error. */

/** Interval at which the oldest statement is compared with the limit, in milliseconds. */
const checkMilliseconds = 1_000

export interface Responses {
  /** Returns the result of a statement. Rejects when the responses are given up before. */
  guard<T>(statement: PromiseLike<T>): Promise<T>
  /** Rejects all that wait. */
  giveUp(error: Error): void
  stop(): void
}

/** @param limit time after which `onSilence` is called, in milliseconds; undefined: never */
export function createResponses(limit: number | undefined, onSilence: () => void): Responses {
  /** The number of checks before each was sent, in the order in which they were sent. */
  const waiting = new Map<(error: Error) => void, number>()
  /** Counts the time in which responses could be received. A process that was stopped has not waited for them. */
  let checks = 0
  const check = (): void => {
    checks++
    const [oldest] = waiting.values()
    if (limit !== undefined && oldest !== undefined && (checks - oldest) * checkMilliseconds > limit)
      onSilence()
  }
  const timer = limit === undefined ? undefined : setInterval(check, checkMilliseconds)
  timer?.unref()

  return {
    guard: (statement) =>
      new Promise((resolve, reject) => {
        waiting.set(reject, checks)
        const settled =
          <T>(settle: (value: T) => void) =>
          (value: T): void => {
            waiting.delete(reject)
            settle(value)
          }
        statement.then(settled(resolve), settled(reject))
      }),
    giveUp(error) {
      for (const reject of waiting.keys()) reject(error)
      waiting.clear()
    },
    stop: () => clearInterval(timer),
  }
}
