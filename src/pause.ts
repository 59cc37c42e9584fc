/** Long work on the serving thread gives way to other requests after so many milliseconds. */
const sliceMillis = 8

export type Pause = () => Promise<void> | undefined

/**
 * For a loop that may take long. Call and await the result in each round: it lets the event loop turn when the work has
 * lasted for a slice since the last pause, and does nothing otherwise.
 */
export function createPauses(): Pause {
  let sliceStartedAt = performance.now()

  async function pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    sliceStartedAt = performance.now()
  }

  return () => (performance.now() - sliceStartedAt < sliceMillis ? undefined : pause())
}
