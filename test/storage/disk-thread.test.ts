import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newDataDir } from '../support/program'

const folder = newDataDir()
afterAll(() => rmSync(folder, { recursive: true }))

const path = join(folder, 'a.db')

/** Runs a script and returns what it prints. */
async function run(code: string): Promise<{ readonly code: number; readonly text: string }> {
  const child = Bun.spawn([process.execPath, '-e', code], { stdout: 'pipe', stderr: 'inherit' })
  return { text: await new Response(child.stdout).text(), code: await child.exited }
}

test('a process that waits for its disk thread uses no processor time, and ends when the thread is idle', async () => {
  using holder = new Database(path)
  holder.run('pragma journal_mode = wal')
  holder.run('create table t (x)')
  // The thread waits for this read until its time is over.
  holder.run('begin')
  holder.query('select * from t').all()
  using writer = new Database(path)
  writer.run('insert into t values (1)')
  const { code, text } = await run(`
    const { createDiskThread } = await import(${JSON.stringify(join(import.meta.dir, '../../src/storage/sqlite/disk-thread'))})
    const thread = createDiskThread()
    await thread.run({ kind: 'open', path: ${JSON.stringify(path)} })
    const before = process.threadCpuUsage()
    const isComplete = await thread.run({ kind: 'restartLog', waitMilliseconds: 3000 })
    const { user } = process.threadCpuUsage(before)
    console.log(JSON.stringify({ isComplete, milliseconds: user / 1000 }))`)
  const { isComplete, milliseconds } = JSON.parse(text)
  expect({ code, isComplete }).toEqual({ code: 0, isComplete: false })
  expect(milliseconds).toBeLessThan(500)
})
