import type { Message, Start } from './server-process'

/** The worker of `server-process.ts`: it starts the processes, and reports their output and their end. */

declare const self: Worker & { onmessage: (event: MessageEvent<Start>) => void }

self.onmessage = ({ data: { id, command, cwd, env } }) => {
  const report = (message: Message): void => self.postMessage(message)
  try {
    const process = Bun.spawn([...command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    report({ id, kind: 'started', pid: process.pid })
    void follow(process, (kind, text) => report({ id, kind, text })).then((code) =>
      report({ id, kind: 'ended', code, exitCode: process.exitCode }),
    )
  } catch (error) {
    report({ id, kind: 'failed', reason: String(error) })
  }
}

/** Reads the output of a process to its end. */
async function follow(
  process: Bun.Subprocess<'ignore', 'pipe', 'pipe'>,
  onText: (kind: 'stdout' | 'stderr', text: string) => void,
): Promise<number> {
  const read = async (kind: 'stdout' | 'stderr') => {
    const decoder = new TextDecoder()
    for await (const chunk of process[kind]) onText(kind, decoder.decode(chunk, { stream: true }))
  }
  const reads = Promise.all([read('stdout'), read('stderr')])
  const code = await process.exited
  // A child that the process has left may keep the output open.
  await Promise.race([reads, Bun.sleep(1_000)])
  return code
}
