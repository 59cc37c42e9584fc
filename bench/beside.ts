import { join } from 'node:path'
import { sessionOf } from './client'
import type { Download, Downloaded } from './download'
import { milliseconds, quantile } from './rows'
import { type BenchService, cpuSeconds } from './service'

/** Measures long requests, and GETs by id beside them. Another process sends the long requests. */

/** Milliseconds between two GETs. */
const interval = 10

type Reply = Readonly<Record<string, unknown>>

interface Gets {
  /** From the time at which the request is sent. */
  readonly longest: number
  /** How late the timer of this process was at most. The service does not cause this. */
  readonly latest: number
}

/** Returns the function that measures requests of a path and prints a row. */
export async function openBeside(service: BenchService, rounds: number, width: number) {
  const headers = { authorization: `Bearer ${await sessionOf(service.http)}` }
  const downloads = startDownloads()

  async function getsBeside(until: Promise<void>): Promise<Gets> {
    const pending: Promise<void>[] = []
    let [longest, latest] = [0, 0]
    let isOver = false
    void until.finally(() => (isOver = true))
    for (let next = performance.now() + interval; !isOver; next += interval) {
      await Bun.sleep(Math.max(0, next - performance.now()))
      const begun = performance.now()
      latest = Math.max(latest, begun - next)
      pending.push(
        fetch(`${service.http}/api/v1/assets/500`, { headers })
          .then((response) => response.text())
          .then(() => void (longest = Math.max(longest, performance.now() - begun))),
      )
    }
    await Promise.all(pending)
    return { longest, latest }
  }

  console.log(`${''.padEnd(width)} ${['p50', 'p99', 'CPU'].map((each) => each.padStart(9)).join(' ')}`)
  return async (
    path: string,
    name = path,
    said = (body: Reply) => String(body['total_count']),
  ): Promise<void> => {
    const times: number[] = []
    let answer = ''
    const cpuBefore = cpuSeconds(service.pid)
    const requests = (async () => {
      for (let round = 0; round < rounds; round++) {
        const done = await downloads({ url: service.http + path, headers })
        times.push(done.milliseconds)
        answer = answerOf(done, said)
      }
    })()
    const { longest, latest } = await getsBeside(requests)
    // The processor time includes that of the GETs beside the requests.
    const cpu = ((cpuSeconds(service.pid) - cpuBefore) * 1000) / rounds
    const figures = [quantile(times, 0.5), quantile(times, 0.99), cpu]
    console.log(
      `${name.padEnd(width)} ${figures.map((each) => milliseconds(each).padStart(9)).join(' ')}  ${answer.padEnd(22)} longest GET ${milliseconds(longest)}, sent ${milliseconds(latest)} late at most`,
    )
  }
}

function answerOf({ isOk, type, bytes, lines, text }: Downloaded, said: (body: Reply) => string): string {
  if (!isOk) return text
  if (type.startsWith('text/csv')) return `${lines - 1} rows`
  return type.includes('json') ? said(JSON.parse(text) as Reply) : `${bytes} bytes`
}

/** Starts the process that sends requests, one at a time. It does not keep this process running. */
function startDownloads(): (wanted: Download) => Promise<Downloaded> {
  let resolve: ((done: Downloaded) => void) | undefined
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'download.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (done: Downloaded) => resolve?.(done),
  })
  child.unref()
  return (wanted) =>
    new Promise((resolved, reject) => {
      resolve = resolved
      void child.exited.then(() => reject(new Error('The process that sends requests has ended.')))
      child.send(wanted)
    })
}
