import { sessionOf } from './client'
import { milliseconds, quantile } from './rows'
import { type BenchService, cpuSeconds } from './service'

/** Measures long requests, and GETs by id beside them. */

/** Milliseconds between two GETs. */
const interval = 10

type Reply = Readonly<Record<string, unknown>>

/** Returns the function that measures requests of a path and prints a row. */
export async function openBeside(service: BenchService, rounds: number, width: number) {
  const headers = { authorization: `Bearer ${await sessionOf(service.http)}` }

  async function getsBeside(until: Promise<void>): Promise<number[]> {
    const latencies: number[] = []
    const pending: Promise<void>[] = []
    let isOver = false
    void until.finally(() => (isOver = true))
    for (let next = performance.now() + interval; !isOver; next += interval) {
      await Bun.sleep(Math.max(0, next - performance.now()))
      pending.push(
        fetch(`${service.http}/api/v1/assets/500`, { headers })
          .then((response) => response.text())
          .then(() => void latencies.push(performance.now() - next)),
      )
    }
    await Promise.all(pending)
    return latencies
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
        const begun = performance.now()
        const response = await fetch(service.http + path, { headers })
        const text = await response.text()
        times.push(performance.now() - begun)
        const type = response.headers.get('content-type') ?? ''
        if (type.startsWith('text/csv')) answer = `${text.split('\n').length - 2} rows`
        else if (!type.includes('json')) answer = `${text.length} characters`
        else answer = response.ok ? said(JSON.parse(text) as Reply) : text
      }
    })()
    const gets = await getsBeside(requests)
    // The processor time includes that of the GETs beside the requests.
    const cpu = ((cpuSeconds(service.pid) - cpuBefore) * 1000) / rounds
    const figures = [quantile(times, 0.5), quantile(times, 0.99), cpu]
    console.log(
      `${name.padEnd(width)} ${figures.map((each) => milliseconds(each).padStart(9)).join(' ')}  ${answer.padEnd(22)} longest GET ${milliseconds(Math.max(0, ...gets))}`,
    )
  }
}
