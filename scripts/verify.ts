import { Glob } from 'bun'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Job, killAll, type Outcome, run } from './verify/job'
import { failureText, progressLine, summary } from './verify/report'

/**
 * Runs everything that a change must pass: the checks, the build and the tests. Each test file runs in a separate process,
 * except small files of a folder, which share one. With words as arguments, it runs only the test files whose path contains
 * one of them.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string', default: String(availableParallelism() + 1) } },
})

/** Maximum processor time of a process that runs tests, in seconds. It is longer than any takes on a slow processor. */
const testLimit = 480

/** The test files that need the most time. They start first, so that the last file to finish is not one of them. */
export const slowest = [
  'test/suites/crash/chaos.test.ts',
  'test/suites/crash/power-cuts.test.ts',
  'test/suites/crash/commits.test.ts',
  'test/console/pages.test.ts',
  'test/console/members.test.ts',
  'test/console/live.test.ts',
  'test/console/readers.test.ts',
  'test/console/first-steps.test.ts',
  'test/suites/fuzz/requests.test.ts',
  'test/commands/simulate.test.ts',
  'test/storage/search.test.ts',
]

/** Maximum number of test files that share a process. Starting a process takes longer than most of these files. */
const sharing: readonly [files: Glob, count: number][] = [
  [new Glob('**/*.unit.test.ts'), 16],
  [new Glob('test/{http,inventory,people}/**'), 6],
  [new Glob('test/tracking/{plans,readers,scans,tracking,unknown-tags}/**'), 6],
]

const script = (name: string): Job => ({ name: `bun run ${name}`, command: ['bun', 'run', name], limit: 300 })
const testOf = (group: readonly string[]): Job => ({
  name: group.length === 1 ? `${group[0]}` : `${group[0]} and ${group.length - 1} more`,
  command: ['bun', 'test', ...group.map((file) => `./${file}`), '--timeout', '30000'],
  limit: testLimit,
})

function testFiles(): string[] {
  const all = [...new Glob('test/**/*.test.ts').scanSync('.')].toSorted()
  const wanted = all.filter(
    (file) => positionals.length === 0 || positionals.some((word) => file.includes(word)),
  )
  const isUnit = (file: string) => file.endsWith('.unit.test.ts')
  return [
    ...slowest.filter((file) => wanted.includes(file)),
    ...wanted.filter((file) => !slowest.includes(file) && !isUnit(file)),
    ...wanted.filter(isUnit),
  ]
}

/** Returns the files of each process. */
function grouped(files: readonly string[]): string[][] {
  const groups: string[][] = []
  const sharingOf = (file: string) => sharing.find(([glob]) => glob.match(file))
  for (const file of files) {
    const group = groups.at(-1)
    const kind = sharingOf(file)
    const hasRoom =
      group !== undefined &&
      kind !== undefined &&
      sharingOf(group[0] ?? '') === kind &&
      group.length < kind[1]
    if (hasRoom) group.push(file)
    else groups.push([file])
  }
  return groups
}

const begun = performance.now()
const checks = positionals.length > 0 ? [] : ['check', 'lint:openapi', 'compare:openapi'].map(script)
const build: Job = { name: 'the build', command: ['bun', 'scripts/build.ts'], limit: 300 }
const tests = grouped(testFiles()).map(testOf)
/** In parts, because one process would take too long. */
const postgresParts = positionals.length > 0 ? 0 : 6
const onPostgres = Array.from({ length: postgresParts }, (_, index): Job => {
  const part = `${index + 1}/${postgresParts}`
  return {
    name: `tests on PostgreSQL, part ${part}`,
    command: ['bun', 'scripts/test-postgres.ts', '--part', part],
    limit: testLimit,
  }
})
const total = checks.length + tests.length + onPostgres.length + 1
const outcomes: Outcome[] = []
/** The steps that ran out of time. They run once more, alone. */
const late: { readonly job: Job; readonly outcome: Outcome }[] = []

async function report(job: Job): Promise<Outcome> {
  const outcome = await run(job)
  // Without a build, no step has run that could run again.
  if (outcome.isLate && job !== build) late.push({ job, outcome })
  else outcomes.push(outcome)
  console.log(progressLine(outcome, outcomes.length + late.length, total))
  if (outcome.failure !== undefined) console.log(failureText(outcome))
  return outcome
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    killAll()
    console.log(`Interrupted by ${signal} after ${outcomes.length} of ${total} steps.`)
    process.exit(130)
  })

/** The tests run against the executable: without it there is nothing to test. */
const built = report(build)
const queue: Job[] = [...checks, ...tests]
/** One part at a time: it waits for the database most of the time, so the others use the processors meanwhile. */
let isOnPostgres = false
const worker = async (): Promise<void> => {
  for (;;) {
    const part = isOnPostgres ? undefined : onPostgres.shift()
    isOnPostgres ||= part !== undefined
    const job = part ?? queue.shift()
    if (!job || (!checks.includes(job) && (await built).failure !== undefined)) return
    await report(job)
    if (part) isOnPostgres = false
  }
}
await Promise.all([built, ...Array.from({ length: Number(values.jobs) }, worker)])
for (const { job } of late) {
  const outcome = await run(job)
  outcomes.push(outcome)
  console.log(`Once more, alone: ${progressLine(outcome, outcomes.length, total)}`)
}

const failures = outcomes.filter(({ failure }) => failure !== undefined)
for (const outcome of failures) console.log(failureText(outcome))
const seconds = (performance.now() - begun) / 1000
console.log(
  summary(
    outcomes,
    seconds,
    late.map(({ outcome }) => outcome),
  ),
)
process.exit(failures.length === 0 ? 0 : 1)
