import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from './program'

/** strace on a running process: records its system calls in order, and injects errors. */

const strace = Bun.which('strace')

export const mayTrace = strace !== null && process.getuid?.() === 0

/** For the names of tests that need it. */
export const traceSuffix = mayTrace ? '' : ' (skipped: it takes strace, and root to attach it)'

interface Tracer {
  /** Detaches from the process, and returns the calls that were seen, one a line. */
  detach(): Promise<string[]>
}

/** @param expressions of strace's `-e`, such as `inject=fsync:error=EIO` */
export async function attachTracer(program: Program, ...expressions: string[]): Promise<Tracer> {
  const { pid } = program.process
  const trace = join(program.dataDir, 'trace')
  const options = expressions.flatMap((expression) => ['-e', expression])
  const tracer = Bun.spawn([strace as string, '-f', '-qq', '-o', trace, ...options, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  while (!/^TracerPid:\t[1-9]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) {
    if (tracer.exitCode !== null) throw new Error('strace could not attach.')
    await Bun.sleep(1)
  }
  return {
    async detach() {
      tracer.kill('SIGINT')
      await tracer.exited
      return readFileSync(trace, 'utf8').split('\n')
    },
  }
}
