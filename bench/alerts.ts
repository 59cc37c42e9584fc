import { Database } from 'bun:sqlite'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { call, sessionOf, tokenOf } from './client'
import { createData, temporaryFolder, waitForSearchIndex } from './data'
import { gets } from './open-loop'
import { median, milliseconds, quantile, report } from './rows'
import { type BenchService, cpuSeconds, email, executable, password, startService } from './service'

/**
 * Measures what alert rules cost. Simulated readers publish over MQTT to the executable, with and without rules alternately, the
 * service and the simulation on a core each. Then it measures GETs by id beside 5,000 reads/s, and the time from a read to the alert in
 * a live stream of the console. It needs taskset. Compare ratios.
 *
 *   bun run bench alerts [--assets 1000000] [--rules 1000] [--reads 150000] [--rounds 3] [--seconds 20] [--alerts 200]
 */

const { values } = parseArgs({
  options: {
    assets: { type: 'string', default: '1000000' },
    rules: { type: 'string', default: '1000' },
    reads: { type: 'string', default: '150000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '20' },
    alerts: { type: 'string', default: '200' },
  },
})
const getsPerSecond = 200
const subject = `${Number(values.assets).toLocaleString('en')} assets`

type Rule = (place: number, other: number) => Record<string, unknown>

/** The kinds of rules in equal parts. None of them opens an alert during the measurement. */
const kinds: readonly Rule[] = [
  (location_id) => ({ kind: 'entered', location_id, hold_seconds: 3600 }),
  (location_id) => ({ kind: 'left', location_id, hold_seconds: 3600 }),
  (location_id, from_location_id) => ({
    kind: 'moved_between',
    location_id,
    from_location_id,
    hold_seconds: 3600,
  }),
  (location_id) => ({ kind: 'dwell', location_id, minutes: 525_600 }),
  (location_id) => ({ kind: 'missing', location_id, minutes: 525_600 }),
  (location_id) => ({ kind: 'par', location_id, max_count: 1_000_000 }),
  (location_id) => ({ kind: 'tag_unknown', location_id, hold_seconds: 3600 }),
]

/** Creates rules about places in turn, most of them without others below, in the organization of a session. */
async function createRules(http: string, token: string, count: number): Promise<void> {
  const places: number[] = []
  for (let offset = 0; places.length < count; offset += 200) {
    const page = await call(`${http}/api/v1/locations?limit=200&sort=-external_key&offset=${offset}`, token)
    const data = page.data as unknown as { readonly id: number }[]
    if (data.length === 0) break
    places.push(...data.map(({ id }) => id))
  }
  for (let index = 0; index < count; index++) {
    const at = (turn: number) => places[(index + turn) % places.length] as number
    const rule = (kinds[index % kinds.length] as Rule)(at(0), at(1))
    await call(`${http}/internal/v1/alert-rules`, token, {
      name: `Rule ${index}`,
      severity: 'normal',
      scope: { kind: 'all' },
      ...rule,
    })
  }
}

const flagsOf = ({ http, mqtt }: BenchService, rate: string): string[] =>
  `simulate --server ${http} --url ${mqtt} --email ${email} --password ${password} --rate ${rate} --tags 1000 --readers 4 --moving 10% --vendor csl_cs463`.split(
    ' ',
  )

/** Publishes reads as fast as they are acknowledged. */
async function simulate(service: BenchService, reads: string): Promise<void> {
  const command = ['taskset', '-c', '1', executable, ...flagsOf(service, 'full'), '--count', reads]
  const simulator = Bun.spawn(command, { stdout: 'ignore', stderr: 'ignore' })
  if ((await simulator.exited) !== 0) throw new Error('The simulation failed.')
}

/** Starts the service for some work, and stops it. Its data directory stays. */
async function served<T>(
  options: { readonly core?: number; readonly dataDir: string },
  work: (service: BenchService) => Promise<T>,
): Promise<T> {
  const service = await startService(options)
  try {
    return await work(service)
  } finally {
    await service.end()
  }
}

/** Returns microseconds of CPU of a read, after the assets have their first places. */
async function costOf(dataDir: string): Promise<number> {
  return served({ core: 0, dataDir }, async (service) => {
    await simulate(service, '20000')
    await Bun.sleep(3000)
    const before = cpuSeconds(service.pid)
    await simulate(service, values.reads)
    return ((cpuSeconds(service.pid) - before) * 1e6) / Number(values.reads)
  })
}

/** Measures GETs beside reads. */
async function measureGets(service: BenchService, name: string): Promise<void> {
  const token = await tokenOf(service.http)
  const simulator = Bun.spawn([executable, ...flagsOf(service, '5000')], {
    stdout: 'ignore',
    stderr: 'ignore',
  })
  await Bun.sleep(5000)
  const url = `${service.http}/api/v1/assets/1000`
  const latencies = await gets(url, token, { seconds: Number(values.seconds), perSecond: getsPerSecond })
  simulator.kill()
  await simulator.exited
  const shown = [0.5, 0.99, 1].map((share) => milliseconds(quantile(latencies, share))).join(' / ')
  report({
    work: `GET by id beside 5,000 reads/s, ${name}`,
    measure: 'p50 / p99 / max',
    result: shown,
    goal: 'max 50 ms',
  })
}

/** Scans an asset at a place with a rule and elsewhere alternately, and waits for the alert in a live stream each time. */
async function measureDelay({ http }: BenchService): Promise<void> {
  const token = await sessionOf(http)
  const create = async (path: string, body: object) => (await call(http + path, token, body)).data
  const [dock, yard] = [
    await create('/api/v1/locations', { name: 'Dock' }),
    await create('/api/v1/locations', { name: 'Yard' }),
  ]
  const tags = [{ tag_type: 'rfid', value: 'BE4C00000000000000000001' }]
  await create('/api/v1/assets', { name: 'Cart', tags })
  await create('/internal/v1/alert-rules', {
    name: 'Dock',
    kind: 'entered',
    location_id: dock['id'],
    severity: 'normal',
    scope: { kind: 'all' },
  })
  const stream = await fetch(`${http}/internal/v1/stream`, { headers: { authorization: `Bearer ${token}` } })
  let arrived = Promise.withResolvers<void>()
  void stream.body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write(text) {
        if (text.includes('event: alert\n')) arrived.resolve()
      },
    }),
  )
  const scan = (location_id: unknown) =>
    create('/internal/v1/scans', {
      location_id,
      reads: [{ value: tags[0]?.value, observed_at: new Date().toISOString() }],
    })
  const times: number[] = []
  for (let index = 0; index < Number(values.alerts); index++) {
    arrived = Promise.withResolvers()
    const begun = performance.now()
    await scan(dock['id'])
    await arrived.promise
    times.push(performance.now() - begun)
    arrived = Promise.withResolvers()
    await scan(yard['id'])
    await arrived.promise
  }
  const shown = [0.5, 0.95, 1].map((share) => milliseconds(quantile(times, share))).join(' / ')
  report({
    work: `alert, ${values.rules} rules, ${subject}`,
    measure: 'from the read to the stream, p50 / p95 / max',
    result: shown,
    goal: 'p95 1 s',
  })
}

