import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Migration, migrations } from '../../migrations'
import { StartError } from '../../src/base/errors'
import { makeOurs, migrate } from '../../src/storage/sqlite/migrate'
import { openSqlite } from '../../src/storage/sqlite/open'
import { runProgram } from '../support/program'
import { at, openOrganization, silent } from './engines'

/** A start creates the database, migrates it, or rejects it and leaves it unchanged. */

const newest = migrations.at(-1)?.name as string
const next: Migration = {
  name: '9001_pallets',
  sql: 'create table pallets (id integer primary key) strict; insert into pallets values (1), (2), (3);',
}
const later: Migration = { name: '9002_more', sql: 'alter table pallets add column name text;' }

let directory: string
let path: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'whereabouts-migrations-'))
  path = join(directory, 'whereabouts.db')
})
afterEach(() => rmSync(directory, { recursive: true }))

const open = (of: readonly Migration[] = migrations) =>
  openSqlite({
    directory,
    now: () => at,
    log: silent,
    onFatal: (error) => expect.unreachable(String(error)),
    migrations: of,
  })

function inDatabase<T>(work: (db: Database) => T, file = path): T {
  using db = new Database(file)
  const result = work(db)
  // The file must contain everything without the log, even before the last statement is collected as garbage.
  db.run('pragma wal_checkpoint(truncate)')
  return result
}

const appliedIn = (file = path): string[] =>
  inDatabase((db) => db.query('select name from migrations order by rowid').values().flat(), file) as string[]
const hasTable = (table: string, file = path): boolean =>
  inDatabase((db) => db.query('select 1 from sqlite_schema where name = ?').get(table) !== null, file)
