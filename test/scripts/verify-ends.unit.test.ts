import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInstalled } from '../../scripts/postgres-server'
import { until } from '../support/until'

/** What processes that were interrupted or killed leave behind: no server, no descendant and no directory. */

const scripts = join(import.meta.dir, '../../scripts')
const folder = mkdtempSync(join(tmpdir(), 'ends-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the command lines of the processes that contain this text. */
const commandsWith = (text: string): string[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      const command = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
      return command.includes(text) ? [command.replaceAll('\0', ' ')] : []
    } catch {
      // The process has ended.
      return []
    }
  })

/** Runs a script with a temporary directory of its own, and waits until it prints a line. */
async function begin(name: string, script: string) {
  const temporary = mkdtempSync(join(folder, `${name}-`))
  // PostgreSQL runs as another user.
  Bun.spawnSync(['chmod', '755', folder, temporary])
  const file = join(temporary, 'script.ts')
  writeFileSync(file, script)
  const process = Bun.spawn(['bun', file], {
    env: { ...Bun.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const chunk of process.stdout) {
    expect(new TextDecoder().decode(chunk)).toContain('ready')
    break
  }
  return { process, temporary }
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const

describe.skipIf(!isInstalled)('a PostgreSQL server for tests', () => {
  test.each(endings)('ends with its data when %s ends the process that started it', async (signal) => {
    const { process, temporary } = await begin(
      'server',
      `import { startPostgres } from '${scripts}/postgres-server'
       await startPostgres()
       console.log('ready')
       setInterval(() => {}, 1000)`,
    )
    expect(commandsWith(temporary).join('\n')).toContain('bin/postgres')
    process.kill(signal)
    await until(() => commandsWith(temporary).length === 0, 'the server ends')
    await until(() => readdirSync(temporary).length === 1, 'the directory of the data is removed')
  })

  test('ends with its data when the step of the verification that started it is killed', async () => {
    const { process, temporary } = await begin(
      'step',
      `import { run } from '${scripts}/verify/job'
       import { writeFileSync } from 'node:fs'
       import { join } from 'node:path'
       const step = join(import.meta.dir, 'step.ts')
       writeFileSync(step, \`import { startPostgres } from '${scripts}/postgres-server'
         await startPostgres()
         setInterval(() => {}, 1000)\`)
       console.log('ready')
       console.log((await run({ name: 'step', command: ['bun', step], limit: 1 })).failure)`,
    )
    expect(await process.exited).toBe(0)
    await until(() => commandsWith(temporary).length === 0, 'the server ends')
    expect(readdirSync(temporary).filter((name) => name.startsWith('whereabouts-'))).toEqual([])
  })
})

test.each(endings)('the steps of a verification end when %s ends it', async (signal) => {
  const { process, temporary } = await begin(
    'verify',
    `import { run } from '${scripts}/verify/job'
     import { join } from 'node:path'
     const marker = join(import.meta.dir, 'marker')
     void run({ name: 'step', command: ['sh', '-c', \`: > \${marker}; sleep 600 # \${marker}\`], limit: 60 })
     while (!(await Bun.file(marker).exists())) await Bun.sleep(5)
     console.log('ready')`,
  )
  expect(existsSync(join(temporary, 'marker'))).toBe(true)
  expect(commandsWith(join(temporary, 'marker'))).not.toEqual([])
  process.kill(signal)
  await until(() => commandsWith(join(temporary, 'marker')).length === 0, 'the step ends')
})
