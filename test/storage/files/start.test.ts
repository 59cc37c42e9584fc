import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { apiClient, clientOf, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { executable, type Program, runProgram, startProgram, stopPrograms } from '../../support/program'
import { keysOf, newAsset } from '../../support/records'
import { logged } from '../../support/until'

/** States of the data directory that a start rejects or reports, so that no data is lost silently. */

setDefaultTimeout(40_000)
afterAll(stopPrograms)

interface Installation {
  readonly program: Program
  readonly dataDir: string
  readonly token: string | undefined
  readonly path: (name: string) => string
}

/** An installation with these assets that was then killed: the last assets are only in the write-ahead log. */
async function killed(...keys: string[]): Promise<Installation> {
  const program = await startProgram()
  const api = await apiClient(program, await signIn(program))
  for (const external_key of keys) await newAsset(api, { external_key })
  await program.kill()
  const { dataDir } = program
  return { program, dataDir, token: api.token, path: (name) => join(dataDir, name) }
}

async function refusalOf({ dataDir }: Installation): Promise<string> {
  const files = () => readdirSync(dataDir).filter((name) => name !== 'lock.db')
  const before = files()
  const args = ['serve', '--data-dir', dataDir, '--port', '0', '--mqtt-port', 'off', '--host', '127.0.0.1']
  const { code, stdout, stderr } = await runProgram(args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  // What is wrong, and what to do.
  expect(stderr).toMatch(/^[^\n]+[^.\n]\. [^\n]+\.\n$/)
  expect(files()).toEqual(before)
  return stderr
}

async function assetsAfterStart({ dataDir, token }: Installation): Promise<string[]> {
  const program = await startProgram({ dataDir })
  const keys = keysOf(await clientOf(program.http, token).get('/api/v1/assets?sort=external_key'))
  await program.stop()
  return keys
}

const run = (...args: string[]) => runProgram(args)
const backupOf = async ({ dataDir }: Installation) =>
  (await run('backup', 'create', '--data-dir', dataDir)).stdout.trimEnd()

describe('a directory without its database', () => {
  const remove = ({ path }: Installation) => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path(`whereabouts.db${suffix}`))
  }

  test('is refused when there is a signing key', async () => {
    const installation = await killed('A')
    remove(installation)
    expect(await refusalOf(installation)).toContain('is missing, but the directory contains signing.key')
  })

  test('is refused when there is a write-ahead log', async () => {
    const installation = await killed('A')
    rmSync(installation.path('whereabouts.db'))
    rmSync(installation.path('signing.key'))
    expect(await refusalOf(installation)).toContain('whereabouts.db-wal')
  })

  test('is refused when there are backups; the error names the newest, and the service starts with it', async () => {
    const installation = await killed('A')
    const backup = await backupOf(installation)
    remove(installation)
    rmSync(installation.path('signing.key'))
    const refusal = await refusalOf(installation)
    const command = `whereabouts restore ${backup} --data-dir ${installation.dataDir}`
    expect(refusal).toContain(command)
    expect((await run(...command.split(' ').slice(1))).code).toBe(0)
    const again = await startProgram({ dataDir: installation.dataDir })
    expect(keysOf(await (await apiClient(again, await signIn(again))).get('/api/v1/assets'))).toEqual(['A'])
  })

  test('is refused when there are files of an interrupted restore, which the next restore removes', async () => {
    const installation = await killed('A')
    const backup = await backupOf(installation)
    remove(installation)
    for (const name of ['signing.key', 'backups/x']) rmSync(installation.path(name), { force: true })
    copyFileSync(backup, installation.path('whereabouts.db.restored'))
    const kept = join(installation.dataDir, '..', `${Bun.randomUUIDv7()}.db`)
    copyFileSync(backup, kept)
    rmSync(installation.path('backups'), { recursive: true })
    expect(await refusalOf(installation)).toContain('whereabouts.db.restored')
    expect((await run('restore', kept, '--data-dir', installation.dataDir)).code).toBe(0)
    expect(existsSync(installation.path('whereabouts.db.restored'))).toBeFalse()
    rmSync(kept)
  })
})

