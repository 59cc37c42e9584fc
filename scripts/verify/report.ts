import type { Outcome } from './job'

/** The output of the verification. Its end shows why it failed. */

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const countOf = (output: string, word: string): number =>
  Number(new RegExp(`^ *(\\d+) ${word}$`, 'm').exec(output)?.[1] ?? 0)

/** Returns the totals that `bun test` has printed. */
export const countsIn = (output: string): Counts => ({
  passed: countOf(output, 'pass'),
  failed: countOf(output, 'fail'),
  skipped: countOf(output, 'skip'),
})

/** Returns what was skipped: the groups of tests with their reasons, and what a script says that it skips. */
export function skippedIn(output: string): string[] {
  const groups = new Map<string, number>()
  for (const [, name = ''] of output.matchAll(/^\(skip\) (.+)$/gm)) {
    const group = name.split(' > ', 1)[0] as string
    groups.set(group, (groups.get(group) ?? 0) + 1)
  }
  const said = [...output.matchAll(/^The .* (?:is|are) skipped: .+$/gm)].map(([line]) => line)
  return [...[...groups].map(([group, count]) => (count === 1 ? group : `${group}: ${count} tests`)), ...said]
}

/** Returns the line of progress of a job that has ended. */
export function progressLine(
  { name, seconds, cpuSeconds, failure, isLate, output }: Outcome,
  number: number,
  of: number,
): string {
  const place = `[${String(number).padStart(String(of).length)}/${of}]`
  const { passed, skipped } = countsIn(output)
  const tests = passed + skipped === 0 ? '' : `  ${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return `${place} ${failure === undefined ? 'ok    ' : isLate ? 'LATE  ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s (CPU ${cpuSeconds.toFixed(1)} s)  ${name}${tests}`
}

/** Returns what is said of a failed job after its name. */
const verdict = ({ failure, isLate }: Outcome): string =>
  isLate ? `${failure} (it only ran out of time)` : `${failure}`

/** Returns the output of a failed job, without the tests that passed. */
export function failureText(outcome: Outcome): string {
  const lines = outcome.output.split('\n').filter((line) => !line.startsWith('(pass)'))
  return `\n===== ${outcome.name} ${verdict(outcome)}\n${lines.join('\n').trim()}\n`
}

/** Lines of the summary, so that it fits into the last hundred lines of a log. */
const summaryLines = 80

/** Returns the totals of a step. Its repetition ran only the test files that had failed, unless the step was killed. */
function countsOf({ output, first }: Outcome): Counts {
  const counts = countsIn(output)
  const before = countsIn(first?.output ?? '')
  if (before.failed === 0) return counts
  return { ...before, passed: before.passed + before.failed - counts.failed, failed: counts.failed }
}

/** Returns the totals and repeats the reason of each failure. The more failures, the shorter the reasons. */
export function summary(outcomes: readonly Outcome[], seconds: number): string {
  const failures = outcomes.filter(({ failure }) => failure !== undefined)
  const repeated = outcomes.filter(({ first }) => first !== undefined)
  const counts = outcomes.map(countsOf)
  const sum = (key: keyof Counts): number => counts.reduce((total, each) => total + each[key], 0)
  const minutes = `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  // An empty line and the name of the step precede each reason.
  const share = Math.max(1, Math.floor(summaryLines / Math.max(1, failures.length)) - 2)
  return [
    ...failures.map((outcome) => `\n${outcome.name} ${verdict(outcome)}\n${reasonIn(outcome.output, share)}`),
    '',
    ...skippedOf(outcomes),
    ...repeated.flatMap(repetitionLines),
    `CPU time: ${Math.round(outcomes.reduce((total, { cpuSeconds, first }) => total + cpuSeconds + (first?.cpuSeconds ?? 0), 0))} s.`,
    `${sum('passed')} tests passed, ${sum('failed')} failed, ${sum('skipped')} were skipped.`,
    failures.length === 0
      ? `Everything passed, in ${minutes}.`
      : `${failures.length} of ${outcomes.length} steps failed, in ${minutes}: ${failures.map(({ name }) => name).join(', ')}`,
  ].join('\n')
}

/** Returns how a step ended beside the others and alone, with the tests that failed at first. */
const repetitionLines = ({ name, failure, first }: Outcome): string[] => [
  `${name} ${first?.isLate ? 'ran out of time' : 'failed'} beside the other steps, and ${failure === undefined ? 'passed' : 'failed again'} when it ran alone.`,
  ...(first?.output.match(/^\(fail\) .+$/gm) ?? []).map((line) => `    ${line}`),
]

function skippedOf(outcomes: readonly Outcome[]): string[] {
  const lines = outcomes.flatMap(({ name, output }) =>
    skippedIn(output).map((what) => `    ${name}: ${what}`),
  )
  return lines.length === 0 ? [] : ['Skipped:', ...lines, '']
}

/** Matches the line that states the reason: an error of a test, a diagnostic of a checker, a crash of the runtime. */
const reason = /^(error\b|panic\b|\S+Error:|.*\berror(:| TS\d)|.*\bassertion failed)/im

/** Returns the lines around the first error or else the first failed test, or the last lines when the output has none of them. */
function reasonIn(output: string, lines: number): string {
  const all = output
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('(pass)'))
  const error = all.findIndex((line) => reason.test(line))
  // A test that only ran out of time has no error.
  const first = error < 0 ? all.findIndex((line) => line.startsWith('(fail)')) : error
  return (first < 0 ? all.slice(-lines) : all.slice(first, first + lines))
    .map((line) => `    ${line}`)
    .join('\n')
}
