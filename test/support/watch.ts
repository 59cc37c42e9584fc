import { readFileSync } from 'node:fs'
import { type Client, clientOf } from './client'

/** A client that continuously requests the report and the readiness of a service. */

interface Watched {
  readonly api: Client
  readonly base: string
  /** The process; undefined while there is none. */
  readonly pid: () => number | undefined
}

interface Watch {
  /** Never resolves; rejects when the service does not respond although it runs. */
  readonly failed: Promise<never>
  /** Stops the requests and returns a summary. */
  stop(): Promise<string>
}

const interval = 50

export function watchOver({ api, base, pid }: Watched): Watch {
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  const latencies: number[] = []
  let peak = 0
  let notReady = 0
  let isOver = false

  async function ask(process: number): Promise<void> {
    const begun = performance.now()
    const report = await api.get('/api/v1/reports/asset-locations?limit=50')
    latencies.push(performance.now() - begun)
    if (report.status !== 200) throw new Error(`The report returned ${report.status}: ${report.text}`)
    const ready = await clientOf(base).get('/readyz')
    if (ready.status !== 200) notReady++
    if (pid() === process) peak = Math.max(peak, peakOf(process))
  }

  const watching = (async () => {
    while (!isOver) {
      const process = pid()
      try {
        if (process !== undefined) await ask(process)
      } catch (error) {
        if (process === pid()) failed.reject(error)
      }
      await Bun.sleep(interval)
    }
  })()

  return {
    failed: failed.promise,
    async stop() {
      isOver = true
      await watching
      const sorted = latencies.toSorted((a, b) => a - b)
      const share = (part: number) => Math.round(sorted[Math.floor(part * sorted.length)] ?? NaN)
      return (
        `${sorted.length} reports within p50 ${share(0.5)} ms, p99 ${share(0.99)} ms; ` +
        `not ready ${notReady} times; ${peak} MB of memory at most`
      )
    },
  }
}

/** Returns the peak resident memory of a process in MB. */
const peakOf = (pid: number): number =>
  Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
