const running = new Set<string>()

/** Does nothing while the same work runs: a second click must not send a request again. */
export async function unlessRunning(key: string, work: () => Promise<void>): Promise<void> {
  if (running.has(key)) return
  running.add(key)
  try {
    await work()
  } finally {
    running.delete(key)
  }
}
