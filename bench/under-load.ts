import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sessionOf, tokenOf } from './client'
import { createData, temporaryFolder, waitForSearchIndex } from './data'
import { gets } from './open-loop'
import { milliseconds, quantile, report } from './rows'
import { email, executable, password, startService } from './service'

/**
 * Measures GETs by id while other work runs. The GETs are sent at fixed times, 100 a second, and the latency is measured
 * from these times, so a stall counts for each GET that it delays. A separate process does the work. Also measures the
 * memory before and after.
 *
 *   bun run bench under-load [--assets 1000000] [--seconds 8] [--rounds 3] [--rest 30] [--program dist/whereabouts] [--only <words>]
 */

const getsPerSecond = 100

type Call = (path: string, body?: object) => Promise<void>

interface Work {
  readonly name: string
  /** Runs until the process is killed. */
  readonly run: (service: { readonly http: string; readonly mqtt: string }) => Promise<void>
  /** The maximum ratio of the p99 to that of GETs alone. All have the goal of 50 ms for the longest GET. */
  readonly goal?: number
}

/** Makes calls one after another, over `parallel` connections, until the process ends. */
async function repeat(parallel: number, one: (index: number) => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: parallel }, async (_, index) => {
      for (let turn = index; ; turn += parallel) await one(turn)
    }),
  )
}

