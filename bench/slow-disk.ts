import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { milliseconds, quantile, report } from './rows'
import { cpuSeconds, email, password, startService } from './service'

/**
 * Measures whether requests wait for the disk of others: the open-loop latency of GETs by id while clients create assets,
 * on a disk on which each sync takes some milliseconds. A preloaded library delays each sync. Use a directory in memory,
 * so that the disk of the machine does not affect the result:
 *
 *   TMPDIR=/dev/shm bun run bench slow-disk [--sync 20] [--clients 32] [--seconds 20] [--program dist/whereabouts]
 *
 * --sync 0 measures without the library: the rate of creates on a fast disk.
 */

const { values } = parseArgs({
  options: {
    sync: { type: 'string', default: '20' },
    clients: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '20' },
    program: { type: 'string' },
    // The process that creates.
    http: { type: 'string' },
    token: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const getsPerSecond = 100

const source = `
#include <time.h>
#include <unistd.h>
#include <sys/syscall.h>
static void wait_for_disk(void) {
  struct timespec time = {0, ${Number(values.sync)} * 1000000L};
  nanosleep(&time, 0);
}
int fsync(int fd) { wait_for_disk(); return syscall(SYS_fsync, fd); }
int fdatasync(int fd) { wait_for_disk(); return syscall(SYS_fdatasync, fd); }
`

/** Compiles the library that delays each sync, and returns its path. */
function compileLibrary(directory: string): string {
  const [code, library] = [join(directory, 'slow.c'), join(directory, 'slow.so')]
  writeFileSync(code, source)
  const { exitCode } = Bun.spawnSync(['cc', '-shared', '-fPIC', '-O2', '-o', library, code], {
    stderr: 'inherit',
  })
  if (exitCode !== 0) throw new Error('The library cannot be compiled. Install a C compiler.')
  return library
}

const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

async function post(url: string, token: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: headersOf(token),
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

/** Creates assets over parallel connections, and prints the latencies in milliseconds as JSON. */
async function create(http: string, token: string): Promise<void> {
  const latencies: number[] = []
  const end = performance.now() + seconds * 1000
  const one = async () => {
    while (performance.now() < end) {
      const begun = performance.now()
      const response = await fetch(`${http}/api/v1/assets`, {
        method: 'POST',
        headers: headersOf(token),
        body: '{"name":"Created"}',
      })
      await response.arrayBuffer()
      if (response.status !== 201) throw new Error(`The create returned ${response.status}.`)
      latencies.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: Number(values.clients) }, one))
  console.log(JSON.stringify(latencies))
}

/** Sends GETs at fixed times, and returns the latencies in milliseconds from these times. */
async function read(url: string, token: string, until: Promise<unknown>): Promise<number[]> {
  const latencies: number[] = []
  const pending: Promise<void>[] = []
  let isOver = false
  void until.then(() => (isOver = true))
  const startedAt = performance.now()
  for (let index = 0; !isOver; index++) {
    const due = startedAt + (index * 1000) / getsPerSecond
    const wait = due - performance.now()
    if (wait > 0) await Bun.sleep(wait)
    const one = async () => {
      const response = await fetch(url, { headers: headersOf(token) })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`The GET returned ${response.status}.`)
      latencies.push(performance.now() - due)
    }
    pending.push(one())
  }
  await Promise.all(pending)
  return latencies
}

const shown = (latencies: readonly number[]): string =>
  [0.5, 0.99, 1].map((share) => milliseconds(quantile(latencies, share))).join(' / ')

async function measure(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'slow-disk-'))
  const environment = Number(values.sync) > 0 ? { LD_PRELOAD: compileLibrary(directory) } : {}
  await using service = await startService({ program: values.program, environment })
  const session = await post(`${service.http}/internal/v1/session`, '', { email, password })
  const token = String(session['access_token'])
  const asset = await post(`${service.http}/api/v1/assets`, token, { name: 'Pump' })
  const timeBefore = cpuSeconds(service.pid)
  const creating = Bun.spawn(
    [
      process.execPath,
      import.meta.path,
      '--http',
      service.http,
      '--token',
      token,
      '--clients',
      values.clients,
      '--seconds',
      values.seconds,
    ],
    { stdout: 'pipe', stderr: 'inherit' },
  )
  const output = new Response(creating.stdout).text()
  const reads = await read(`${service.http}/api/v1/assets/${Number(asset['id'])}`, token, creating.exited)
  const time = (cpuSeconds(service.pid) - timeBefore) * 1000
  const creates = JSON.parse(await output) as number[]
  const circumstances = `${values.clients} clients, each sync takes ${values.sync} ms more`
  report({
    work: `GET by id during creates, ${circumstances}`,
    measure: 'p50 / p99 / max',
    result: shown(reads),
    goal: 'max 50 ms',
  })
  report({
    work: `create, ${circumstances}`,
    measure: 'p50 / p99 / max; CPU of a create; creates/s',
    result: `${shown(creates)}; ${((time * 1000) / creates.length).toFixed(0)} µs; ${Math.round(creates.length / seconds)}`,
  })
  rmSync(directory, { recursive: true })
}

await (values.http === undefined ? measure() : create(values.http, String(values.token)))