describe('a missing write-ahead log', () => {
  test.each([
    ['deleted', (wal: string) => rmSync(wal)],
    ['emptied', (wal: string) => truncateSync(wal)],
  ])('that was %s is refused, and the restore that is named continues without it', async (_what, lose) => {
    const installation = await killed('A')
    lose(installation.path('whereabouts.db-wal'))
    const refusal = await refusalOf(installation)
    expect(refusal).toContain(`${installation.path('whereabouts.db-wal')} is missing`)
    const command = /'whereabouts (restore [^']+)'/.exec(refusal)?.[1] as string
    expect((await run(...command.split(' '))).code).toBe(0)
    expect((await startProgram({ dataDir: installation.dataDir })).http).toBeString()
  })

  test('is refused also when only the database was copied from a service that ran', async () => {
    const program = await startProgram()
    const copy = join(program.dataDir, 'copy')
    mkdirSync(copy)
    for (const name of ['whereabouts.db', 'signing.key'])
      copyFileSync(join(program.dataDir, name), join(copy, name))
    const path = (name: string) => join(copy, name)
    expect(await refusalOf({ program, dataDir: copy, token: undefined, path })).toContain(
      'whereabouts.db-wal is missing',
    )
  })

  test('is normal after a stop and after two signals', async () => {
    for (const signals of [1, 2]) {
      const program = await startProgram()
      const api = await apiClient(program, await signIn(program))
      await newAsset(api, { external_key: 'A' })
      for (let sent = 0; sent < signals; sent++) program.process.kill('SIGTERM')
      await program.process.exited
      for (const suffix of ['-wal', '-shm'])
        rmSync(join(program.dataDir, `whereabouts.db${suffix}`), { force: true })
      const again = await startProgram({ dataDir: program.dataDir })
      expect(keysOf(await clientOf(again.http, api.token).get('/api/v1/assets'))).toEqual(['A'])
    }
  })
})

describe('a write-ahead log of another database', () => {
  test('is refused when a backup was copied over the database', async () => {
    const installation = await killed('A')
    const backup = await backupOf(installation)
    copyFileSync(backup, installation.path('whereabouts.db'))
    expect(await refusalOf(installation)).toContain('whereabouts.db-wal does not belong to')
    expect(
      (await run('restore', installation.path('whereabouts.db'), '--data-dir', installation.dataDir)).code,
    ).toBe(1)
    rmSync(installation.path('whereabouts.db-wal'))
    expect(await assetsAfterStart(installation)).toEqual(['A'])
  })

  test.each([
    ['of a newer state', (wal: string, older: Uint8Array) => expect(readFileSync(wal)).not.toEqual(older)],
    ['of an older state', (wal: string, older: Uint8Array) => writeFileSync(wal, older)],
  ])('%s is kept apart by a restore when the database is missing', async (_what, prepare) => {
    const installation = await killed('A')
    const [database, wal] = ['', '-wal'].map((suffix) => installation.path(`whereabouts.db${suffix}`))
    const older = readFileSync(wal as string)
    const program = await startProgram({ dataDir: installation.dataDir })
    await newAsset(clientOf(program.http, installation.token), { external_key: 'B' })
    const backup = await backupOf(installation)
    await newAsset(clientOf(program.http, installation.token), { external_key: 'C' })
    await program.kill()
    prepare(wal as string, older)
    rmSync(database as string)
    const { code, stderr } = await run('restore', backup, '--data-dir', installation.dataDir)
    expect([code, stderr]).toEqual([0, ''])
    expect(await assetsAfterStart(installation)).toEqual(['A', 'B'])
  })

  test('is refused with a database that was stopped, and with one that was not', async () => {
    const other = await killed('OTHER')
    const installation = await killed('A')
    copyFileSync(other.path('whereabouts.db-wal'), installation.path('whereabouts.db-wal'))
    expect(await refusalOf(installation)).toContain('does not belong to')

    const stopped = await startProgram()
    await stopped.stop()
    const wal = join(stopped.dataDir, 'whereabouts.db-wal')
    copyFileSync(other.path('whereabouts.db-wal'), wal)
    const path = (name: string) => join(stopped.dataDir, name)
    const refused = { program: stopped, dataDir: stopped.dataDir, token: undefined, path }
    expect(await refusalOf(refused)).toContain('does not belong to')
  })
})

