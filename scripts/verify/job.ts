/** Runs one step of the verification in a separate process, and collects its output. */

export interface Job {
  readonly name: string
  readonly command: readonly string[]
  /** Time after which the process and its descendants are killed, in seconds. */
  readonly limit: number
}

export interface Outcome {
  readonly name: string
  readonly seconds: number
  /**
   * CPU time of the process and of those descendants whose parent has waited for them. It depends less on other load of the
   * machine than the time does. The tests start Chromium so that it waits for its children.
   */
  readonly cpuSeconds: number
  /** Why the job failed, in a few words; undefined when it succeeded. */
  readonly failure: string | undefined
  /** Standard output and standard error, in the order of arrival. */
  readonly output: string
}

const running = new Set<number>()

/** Runs the job to its end, or kills it at its limit. It never rejects: a failure is part of the outcome. */
export async function run({ name, command, limit }: Job): Promise<Outcome> {
  const begun = performance.now()
  // A separate process group, so that no process of a test outlives its file.
  const process = Bun.spawn([...command], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe', detached: true })
  const { pid } = process
  running.add(pid)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    killGroup(pid)
  }, limit * 1000)
  const chunks: string[] = []
  const reading = Promise.all([collect(process.stdout, chunks), collect(process.stderr, chunks)])
  const exitCode = await process.exited
  clearTimeout(timer)
  killGroup(pid)
  running.delete(pid)
  // A descendant that has left the group may hold the output open forever.
  await Promise.race([reading, Bun.sleep(2000)])
  return {
    name,
    seconds: (performance.now() - begun) / 1000,
    cpuSeconds: Number(process.resourceUsage()?.cpuTime.total ?? 0) / 1e6,
    failure: isLate
      ? `was killed because it did not end within ${limit} s`
      : failureOf(exitCode, process.signalCode),
    output: chunks.join(''),
  }
}

/** Kills every job that is running, with its descendants. */
export function killAll(): void {
  for (const pid of running) killGroup(pid)
}

function failureOf(exitCode: number, signal: NodeJS.Signals | number | null): string | undefined {
  if (signal !== null) return `ended by ${signal}`
  return exitCode === 0 ? undefined : `ended with exit code ${exitCode}`
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // The usual case: no process of the group is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function collect(stream: ReadableStream<Uint8Array>, into: string[]): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of stream) into.push(decoder.decode(chunk, { stream: true }))
}
