import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The programs that the tests of a file share (test/support/server-process.ts). */

const folder = mkdtempSync(join(tmpdir(), 'shared-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a test that takes too long does not end the server that the later tests share', async () => {
  const file = join(folder, 'shared.test.ts')
  writeFileSync(
    file,
    `import { afterAll, beforeAll, expect, test } from 'bun:test'
     import { spawnServer } from '${join(import.meta.dir, './server-process')}'
     let output = ''
     let server
     beforeAll(async () => {
       server = await spawnServer({ command: ['sh', '-c', 'echo ready; exec sleep 600'], cwd: '/', env: process.env }, (_, text) => (output += text))
     })
     afterAll(() => server.kill())
     test('hangs', () => new Promise(() => {}), 200)
     test('is next', async () => {
       while (output === '') await Bun.sleep(5)
       expect(output).toBe('ready\\n')
       expect(process.kill(server.pid, 0)).toBe(true)
       server.kill()
       expect(await server.exited).toBe(143)
     })`,
  )
  const { stderr } = Bun.spawnSync(['bun', 'test', file], { cwd: folder })
  expect(stderr.toString()).toContain('(fail) hangs')
  expect(stderr.toString()).toContain('(pass) is next')
})