/** Calls with a session, and reads the whole response. Work that fails must not look like work that delays no GET. */
async function signedIn({ http }: { readonly http: string }): Promise<Call> {
  const headers = { authorization: `Bearer ${await sessionOf(http)}`, 'content-type': 'application/json' }
  return async (path, body) => {
    const response = await fetch(http + path, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    await response.body?.pipeTo(new WritableStream())
    // The service is busy, or a backup of the round before is still running.
    if ([409, 503].includes(response.status)) await Bun.sleep(100)
    else if (response.status >= 400) throw new Error(`${path}: ${response.status}`)
  }
}

const rowsOf = (part: number): object[] =>
  Array.from({ length: 500 }, (_, row) => ({
    name: `Imported ${part} ${row}`,
    tags: [{ tag_type: 'rfid', value: `${Date.now().toString(16)}${part.toString(16)}${row.toString(16)}A` }],
  }))

const works: readonly Work[] = [
  {
    name: '32 lists at an offset of 90 %',
    run: async (service) => {
      const get = await signedIn(service)
      await repeat(32, () => get('/api/v1/assets?limit=200&sort=-name&offset=900000'))
    },
  },
  {
    name: '16 searches',
    run: async (service) => {
      const get = await signedIn(service)
      await repeat(16, (turn) => get(`/api/v1/assets?q=${['dock', 'ro', 'a', '7919'][turn % 4]}`))
    },
  },
  {
    name: 'location trees and time travel',
    run: async (service) => {
      const get = await signedIn(service)
      const paths = [
        '/internal/v1/location-tree',
        '/internal/v1/whereabouts?at=2026-01-01T05:00:00Z',
        '/internal/v1/floor',
      ]
      await repeat(4, (turn) => get(paths[turn % paths.length] as string))
    },
  },
  {
    name: 'export of all assets',
    run: async (service) => {
      const get = await signedIn(service)
      await repeat(1, () => get('/internal/v1/asset-list/export'))
    },
  },
  {
    name: 'export of all assets as a workbook',
    run: async (service) => {
      const get = await signedIn(service)
      await repeat(1, () => get('/internal/v1/asset-list/export?format=xlsx'))
    },
  },
  {
    name: 'import of assets, 500 in a request',
    run: async (service) => {
      const post = await signedIn(service)
      await repeat(1, (turn) => post('/internal/v1/assets/import', { rows: rowsOf(turn) }))
    },
  },
  {
    name: 'backup',
    run: async (service) => {
      const post = await signedIn(service)
      await repeat(1, () => post('/internal/v1/backups', {}))
    },
  },
  {
    name: '32 creates, with checkpoints',
    run: async (service) => {
      const post = await signedIn(service)
      await repeat(32, () => post('/api/v1/assets', { name: 'Created' }))
    },
  },
  {
    name: '5,000 reads a second over MQTT',
    run: async ({ http, mqtt }) => {
      const flags = `simulate --server ${http} --url ${mqtt} --email ${email} --password ${password} --rate 5000 --tags 2000`
      const simulation = Bun.spawn([executable, ...flags.split(' ')], { stdout: 'ignore', stderr: 'inherit' })
      process.once('SIGTERM', () => {
        simulation.kill()
        process.exit()
      })
      throw new Error(`The simulation ended with ${await simulation.exited}.`)
    },
    goal: 1.5,
  },
]

/** Returns the anonymous resident memory of a process in MB. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1000)
}

/** Threads for long reads end when they have been idle for some seconds, and then return their memory. */
async function memoryAfter(pid: number, seconds: number): Promise<number> {
  await Bun.sleep(seconds * 1000)
  return memoryOf(pid)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      assets: { type: 'string', default: '1000000' },
      seconds: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '3' },
      rest: { type: 'string', default: '30' },
      program: { type: 'string', default: executable },
      only: { type: 'string', default: '' },
      work: { type: 'string' },
      http: { type: 'string', default: '' },
      mqtt: { type: 'string', default: '' },
    },
  })
  if (values.work !== undefined)
    return works.find(({ name }) => name === values.work)?.run({ http: values.http, mqtt: values.mqtt })

  using folder = temporaryFolder('under-load')
  const dataDir = join(folder.path, 'data')
  const assets = Number(values.assets)
  await createData(dataDir, values.program, assets)
  await using service = await startService({ program: values.program, dataDir })
  await waitForSearchIndex(dataDir)
  const [url, token] = [`${service.http}/api/v1/assets/1000`, await tokenOf(service.http)]
  const measure = () => gets(url, token, { seconds: Number(values.seconds), perSecond: getsPerSecond })
  await measure()
  const subject = `${assets.toLocaleString('en')} assets`
  const memory = async (when: string, goal: string) =>
    report({
      work: `memory, ${subject}`,
      measure: `anonymous resident memory ${when}`,
      result: `${memoryOf(service.pid)} MB, after ${values.rest} s of rest ${await memoryAfter(service.pid, Number(values.rest))} MB`,
      goal,
    })
  await memory('after the index for searches was built', 'at rest 120 MB')
  for (const { name, goal } of works.filter((work) => work.name.includes(values.only))) {
    const [alone, loaded]: [number[], number[]] = [[], []]
    for (let round = 0; round < Number(values.rounds); round++) {
      alone.push(...(await measure()))
      const where = ['--http', service.http, '--mqtt', service.mqtt]
      // In production the work comes from other machines. Here it must not take the core of the service.
      const work = Bun.spawn(
        ['nice', '-n', '15', process.execPath, import.meta.path, '--work', name, ...where],
        {
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      )
      await Bun.sleep(1500)
      loaded.push(...(await measure()))
      if (work.exitCode !== null) throw new Error(`${name} ended with ${work.exitCode}.`)
      work.kill('SIGTERM')
      await work.exited
    }
    const shown = (latencies: readonly number[]) =>
      [0.5, 0.99, 1].map((share) => milliseconds(quantile(latencies, share))).join(' / ')
    report({
      work: `GET by id under load: ${name}, ${subject}`,
      measure: 'p50 / p99 / max, under load and alone; ratio of the p99',
      result: `${shown(loaded)}; ${shown(alone)}; ${(quantile(loaded, 0.99) / quantile(alone, 0.99)).toFixed(1)}`,
      goal: goal === undefined ? 'max 50 ms' : `ratio ${goal}`,
    })
  }
  await memory('after the work', '250 MB')
}

await main()
