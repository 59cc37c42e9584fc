import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { whenEnded } from '../when-ended'

/** Runs one step of the verification in a separate process, and collects its output. */

export interface Job {
  readonly name: string
  readonly command: readonly string[]
  /**
   * Processor time after which the process and its descendants are killed, in seconds. They are also killed after a multiple of it
   * by the clock, because a process that waits for ever uses no processor time.
   */
  readonly limit: number
  /** Variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Returns the command that runs only these of its test files; absent when the step runs no tests. */
  readonly commandOf?: (files: readonly string[]) => readonly string[]
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
  /** Whether time was the only reason of the failure: the limit of the job, or those of its failed tests. */
  readonly isLate: boolean
  /** Standard output and standard error, in the order of arrival. */
  readonly output: string
  /** How the step ended beside other steps, if this is the outcome of its repetition. */
  readonly first?: Outcome
}

/** How much longer than its limit a job may take by the clock: it shares the processors with other jobs and other programs. */
const clockFactor = 3

const running = new Set<number>()

/** Runs the job to its end, or kills it at its limit. It never rejects: a failure is part of the outcome. */
export async function run({ name, command, limit, env }: Job): Promise<Outcome> {
  const begun = performance.now()
  // A separate process group, so that no process of a test outlives its file.
  const process = Bun.spawn([...command], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    detached: true,
    env: { ...Bun.env, ...env },
  })
  const { pid } = process
  running.add(pid)
  const cancel = whenEnded('kill -s KILL -- "-$1"', [String(pid)])
  let lateness: string | undefined
  const timer = setInterval(() => {
    lateness = latenessOf((performance.now() - begun) / 1000, () => cpuSecondsOf(pid), limit)
    if (lateness !== undefined) killGroup(pid)
  }, 1000)
  const chunks: string[] = []
  const reading = Promise.all([collect(process.stdout, chunks), collect(process.stderr, chunks)])
  const exitCode = await process.exited
  clearInterval(timer)
  killGroup(pid)
  cancel()
  running.delete(pid)
  // A descendant that has left the group may hold the output open forever.
  await Promise.race([reading, Bun.sleep(2000)])
  const output = chunks.join('')
  const failure = lateness ?? failureOf(exitCode, process.signalCode)
  return {
    name,
    seconds: (performance.now() - begun) / 1000,
    cpuSeconds: Number(process.resourceUsage()?.cpuTime.total ?? 0) / 1e6,
    failure,
    isLate: failure !== undefined && (lateness !== undefined || hasOnlyTimeouts(output)),
    output,
  }
}

/** Kills every job that is running, with its descendants. */
export function killAll(): void {
  for (const pid of running) killGroup(pid)
}

/** Why a job must be killed now; undefined while it may go on. */
export function latenessOf(seconds: number, cpuSeconds: () => number, limit: number): string | undefined {
  if (seconds > limit * clockFactor)
    return `was killed because it did not end within ${limit * clockFactor} s`
  // It cannot have used its processor time yet on all processors: the usual case, which needs no look at the processes.
  if (seconds < limit / navigator.hardwareConcurrency) return undefined
  return cpuSeconds() > limit
    ? `was killed because it used more than ${limit} s of processor time`
    : undefined
}

/**
 * Returns the step that repeats what failed: the failed test files, or the whole step when its output does not say which ones failed.
 * Undefined when a repetition would say nothing new: a check fails again, unless time was the only reason.
 */
export function repetitionOf(job: Job, { failure, isLate, output }: Outcome): Job | undefined {
  if (failure === undefined || !(isLate || job.commandOf)) return undefined
  const files = failedFiles(output)
  return job.commandOf && files.length > 0 ? { ...job, command: job.commandOf(files) } : job
}

/** Returns the files with failed tests; none when there was an error outside of the tests, or when the process did not end by itself. */
function failedFiles(output: string): string[] {
  if (!/^ *\d+ fail$/m.test(output) || hasErrorOutside(output)) return []
  const failed = new Set<string>()
  let file = ''
  for (const line of output.split('\n')) {
    file = /^(test\/\S+\.test\.ts):$/.exec(line)?.[1] ?? file
    if (line.startsWith('(fail)')) failed.add(file)
  }
  return [...failed]
}

/** Returns whether `bun test` has counted an error outside of the tests. */
const hasErrorOutside = (output: string): boolean => /^ *\d+ errors?$/m.test(output)

/** What a wait, a test of Bun and a step of the browser print at the end of their time. */
const timeout = /timed out after \d+ms|did not happen within \d+ s|Timeout \d+ms exceeded/

/**
 * Returns whether each failed test of a file ran out of time. `bun test` prints the errors of a test before the line with its name,
 * and that it timed out after it.
 */
export function hasOnlyTimeouts(output: string): boolean {
  const lines = output.split('\n')
  const failed = lines.flatMap((line, index) => (line.startsWith('(fail)') ? [index] : []))
  if (failed.length === 0 || hasErrorOutside(output)) return false
  return failed.every((index) => {
    const ended = lines.findLastIndex((line, at) => at < index && /^\((pass|fail|skip|todo)\)/.test(line))
    const block = lines.slice(ended + 1, index + 2)
    // The line of the test before it.
    if (isNote(block[0])) block.shift()
    if (!isNote(block.at(-1))) block.pop()
    return timeout.test(block.join('\n'))
  })
}

const isNote = (line: string | undefined): boolean => line?.startsWith('  ^ ') === true

/** Ticks of the kernel in a second, for the times in /proc. */
const ticks = 100

/** Returns the CPU time of the processes of a group and of their children that have ended; 0 without /proc. */
export function cpuSecondsOf(group: number): number {
  let sum = 0
  for (const pid of pids()) {
    const fields = statOf(pid)
    if (Number(fields[2]) === group) for (const field of fields.slice(11, 15)) sum += Number(field)
  }
  return sum / ticks
}

/**
 * Returns for how long the processors have been busy since the start of the machine; 0 without /proc. It includes the processes that
 * no outcome counts, such as those of a browser that has ended before them, and other programs.
 */
export function busySeconds(): number {
  if (!existsSync('/proc/stat')) return 0
  const [total = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = total.split(/\s+/).slice(1).map(Number)
  return (user + nice + system + irq + softirq) / ticks
}

function pids(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    // Not Linux: the limit by the clock remains.
    return []
  }
}

/** Returns the fields of /proc/<pid>/stat after the name: state, parent, group and so on. */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // The process has ended.
    return []
  }
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
