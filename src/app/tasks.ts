import type { Running } from '../http/feature'

type Start = () => Running | Promise<Running>

/**
 * Starts in order, and stops in reverse. When one cannot start, it stops those that run.
 *
 * At a stop, all begin nothing new and finish what is in progress, at the same time: a slow one does not leave less time
 * to the others. Then those that must be last close, such as ingest after the brokers and the clock after ingest.
 */
export async function startAll(starts: readonly Start[]): Promise<{ stop(): Promise<void> }> {
  const running: Running[] = []
  async function stop(): Promise<void> {
    const lastFirst = running.toReversed()
    await Promise.all(lastFirst.map(async (each) => each.stop?.()))
    for (const each of lastFirst) await each.close?.()
  }
  try {
    for (const start of starts) running.push(await start())
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}
