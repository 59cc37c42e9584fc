import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../scripts/postgres-server'
import { call, tokenOf } from './client'
import { createWithTag } from './request-cases'
import { median, report } from './rows'
import { type BenchService, cpuSeconds, email, executable, password, startService } from './service'
import { wrk } from './wrk'

/**
 * Measures the same work on SQLite, on PostgreSQL with one instance, and on PostgreSQL with three, one after the other. All of them use the
 * same cores as the load. PostgreSQL runs without syncs, because its data is in a temporary directory. It needs wrk and PostgreSQL.
 */

const usage = `Usage: bun bench/engines.ts [flags]     (after bun run build)

  --seconds <n>  duration of each measurement (default 5)
  --reads <n>    reads of the ingest in each round (default 50000)
  --rounds <n>   rounds, each with all engines (default 3)
  --only <text>  only the work whose name contains this text
`

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    reads: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const seconds = Number(values.seconds)
const reads = Number(values.reads)

interface Engine {
  readonly instances: readonly BenchService[]
  /** The first process of the database; undefined when it is part of the service. */
  readonly database: number | undefined
}

interface Measured {
  readonly perSecond: number
  /** Microseconds of CPU of all instances, and of the database, for each request or read. */
  readonly service: number
  readonly database: number
}

interface Work {
  readonly perSecond: number
  /** Number of requests or reads. */
  readonly count: number
}

/** Returns the CPU time of a process with its children, in seconds, including those that have ended. */
function cpuOfTree(pid: number): number {
  const ended = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(13, 15) ?? []
  const children = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid)
  return (
    cpuSeconds(pid) +
    children.reduce((sum, child) => sum + cpuSeconds(Number(child)), 0) +
    (Number(ended[0]) + Number(ended[1])) / 100
  )
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    // The process has ended.
    return undefined
  }
}

/** Runs a load and adds what the instances and the database have computed for each unit of it. */
async function measure({ instances, database }: Engine, run: () => Promise<Work>): Promise<Measured> {
  const ofServices = () => instances.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
  const ofDatabase = () => (database === undefined ? 0 : cpuOfTree(database))
  const before = { services: ofServices(), database: ofDatabase() }
  const { perSecond, count } = await run()
  return {
    perSecond,
    service: ((ofServices() - before.services) * 1e6) / count,
    database: ((ofDatabase() - before.database) * 1e6) / count,
  }
}

/** Sends requests to all instances, with an equal share of the clients each. */
async function requests(
  { instances }: Engine,
  token: string,
  path: string,
  clients: number,
  scriptOf?: (instance: number) => string,
): Promise<Work> {
  const rates = await Promise.all(
    instances.map(({ http, pid }, index) =>
      wrk({
        url: http + path,
        token,
        clients: Math.ceil(clients / instances.length),
        seconds,
        pid,
        script: scriptOf?.(index),
      }),
    ),
  )
  const perSecond = rates.reduce((sum, rate) => sum + rate.perSecond, 0)
  return { perSecond, count: perSecond * seconds }
}

/** Simulated readers publish to all instances, an equal share of the reads each. */
async function ingest({ instances }: Engine): Promise<Work> {
  const share = Math.round(reads / instances.length)
  const rates = await Promise.all(
    instances.map(async ({ http, mqtt }, index) => {
      const flags =
        `--server ${http} --url ${mqtt} --email ${email} --password ${password} --rate full --count ${share} ` +
        `--tags 1000 --readers 4 --moving 10% --prefix sim${index}`
      const simulator = Bun.spawn([executable, 'simulate', ...flags.split(' ')], { stderr: 'ignore' })
      const summary = await new Response(simulator.stdout).text()
      const rate = /([\d,]+) reads\/s/.exec(summary)?.[1]
      if ((await simulator.exited) !== 0 || rate === undefined)
        throw new Error(`The simulation failed: ${summary}`)
      return Number(rate.replaceAll(',', ''))
    }),
  )
  return { perSecond: rates.reduce((sum, rate) => sum + rate, 0), count: share * instances.length }
}

const works = {
  'GET asset by id, 32 clients': (engine: Engine, token: string) =>
    requests(engine, token, '/api/v1/assets/1', 32),
  'list 50 of 1,000 assets, 8 clients': (engine: Engine, token: string) =>
    requests(engine, token, '/api/v1/assets?limit=50', 8),
  'create with a tag, 32 clients': (engine: Engine, token: string) =>
    requests(engine, token, '/api/v1/assets', 32, createWithTag),
  'create with a tag, 128 clients': (engine: Engine, token: string) =>
    requests(engine, token, '/api/v1/assets', 128, createWithTag),
  'ingest over MQTT': ingest,
}

/** Runs all work on an engine, with a new database. */
async function measureAll(engine: Engine): Promise<Map<string, Measured>> {
  const [{ http }] = engine.instances as [BenchService]
  const token = await tokenOf(http)
  for (let number = 1; number <= 1000; number++)
    await call(`${http}/api/v1/assets`, token, { name: `Asset ${number}` })
  const measured = new Map<string, Measured>()
  for (const [name, work] of Object.entries(works).filter(([name]) => name.includes(values.only)))
    measured.set(name, await measure(engine, () => work(engine, token)))
  return measured
}

async function onSqlite(): Promise<Map<string, Measured>> {
  await using service = await startService()
  return await measureAll({ instances: [service], database: undefined })
}

/** Returns the process whose children serve the connections. */
const firstProcess = (data: string): number =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

/** Starts instances one after another, because the first one sets up the database. */
async function onPostgres(count: number): Promise<Map<string, Measured>> {
  const server = await startPostgres()
  if (!server) throw new Error('PostgreSQL is not installed.')
  await using instances = new AsyncDisposableStack()
  try {
    const started: BenchService[] = []
    const environment = { WHEREABOUTS_DATABASE_URL: server.url, WHEREABOUTS_SECRET_KEY: 'x'.repeat(32) }
    for (let number = 0; number < count; number++)
      started.push(instances.use(await startService({ environment })))
    return await measureAll({ instances: started, database: firstProcess(server.data) })
  } finally {
    await instances.disposeAsync()
    server.stop()
  }
}

const engines = {
  SQLite: onSqlite,
  'PostgreSQL, one instance': () => onPostgres(1),
  'PostgreSQL, three instances': () => onPostgres(3),
}

const results = new Map<string, Measured[]>()
for (let round = 1; round <= Number(values.rounds); round++)
  for (const [engine, run] of Object.entries(engines))
    for (const [work, measured] of await run()) {
      const key = `${work}, ${engine}`
      results.set(key, [...(results.get(key) ?? []), measured])
      console.log(`round ${round}: ${key}: ${textOf([measured])}`)
    }

function textOf(measured: readonly Measured[]): string {
  const of = (figure: keyof Measured) => Math.round(median(measured.map((each) => each[figure])))
  return `${of('perSecond')}/s; ${of('service')} and ${of('database')} us`
}

for (const [work, measured] of results)
  report({
    work,
    measure: 'a second; CPU of the instances and of the database for each',
    result: textOf(measured),
  })
