import { closeSync, openSync, readFileSync } from 'node:fs'

const names = ['SIGTERM', 'SIGINT'] as const

/** The first signal by which a person, a service manager or a terminal that is closed ends the program. */
export const nextSignal = (): Promise<string> =>
  new Promise((resolve) => {
    // The handlers stay: the shell and the system may each send a SIGHUP, and the second must not kill the program.
    const handled = hasTerminal() ? ([...names, 'SIGHUP'] as const) : names
    for (const name of handled) process.on(name, () => resolve(name))
  })

/** From now on, for each of them. */
export function onSignal(act: () => void): void {
  for (const name of names) process.on(name, act)
}

/**
 * Without a terminal, SIGHUP is a service manager's way to ask for a reload. `ignored` is called for each: there is
 * nothing to reload. What nohup has set stays.
 */
export function ignoreReload(ignored: () => void): void {
  if (!isHangupIgnored() && !hasTerminal()) process.on('SIGHUP', ignored)
}

function hasTerminal(): boolean {
  if (isHangupIgnored()) return false
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}

let isIgnored: boolean | undefined

/** By nohup, which a handler would undo. Known on Linux alone. */
function isHangupIgnored(): boolean {
  return (isIgnored ??= readIgnored())
}

function readIgnored(): boolean {
  try {
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
    return (BigInt(`0x${mask}`) & 1n) === 1n
  } catch {
    return false
  }
}
