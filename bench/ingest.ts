import { Database } from 'bun:sqlite'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from './data'
import { median, report } from './rows'
import {
  type BenchService,
  bytesOf,
  cpuSeconds,
  email,
  executable,
  inBytes,
  password,
  startService,
  untilIdle,
} from './service'

/**
 * Measures sustained ingest. Simulated readers publish over MQTT to the executable, as fast as their reads are acknowledged.
 * The service and the simulation run on a core each. For comparison, the same run inserts the same number of scan events with
 * bun:sqlite, a thousand in each durable transaction, and measures other executables alternately. Compare ratios, because the
 * absolute rates depend on the machine and its load. It needs taskset.
 */

const usage = `Usage: bun bench/ingest.ts [flags]     (after bun run build)

  --reads <n>       reads in each round (default 600000)
  --rounds <n>      rounds, each with the service and then with direct inserts (default 3)
  --tags <n>        number of tags (default 1000)
  --readers <n>     number of readers (default 4)
  --moving <share>  share of the tags that move each minute (default 10%)
  --vendor <format> format of the readers (default csl_cs463)
  --compare-event-log  measure also without the triggers of the event log
  --program <path>  executable to measure; repeat the flag to compare several (default dist/whereabouts)
`

const { values } = parseArgs({
  options: {
    reads: { type: 'string', default: '600000' },
    rounds: { type: 'string', default: '3' },
    tags: { type: 'string', default: '1000' },
    readers: { type: 'string', default: '4' },
    moving: { type: 'string', default: '10%' },
    vendor: { type: 'string', default: 'csl_cs463' },
    'compare-event-log': { type: 'boolean', default: false },
    program: { type: 'string', multiple: true, default: [executable] },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const reads = Number(values.reads)

interface Ingested {
  readonly perSecond: number
  /** Microseconds of CPU of the service for each read. */
  readonly cpu: number
  /** Resident memory of the service in MB, at each tenth of the run. */
  readonly memory: readonly number[]
  readonly tables: ReadonlyMap<string, number>
  /** Number of events in the log. */
  readonly events: number
}

interface Variant {
  readonly program: string
  readonly hasEventLog: boolean
}

/** Measures the rate of the service. Each round has a new data directory. */
async function ingest({ program, hasEventLog }: Variant): Promise<Ingested> {
  using folder = temporaryFolder('ingest')
  const dataDir = join(folder.path, 'data')
  if (!hasEventLog) {
    await using first = await startService({ program })
    await first.stop()
    cpSync(first.dataDir, dataDir, { recursive: true })
    dropEventLog(dataDir)
  }
  await using service = await startService({ program, core: 0, dataDir })
  // Registers the assets and their tags.
  await simulate(service, 1)
  await untilIdle(service.pid)
  const startedAt = cpuSeconds(service.pid)
  const { perSecond, memory } = await simulate(service, reads)
  const cpu = ((cpuSeconds(service.pid) - startedAt) * 1e6) / reads
  const tables = await service.stop()
  return { perSecond, cpu, memory, tables, events: eventsIn(dataDir) }
}

/** Drops the triggers that queue events. Scan events are then stored as without the log. */
function dropEventLog(dataDir: string): void {
  using db = new Database(join(dataDir, 'whereabouts.db'))
  const triggers = db
    .query<{ name: string }, []>(
      "select name from sqlite_schema where type = 'trigger' and name like 'event_queue_scan_%'",
    )
    .all()
  if (triggers.length === 0) throw new Error('There are no triggers of the event log.')
  for (const { name } of triggers) db.run(`drop trigger ${name}`)
}

function eventsIn(dataDir: string): number {
  using db = new Database(join(dataDir, 'whereabouts.db'), { readonly: true })
  return db.query<{ count: number }, []>('select count(*) as count from event_log').get()?.count ?? 0
}

async function simulate(
  { http, mqtt, pid }: BenchService,
  count: number,
): Promise<Pick<Ingested, 'perSecond' | 'memory'>> {
  const flags =
    `--server ${http} --url ${mqtt} --email ${email} --password ${password} --rate full --count ${count} ` +
    `--tags ${values.tags} --readers ${values.readers} --moving ${values.moving} --vendor ${values.vendor}`
  const simulator = Bun.spawn(['taskset', '-c', '1', executable, 'simulate', ...flags.split(' ')], {
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const samples: number[] = []
  const sampling = setInterval(() => samples.push(residentOf(pid)), 250)
  const summary = await new Response(simulator.stdout).text()
  clearInterval(sampling)
  if ((await simulator.exited) !== 0) throw new Error(`The simulation failed: ${summary}`)
  const perSecond = /([\d,]+) reads\/s/.exec(summary)?.[1]
  if (perSecond === undefined) throw new Error(`The output of the simulation has no rate: ${summary}`)
  const memory = Array.from(
    { length: 11 },
    (_, tenth) => samples[Math.round(((samples.length - 1) * tenth) / 10)] ?? 0,
  )
  return { perSecond: Number(perSecond.replaceAll(',', '')), memory }
}

/** Returns the resident memory of a process in MB. A page has 4 KiB. */
const residentOf = (pid: number): number =>
  Math.round((Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6)

/** Returns the rate of direct inserts of the same number of scan events, with the same indexes. */
function insertDirectly(): number {
  const directory = mkdtempSync(join(tmpdir(), 'whereabouts-bench-'))
  const db = new Database(join(directory, 'direct.db'), { strict: true })
  try {
    for (const pragma of [
      'journal_mode = wal',
      'synchronous = full',
      'cache_size = -64000',
      'wal_autocheckpoint = 4000',
    ])
      db.run(`pragma ${pragma}`)
    db.run(`create table scan_events (id integer primary key autoincrement, organization_id integer not null,
      asset_id integer not null, location_id integer not null, first_at integer not null, last_at integer not null,
      read_count integer not null, reader_id integer, antenna integer, strongest_rssi real, cause text not null) strict`)
    db.run('create index scan_events_asset on scan_events (asset_id, first_at, location_id, id)')
    db.run('create index scan_events_location on scan_events (location_id, first_at)')
    const insert = db.prepare('insert into scan_events values (null, 1, ?, ?, ?, ?, 1, 1, 1, -57.5, ?)')
    const tags = Number(values.tags)
    const begun = performance.now()
    for (let done = 0; done < reads;) {
      db.run('begin immediate')
      for (const end = Math.min(done + 1000, reads); done < end; done++) {
        const at = 1_790_000_000_000_000 + done * 100
        insert.run(1 + ((done * 7919) % tags), 1 + (done % 8), at, at, 'first')
      }
      db.run('commit')
    }
    return reads / ((performance.now() - begun) / 1000)
  } finally {
    db.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

const perMillion = (bytes: number): string => inBytes((bytes / reads) * 1e6)

const variants = values.program.flatMap((program): Variant[] => [
  { program, hasEventLog: true },
  ...(values['compare-event-log'] ? [{ program, hasEventLog: false }] : []),
])
const nameOf = ({ program, hasEventLog }: Variant): string =>
  (program === executable ? '' : `, ${program}`) + (hasEventLog ? '' : ', without the event log')

const results = new Map(variants.map((variant) => [variant, [] as (Ingested & { direct: number })[]]))
for (let round = 1; round <= Number(values.rounds); round++)
  for (const [variant, measured] of results) {
    const direct = insertDirectly()
    const ingested = await ingest(variant)
    measured.push({ ...ingested, direct })
    const { perSecond, cpu, memory, tables, events } = ingested
    console.log(
      `round ${round}${nameOf(variant)}: ${events} events, ${Math.round(perSecond)} reads/s over MQTT, ${cpu.toFixed(1)} us CPU a read, ` +
        `direct inserts ${Math.round(direct)}/s, ratio ${(perSecond / direct).toFixed(3)}`,
    )
    console.log(`  memory of the service at each tenth: ${memory.join(' ')} MB`)
    const { history, bounded } = bytesOf(tables)
    console.log(`  on disk per million reads: history ${perMillion(history)}, bounded ${perMillion(bounded)}`)
  }
for (const [variant, measured] of results) {
  const rate = median(measured.map(({ perSecond }) => perSecond))
  const cpu = median(measured.map((each) => each.cpu))
  const ratio = median(measured.map(({ perSecond, direct }) => perSecond / direct))
  report({
    work: `ingest over MQTT, ${values.vendor}, ${values.readers} readers, ${values.tags} tags, ${values.moving} moving${nameOf(variant)}`,
    measure: 'reads/s on one core; CPU of a read; ratio to direct inserts of the events',
    result: `${Math.round(rate)}; ${cpu.toFixed(1)} µs; ${ratio.toFixed(3)}`,
    ...(values.vendor === 'csl_cs463' && { goal: '40,000 reads/s' }),
  })
}