test.each([
  ['a table', 'drop table wall_links', 'the column wall_links.id is missing'],
  ['a column', 'alter table readers drop column mapping', 'the column readers.mapping is missing'],
])('a database from which %s was removed is refused in words', async (_what, change, reason) => {
  const program = await startProgram()
  await program.stop()
  {
    using db = openDatabase(program.dataDir)
    db.run(change)
  }
  const path = (name: string) => join(program.dataDir, name)
  const refused = { program, dataDir: program.dataDir, token: undefined, path }
  expect(await refusalOf(refused)).toContain(`(${reason}). Restore a backup.`)
})

test('a database of a version without the mark starts, with and without a log', async () => {
  const installation = await killed('A')
  expect(await assetsAfterStart(installation)).toEqual(['A'])
  const database = installation.path('whereabouts.db')
  const copies = ['', '-wal'].map((suffix) => `${database}${suffix}`)
  {
    using db = new Database(database)
    db.run('pragma journal_mode = wal')
    db.run('pragma user_version = 0')
    db.run('pragma wal_checkpoint(truncate)')
    db.run("update assets set external_key = 'IN-THE-LOG'")
    for (const path of copies) copyFileSync(path, `${path}.kept`)
  }
  for (const path of copies) copyFileSync(`${path}.kept`, path)
  expect(await assetsAfterStart(installation)).toEqual(['IN-THE-LOG'])
  copyFileSync(`${database}.kept`, database)
  rmSync(`${database}-wal`, { force: true })
  expect(await assetsAfterStart(installation)).toEqual(['A'])
})

describe('a damaged write-ahead log', () => {
  const frameBytes = 24 + 4096

  /** Flips a byte of the page of a frame. */
  function damage(wal: string, frame: number): void {
    const bytes = readFileSync(wal)
    const at = 32 + frame * frameBytes + 24 + 2000
    bytes[at] = (bytes[at] as number) ^ 0xff
    writeFileSync(wal, bytes)
  }

  test('is reported with the lost data, and kept', async () => {
    const installation = await killed('A', 'B', 'C', 'D', 'E')
    const wal = installation.path('whereabouts.db-wal')
    const frames = Math.floor((statSync(wal).size - 32) / frameBytes)
    damage(wal, Math.floor(frames / 2))
    const damaged = readFileSync(wal)
    const program = await startProgram({ dataDir: installation.dataDir })
    const { status, body } = await clientOf(program.http).get('/readyz')
    expect([status, body.status]).toEqual([200, 'degraded'])
    const [, dropped, name] =
      /^The write-ahead log was damaged: (\d+) frames .+ is kept as (\S+)\. Compare/.exec(body.problems[0]) ??
      []
    expect(Number(dropped)).toBeWithin(2, frames)
    expect(readFileSync(installation.path(name as string)).equals(damaged)).toBeTrue()
    await logged(program, 'The write-ahead log was damaged')
    const found = keysOf(await clientOf(program.http, installation.token).get('/api/v1/assets'))
    expect(found.length).toBeLessThan(5)

    await program.stop()
    const again = await startProgram({ dataDir: installation.dataDir })
    expect((await clientOf(again.http).get('/readyz')).body.problems).toEqual([])
  })

  test('that ends in its last transaction, as after a power cut, is not reported', async () => {
    const installation = await killed('A', 'B')
    const wal = installation.path('whereabouts.db-wal')
    truncateSync(wal, statSync(wal).size - 1000)
    const program = await startProgram({ dataDir: installation.dataDir })
    expect((await clientOf(program.http).get('/readyz')).body.problems).toEqual([])
    expect(readdirSync(installation.dataDir).filter((name) => name.includes('damaged'))).toEqual([])
  })
})

