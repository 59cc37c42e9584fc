import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, chownSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { clientOf, signIn } from '../support/client'
import {
  administrator,
  executable,
  fixedPorts,
  newDataDir,
  runProgram,
  startProgram,
  stopPrograms,
} from '../support/program'
import { until } from '../support/until'

/** Commands of root, and of a user who may not read the data directory, on the directory of the service's user. */

setDefaultTimeout(60_000)
afterAll(stopPrograms)

const nobody = 65_534
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', executable]
const isRoot = process.getuid?.() === 0
const mayStart = isRoot && Bun.spawnSync([...asNobody, '--version']).exitCode === 0
const suffix = isRoot ? '' : ' (skipped: it takes root)'

function giveAway(directory: string): void {
  for (const path of [directory, ...pathsIn(directory)]) chownSync(path, nobody, nobody)
}

const pathsIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true }).map((name) => join(directory, String(name)))

test.skipIf(!isRoot)(`commands of root leave files that the owner can use${suffix}`, async () => {
  const first = await startProgram()
  const { dataDir } = first
  await first.stop()
  giveAway(dataDir)
  rmSync(join(dataDir, 'signing.key'))
  // The doctor names ports that other programs of the machine use.
  const env = await fixedPorts()
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runProgram([...args, '--data-dir', dataDir], { env })
    expect([args, code, stderr]).toEqual([args, 0, ''])
    return stdout.trim()
  }
  const backup = await run('backup', 'create')
  await run('restore', backup)
  await run('admin', 'reset-password', administrator.email)
  await run('clock', 'repair')
  await run('doctor')
  const isForeign = (path: string) => statSync(path).uid !== nobody
  expect(pathsIn(dataDir).filter(isForeign)).toEqual([])

  const again = await startProgram({ dataDir, env: { WHEREABOUTS_BACKUP_SCHEDULE: '* * * * * *' } })
  const owner = await signIn(again)
  const path = '/internal/v1/scheduled-backups'
  await until(async () => (await owner.get(path)).body.data.last !== null, 'a backup was made')
  expect((await clientOf(again.http).get('/readyz')).body).toEqual({ status: 'ready', problems: [] })
  expect(await again.stop()).toBe(0)
  expect(pathsIn(dataDir).filter(isForeign)).toEqual([])
})

test.skipIf(!mayStart)(
  `commands of a user who may not read the directory fail with a sentence${suffix}`,
  () => {
    const dataDir = newDataDir()
    chmodSync(dataDir, 0o700)
    const readable = newDataDir()
    chmodSync(readable, 0o755)
    const run = (...args: string[]) => {
      const { exitCode, stderr } = Bun.spawnSync([...asNobody, ...args], { cwd: '/', env: {} })
      return [exitCode, stderr.toString()]
    }
    const sentence = expect.stringMatching(/^The data directory \S+ cannot be read: .*EACCES[^\n]+\.\n$/)
    for (const command of ['check', 'clock', 'admin list', 'backup create', 'signing-key create'])
      expect([command, ...run(...command.split(' '), '--data-dir', dataDir)]).toEqual([command, 1, sentence])
    const unwritable = expect.stringMatching(/^The data directory \S+ cannot be written: .*EACCES[^\n]+\.\n$/)
    expect(run('restore', readable, '--data-dir', readable)).toEqual([1, unwritable])
    expect(run('serve', '--data-dir', readable)).toEqual([1, unwritable])
    const unread = expect.stringMatching(/^The command failed: EACCES[^\n]+\.\n$/)
    expect(run('backup', 'verify', join(dataDir, 'x.db'))).toEqual([1, unread])
  },
)
