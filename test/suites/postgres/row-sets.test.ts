import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type PostgresServer, startPostgres } from '../../../scripts/postgres-server'
import { openSession, type Session } from '../../../src/storage/postgres/session'
import { PostgresTransactions } from '../../../src/storage/postgres/transactions'
import type { Statement } from '../../../src/storage/sql/connection'

/** Rows that are written later, many with one statement. Without PostgreSQL, the tests are skipped. */

const server = await startPostgres()

const insertSql = 'insert into "things" ("id", "name", "bytes", "is_on", "rate") values (null, ?, ?, ?, ?)'
const saveSql =
  'insert into "places" ("key", "text") values (?, ?) on conflict ("places"."key") do update set "text" = excluded.text'
const updateSql = 'update "places" set "text" = ? where "places"."key" = ?'

describe.skipIf(!server)('rows that are written later', () => {
  let session: Session
  let writable: PostgresTransactions
  let insert: Statement
  let save: Statement
  let update: Statement

  beforeAll(async () => {
    const { url } = server as PostgresServer
    session = await openSession(url)
    writable = new PostgresTransactions(() => openSession(url))
    const { connection } = writable
    ;[insert, save, update] = [insertSql, saveSql, updateSql].map((sql) => connection.prepare(sql)) as [
      Statement,
      Statement,
      Statement,
    ]
  })
  beforeEach(async () => {
    await session.sql.unsafe('drop table if exists things; drop table if exists places').simple()
    await session.sql
      .unsafe(
        `create table things (id bigint generated always as identity primary key, name text not null, bytes bytea,
           is_on boolean, rate double precision);
         create table places (key bigint primary key, text text check (text <> 'wrong'));
         -- Each rollback and each commit call them.
         create sequence if not exists tags_changes;
         create or replace function fold_counts() returns void language sql as $$ $$`,
      )
      .simple()
  })
  afterAll(async () => {
    await writable?.close()
    await session?.close()
    server?.stop()
  })

  const rowsOf = async (sql: string) => (await session.sql.unsafe(sql)).map((row) => Object.values(row))
  const begin = () => writable.begin('all')
  const commit = () => writable.commit()
  const rollBack = () => writable.rollBack()
  const executed = () => writable.executed()

  test('have the values of single statements, in the order of the calls', async () => {
    const names = ['a "quoted" \\ text', 'ü € 😀', '', '[1,2]']
    await begin()
    for (const [index, name] of names.entries())
      insert.later?.(name, new Uint8Array([0, index, 255]), index % 2 === 0, index / 3)
    insert.later?.('none', null, null, null)
    await commit()
    expect(await rowsOf('select name, bytes, is_on, rate from things order by id')).toEqual([
      ...names.map((name, index) => [
        name,
        new Uint8Array([0, index, 255]),
        index % 2 === 0 ? 1 : 0,
        index / 3,
      ]),
      ['none', null, null, null],
    ])
  })

  test('are written before the next other statement, which sees them', async () => {
    await begin()
    for (let key = 1; key <= 1000; key++) save.later?.(key, `text ${key}`)
    const count = writable.connection.prepare('select count(*), max(text) from places')
    expect(await count.values()).toEqual([[1000, 'text 999']])
    await commit()
  })

  test('keep the last of several values of a row', async () => {
    await begin()
    for (const text of ['first', 'second', 'third']) save.later?.(1, text)
    save.later?.(2, 'other')
    await executed()
    for (const text of ['fourth', 'fifth']) update.later?.(text, 1)
    update.later?.('nowhere', 3)
    await commit()
    expect(await rowsOf('select key, text from places order by key')).toEqual([
      [1, 'fifth'],
      [2, 'other'],
    ])
  })

  test('leave rows that are there, when a conflict does nothing', async () => {
    const add = writable.connection.prepare(
      'insert into "places" ("key", "text") values (?, ?) on conflict do nothing',
    )
    await begin()
    save.later?.(1, 'there')
    await executed()
    for (const [key, text] of [
      [1, 'again'],
      [2, 'new'],
      [2, 'new again'],
    ] as const)
      add.later?.(key, text)
    await commit()
    expect(await rowsOf('select key, text from places order by key')).toEqual([
      [1, 'there'],
      [2, 'new'],
    ])
  })

  test('fail the write with the error of the database, and the rows of a rolled back write are forgotten', async () => {
    await begin()
    await writable.savepoint('set')
    const before = writable.changes()
    save.later?.(1, 'wrong')
    expect(writable.changes()).toBeGreaterThan(before)
    await expect(executed()).rejects.toThrow('violates check constraint')
    save.later?.(2, 'forgotten')
    await writable.savepoint('rollBack')
    await writable.savepoint('release')
    save.later?.(3, 'kept')
    await commit()
    expect(await rowsOf('select key, text from places')).toEqual([[3, 'kept']])
    await begin()
    save.later?.(4, 'forgotten')
    await rollBack()
    await begin()
    await commit()
    expect(await rowsOf('select key from places')).toEqual([[3]])
  })

  test('are refused outside of a write, and when the database cannot store them', async () => {
    expect(() => save.later?.(1, 'text')).toThrow('outside of it')
    await begin()
    expect(() => save.later?.(1, 'a\u0000b')).toThrow('U+0000')
    await rollBack()
  })

  test('other statements have no form for many rows', () => {
    const { connection } = writable
    for (const sql of [
      'delete from "places" where "places"."key" = ?',
      'update "places" set "text" = "text" || ? where "places"."key" = ?',
      'update "places" set "text" = ? where ("places"."key" = ? or "places"."text" = ?)',
      'update "places" set "text" = ? where ("places"."key" = ? and "places"."text" > ?)',
      'insert into "places" ("key", "text") values (?, ?) on conflict ("key") do update set "text" = "places"."text" || excluded.text',
      'select "text" from "places" where "places"."key" = ?',
    ])
      expect(connection.prepare(sql)).not.toHaveProperty('later')
  })
})