describe('the signing key', () => {
  test('that is missing is refused when there are users, and the command in the error creates another', async () => {
    const installation = await killed('A')
    const key = installation.path('signing.key')
    rmSync(key)
    const refusal = await refusalOf(installation)
    expect(refusal).toContain(`The signing key ${key} is missing`)
    const command = /'whereabouts ([^']+)'/.exec(refusal)?.[1] as string
    const created = await run(...command.split(' '))
    expect([created.code, created.stderr]).toEqual([0, ''])
    expect(statSync(key).mode & 0o777).toBe(0o600)
    const again = await startProgram({ dataDir: installation.dataDir })
    expect((await clientOf(again.http, installation.token).get('/api/v1/assets')).status).toBe(401)
    expect(keysOf(await (await apiClient(again, await signIn(again))).get('/api/v1/assets'))).toEqual(['A'])
    expect((await run(...command.split(' '))).code).toBe(1)
    await again.stop()
    expect((await run(...command.split(' '))).stderr).toContain('already has a signing key')
  })

  test('is not created without a database or with another word', async () => {
    const directory = join((await killed()).dataDir, 'nothing')
    const { code, stderr } = await run('signing-key', 'create', '--data-dir', directory)
    expect([code, stderr]).toEqual([1, expect.stringContaining('contains no database')])
    expect(existsSync(directory)).toBeFalse()
    expect((await run('signing-key', 'delete')).code).toBe(2)
  })

  const mine = { mode: 0o600 }
  const bad: [what: string, make: (path: string) => void][] = [
    ['a directory', (path) => mkdirSync(path)],
    ['empty', (path) => writeFileSync(path, '', mine)],
    ['too short', (path) => writeFileSync(path, 'ab'.repeat(16), mine)],
    ['no hexadecimal text', (path) => writeFileSync(path, Buffer.alloc(64, 0x80), mine)],
    ['a link to nothing', (path) => Bun.spawnSync(['ln', '-s', '/nowhere/key', path])],
  ]
  test.each(bad)('that is %s is refused in two sentences', async (_what, make) => {
    const installation = await killed()
    const key = installation.path('signing.key')
    rmSync(key)
    make(key)
    expect(await refusalOf(installation)).toContain(`The signing key ${key} `)
  })

  test('that other users can read becomes readable by its owner only, with a message in the log', async () => {
    const installation = await killed('A')
    const key = installation.path('signing.key')
    chmodSync(key, 0o644)
    const program = await startProgram({ dataDir: installation.dataDir })
    expect(statSync(key).mode & 0o777).toBe(0o600)
    await logged(program, 'the signing key was readable by other users')
    expect((await clientOf(program.http, installation.token).get('/api/v1/assets')).status).toBe(200)
  })
})

test('the files of interrupted processes are removed, and no others', async () => {
  const installation = await killed('A')
  const backup = await backupOf(installation)
  const leftovers = [
    'whereabouts.db.new',
    'whereabouts.db.fetched',
    'whereabouts.db.restored',
    'whereabouts.db.restored-wal',
    'whereabouts.db.rescued.new',
    'signing.key.new',
    'backups/unfinished',
    'backups/unfinished-copy',
  ]
  const others = ['whereabouts.db.restored.mine', 'whereabouts.db.rescued-2026', 'notes.new', 'backups/mine']
  for (const name of [...leftovers, ...others]) writeFileSync(installation.path(name), 'left')
  expect(await assetsAfterStart(installation)).toEqual(['A'])
  const isThere = (name: string) => existsSync(installation.path(name))
  expect([leftovers.filter(isThere), others.filter(isThere)]).toEqual([[], others])
  expect(existsSync(backup)).toBeTrue()
})

test('a restore that is killed at any moment leaves the former database or the backup, and no copy after the next start', async () => {
  const installation = await killed('A', 'B')
  const backup = await backupOf(installation)
  const begun = await startProgram({ dataDir: installation.dataDir })
  const api = clientOf(begun.http, installation.token)
  await newAsset(api, { external_key: 'C' })
  await begun.kill()
  let wasRestored = false
  for (let round = 0; round < 12; round++) {
    const child = Bun.spawn([executable, 'restore', backup, '--data-dir', installation.dataDir], {
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    await Bun.sleep(80 + round * 25)
    child.kill('SIGKILL')
    await child.exited
    const keys = await assetsAfterStart(installation)
    if (keys.length === 2) wasRestored = true
    expect(keys).toEqual(wasRestored ? ['A', 'B'] : ['A', 'B', 'C'])
    expect(readdirSync(installation.dataDir).filter((name) => name.includes('restored'))).toEqual([])
  }
})