const backups = (): string[] => {
  const folder = join(directory, 'backups')
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

/** A database as an earlier start has left it, with an organization in it. */
async function makeDatabase(): Promise<void> {
  const store = open()
  await openOrganization(store, 'north')
  await store.close()
}

/** The file without `user_version` and SQLite's counters of changes. */
function withoutMark(): Buffer {
  const bytes = readFileSync(path)
  for (const [first, end] of [
    [24, 28],
    [60, 64],
    [92, 100],
  ] as const)
    bytes.fill(0, first, end)
  return bytes
}

describe('a directory without a database', () => {
  test('gets one with all migrations and our application id, and no backup', async () => {
    await open().close()
    expect(appliedIn()).toEqual(migrations.map(({ name }) => name))
    expect(inDatabase((db) => db.query('pragma application_id').values())).toEqual([[0x57414254]])
    expect(backups()).toEqual([])
  })

  test('contains only our tables: a second start changes only the mark in its header', async () => {
    await makeDatabase()
    const before = withoutMark()
    await open().close()
    expect(withoutMark().equals(before)).toBeTrue()
    expect(backups()).toEqual([])
  })
})

describe('a database with earlier migrations', () => {
  test('gets the missing ones in their order, and keeps its data', async () => {
    await makeDatabase()
    const store = open([...migrations, next, later])
    expect(await store.read.accounts.findOrganization(1)).toMatchObject({ slug: 'north' })
    await store.close()
    expect(appliedIn().slice(-2)).toEqual([next.name, later.name])
    expect(inDatabase((db) => db.query('select id, name from pallets').values())).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ])
  })

  test('of the first version keeps responses for Idempotency-Key from then on', async () => {
    inDatabase((db) => {
      makeOurs(db)
      migrate(
        db,
        migrations.slice(0, 1),
        () => at,
        () => {},
      )
      db.query('insert into organizations values (?, ?, ?, ?)').run(1, 'North', 'north', at)
    })
    expect(hasTable('idempotency_keys')).toBeFalse()

    const store = open()
    expect(await store.read.accounts.findOrganization(1)).toMatchObject({ slug: 'north' })
    const response = { owner: 'o', key: 'k', fingerprint: 'f', status: 200, location: null, body: '{}' }
    await store.write((tx) => tx.idempotency.keep({ ...response, createdAt: at }, at))
    await store.close()
    expect(inDatabase((db) => db.query('select * from idempotency_keys').all())).toEqual([
      { ...response, created_at: at },
    ])
    expect(backups().map((backup) => hasTable('idempotency_keys', backup))).toEqual([false])
  })

  test('finds assets by the tags that they had before', async () => {
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name.endsWith('_search_tags')),
    )
    inDatabase((db) => {
      makeOurs(db)
      migrate(
        db,
        before,
        () => at,
        () => {},
      )
      db.run(`insert into organizations (id, name, slug, created_at) values (1, 'North', 'north', '${at}');
        insert into assets (id, organization_id, external_key, name, is_active, metadata, valid_from, created_at, updated_at,
          search_key, search_description) values (1, 1, 'A', 'A', 1, '{}', '${at}', '${at}', '${at}', 'a', '');
        insert into tags (organization_id, asset_id, tag_type, value, normalized, search_value, deleted_at)
          values (1, 1, 'rfid', 'BEE5', 'BEE5', 'bee5', null), (1, 1, 'rfid', 'FEED', 'FEED', 'feed', '${at}')`)
    })
    const store = open()
    const found = async (search: string) => {
      const filter = { externalKeys: [], isActive: undefined, includeDeleted: false, search }
      return (await store.read.assets.list(1, filter, at, { order: [], limit: 5, offset: 0 })).total
    }
    expect([await found('bee'), await found('feed')]).toEqual([1, 0])
    await store.close()
  })

  test('is backed up completely, once, before the first of them', async () => {
    await makeDatabase()
    await open([...migrations, next, later]).close()
    const [backup, ...others] = backups()
    expect(others).toEqual([])
    expect(appliedIn(backup)).toEqual(migrations.map(({ name }) => name))
    expect(hasTable('pallets', backup)).toBeFalse()
    const of = (sql: string) => inDatabase((db) => db.query(sql).values(), backup)
    expect(of('select slug from organizations')).toEqual([['north']])
    expect(of('pragma integrity_check')).toEqual([['ok']])
  })

  test('is backed up with the data that is only in its write-ahead log', async () => {
    await makeDatabase()
    // As a version before the mark has left it.
    inDatabase((db) => db.run('pragma user_version = 0'))
    const writer = new Database(path)
    writer.run('pragma wal_autocheckpoint = 0')
    writer.run("update organizations set name = 'In the log'")
    await open([...migrations, next]).close()
    writer.close()
    const names = inDatabase((db) => db.query('select name from organizations').values(), backups()[0])
    expect(names).toEqual([['In the log']])
  })

  test('is not changed when it cannot be backed up', async () => {
    await makeDatabase()
    writeFileSync(join(directory, 'backups'), 'in the way')
    expect(() => open([...migrations, next])).toThrow(StartError)
    expect(appliedIn()).not.toContain(next.name)
    expect(hasTable('pallets')).toBeFalse()
  })

  test('is backed up completely, even after an interrupted backup', async () => {
    await makeDatabase()
    mkdirSync(join(directory, 'backups'))
    writeFileSync(join(directory, 'backups/unfinished'), 'SQLite format 3')
    await open([...migrations, next]).close()
    expect(backups()).toHaveLength(1)
    expect(appliedIn(backups()[0])).toEqual(migrations.map(({ name }) => name))
  })

  test('keeps the backup of a first try when a second follows within the second', async () => {
    await makeDatabase()
    let milliseconds = 100
    const now = () => at.replace('.123', `.${milliseconds++}`) as typeof at
    const start = (of: readonly Migration[]) =>
      openSqlite({ directory, now, log: silent, onFatal: () => {}, migrations: of })
    await start([...migrations, next]).close()
    await start([...migrations, next, later]).close()
    expect(backups().map((backup) => hasTable('pallets', backup))).toEqual([false, true])
  })
})

