/** Time after which long work on the serving thread pauses for other requests, in milliseconds. */
const longSlice = 8

export type Pause = () => Promise<void> | undefined

/**
 * Creates the pauses of a loop that may take long. Call the function and await its result in each iteration: it lets
 * the event loop turn when a slice has passed since the last pause.
 *
 * @param sliceMillis shorter for work that is always present, because each request then waits for a slice
 */
export function createPauses(sliceMillis = longSlice): Pause {
  let sliceStartedAt = performance.now()

  async function pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    sliceStartedAt = performance.now()
  }

  return () => (performance.now() - sliceStartedAt < sliceMillis ? undefined : pause())
}
