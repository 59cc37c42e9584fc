import { dlopen } from 'bun:ffi'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createData } from './data'
import { report } from './rows'
import { email, executable, password } from './service'

/**
 * Measures the time from the start of a process to the first response of `/readyz`, with the files of the data
 * directory in the page cache (warm) and not (cold). Each start is ended with SIGTERM, and with `--kill` with SIGKILL, so
 * that the next start finds a write-ahead log and checks the whole database in the background.
 */

const usage = `Usage: bun run bench start [flags]     (after bun run build)

  --database <file>    database of a stopped service to copy, with its signing key in the same folder (default: a new one)
  --assets <n>         instead: a new database with this number of assets and ten events of each
  --directory <path>   folder for the copy, on a disk: files in a tmpfs are always in memory (default /var/tmp)
  --program <path>     executable (default dist/whereabouts)
  --rounds <n>         starts of each kind (default 5)
  --kill               ends each start with SIGKILL
`

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    assets: { type: 'string' },
    directory: { type: 'string', default: '/var/tmp' },
    program: { type: 'string', default: executable },
    rounds: { type: 'string', default: '5' },
    kill: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const dontNeed = 4
const { posix_fadvise: advise } = dlopen('libc.so.6', {
  posix_fadvise: { args: ['i32', 'i64', 'i64', 'i32'], returns: 'i32' },
}).symbols

/** Removes the files of a folder from the page cache. */
function evict(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) evict(path)
    if (!entry.isFile()) continue
    const descriptor = openSync(path, 'r')
    fdatasyncSync(descriptor)
    advise(descriptor, 0, 0, dontNeed)
    closeSync(descriptor)
  }
}

/** Reads a file, so that it is in the page cache. */
async function readAhead(path: string): Promise<void> {
  for await (const _ of Bun.file(path).stream());
}

/** Starts the service and ends it. Returns the milliseconds until the first response. */
async function measure(
  dataDir: string,
  signal: 'SIGTERM' | 'SIGKILL' = values.kill ? 'SIGKILL' : 'SIGTERM',
): Promise<number> {
  const startedAt = performance.now()
  const service = Bun.spawn(
    [resolve(values.program), '--host', '127.0.0.1', '--port', '0', '--mqtt-port', '0'],
    {
      env: {
        PATH: process.env['PATH'],
        WHEREABOUTS_DATA_DIR: dataDir,
        WHEREABOUTS_ADMIN_EMAIL: email,
        WHEREABOUTS_ADMIN_PASSWORD: password,
        WHEREABOUTS_LOG_LEVEL: 'error',
      },
      stdout: 'pipe',
      stderr: 'inherit',
    },
  )
  let url: string | undefined
  let text = ''
  for await (const chunk of service.stdout) {
    text += new TextDecoder().decode(chunk)
    url = /^http {2}listening on (\S+)\n/m.exec(text)?.[1]
    if (url) break
  }
  if (!url) throw new Error(`The service exited with ${await service.exited}.`)
  const { status } = await fetch(new URL('/readyz', url))
  const milliseconds = performance.now() - startedAt
  if (status !== 200) throw new Error(`/readyz returned ${status}.`)
  service.kill(signal)
  await service.exited
  return milliseconds
}

const dataDir = mkdtempSync(join(values.directory, 'whereabouts-bench-'))
const path = join(dataDir, 'whereabouts.db')
try {
  if (values.database) {
    copyFileSync(values.database, path)
    const key = join(dirname(values.database), 'signing.key')
    if (existsSync(key)) copyFileSync(key, join(dataDir, 'signing.key'))
  }
  if (values.assets) await createData(dataDir, values.program, Number(values.assets))
  // Creates or migrates the database, and the administrator. The database is then complete without its log.
  await measure(dataDir, 'SIGTERM')
  const results = { warm: [] as number[], cold: [] as number[] }
  for (let round = 0; round < Number(values.rounds); round++) {
    await readAhead(path)
    results.warm.push(await measure(dataDir))
    evict(dataDir)
    results.cold.push(await measure(dataDir))
  }
  for (const [state, times] of Object.entries(results)) {
    const sorted = times.toSorted((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)]
    report({
      work: `start on ${(statSync(path).size / 1e9).toFixed(1)} GB, ${state}${values.kill ? ', after SIGKILL' : ''}`,
      measure: 'time to the first response of /readyz, median and all',
      result: `${median?.toFixed(0)} ms (${times.map((time) => time.toFixed(0)).join(' ')})`,
      goal: '300 ms',
    })
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
