import { Database } from 'bun:sqlite'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchService, bytesOf, email, executable, inBytes, password, startService } from './service'

/**
 * Measures sustained ingest. Simulated readers publish over MQTT to the executable, as fast as their reads are acknowledged.
 * For comparison, the same run inserts the same number of scan events with bun:sqlite, a thousand in each durable
 * transaction. Compare the ratio of the two rates, because the absolute rates depend on the machine and its load.
 */

const usage = `Usage: bun bench/ingest.ts [flags]     (after bun run build)

  --reads <n>       reads in each round (default 200000)
  --rounds <n>      rounds, each with the service and then with direct inserts (default 3)
  --tags <n>        number of tags (default 1000)
  --readers <n>     number of readers (default 4)
  --moving <share>  share of the tags that move each minute (default 10%)
  --vendor <format> format of the readers (default csl_cs463)
`

const { values } = parseArgs({
  options: {
    reads: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '3' },
    tags: { type: 'string', default: '1000' },
    readers: { type: 'string', default: '4' },
    moving: { type: 'string', default: '10%' },
    vendor: { type: 'string', default: 'csl_cs463' },
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
  /** Resident memory of the service in MB, at each tenth of the run. */
  readonly memory: readonly number[]
  readonly tables: ReadonlyMap<string, number>
}

/** Measures the rate of the service. Each round has a new data directory. */
async function ingest(): Promise<Ingested> {
  await using service = await startService()
  const { perSecond, memory } = await simulate(service)
  return { perSecond, memory, tables: await service.stop() }
}

async function simulate({ http, mqtt, pid }: BenchService): Promise<Omit<Ingested, 'tables'>> {
  const flags =
    `--server ${http} --url ${mqtt} --email ${email} --password ${password} --rate full --count ${reads} ` +
    `--tags ${values.tags} --readers ${values.readers} --moving ${values.moving} --vendor ${values.vendor}`
  const simulator = Bun.spawn([executable, 'simulate', ...flags.split(' ')], {
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

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] as number

const perMillion = (bytes: number): string => inBytes((bytes / reads) * 1e6)

const ratios: number[] = []
for (let round = 1; round <= Number(values.rounds); round++) {
  const direct = insertDirectly()
  const { perSecond, memory, tables } = await ingest()
  ratios.push(perSecond / direct)
  console.log(
    `round ${round}: ${Math.round(perSecond)} reads/s over MQTT, direct inserts ${Math.round(direct)}/s, ` +
      `ratio ${(perSecond / direct).toFixed(3)}`,
  )
  console.log(`  memory of the service at each tenth: ${memory.join(' ')} MB`)
  const { history, bounded } = bytesOf(tables)
  console.log(`  on disk per million reads: history ${perMillion(history)}, bounded ${perMillion(bounded)}`)
}
console.log(`median ratio ${median(ratios).toFixed(3)}`)
