import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sessionOf, tokenOf } from './client'
import { createData, temporaryFolder, waitForSearchIndex } from './data'
import { type Peer, startBare, startFastify } from './peers'
import { type Case, cases, withRandomIds } from './request-cases'
import { milliseconds, report } from './rows'
import { type BenchService, executable, startService, untilIdle } from './service'
import { mediansOf, type Rate, wrk } from './wrk'

/**
 * Measures requests to the service with two numbers of assets, and the same rows from bare Elysia and from Fastify, alternately.
 * A first round is not counted, because the servers compile their code in it. The servers run on core 0 and the load on core 1.
 * It needs wrk and taskset, and for Fastify also Node.js 20 or later.
 *
 *   bun run bench requests [--assets 100000,1000000] [--rounds 5] [--seconds 3] [--program dist/whereabouts] [--only <words>]
 *     [--without-fastify]
 */

/** A service with a number of assets, and its peers with the same rows. */
interface Subject {
  readonly assets: number
  readonly service: BenchService
  readonly bare: Peer
  readonly fastify: Peer | undefined
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      assets: { type: 'string', default: '100000,1000000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      program: { type: 'string', default: executable },
      only: { type: 'string', default: '' },
      'without-fastify': { type: 'boolean', default: false },
    },
  })
  const sizes = values.assets.split(',').map(Number)
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(temporaryFolder('requests')).path
  const subjects: Subject[] = []
  for (const assets of sizes) {
    const dataDir = join(folder, String(assets))
    const copy = join(folder, `${assets}.db`)
    await createData(dataDir, values.program, assets)
    copyFileSync(join(dataDir, 'whereabouts.db'), copy)
    const service = stack.use(await startService({ program: values.program, dataDir, core: 0 }))
    const bare = stack.use(await startBare(copy))
    const fastify = values['without-fastify'] ? undefined : stack.use(await startFastify(copy))
    await waitForSearchIndex(dataDir)
    await untilIdle(service.pid)
    subjects.push({ assets, service, bare, fastify })
  }
  const options = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
  for (const each of cases.filter(({ name }) => name.includes(values.only)))
    await compare(each, subjects, options)
}

interface Rates {
  readonly own: Rate
  readonly bare: Rate | undefined
  readonly fastify: Rate | undefined
}

/** Measures all subjects in each round, so that a change of the machine affects all of them. */
async function compare(
  each: Case,
  subjects: readonly Subject[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<void> {
  const measured = subjects.map(() => ({ own: [] as Rate[], bare: [] as Rate[], fastify: [] as Rate[] }))
  for (let round = 0; round <= rounds; round++)
    for (const [index, { assets, service, bare, fastify }] of subjects.entries()) {
      const token = each.isPrivate ? await sessionOf(service.http) : await tokenOfService(service)
      const into = measured[index] as (typeof measured)[number]
      const measure = async (rates: Rate[], server: { url: string; token?: string; pid: number }) => {
        const { pathname } = new URL(server.url)
        const script = each.hasRandomId ? withRandomIds(pathname, assets) : each.script
        const rate = await wrk({ clients: each.clients, seconds, script, ...server })
        if (round > 0) rates.push(rate)
      }
      await measure(into.own, { url: service.http + each.path(assets), token, pid: service.pid })
      if (each.bare) await measure(into.bare, { url: bare.http + each.bare, pid: bare.pid })
      if (each.fastify && fastify)
        await measure(into.fastify, { url: fastify.http + each.fastify, pid: fastify.pid })
    }
  const rates = measured.map(({ own, bare, fastify }): Rates => ({
    own: mediansOf(own),
    bare: bare.length > 0 ? mediansOf(bare) : undefined,
    fastify: fastify.length > 0 ? mediansOf(fastify) : undefined,
  }))
  for (const [index, { own, bare, fastify }] of rates.entries()) {
    const work = `${each.name}, ${subjects[index]?.assets.toLocaleString('en')} assets`
    report({
      work,
      measure: `p50 / p99 of ${each.clients} clients; CPU of a request; requests/s`,
      result: `${milliseconds(own.p50)} / ${milliseconds(own.p99)}; ${own.cpu.toFixed(0)} µs; ${own.perSecond.toFixed(0)}`,
      ...(each.goals?.p99 && { goal: `p99 ${each.goals.p99} ms` }),
    })
    if (bare)
      report({
        work,
        measure: 'processor time of bare Elysia and prepared SQL to it',
        ...ratio(own, bare, each.goals?.bare),
      })
    if (fastify)
      report({
        work,
        measure: 'processor time of Fastify, better-sqlite3 and the same SQL to it',
        ...ratio(own, fastify, each.goals?.fastify),
      })
  }
  const [smaller, larger] = rates
  if (smaller && larger && each.goals?.growth)
    report({
      work: each.name,
      measure: `processor time with ${subjects
        .map(({ assets }) => assets.toLocaleString('en'))
        .toReversed()
        .join(' to ')} assets`,
      result: (larger.own.cpu / smaller.own.cpu).toFixed(2),
      goal: String(each.goals.growth),
    })
}

const ratio = (own: Rate, other: Rate, goal: number | undefined) => ({
  result: `${(other.cpu / own.cpu).toFixed(2)} (${other.cpu.toFixed(0)} to ${own.cpu.toFixed(0)} µs)`,
  ...(goal !== undefined && { goal: String(goal) }),
})

const tokens = new Map<string, Promise<string>>()
function tokenOfService({ http }: BenchService): Promise<string> {
  const token = tokens.get(http) ?? tokenOf(http)
  tokens.set(http, token)
  return token
}

await main()
