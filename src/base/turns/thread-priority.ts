import { getPriority, setPriority } from 'node:os'

/** A thread that is so much lower has a quarter of a processor when the serving thread needs all of it. */
const lower = 5
const lowest = 19

/**
 * Gives the other threads of the process the processor first, whatever priority the process has. Only Linux has priorities of
 * threads; on other systems, this has no effect.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + lower, lowest))
}
