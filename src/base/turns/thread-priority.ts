import { setPriority } from 'node:os'

/** A thread with this priority has a quarter of a processor when the serving thread needs all of it. */
const priority = 5

/**
 * Gives the other threads of the process the processor first. Only Linux has priorities of threads; on other systems, this has no
 * effect.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(priority)
}
