/**
 * A process that the tests of a file share. When a test takes too long, `bun test` kills all children of its thread, and the
 * later tests of the file would fail, too. Children of a worker are not killed.
 */

export interface ServerProcess {
  readonly pid: number
  /** Resolves with the exit code, or 128 plus the number of the signal. */
  readonly exited: Promise<number>
  /** Null while the process runs, and when a signal ended it. */
  readonly exitCode: number | null
  /** Does nothing when the process has ended. */
  kill(signal?: NodeJS.Signals): void
}

export interface Start {
  readonly id: number
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export type Message = { readonly id: number } & (
  | { readonly kind: 'started'; readonly pid: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'stdout' | 'stderr'; readonly text: string }
  | { readonly kind: 'ended'; readonly code: number; readonly exitCode: number | null }
)

type Output = (kind: 'stdout' | 'stderr', text: string) => void

let worker: Worker | undefined
let count = 0
const listeners = new Map<number, (message: Message) => void>()

function openWorker(): Worker {
  const opened = new Worker(new URL('./server-process-worker.ts', import.meta.url))
  opened.onmessage = ({ data }: MessageEvent<Message>) => listeners.get(data.id)?.(data)
  return opened
}

/** Starts a process. `onOutput` gets what it prints. */
export async function spawnServer(start: Omit<Start, 'id'>, onOutput: Output): Promise<ServerProcess> {
  worker ??= openWorker()
  const id = ++count
  const started = Promise.withResolvers<number>()
  const ended = Promise.withResolvers<number>()
  let exitCode: number | null = null
  let hasEnded = false
  listeners.set(id, (message) => {
    if (message.kind === 'started') started.resolve(message.pid)
    else if (message.kind === 'failed') started.reject(new Error(message.reason))
    else if (message.kind === 'ended') {
      hasEnded = true
      exitCode = message.exitCode
      ended.resolve(message.code)
    } else onOutput(message.kind, message.text)
  })
  worker.postMessage({ id, ...start } satisfies Start)
  const pid = await started.promise
  return {
    pid,
    exited: ended.promise,
    get exitCode() {
      return exitCode
    },
    kill(signal = 'SIGTERM') {
      if (!hasEnded) signalTo(pid, signal)
    },
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It has ended, and the message of the worker is on its way.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
