import { readdirSync, readFileSync } from 'node:fs'
import type { Program } from './program'
import { until } from './until'

/** Returns the arguments of the children of a process, by their ids. */
function childrenOf(parent: number): [pid: number, args: string][] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid): [number, string][] => {
    try {
      const [, ppid] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      if (Number(ppid) !== parent) return []
      return [[Number(pid), readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]]
    } catch {
      // The process has ended.
      return []
    }
  })
}

/** Waits until the program runs itself with these arguments, and pauses that process. */
export async function pauseChild({ process: { pid } }: Program, args: string) {
  let child: number | undefined
  await until(() => {
    child = childrenOf(pid).find(([, found]) => found.includes(args))?.[0]
    if (child !== undefined) process.kill(child, 'SIGSTOP')
    return child !== undefined
  }, `the program runs "${args}"`)
  const signal = (name: NodeJS.Signals) => void process.kill(child as number, name)
  return { resume: () => signal('SIGCONT'), kill: () => signal('SIGKILL') }
}
