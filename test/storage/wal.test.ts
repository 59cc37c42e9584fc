import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countDropped, readWal, readWalBegin } from '../../src/storage/sqlite/wal'

/** The service's own reader of write-ahead logs agrees with SQLite. */

const directory = mkdtempSync(join(tmpdir(), 'whereabouts-wal-'))
const path = join(directory, 'copy.db')
const wal = `${path}-wal`
const frameBytes = 24 + 4096
const transactions = 12
let whole: Buffer
/** How many frames the log has after each transaction. */
const ends: number[] = []

beforeAll(() => {
  const original = join(directory, 'original.db')
  using db = new Database(original, { create: true })
  db.run('pragma journal_mode = wal')
  db.run('pragma wal_autocheckpoint = 0')
  db.run('create table notes (text text)')
  const frames = () => (readFileSync(`${original}-wal`).length - 32) / frameBytes
  for (let count = 0; count < transactions; count++) {
    db.run('insert into notes values (?)', [String(count).repeat(6000)])
    ends.push(frames())
  }
  copyFileSync(original, path)
  whole = readFileSync(`${original}-wal`)
})
afterAll(() => rmSync(directory, { recursive: true }))

/** How many transactions SQLite reads with this log. */
function readBySqlite(log: Buffer): number {
  const [database, beside] = [join(directory, 'read.db'), join(directory, 'read.db-wal')]
  copyFileSync(path, database)
  writeFileSync(beside, log)
  rmSync(join(directory, 'read.db-shm'), { force: true })
  using db = new Database(database)
  if (db.query("select 1 from sqlite_schema where name = 'notes'").get() === null) return 0
  return db.query<{ count: number }, []>('select count(*) as count from notes').get()?.count ?? 0
}

/** Returns the state of the log, which a start reads in two parts. */
function stateOf(log: Buffer) {
  writeFileSync(wal, log)
  const state = readWal(wal)
  expect(countDropped(wal, state?.committed ?? 0)).toBe(state?.dropped ?? 0)
  const begin = readWalBegin(wal)
  expect([begin?.header, begin?.firstUserVersion]).toEqual([state?.header, state?.firstUserVersion])
  expect((begin?.committed ?? 0) > 0).toBe((state?.committed ?? 0) > 0)
  return state
}

const flipped = (at: number): Buffer => {
  const log = Buffer.from(whole)
  log[at] = (log[at] as number) ^ 0x10
  return log
}

const transactionsIn = (frames: number): number => ends.filter((end) => end <= frames).length

test('a complete log has all of its frames, and drops none', () => {
  expect(stateOf(whole)).toMatchObject({ committed: ends.at(-1), dropped: 0, firstUserVersion: 0 })
})

test('a log that is cut anywhere has the frames that SQLite reads, and drops none', () => {
  for (let length = 32; length < whole.length; length += 1777) {
    const log = whole.subarray(0, length)
    const state = stateOf(log)
    expect(state?.dropped).toBe(0)
    expect(transactionsIn(state?.committed ?? 0)).toBe(readBySqlite(log))
  }
}, 30_000)

describe('a damaged page of a frame', () => {
  test('drops the committed frames behind it unless its transaction is the last', () => {
    const last = ends.at(-1) as number
    for (let frame = 0; frame < last; frame++) {
      const log = flipped(32 + frame * frameBytes + 24 + 1000)
      const state = stateOf(log)
      expect(transactionsIn(state?.committed ?? 0)).toBe(readBySqlite(log))
      const isOfLast = frame >= (ends.at(-2) as number)
      expect([frame, state?.dropped]).toEqual([frame, isOfLast ? 0 : last - frame])
    }
  })
})

