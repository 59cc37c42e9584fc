import { Glob } from 'bun'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { changedFiles } from './verify/changes'
import { costs } from './verify/costs'
import { busySeconds, type Job, killAll, type Outcome, repetitionOf, run } from './verify/job'
import { folderOf, grouped, smoke, testsOf } from './verify/lanes'
import { runLong } from './verify/long'
import { inMemory } from './verify/memory'
import { failureText, progressLine, summary } from './verify/report'

/**
 * Runs everything that a change must pass: the checks, the build and the tests. With words as arguments, it runs only the test
 * files whose path contains one of them. `--fast` runs the checks of types, the fast tests, those of changed features and those
 * whose path contains one of the words. `--within <seconds>` begins no step after this time, and names those that did not run to
 * their end. `--long <name>` runs a long form. `--each` runs each test file in a separate process, and `--costs <file>` writes the table of
 * the costs.
 */

/** The tests wait for about half of their time: for a program to start, for a time to pass, for the database. */
const jobsAtOnce = availableParallelism() + 2

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: String(jobsAtOnce) },
    fast: { type: 'boolean', default: false },
    long: { type: 'string' },
    within: { type: 'string', default: 'Infinity' },
    each: { type: 'boolean', default: false },
    costs: { type: 'string' },
  },
})

// A step that failed is repeated with the inputs that failed. Otherwise, other inputs would hide a rare fault.
const seed = (Bun.env['TEST_SEED'] ??= String(Math.floor(Math.random() * 2 ** 31)))

if (values.long !== undefined) process.exit(await runLong(values.long, positionals))

/** Whether all steps run. */
const isFull = !values.fast && positionals.length === 0

/** Maximum processor time of a process that runs tests, in seconds. It is longer than any takes on a slow processor. */
const testLimit = 480

const script = (name: string): Job => ({ name: `bun run ${name}`, command: ['bun', 'run', name], limit: 300 })
const testCommand = (group: readonly string[]) => [
  'bun',
  'test',
  ...group.map((file) => `./${file}`),
  '--timeout',
  '30000',
]
const testOf = (group: readonly string[]): Job => ({
  name: group.length === 1 ? `${group[0]}` : `${group[0]} and ${group.length - 1} more`,
  command: testCommand(group),
  limit: testLimit,
  commandOf: testCommand,
})

function testFiles(): string[] {
  const all = [...new Glob('test/**/*.test.ts').scanSync('.')].toSorted()
  if (isFull) return all
  const ofChanges = values.fast ? testsOf(changedFiles(), all) : []
  const isFast = (file: string) => folderOf(file).lane === 'fast' || smoke.includes(file)
  return all.filter(
    (file) =>
      positionals.some((word) => file.includes(word)) ||
      (values.fast && (isFast(file) || ofChanges.includes(file))),
  )
}

const begun = performance.now()
const busyBefore = busySeconds()
const checks = (
  isFull ? ['check', 'lint:types', 'lint:openapi', 'compare:openapi'] : values.fast ? ['types'] : []
).map(script)
const build: Job = { name: 'the build', command: ['bun', 'scripts/build.ts'], limit: 300 }
const files = testFiles()
const tests = (values.each ? files.map((file) => [file]) : grouped(files, values.within !== 'Infinity')).map(
  testOf,
)
/** In parts, because one process would take too long. */
const memory = inMemory()
const postgresParts = isFull ? 4 : 0
const onPostgres = Array.from({ length: postgresParts }, (_, index): Job => {
  const part = `${index + 1}/${postgresParts}`
  return {
    name: `tests on PostgreSQL, part ${part}`,
    command: ['bun', 'scripts/test-postgres.ts', '--engine', '--part', part],
    limit: testLimit,
    env: memory,
    commandOf: (some) => ['bun', 'scripts/test-postgres.ts', '--engine', ...some],
  }
})
const total = checks.length + tests.length + onPostgres.length + 1
const outcomes: Outcome[] = []
/** The steps that run once more, alone. */
const repetitions: { readonly job: Job; readonly first: Outcome }[] = []

async function report(job: Job): Promise<Outcome> {
  const outcome = await run(job)
  // Without a build, no step has run that could run again.
  const repetition = job === build ? undefined : repetitionOf(job, outcome)
  if (repetition) repetitions.push({ job: repetition, first: outcome })
  else outcomes.push(outcome)
  console.log(progressLine(outcome, outcomes.length + repetitions.length, total))
  if (outcome.failure !== undefined) console.log(failureText(outcome))
  return outcome
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    killAll()
    console.log(`Interrupted by ${signal} after ${outcomes.length} of ${total} steps.`)
    process.exit(130)
  })

const within = Number(values.within)
if (Number.isNaN(within)) throw new Error('--within must be a number of seconds')
/** The steps for which there was no time. */
const leftOut: Job[] = []
const isOver = (job: Job): boolean => {
  if (hasTime(within)) return false
  leftOut.push(job)
  return true
}
const hasTime = (seconds: number): boolean => (performance.now() - begun) / 1000 < seconds

/** The tests run against the executable: without it there is nothing to test. */
const built = report(build)
const queue: Job[] = [...checks, ...tests]
/** One part at a time, because it waits for the database and for times to pass most of the time. */
let isOnPostgres = false
const worker = async (): Promise<void> => {
  for (;;) {
    const part = isOnPostgres ? undefined : onPostgres.shift()
    isOnPostgres ||= part !== undefined
    const job = part ?? queue.shift()
    if (!job || (!checks.includes(job) && (await built).failure !== undefined)) return
    if (!isOver(job)) await report(job)
    if (part) isOnPostgres = false
  }
}
/** Another part beside the workers, for the same reason. Otherwise, the parts would end long after the other steps. */
const onPostgresBeside = async (): Promise<void> => {
  if ((await built).failure !== undefined) return
  for (let part = onPostgres.shift(); part !== undefined; part = onPostgres.shift())
    if (!isOver(part)) await report(part)
}
const jobs = Number(values.jobs)
await Promise.all([built, ...Array.from({ length: jobs }, worker), ...(jobs > 1 ? [onPostgresBeside()] : [])])
for (const { job, first } of repetitions) {
  // They are few and short, so they get more time than the steps.
  if (hasTime(within * 1.25)) {
    const again = { ...(await run(job)), first }
    outcomes.push(again)
    console.log(`Once more, alone: ${progressLine(again, outcomes.length, total)}`)
  } else if (first.isLate)
    // Time was the only reason of its failure, so without time it says nothing.
    leftOut.push(job)
  else outcomes.push(first)
}

const failures = outcomes.filter(({ failure }) => failure !== undefined)
for (const outcome of failures) console.log(failureText(outcome))
const seconds = (performance.now() - begun) / 1000
const processors = availableParallelism()
const busy = Math.round(busySeconds() - busyBefore)
console.log(
  `The ${processors} processors were busy for ${busy} s of ${Math.round(processors * seconds)} s, with all programs of the machine.`,
)
if (values.costs !== undefined) writeFileSync(values.costs, `${costs(outcomes)}\n`)
console.log(`The random inputs are those of TEST_SEED=${seed}.`)
console.log(summary(outcomes, seconds))
for (const { name } of leftOut) console.log(`Not run to its end, for lack of time: ${name}`)
process.exit(failures.length === 0 ? 0 : 1)
