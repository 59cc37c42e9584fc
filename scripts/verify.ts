import { Glob } from 'bun'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Job, killAll, type Outcome, run } from './verify/job'
import { failureText, progressLine, summary } from './verify/report'

/**
 * Runs everything that a change must pass: the checks, the build, and each test file in a separate process. With words as
 * arguments, it runs only the test files whose path contains one of them.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string', default: String(availableParallelism() + 1) } },
})

/** Maximum time of a test file, in seconds. It is longer than any test file takes on a slow machine. */
const fileLimit = 480

/** The slowest test files. They start first, so that the last file to finish is not one of them. */
export const slowest = ['test/crash/chaos.test.ts']

const script = (name: string): Job => ({ name: `bun run ${name}`, command: ['bun', 'run', name], limit: 300 })
const testOf = (file: string): Job => ({
  name: file,
  command: ['bun', 'test', `./${file}`, '--timeout', '30000'],
  limit: fileLimit,
})

function testFiles(): string[] {
  const all = [...new Glob('test/**/*.test.ts').scanSync('.')].toSorted()
  const wanted = all.filter(
    (file) => positionals.length === 0 || positionals.some((word) => file.includes(word)),
  )
  return [
    ...slowest.filter((file) => wanted.includes(file)),
    ...wanted.filter((file) => !slowest.includes(file)),
  ]
}

const begun = performance.now()
const checks = positionals.length > 0 ? [] : ['check', 'lint:openapi', 'compare:openapi'].map(script)
const build: Job = { name: 'the build', command: ['bun', 'scripts/build.ts'], limit: 300 }
const files = testFiles()
const total = checks.length + files.length + 1
const outcomes: Outcome[] = []

async function report(job: Job): Promise<Outcome> {
  const outcome = await run(job)
  outcomes.push(outcome)
  console.log(progressLine(outcome, outcomes.length, total))
  if (outcome.failure !== undefined) console.log(failureText(outcome))
  return outcome
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    killAll()
    console.log(`Interrupted by ${signal} after ${outcomes.length} of ${total} steps.`)
    process.exit(130)
  })

/** The tests run against the executable: without it there is nothing to test. */
const built = report(build)
const queue: Job[] = [...checks, ...files.map(testOf)]
const worker = async (): Promise<void> => {
  for (let job = queue.shift(); job; job = queue.shift()) {
    if (!checks.includes(job) && (await built).failure !== undefined) return
    await report(job)
  }
}
await Promise.all([built, ...Array.from({ length: Number(values.jobs) }, worker)])

const failures = outcomes.filter(({ failure }) => failure !== undefined)
for (const outcome of failures) console.log(failureText(outcome))
console.log(summary(outcomes, (performance.now() - begun) / 1000))
process.exit(failures.length === 0 ? 0 : 1)
