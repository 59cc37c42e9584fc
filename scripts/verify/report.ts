import type { Outcome } from './job'

/** The output of the verification. Its end shows why it failed. */

export interface Counts {
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

/** Returns the line of progress of a job that has ended. */
export function progressLine(
  { name, seconds, cpuSeconds, failure, output }: Outcome,
  number: number,
  of: number,
): string {
  const place = `[${String(number).padStart(String(of).length)}/${of}]`
  const { passed, skipped } = countsIn(output)
  const tests = passed + skipped === 0 ? '' : `  ${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return `${place} ${failure === undefined ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s (CPU ${cpuSeconds.toFixed(1)} s)  ${name}${tests}`
}

/** Returns the output of a failed job, without the tests that passed. */
export function failureText({ name, failure, output }: Outcome): string {
  const lines = output.split('\n').filter((line) => !line.startsWith('(pass)'))
  return `\n===== ${name} ${failure}\n${lines.join('\n').trim()}\n`
}

/** Lines of the summary, so that it fits into the last hundred lines of a log. */
const summaryLines = 80

/** Returns the totals and repeats the reason of each failure. The more failures, the shorter the reasons. */
export function summary(outcomes: readonly Outcome[], seconds: number): string {
  const failures = outcomes.filter(({ failure }) => failure !== undefined)
  const counts = outcomes.map(({ output }) => countsIn(output))
  const sum = (key: keyof Counts): number => counts.reduce((total, each) => total + each[key], 0)
  const minutes = `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  // An empty line and the name of the step precede each reason.
  const share = Math.max(1, Math.floor(summaryLines / Math.max(1, failures.length)) - 2)
  return [
    ...failures.map((outcome) => `\n${outcome.name} ${outcome.failure}\n${reasonIn(outcome.output, share)}`),
    '',
    `CPU time: ${Math.round(outcomes.reduce((total, { cpuSeconds }) => total + cpuSeconds, 0))} s.`,
    `${sum('passed')} tests passed, ${sum('failed')} failed, ${sum('skipped')} were skipped.`,
    failures.length === 0
      ? `Everything passed, in ${minutes}.`
      : `${failures.length} of ${outcomes.length} steps failed, in ${minutes}: ${failures.map(({ name }) => name).join(', ')}`,
  ].join('\n')
}

/** Matches the line that states the reason: an error of a test, a diagnostic of a checker, a crash of the runtime. */
const reason = /^(error\b|panic\b|\S+Error:|.*\berror(:| TS\d)|.*\bassertion failed)/im

/** Returns the lines around the first error, or the last lines when no line looks like an error. */
function reasonIn(output: string, lines: number): string {
  const all = output
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('(pass)'))
  const first = all.findIndex((line) => reason.test(line))
  return (first < 0 ? all.slice(-lines) : all.slice(first, first + lines))
    .map((line) => `    ${line}`)
    .join('\n')
}
