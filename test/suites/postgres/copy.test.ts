import type { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { startPostgres } from '../../../scripts/postgres-server'
import { openPostgresTarget } from '../../../src/storage/transfer/postgres-target'
import { openSqliteSource } from '../../../src/storage/transfer/sqlite-source'
import { readTables, type Table } from '../../../src/storage/transfer/tables'
import { type Credential, clientOf, mintKey, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { createLevel, levelMax } from '../../support/levels'
import { newDataDir, type Program, runProgram, startProgram, stopPrograms } from '../../support/program'

/** The command `copy` (docs/postgresql.md, Migration to and from PostgreSQL). Without PostgreSQL, the tests are skipped. */

setDefaultTimeout(60_000)

const server = await startPostgres()
const scratch = newDataDir()
const original = join(scratch, 'original')

const execute = async (url: string, text: string): Promise<unknown[]> => {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}

async function newDatabase(): Promise<string> {
  const name = `copy_${crypto.randomUUID().replaceAll('-', '')}`
  await execute(server?.url as string, `create database ${name}`)
  const url = new URL(server?.url as string)
  url.pathname = `/${name}`
  return url.href
}

const copy = (from: string, to: string) => runProgram(['copy', '--from', from, '--to', to])

/** The lines with the number of rows and the digest of each table. */
const contentIn = (output: string): string[] =>
  output.split('\n').filter((line) => /[0-9a-f]{64}$/.test(line))

let key: Credential

beforeAll(async () => {
  if (!server) return
  mkdirSync(original)
  await createLevel(original, { number: levelMax, rows: 8 })
  const program = await startProgram({ dataDir: original, env: { WHEREABOUTS_DATABASE_URL: undefined } })
  key = await mintKey(await signIn(program))
  expect(await program.stop()).toBe(0)
})
afterAll(async () => {
  await stopPrograms()
  server?.stop()
  rmSync(scratch, { recursive: true })
})

const paths = [
  '/api/v1/assets?limit=200',
  '/api/v1/assets?limit=200&sort=-name',
  '/api/v1/assets?limit=200&q=3',
  '/api/v1/locations?limit=200',
  '/api/v1/reports/asset-locations?limit=200',
  '/api/v1/assets/1/history',
  '/api/v1/assets/1/telemetry',
]
const privatePaths = [
  '/internal/v1/audit?limit=200',
  '/internal/v1/readers?limit=200',
  '/internal/v1/unknown-tags?limit=200',
  '/internal/v1/api-keys',
  '/internal/v1/members',
  '/internal/v1/stocktakes/1',
  '/internal/v1/stocktakes/1/lines',
  '/internal/v1/searches',
  '/internal/v1/mail-schedules',
  '/internal/v1/assets/1/telemetry',
]

/** Signs in, uses the API key, and returns the responses as they were sent. */
async function responsesOf(program: Program): Promise<string[]> {
  const session = await signIn(program)
  const responses: string[] = []
  // Before the API key is used, because its list has the time of the last use.
  for (const path of privatePaths) responses.push(`${path} ${(await session.get(path)).text}`)
  expect(responses.join('\n')).toContain('"verdict":"excused"')
  expect(responses.join('\n')).toContain('"metric":"temperature_c","value":5.25')
  const { body } = await clientOf(program.http).post('/api/v1/oauth/token', {
    grant_type: 'client_credentials',
    client_id: key.client_id,
    client_secret: key.client_secret,
  })
  const api = clientOf(program.http, body.access_token)
  for (const path of paths) responses.push(`${path} ${(await api.get(path)).text}`)
  expect(await program.stop()).toBe(0)
  return responses
}

describe.skipIf(!server)('a copy to PostgreSQL and back', () => {
  test('has the same content, and the service returns the same responses', async () => {
    const before = join(scratch, 'before')
    cpSync(original, before, { recursive: true })
    const url = await newDatabase()
    const back = join(scratch, 'back')
    const there = await copy(original, url)
    expect(there.stderr).toBe('')
    const returned = await copy(url, back)
    expect(returned.stderr).toBe('')
    expect(contentIn(returned.stdout)).toEqual(contentIn(there.stdout))
    expect(contentIn(there.stdout).length).toBeGreaterThan(25)
    expect(returned.stdout).toContain(`copy signing.key from the former data directory to ${back}`)
    expect(returned.stdout).toContain(`copy tls from the former data directory to ${back}`)
    cpSync(join(original, 'signing.key'), join(back, 'signing.key'))
    expect((await runProgram(['check', '--data-dir', back])).code).toBe(0)

    const expected = await responsesOf(await startProgram({ dataDir: before }))
    const env = { WHEREABOUTS_DATABASE_URL: url }
    expect(await responsesOf(await startProgram({ dataDir: original, env }))).toEqual(expected)
    expect(await responsesOf(await startProgram({ dataDir: back }))).toEqual(expected)
  })

  test('has each recent read once, including those that SQLite has not moved to their place', async () => {
    const directory = join(scratch, 'newest')
    cpSync(original, directory, { recursive: true })
    const db = openDatabase(directory)
    db.run('delete from recent_reads; delete from newest_reads')
    db.run(
      'insert into recent_reads values (1, 5, 1, 0, 0, 1, -50.5, 300, null), (3, 5, 1, 0, 0, 1, -51, 300, 1)',
    )
    db.run(`insert into newest_reads values (1, 2, 5, 1, 0, 0, 1, -52, 300, null), (2, 2, 5, 1, 0, 0, 1, -53, 300, null),
      (3, 3, 5, 1, 0, 0, 1, -54, 300, null), (4, 1, 9, 1, 0, 0, 1, null, 300, 1)`)
    db.close()
    const url = await newDatabase()
    expect((await copy(directory, url)).stderr).toBe('')
    const found = await execute(
      url,
      'select asset_id::int as asset, observed_at::int as at, rssi, scan::int from recent_reads order by 1, 2',
    )
    expect([...found]).toEqual([
      { asset: 1, at: 5, rssi: -50.5, scan: null },
      { asset: 1, at: 9, rssi: null, scan: 1 },
      { asset: 2, at: 5, rssi: -52, scan: null },
      { asset: 3, at: 5, rssi: -51, scan: 1 },
    ])
  })

  test('never uses the id of a deleted row again', async () => {
    const directory = join(scratch, 'deleted')
    cpSync(original, directory, { recursive: true })
    const db = openDatabase(directory)
    db.run("update sqlite_sequence set seq = seq + 1000 where name in ('audit', 'locations')")
    db.run("insert or replace into sqlite_sequence values ('webhooks', 7)")
    const lastOf = (from: Database) =>
      from
        .query<[string, number], []>(
          "select name, seq from sqlite_sequence where name not like 'search_%' order by name",
        )
        .values()
    const expected = lastOf(db)
    db.close()
    expect(Object.fromEntries(expected)).toMatchObject({ webhooks: 7 })
    const url = await newDatabase()
    expect((await copy(directory, url)).stderr).toBe('')
    const [next] = (await execute(
      url,
      "select nextval(pg_get_serial_sequence('webhooks', 'id'))::int as webhook, nextval(pg_get_serial_sequence('locations', 'id'))::int as location",
    )) as { webhook: number; location: number }[]
    expect(next).toEqual({ webhook: 8, location: (Object.fromEntries(expected)['locations'] as number) + 1 })
    const back = join(scratch, 'deleted-back')
    expect((await copy(url, back)).stderr).toBe('')
    using returned = openDatabase(back, { readonly: true })
    expect(Object.fromEntries(lastOf(returned))).toEqual({
      ...Object.fromEntries(expected),
      webhooks: 8,
      locations: next?.location as number,
    })
  })

  test('continues after an interruption, and the service does not start before', async () => {
    const url = await newDatabase()
    await copyBeginningOf('assets', url)
    const dataDir = join(scratch, 'waiting')
    const started = await runProgram(['serve', '--data-dir', dataDir], {
      env: { WHEREABOUTS_DATABASE_URL: url },
    })
    expect(started.code).toBe(1)
    expect(started.stderr).toContain('unfinished copy')
    const continued = await copy(original, url)
    expect(continued.stderr).toBe('')
    expect(continued.stdout).toBe((await copy(original, await newDatabase())).stdout)
    const again = await copy(original, url)
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toContain('The target is not empty')
  })
})

/** Leaves the first rows of a table in an unfinished copy, as after a kill. */
async function copyBeginningOf(name: string, url: string): Promise<void> {
  const tables = readTables()
  const table = tables.find((one) => one.name === name) as Table
  const source = openSqliteSource(original)
  const target = await openPostgresTarget(url, tables, source.installation)
  for await (const { lines } of source.slices(table)) {
    const beginning = new TextDecoder().decode(lines).split('\n').slice(0, 20)
    await target.append(table, { lines: Buffer.from(`${beginning.join('\n')}\n`), rows: 20 })
  }
  expect(await target.count(table)).toBe(20)
  await target.close()
  await source.close()
}

describe.skipIf(!server)('a copy of several instances', () => {
  const secret = { WHEREABOUTS_SECRET_KEY: 'the key of all instances' }

  test('writes the encrypted signing key into the directory, and needs its secret', async () => {
    const url = await newDatabase()
    const env = { WHEREABOUTS_DATABASE_URL: url, ...secret }
    const instance = await startProgram({ env, isFirst: true })
    const session = await signIn(instance)
    const directory = join(scratch, 'decrypted')
    const inUse = await copy(url, directory)
    expect(inUse).toMatchObject({ code: 1 })
    expect(inUse.stderr).toContain('An instance of Whereabouts, or another command, uses the database')
    expect(await instance.stop()).toBe(0)
    const without = await copy(url, directory)
    expect(without).toMatchObject({ code: 1 })
    expect(without.stderr).toContain('Set WHEREABOUTS_SECRET_KEY')
    const copied = await runProgram(['copy', '--from', url, '--to', directory], { env: secret })
    expect(copied).toMatchObject({ code: 0, stderr: '' })
    expect(copied.stdout).not.toContain('copy signing.key')
    const program = await startProgram({
      dataDir: directory,
      env: { WHEREABOUTS_DATABASE_URL: undefined },
      isFirst: true,
    })
    expect((await clientOf(program.http, session.token).get('/api/v1/assets')).status).toBe(200)
  })
})

describe.skipIf(!server)('copy refuses', () => {
  test('two places of one engine', async () => {
    expect(await copy(original, scratch)).toMatchObject({ code: 2 })
    const url = await newDatabase()
    expect((await copy(url, url)).stderr).toContain('pg_dump')
  })

  test('a directory with a database', async () => {
    const url = await newDatabase()
    await copy(original, url)
    const { code, stderr } = await copy(url, original)
    expect(code).toBe(1)
    expect(stderr).toContain('whereabouts.db exists')
  })

  test('a source that a service uses', async () => {
    const program = await startProgram({ env: { WHEREABOUTS_DATABASE_URL: undefined } })
    const { code, stderr } = await copy(program.dataDir, await newDatabase())
    expect(code).toBe(1)
    expect(stderr).toContain('Another process uses the data directory')
  })

  test('a text with the character U+0000, with table and id, before it copies anything', async () => {
    const directory = join(scratch, 'zero')
    cpSync(original, directory, { recursive: true })
    const db = openDatabase(directory)
    db.query('update assets set name = ? where id = 3').run('a\u0000b')
    db.close()
    const url = await newDatabase()
    const { code, stderr } = await copy(directory, url)
    expect(code).toBe(1)
    expect(stderr).toContain('table assets (id "3") contains the character U+0000')
    expect(await execute(url, "select 1 from pg_class where relname = 'assets'")).toHaveLength(0)
  })

  test('a server that cannot be reached, without printing the password', async () => {
    const { code, stdout, stderr } = await copy(original, 'postgres://user:geheim@127.0.0.1:1/name')
    expect(code).toBe(1)
    expect(stderr).toStartWith('The database cannot be reached')
    expect(stdout + stderr).not.toContain('geheim')
  })
})