describe('an interrupted migration', () => {
  const broken: Migration = { name: next.name, sql: `${next.sql} insert into nowhere values (1);` }

  test('that fails is rolled back completely and named; the migrations before it remain', async () => {
    await makeDatabase()
    const db = new Database(path)
    const first: Migration = { name: '9000_first', sql: 'create table first (id integer) strict;' }
    const upgrade = (of: readonly Migration[]) =>
      migrate(
        db,
        of,
        () => at,
        () => {},
      )
    expect(() => upgrade([...migrations, first, broken])).toThrow(
      new StartError('The migration 9001_pallets failed and changed nothing: no such table: nowhere.'),
    )
    expect(appliedIn().slice(-2)).toEqual([newest, '9000_first'])
    expect([hasTable('first'), hasTable('pallets')]).toEqual([true, false])

    upgrade([...migrations, first, next])
    expect(appliedIn().at(-1)).toBe(next.name)
    db.close()
  })

  test('that is killed does not change the database, and the next start completes it', async () => {
    await makeDatabase()
    const endless = `create table pallets (id integer) strict;
      insert into pallets with recursive n(i) as (select 1 union all select i + 1 from n) select i from n;`
    const child = Bun.spawn([process.execPath, '-e', upgradeScript], {
      env: { ...Bun.env, DIRECTORY: directory, SQL: endless },
      stdout: 'ignore',
      stderr: 'pipe',
    })
    // So long as pages of an open transaction spill into the log, the migration is under way.
    const log = `${path}-wal`
    while (!existsSync(log) || Bun.file(log).size < 1_000_000) {
      if (child.exitCode !== null) throw new Error(await new Response(child.stderr).text())
      await Bun.sleep(1)
    }
    child.kill('SIGKILL')
    await child.exited

    await open([...migrations, next]).close()
    expect(appliedIn().slice(-2)).toEqual([newest, next.name])
    expect(inDatabase((db) => db.query('select count(*) from pallets').values())).toEqual([[3]])
    expect(inDatabase((db) => db.query('pragma integrity_check').values())).toEqual([['ok']])
  })
})

/** Starts the upgrade that the environment describes, in a separate process. */
const upgradeScript = `
  const { migrations } = await import('${join(import.meta.dir, '../../migrations/index.ts')}')
  const { createLog } = await import('${join(import.meta.dir, '../../src/base/log.ts')}')
  const { openSqlite } = await import('${join(import.meta.dir, '../../src/storage/sqlite/open.ts')}')
  openSqlite({
    directory: process.env.DIRECTORY,
    now: () => new Date().toISOString(),
    log: createLog({ level: 'silent', format: 'json' }),
    onFatal: () => {},
    migrations: [...migrations, { name: '${next.name}', sql: process.env.SQL }],
  })`

describe('the service refuses to start, in one sentence, and leaves the file unchanged, with', () => {
  async function refusalOf(): Promise<string> {
    const before = readFileSync(path)
    const { code, stdout, stderr } = await runProgram(
      ['serve', '--data-dir', directory, '--mqtt-port', 'off'],
      {
        env: { WHEREABOUTS_PORT: '0' },
      },
    )
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^[^\n]+\.\n$/)
    expect(readFileSync(path).equals(before)).toBeTrue()
    return stderr
  }

  test('a database of a newer version: both versions are named', async () => {
    await makeDatabase()
    inDatabase((db) => db.run("insert into migrations values ('9999_future', '2030-01-01T00:00:00.000000Z')"))
    const refusal = await refusalOf()
    expect(refusal).toContain('9999_future')
    expect(refusal).toContain(newest)
  })

  test("another program's database", async () => {
    inDatabase((db) => db.run('create table theirs (id integer)'))
    expect(await refusalOf()).toContain('not a database of Whereabouts')
  })

  test("another program's database that says so in its header", async () => {
    inDatabase((db) => {
      db.run('pragma application_id = 42')
      db.run('create table migrations (name text primary key, applied_at text not null)')
    })
    expect(await refusalOf()).toContain('not a database of Whereabouts')
  })

  test('a file of length zero, which a copy that failed leaves behind', async () => {
    writeFileSync(path, '')
    expect(await refusalOf()).toContain('is empty')
  })

  test('a file that is not a database', async () => {
    writeFileSync(path, 'x'.repeat(8192))
    expect(await refusalOf()).toContain(path)
  })

  test('a file that ends too early', async () => {
    await makeDatabase()
    writeFileSync(path, readFileSync(path).subarray(0, 4096 * 3))
    expect(await refusalOf()).toContain(path)
  })

  test('damaged pages in the middle', async () => {
    await makeDatabase()
    const bytes = readFileSync(path)
    bytes.fill(0xa5, 4096 * 4, 4096 * 14)
    writeFileSync(path, bytes)
    expect(await refusalOf()).toContain('is damaged')
  })
})