test('frames of the last transaction that are missing in any way, as after a power cut, drop none', () => {
  const [begin, end] = ends.slice(-2) as [number, number]
  expect(end - begin).toBeGreaterThan(1)
  for (let missing = 1; missing < 1 << (end - begin); missing++) {
    const log = Buffer.from(whole)
    for (let frame = begin; frame < end; frame++)
      if (missing & (1 << (frame - begin)))
        log.fill(0, 32 + frame * frameBytes, 32 + (frame + 1) * frameBytes)
    expect([missing, stateOf(log)?.dropped]).toEqual([missing, 0])
  }
})

test('a damaged header drops all frames, which SQLite does not read either', () => {
  for (let at = 0; at < 32; at++) {
    const log = flipped(at)
    const state = stateOf(log)
    expect([at, state?.header, state?.committed, readBySqlite(log)]).toEqual([at, undefined, 0, 0])
    expect(state?.dropped).toBeGreaterThan(0)
  }
})

test('frames that an earlier use of the log has left are not counted', () => {
  const original = join(directory, 'reset.db')
  using db = new Database(original, { create: true })
  db.run('pragma journal_mode = wal')
  db.run('create table notes (text text)')
  for (let count = 0; count < 5; count++) db.run('insert into notes values (?)', ['x'.repeat(20_000)])
  const before = readWal(`${original}-wal`)
  db.run('pragma wal_checkpoint(passive)')
  db.run("insert into notes values ('after the reset')")
  const after = readWal(`${original}-wal`)
  expect(after?.committed).toBeWithin(1, before?.committed ?? 0)
  expect([after?.dropped, after?.header?.identity]).toEqual([0, before?.header?.identity])
})

describe('commits that failed after their frames were written', () => {
  const begin = () => 32 + (ends.at(-1) as number) * frameBytes

  /** Returns the log after another transaction of about this number of pages, as if none had followed the last one. */
  function continuedBy(pages: number): Buffer {
    const database = join(directory, `continued-${pages}.db`)
    copyFileSync(path, database)
    writeFileSync(`${database}-wal`, whole)
    using db = new Database(database)
    db.run('pragma wal_autocheckpoint = 0')
    // Each with its own text, so that no frame equals one of another log.
    db.run('insert into notes values (?)', [String(pages).repeat(4000 * pages)])
    return readFileSync(`${database}-wal`)
  }

  /** Returns a log in which each transaction overwrites the beginning of the one before. Only the last one succeeded. */
  function overwritten(...pages: readonly number[]): { log: Buffer; committed: number } {
    const logs = pages.map(continuedBy)
    const log = Buffer.alloc(Math.max(...logs.map(({ length }) => length)))
    for (const each of logs) each.copy(log)
    return { log, committed: ((logs.at(-1) as Buffer).length - 32) / frameBytes }
  }

  const sequences = [
    [5, 1],
    [9, 5, 1],
    [9, 7, 5, 3, 1],
    [9, 1, 5],
    [3, 9, 2],
    [7, 6, 5, 4, 3, 2, 1],
  ]
  test.each(sequences.map((pages) => [pages]))('in transactions of %p pages are not damage', (pages) => {
    const { log, committed } = overwritten(...pages)
    const state = stateOf(log)
    expect(state).toMatchObject({ committed, dropped: 0 })
    expect(readBySqlite(log)).toBe(transactions + 1)
  })

  test('do not hide damage of earlier frames', () => {
    const { log } = overwritten(9, 5, 1)
    for (let at = 32; at < begin(); at += 997) {
      const damaged = Buffer.from(log)
      damaged[at] = (damaged[at] as number) ^ 0x10
      expect([at, stateOf(damaged)?.dropped]).not.toEqual([at, 0])
    }
  })
})

test('a damaged checksum drops the committed frames behind it, too', () => {
  const last = ends.at(-1) as number
  for (let frame = 0; frame < (ends.at(-2) as number); frame++)
    // The page number, the size of the database, both salts and both parts of the checksum.
    for (let at = 0; at < 24; at += 4) {
      const state = stateOf(flipped(32 + frame * frameBytes + at))
      expect([frame, at, state?.dropped]).toEqual([frame, at, last - frame])
    }
})
