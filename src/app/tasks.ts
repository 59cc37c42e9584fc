import type { Log } from '../base/log'
import type { Running } from '../http/feature'

type Start = () => Running | Promise<Running>

/**
 * Starts in order, and stops in reverse. When one cannot start, it stops those that run.
 *
 * At a stop, all begin nothing new and finish what is in progress, at the same time: a slow one does not leave less time
 * to the others. Then those that must be last close, such as ingest after the brokers and the clock after ingest. One that fails
 * keeps none of the others from its end.
 */
export async function startAll(
  log: Pick<Log, 'error'>,
  starts: readonly Start[],
): Promise<{ stop(): Promise<void> }> {
  const running: Running[] = []
  async function end(each: Running, how: 'stop' | 'close'): Promise<void> {
    try {
      await each[how]?.()
    } catch (err) {
      log.error({ err }, 'a part of the service has failed to stop')
    }
  }
  async function stop(): Promise<void> {
    const lastFirst = running.toReversed()
    await Promise.all(lastFirst.map((each) => end(each, 'stop')))
    for (const each of lastFirst) await end(each, 'close')
  }
  try {
    for (const start of starts) running.push(await start())
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}
