import { randomUUID } from 'node:crypto'
import { unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './rows'
import { cpuSeconds } from './service'

/** Sends requests with wrk, in a closed loop on core 1. It needs wrk and taskset. */

interface Load {
  readonly url: string
  /** A bearer token. */
  readonly token?: string | undefined
  readonly clients: number
  readonly seconds: number
  /** The process that serves the requests. */
  readonly pid: number
  /** A Lua script that makes the requests (https://github.com/wg/wrk). */
  readonly script?: string | undefined
}

export interface Rate {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Microseconds of CPU time of the server for each request. */
  readonly cpu: number
}

/** @throws Error when a response has an error status */
export async function wrk({ url, token, clients, seconds, pid, script }: Load): Promise<Rate> {
  const file = script === undefined ? undefined : join(tmpdir(), `whereabouts-wrk-${randomUUID()}.lua`)
  if (file !== undefined) writeFileSync(file, script as string)
  const headers = [
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    'content-type: application/json',
  ]
  const flags = [
    '-t1',
    `-c${clients}`,
    `-d${seconds}s`,
    '--latency',
    ...headers.flatMap((header) => ['-H', header]),
  ]
  const before = cpuSeconds(pid)
  const program = Bun.spawn(
    ['taskset', '-c', '1', 'wrk', ...flags, ...(file === undefined ? [] : ['-s', file]), url],
    { stdout: 'pipe', stderr: 'inherit' },
  )
  const text = await new Response(program.stdout).text()
  const code = await program.exited
  if (file !== undefined) unlinkSync(file)
  if (code !== 0 || text.includes('Non-2xx')) throw new Error(`wrk ${url} failed: ${text}`)
  const requests = Number(/(\d+) requests in/.exec(text)?.[1])
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    p50: inMilliseconds(/^ +50% +(\S+)/m.exec(text)?.[1]),
    p99: inMilliseconds(/^ +99% +(\S+)/m.exec(text)?.[1]),
    cpu: ((cpuSeconds(pid) - before) * 1e6) / requests,
  }
}

function inMilliseconds(text: string | undefined): number {
  const [, value, unit] = /^([\d.]+)(us|ms|s)$/.exec(text ?? '') ?? []
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit ?? ''] ?? Number.NaN)
}

export const mediansOf = (rates: readonly Rate[]): Rate => ({
  perSecond: median(rates.map(({ perSecond }) => perSecond)),
  p50: median(rates.map(({ p50 }) => p50)),
  p99: median(rates.map(({ p99 }) => p99)),
  cpu: median(rates.map(({ cpu }) => cpu)),
})
