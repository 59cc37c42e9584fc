import { afterAll, describe, expect, test } from 'bun:test'
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { signIn } from '../../support/client'
import { csvHead, csvLine, type Sample, shareOf, trendsOf } from '../../support/flatness'
import { type Done, kinds, startMixedLoad } from '../../support/mixed-load'
import { newDataDir, type Program, runProgram, startProgram, stopPrograms } from '../../support/program'
import { createRandom } from '../../support/random-inputs'
import { simulate, simulateFlags, stopSimulations } from '../../support/simulated'
import { countersOf } from '../../support/warehouse'
import { seed } from '../../support/seed'

/**
 * The mixed load over HTTP with reads over MQTT for a long time: every request succeeds, every read is stored, and memory, open
 * files and p99 do not grow. `bun run verify --long soak` runs it for an hour. TEST_SOAK_CSV names the file of the samples.
 */

const seconds = Number(Bun.env['TEST_SOAK_SECONDS'] ?? 12)
const rate = Number(Bun.env['TEST_SOAK_REQUESTS_PER_SECOND'] ?? 100)
const readsPerSecond = Number(Bun.env['TEST_SOAK_READS_PER_SECOND'] ?? 500)
const csv = Bun.env['TEST_SOAK_CSV'] ?? join(newDataDir(), 'soak.csv')
const interval = Math.min(10, seconds / 12)
const simulatedTags = 500
/** A shorter run is over before the caches are full, so its growth says nothing. */
const conclusiveSeconds = 600

afterAll(async () => {
  await stopSimulations()
  await stopPrograms()
}, 20_000)

test(
  `${rate} requests and ${readsPerSecond} reads a second for ${seconds} s`,
  async () => {
    console.log(`TEST_SEED=${seed} TEST_SOAK_SECONDS=${seconds}; samples in ${csv}`)
    const program = await startProgram()
    const load = await startMixedLoad(program, createRandom(seed), rate)
    const flags = `--readers 4 --tags ${simulatedTags} --moving 20% --rate ${readsPerSecond} --duration ${seconds} --seed ${seed}`
    const reading = simulate(simulateFlags(program, flags))
    const { samples, all } = await sampled(program, () => load.take())
    await reading
    await load.stop()
    all.push(...load.take())

    const reads = await countersOf(program.http)
    const stored = (await (await signIn(program)).get('/api/v1/assets?limit=1')).body.total_count
    console.log(summaryOf(all, samples, reads))
    expect(load.unexpected()).toBeUndefined()
    expect(all.length).toBeGreaterThan(rate * seconds * 0.9)
    expect(stored).toBe(load.created() + simulatedTags)
    expect(reads['reads.applied'] ?? 0).toBeGreaterThan(readsPerSecond * seconds * 0.9)
    expect(await program.stop()).toBe(0)
    const checked = await runProgram(['check', '--data-dir', program.dataDir])
    expect({ code: checked.code, stderr: checked.stderr }).toEqual({ code: 0, stderr: '' })
    if (seconds >= conclusiveSeconds) expect(trendsOf(samples).filter(({ isFlat }) => !isFlat)).toEqual([])
  },
  (seconds * 1.5 + 120) * 1000,
)

describe('the verdict', () => {
  const steady: Sample = {
    seconds: 0,
    requests: 1000,
    failures: 0,
    p50_ms: 2,
    p99_ms: 20,
    memory_mb: 200,
    handles: 60,
    threads: 12,
    cpu_ms: 500,
    database_mb: 100,
    load: 1,
  }
  const series = (change: (index: number) => Partial<Sample>) =>
    Array.from({ length: 60 }, (_, index) => ({ ...steady, ...change(index) }))
  const growing = (samples: readonly Sample[]) =>
    trendsOf(samples)
      .filter(({ isFlat }) => !isFlat)
      .map(({ measure }) => measure)

  test('is flat for constant figures with outliers and a warm-up', () => {
    expect(
      growing(series((index) => ({ memory_mb: index < 8 ? 100 : 200, p99_ms: index % 9 ? 20 : 200 }))),
    ).toEqual([])
  })

  test('names what grows slowly', () => {
    expect(growing(series((index) => ({ memory_mb: 200 + index * 2 })))).toEqual(['memory_mb'])
    expect(growing(series((index) => ({ handles: 60 + Math.floor(index / 5) })))).toEqual(['handles'])
    expect(growing(series((index) => ({ p99_ms: 20 + index })))).toEqual(['p99_ms'])
  })
})

async function sampled(program: Program, take: () => Done[]): Promise<{ samples: Sample[]; all: Done[] }> {
  writeFileSync(csv, `${csvHead}\n`)
  const samples: Sample[] = []
  const all: Done[] = []
  const begun = performance.now()
  let cpu = cpuOf(program)
  for (let due = interval; due <= seconds; due += interval) {
    await Bun.sleep(Math.max(0, begun + due * 1000 - performance.now()))
    const done = take()
    const latencies = done.map(({ latency }) => latency)
    const used = cpuOf(program)
    const sample: Sample = {
      seconds: (performance.now() - begun) / 1000,
      requests: done.length,
      failures: done.filter(({ status }) => status === 0 || status >= 300).length,
      p50_ms: shareOf(latencies, 0.5),
      p99_ms: shareOf(latencies, 0.99),
      memory_mb: kilobytesOf(program, 'RssAnon') / 1024,
      handles: readdirSync(`/proc/${program.process.pid}/fd`).length,
      threads: readdirSync(`/proc/${program.process.pid}/task`).length,
      cpu_ms: used - cpu,
      database_mb: statSync(join(program.dataDir, 'whereabouts.db')).size / 2 ** 20,
      load: loadavg()[0] as number,
    }
    cpu = used
    samples.push(sample)
    all.push(...done)
    appendFileSync(csv, `${csvLine(sample)}\n`)
  }
  return { samples, all }
}

const kilobytesOf = ({ process }: Program, field: string): number =>
  Number(
    new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${process.pid}/status`, 'utf8'))?.[1],
  )

/** Returns the processor time of the process in milliseconds; /proc counts hundredths of a second. */
function cpuOf({ process }: Program): number {
  const fields = readFileSync(`/proc/${process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function summaryOf(
  all: readonly Done[],
  samples: readonly Sample[],
  counters: Readonly<Record<string, number>>,
): string {
  const ofKind = kinds.map((kind) => {
    const latencies = all.filter((done) => done.kind === kind).map(({ latency }) => latency)
    const [p50, p99] = [shareOf(latencies, 0.5), shareOf(latencies, 0.99)]
    return `${kind}: ${latencies.length}, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
  })
  const trends = trendsOf(samples).map(
    ({ measure, before, after, isFlat }) =>
      `${measure}: ${before.toFixed(1)} before, ${after.toFixed(1)} after, ${isFlat ? 'flat' : 'GROWS'}`,
  )
  return [...ofKind, ...trends, JSON.stringify(counters)].join('\n')
}
