import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiClient, signIn } from '../support/client'
import { executable, runProgram, startProgram } from '../support/program'
import { newAsset } from '../support/records'
import { contentOf, created, refusalOf, sentence, startWithBackup } from './backups'

/** The commands `backup create`, `backup list` and `backup verify`. */

setDefaultTimeout(30_000)

const { program, api, good, bad, harmed, fresh, stop } = await startWithBackup()
afterAll(stop)

describe('backup create', () => {
  test('creates a backup while the service runs, and prints its path', async () => {
    const path = await created(program.dataDir)
    expect(path).toStartWith(join(program.dataDir, 'backups', 'whereabouts-'))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(contentOf(path)).toEqual(contentOf(good))
    expect((await newAsset(api)).id).toBePositive()
  })

  test('reads the data directory from the environment and from the configuration file', async () => {
    const config = `${fresh()}.toml`
    writeFileSync(config, `data_dir = '${program.dataDir}'`)
    const env = { WHEREABOUTS_DATA_DIR: program.dataDir }
    for (const response of [
      await runProgram(['backup', 'create'], { env }),
      await runProgram(['backup', 'create', '--config', config]),
    ]) {
      expect(response.code).toBe(0)
      expect(existsSync(response.stdout.trimEnd())).toBeTrue()
    }
  })

  test('copies data that is only in the write-ahead log of a killed service', async () => {
    const killed = await startProgram()
    const client = await apiClient(killed, await signIn(killed))
    await newAsset(client, { external_key: 'LAST' })
    await killed.kill()
    using db = new Database(await created(killed.dataDir), { readonly: true })
    expect(db.query('select external_key from assets').values()).toEqual([['LAST']])
  })

  test('removes the files of an interrupted backup', async () => {
    const leftover = join(program.dataDir, 'backups/unfinished-copy')
    writeFileSync(leftover, 'SQLite format 3')
    await created(program.dataDir)
    expect(existsSync(leftover)).toBeFalse()
  })

  test('leaves no file when it cannot write all data', async () => {
    const before = readdirSync(join(program.dataDir, 'backups'))
    // A limit on the size of files: the signal that comes with it is ignored, so that the write fails.
    const limited = 'trap "" XFSZ; ulimit -f 200; exec "$0" backup create --data-dir "$1"'
    const child = Bun.spawnSync(['sh', '-c', limited, executable, program.dataDir])
    expect([child.exitCode === 4 || child.exitCode === 5, child.stdout.toString()]).toEqual([true, ''])
    expect(child.stderr.toString()).toMatch(sentence)
    expect(readdirSync(join(program.dataDir, 'backups'))).toEqual(before)
    expect((await newAsset(api)).id).toBePositive()
  })

  test('exits with code 3 while another backup is in progress', async () => {
    using other = new Database(join(program.dataDir, 'backup-lock.db'))
    other.run('begin exclusive')
    const response = await runProgram(['backup', 'create', '--data-dir', program.dataDir])
    expect(response).toEqual({ code: 3, stdout: '', stderr: 'Another backup is being created.\n' })
  })

  test('creates no database when there is none', async () => {
    const directory = fresh()
    expect(await refusalOf('backup', 'create', '--data-dir', directory)).toContain(directory)
    expect(existsSync(directory)).toBeFalse()
  })
})

test('backup list prints paths and sizes, newest first', async () => {
  const newest = await created(program.dataDir)
  const { code, stdout } = await runProgram(['backup', 'list', '--data-dir', program.dataDir])
  const lines = stdout.trimEnd().split('\n')
  expect([code, lines[0]]).toEqual([0, `${newest}  ${statSync(newest).size}`])
  expect(lines).toEqual(lines.toSorted().toReversed())
  const directory = fresh()
  expect(await runProgram(['backup', 'list', '--data-dir', directory])).toMatchObject({
    code: 1,
    stderr: `The data directory ${directory} does not exist.\n`,
  })
})

describe('backup verify', () => {
  test('prints the number of rows of each table, and does not change the backup', async () => {
    const before = readFileSync(good)
    const { code, stdout } = await runProgram(['backup', 'verify', good])
    expect(code).toBe(0)
    expect(stdout).toContain(`${good} is valid`)
    for (const line of [/^ +2 assets$/m, /^ +1 locations$/m, /^ +2 tags$/m, /^ +0 scan_events$/m])
      expect(stdout).toMatch(line)
    expect(readFileSync(good).equals(before)).toBeTrue()
    expect(existsSync(`${good}-wal`)).toBeFalse()
  })

  test('leaves no files in the temporary directory', async () => {
    const folder = fresh()
    mkdirSync(folder)
    for (const file of [good, harmed((path) => writeFileSync(path, 'x'))])
      await runProgram(['backup', 'verify', file], { env: { TMPDIR: folder } })
    expect(readdirSync(folder)).toEqual([])
  })

  test.each(bad)('exits with code 1 at %s and says why', async (_what, make, reason) => {
    const path = make()
    const refusal = await refusalOf('backup', 'verify', path)
    expect(refusal).toContain(path)
    expect(refusal).toContain(reason)
  })
})

describe('bad usage exits with code 2 and prints the help', () => {
  test.each([
    [['backup']],
    [['backup', 'burn']],
    [['backup', 'verify']],
    [['backup', 'create', 'x']],
    [['restore']],
    [['restore', 'a', 'b']],
  ])('%p', async (args) => {
    const { code, stdout, stderr } = await runProgram(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`whereabouts ${args[0]}`)
  })

  test('an unknown flag', async () => {
    const { code, stderr } = await runProgram(['restore', good, '--force'])
    expect([code, stderr.includes('--force')]).toEqual([2, true])
  })
})