/** Waits until the rules that were switched on have looked at all assets. */
async function waitForScans(dataDir: string): Promise<void> {
  using db = new Database(join(dataDir, 'whereabouts.db'), { readonly: true })
  const scans = db.query<{ count: number }, []>('select count(*) as count from alert_scans')
  while ((scans.get()?.count ?? 0) > 0) await Bun.sleep(200)
}

using folder = temporaryFolder('alerts')
const [plain, ruled] = [join(folder.path, 'plain'), join(folder.path, 'ruled')]
await createData(plain, executable, Number(values.assets))
await served({ dataDir: plain }, async (service) => {
  await simulate(service, '20')
  await waitForSearchIndex(plain)
})
cpSync(plain, ruled, { recursive: true })
await served({ dataDir: ruled }, async ({ http, pid }) => {
  const ofEach = Number(values.rules) / 2
  const token = await sessionOf(http)
  // The simulation has created one, and another one is measured.
  await createRules(http, token, ofEach - 2)
  const { data } = await call(`${http}/internal/v1/organizations`, token, { name: 'Other' })
  const other = await call(`${http}/internal/v1/session/organization`, token, { organization_id: data['id'] })
  const session = String(other.data['access_token'])
  for (let place = 1; place <= 20; place++)
    await call(`${http}/api/v1/locations`, session, { name: `Place ${place}` })
  await createRules(http, session, ofEach)
  const before = cpuSeconds(pid)
  const begun = performance.now()
  await waitForScans(ruled)
  report({
    work: `switching ${values.rules} rules on, ${subject}`,
    measure: 'until all assets were looked at; CPU',
    result: `${((performance.now() - begun) / 1000).toFixed(1)} s; ${(cpuSeconds(pid) - before).toFixed(1)} s`,
  })
})
const costs: { plain: number; ruled: number }[] = []
for (let round = 0; round < Number(values.rounds); round++)
  costs.push({ plain: await costOf(plain), ruled: await costOf(ruled) })
const of = (name: 'plain' | 'ruled') => median(costs.map((cost) => cost[name]))
report({
  work: `ingest over MQTT, ${values.rules} rules of two organizations, ${subject}`,
  measure: 'CPU of a read, without and with rules; ratio of the rates',
  result: `${of('plain').toFixed(1)} us; ${of('ruled').toFixed(1)} us; ${median(costs.map((cost) => cost.plain / cost.ruled)).toFixed(2)}`,
  goal: '0.95',
})
await served({ dataDir: plain }, (service) => measureGets(service, `${subject}`))
await served({ dataDir: ruled }, (service) => measureGets(service, `${values.rules} rules, ${subject}`))
await served({ dataDir: ruled }, measureDelay)
