import { call } from './client'

/** When the requests of a measurement are sent: at fixed times, whether or not the ones before have a response. */
interface Schedule {
  readonly seconds: number
  readonly perSecond: number
}

/**
 * Sends GETs at fixed times. Returns the latencies in milliseconds, from the scheduled time of each request. A timer may fire up to a
 * millisecond early; then the latency is from the time at which the request is sent.
 */
export async function gets(url: string, token: string, { seconds, perSecond }: Schedule): Promise<number[]> {
  const latencies: number[] = []
  const pending: Promise<void>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < seconds * perSecond; index++) {
    const due = startedAt + (index * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await Bun.sleep(wait)
    const from = Math.min(due, performance.now())
    pending.push(call(url, token).then(() => void latencies.push(performance.now() - from)))
  }
  await Promise.all(pending)
  return latencies
}
