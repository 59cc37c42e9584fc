import { Database } from 'bun:sqlite'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Starts the executable with a temporary data directory. */

export const executable = join(import.meta.dir, '../dist/whereabouts')
export const email = 'bench@example.org'
export const password = 'bench-password'

export interface BenchService {
  readonly http: string
  readonly mqtt: string
  readonly dataDir: string
  readonly pid: number
  /** Stops the service and keeps its data directory. */
  end(): Promise<void>
  /** Stops the service and returns the bytes of each table with its indexes. */
  stop(): Promise<ReadonlyMap<string, number>>
  [Symbol.asyncDispose](): Promise<void>
}

const unlimited = {
  WHEREABOUTS_RATE_LIMIT_BURST: '1000000000',
  WHEREABOUTS_RATE_LIMIT_PER_MINUTE: '1000000000',
}

interface BenchOptions {
  /** The executable to measure. The default is that of the build. */
  readonly program?: string | undefined
  /** Whether the rate limit applies. By default it does not, so that the benchmark measures the work. */
  readonly hasRateLimit?: boolean
  /** A data directory that an earlier start has set up. The default is a new one. It is removed in the end. */
  readonly dataDir?: string
  /** Whether the data directory stays, because making it takes minutes. */
  readonly keepsData?: boolean
  /** The number of the core to run on. The default is any. */
  readonly core?: number
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>
}

export async function startService(options: BenchOptions = {}): Promise<BenchService> {
  const { program = executable, hasRateLimit = false, core, environment = {} } = options
  const directory = options.dataDir ?? mkdtempSync(join(tmpdir(), 'whereabouts-bench-'))
  const pinned = core === undefined ? [] : ['taskset', '-c', String(core)]
  const service = Bun.spawn([...pinned, program, '--host', '127.0.0.1', '--port', '0', '--mqtt-port', '0'], {
    env: {
      ...process.env,
      WHEREABOUTS_DATA_DIR: directory,
      WHEREABOUTS_ADMIN_EMAIL: email,
      WHEREABOUTS_ADMIN_PASSWORD: password,
      ...(hasRateLimit ? {} : unlimited),
      WHEREABOUTS_LOG_LEVEL: 'warn',
      ...environment,
    },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { http, mqtt } = await addressesOf(service.stdout)
  const end = async () => {
    service.kill('SIGTERM')
    if ((await service.exited) !== 0) throw new Error('The exit code of the service is not 0.')
  }
  return {
    http,
    mqtt,
    dataDir: directory,
    pid: service.pid,
    end,
    async stop() {
      await end()
      return sizesOf(join(directory, 'whereabouts.db'))
    },
    async [Symbol.asyncDispose]() {
      service.kill('SIGKILL')
      await service.exited
      if (!options.keepsData) rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function addressesOf(
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<{ http: string; mqtt: string }> {
  const reader = stdout.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: true })
    const http = /^http {2}listening on (\S+)$/m.exec(text)?.[1]
    const mqtt = /^mqtt {2}listening on (\S+)$/m.exec(text)?.[1]
    if (http && mqtt) {
      reader.releaseLock()
      return { http, mqtt }
    }
    if (done) throw new Error(`The service did not start: ${text}`)
  }
}

function sizesOf(path: string): Map<string, number> {
  const db = new Database(path, { readonly: true })
  const rows = db
    .query<{ name: string; bytes: number }, []>(
      'select tbl_name as name, sum(pgsize) as bytes from dbstat join sqlite_schema using (name) group by tbl_name',
    )
    .all()
  db.close()
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

const kept = ['scan_events', 'placements', 'unknown_tags', 'unknown_events', 'unknown_placements']
const bounded = ['recent_reads', 'read_keys', 'raw_messages', 'unknown_recent_reads']

/** Returns the bytes on disk of tables that grow with the history, and of tables with a bound. */
export function bytesOf(tables: ReadonlyMap<string, number>): { history: number; bounded: number } {
  const sum = (names: readonly string[]) => names.reduce((bytes, name) => bytes + (tables.get(name) ?? 0), 0)
  return { history: sum(kept), bounded: sum(bounded) }
}

export const inBytes = (bytes: number): string =>
  `${bytes.toLocaleString('en', { maximumFractionDigits: 0 })} bytes`

const ticksPerSecond = 100

/** Waits until the service has done its work in the background: it uses less than a thirtieth of a processor for three seconds. */
export async function untilIdle(pid: number): Promise<void> {
  for (let seconds = 0; seconds < 3;) {
    const before = cpuSeconds(pid)
    await sleep(1000)
    seconds = cpuSeconds(pid) - before < 1 / 30 ? seconds + 1 : 0
  }
}

/** Returns the CPU time that a process has used, in seconds. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
