import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { call, sessionOf, tokenOf } from './client'
import { createData, temporaryFolder } from './data'
import { gets } from './open-loop'
import { milliseconds, quantile, report } from './rows'
import { executable, startService } from './service'

/**
 * Restores a backup of a large database into an empty data directory, starts the service, and measures its first minutes: GETs by id at
 * fixed times, 100 a second, and the requests of a console one after another.
 *
 *   bun run bench restored [--assets 1000000] [--seconds 120] [--program dist/whereabouts]
 */

const { values } = parseArgs({
  options: {
    assets: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '120' },
    program: { type: 'string', default: executable },
  },
})
const assets = Number(values.assets)
const past = '2026-01-01T05:00:00Z'
const consolePaths = [
  '/api/v1/assets',
  '/api/v1/assets?q=bulk-0000123',
  '/api/v1/reports/asset-locations',
  '/internal/v1/floor',
  `/internal/v1/floor/day?to=${past}`,
  `/internal/v1/floor/past?at=${past}`,
]

/** Runs a command of the executable. Returns its output. */
async function run(...args: readonly string[]): Promise<string> {
  const program = Bun.spawn([values.program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const text = await new Response(program.stdout).text()
  if ((await program.exited) !== 0) throw new Error(`${args.join(' ')} failed.`)
  return text.trim()
}

using folder = temporaryFolder('bench-restored')
const original = join(folder.path, 'original')
const restored = join(folder.path, 'restored')
await createData(original, values.program, assets)
const backup = await run('backup', 'create', '--data-dir', original)
const restoring = performance.now()
await run('restore', backup, '--data-dir', restored)
const work = `after a restore of ${assets.toLocaleString('en')} assets`
report({
  work: `restore of ${assets.toLocaleString('en')} assets`,
  measure: 'time of the command, which verifies the backup',
  result: `${((performance.now() - restoring) / 1000).toFixed(1)} s`,
})

const starting = performance.now()
await using service = await startService({ program: values.program, dataDir: restored })
report({
  work: `start ${work}`,
  measure: 'time until it listens',
  result: milliseconds(performance.now() - starting),
})
const [token, session] = [await tokenOf(service.http), await sessionOf(service.http)]
let isOver = false
const took = new Map<string, number[]>()
const asking = (async () => {
  while (!isOver)
    for (const path of consolePaths) {
      const sent = performance.now()
      await call(`${service.http}${path}`, path.startsWith('/api') ? token : session)
      took.set(path, [...(took.get(path) ?? []), performance.now() - sent])
    }
})()
const seconds = Number(values.seconds)
const latencies = await gets(`${service.http}/api/v1/assets/1000`, token, { seconds, perSecond: 100 })
isOver = true
await asking
const what = `first ${seconds} s ${work}`
report({
  work: `GET by id, ${what}`,
  measure: 'p50 / p99 / max',
  result: [0.5, 0.99, 1].map((share) => milliseconds(quantile(latencies, share))).join(' / '),
  goal: 'max 50 ms',
})
for (const [path, times] of took)
  report({
    work: `GET ${path}, ${what}`,
    measure: 'first / median / max',
    result: [times[0] ?? Number.NaN, quantile(times, 0.5), Math.max(...times)].map(milliseconds).join(' / '),
  })
