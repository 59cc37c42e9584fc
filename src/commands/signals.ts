import { closeSync, openSync, readFileSync } from 'node:fs'

const names = ['SIGTERM', 'SIGINT'] as const

/**
 * Resolves with the first signal that ends the process: SIGTERM, SIGINT, or SIGHUP when the terminal is closed.
 *
 * @param endsOnHangup whether a SIGHUP ends it without a terminal, too, unless nohup ignores it
 */
export const nextSignal = (endsOnHangup = false): Promise<string> =>
  new Promise((resolve) => {
    // The handlers stay installed: the shell and the kernel may each send a SIGHUP, and the second must not kill the process.
    const isHangup = (endsOnHangup && !isHangupIgnored()) || hasTerminal()
    const handled = isHangup ? ([...names, 'SIGHUP'] as const) : names
    for (const name of handled) process.on(name, () => resolve(name))
  })

/** Calls `act` for each later SIGTERM and SIGINT. */
export function onSignal(act: () => void): void {
  for (const name of names) process.on(name, act)
}

/**
 * Ignores SIGHUP in a process without a terminal, and calls `ignored` for each. Service managers send SIGHUP to request a
 * reload, and the service has no files to reload. If nohup ignores SIGHUP already, nothing changes.
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

/** Returns whether nohup ignores SIGHUP; a handler would undo that. Only Linux reports it. */
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
