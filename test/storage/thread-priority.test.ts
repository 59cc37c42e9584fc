import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { signIn } from '../support/client'
import { startProgram } from '../support/program'

/** Returns the niceness of each thread of a process (proc_pid_stat(5)). */
const nicenessOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [, fields = ''] = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')
    return Number(fields.split(' ')[16])
  })

test('a read thread has a lower priority than the process, whatever priority that has', async () => {
  const program = await startProgram({ under: ['nice', '-n', '3'] })
  // This read always runs on a thread.
  expect((await (await signIn(program)).get('/internal/v1/activity')).status).toBe(200)
  const found = nicenessOf(program.process.pid)
  expect([Math.min(...found), Math.max(...found)]).toEqual([3, 8])
})
