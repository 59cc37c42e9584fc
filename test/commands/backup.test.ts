import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { apiClient, type Client, signIn } from '../support/client'
import {
  executable,
  newDataDir,
  type Program,
  runProgram,
  startProgram,
  stopPrograms,
} from '../support/program'
import { newAsset, newLocation } from '../support/records'

/** The commands `backup create`, `backup list` and `backup verify`. */

setDefaultTimeout(30_000)

let program: Program
let api: Client

/** Of the service, with two assets. */
let good: string
const scratch = newDataDir()

beforeAll(async () => {
  program = await startProgram()
  api = await apiClient(program, await signIn(program))
  await newLocation(api, { external_key: 'DOCK' })
  for (const key of ['FIRST', 'SECOND'])
    await newAsset(api, { external_key: key, tags: [{ tag_type: 'rfid', value: `E0${key}` }] })
  good = await created(program.dataDir)
})

afterAll(async () => {
  await stopPrograms()
  rmSync(scratch, { recursive: true })
})

const sentence = /^[^\n]+\.\n$/

async function created(dataDir: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram(['backup', 'create', '--data-dir', dataDir])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout.trimEnd()
}

const fresh = (): string => join(scratch, Bun.randomUUIDv7())

/** A damaged copy of the valid backup. */
function harmed(how: (path: string) => void): string {
  const path = `${fresh()}.db`
  copyFileSync(good, path)
  how(path)
  return path
}

const changed = (...statements: string[]): string =>
  harmed((path) => {
    using db = new Database(path)
    for (const statement of statements) db.run(statement)
  })

/** All rows of all tables but `clock`, which changes while nothing is written. */
function contentOf(path: string): Record<string, unknown[]> {
  using db = new Database(path, { readonly: true })
  const tables = db
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'table' and name <> 'clock'")
    .all()
  return Object.fromEntries(tables.map(({ name }) => [name, db.query(`select * from "${name}"`).values()]))
}

async function refusalOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram(args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(sentence)
  return stderr
}

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

/** Files that `verify` and `restore` reject, with a word of the reason. */
const bad: [what: string, make: () => string, reason: string][] = [
  ['a file that is not there', () => fresh(), 'does not exist'],
  ['an empty file', () => harmed((path) => writeFileSync(path, '')), 'not a database of Whereabouts'],
  ['text', () => harmed((path) => writeFileSync(path, 'no database at all\n'.repeat(500))), 'not a database'],
  [
    'a half',
    () => harmed((path) => writeFileSync(path, readFileSync(path).subarray(0, 100_000))),
    'malformed',
  ],
  [
    'garbage in the middle',
    () =>
      harmed((path) => {
        const bytes = readFileSync(path)
        bytes.fill(0x5a, 40_960, 40_960 + 3 * 4096)
        writeFileSync(path, bytes)
      }),
    'damaged',
  ],
  [
    "another program's database",
    () => changed('pragma application_id = 42'),
    'not a database of Whereabouts',
  ],
  ['a newer version', () => changed("insert into migrations values ('9999_later', '2030')"), '9999_later'],
  ['a row without its parent', () => changed('pragma foreign_keys = off', 'delete from users'), 'users'],
]

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
