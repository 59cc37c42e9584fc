import { readFileSync } from 'node:fs'
import type { Program } from './program'

/**
 * Returns how long the serving thread of the service has computed, in milliseconds. The kernel counts only the time in which the
 * thread runs, so other programs on the machine do not add to it. Linux has this, and CI is Linux.
 */
function workOf({ process: { pid } }: Program): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

/** Returns the work that `send` causes, in milliseconds, with its result. */
export async function measured<T>(
  program: Program,
  send: () => Promise<T>,
): Promise<{ readonly work: number; readonly result: T }> {
  const before = workOf(program)
  const result = await send()
  return { work: workOf(program) - before, result }
}

/** Returns the least work of several runs, which excludes occasional garbage collections. */
export async function leastWork(
  program: Program,
  times: number,
  send: () => Promise<unknown>,
): Promise<number> {
  let least = Infinity
  for (let i = 0; i < times; i++) least = Math.min(least, (await measured(program, send)).work)
  return least
}
