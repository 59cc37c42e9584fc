import type { Outcome } from './job'

/** Where the time of a run goes. */

/** Returns a table of the steps, with the largest processor time first. Waiting includes the wait for a free processor. */
export function costs(outcomes: readonly Outcome[]): string {
  const rows = outcomes
    .toSorted((one, other) => other.cpuSeconds - one.cpuSeconds)
    .map(({ name, seconds, cpuSeconds }) => {
      const waiting = Math.max(0, seconds - cpuSeconds)
      return `${[seconds, cpuSeconds, waiting].map((value) => value.toFixed(1).padStart(9)).join('')}  ${name}`
    })
  return [
    `${['wall s', 'CPU s', 'waiting s'].map((title) => title.padStart(9)).join('')}  step`,
    ...rows,
  ].join('\n')
}
