import { plain } from '../../src/base/messages'
import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../src/base/errors'
import { createCommits } from '../../src/storage/sqlite/commits'
import { createSnapshots } from '../../src/storage/sqlite/snapshots'
import type { Transactions } from '../../src/storage/sql/transactions'
import { createSqliteTransactions } from '../../src/storage/sqlite/transactions'
import { Writer } from '../../src/storage/core/writer'

/** The queue of SQLite's writes: properties of this engine only, and failures of the disk. */

const directory = mkdtempSync(join(tmpdir(), 'whereabouts-writer-'))
let files = 0
let db: Database
/** Another connection: what it sees is committed. */
let other: Database
let commits: ReturnType<typeof createCommits>
let fatal: unknown[]
let writer: Writer

beforeEach(() => {
  const path = join(directory, `${files++}.db`)
  db = new Database(path, { create: true })
  db.run('pragma journal_mode = wal')
  db.run('pragma synchronous = normal')
  db.run('pragma foreign_keys = on')
  db.run('create table notes (text text primary key) strict')
  db.run('create table replies (note text references notes (text) deferrable initially deferred) strict')
  other = new Database(path, { readonly: true })
  fatal = []
  commits = createCommits(db, createSnapshots(other))
  writer = new Writer(createSqliteTransactions(db, commits), { onFatal: (error) => fatal.push(error) })
})
afterEach(async () => {
  await writer.close()
  await commits.close()
  other.close()
  db.close()
})
afterAll(() => rmSync(directory, { recursive: true }))

const insert = (text: string): void => {
  db.query('insert into notes values (?)').run(text)
}
const add = (text: string): Promise<void> => writer.write(async () => insert(text))

function notes(): string[] {
  const rows = other.query<{ text: string }, []>('select text from notes order by text').all()
  return rows.map(({ text }) => text)
}

const outcomesOf = async (writes: readonly Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(writes)).map((result) =>
    result.status === 'fulfilled' ? 'done' : (result.reason as { code?: unknown }).code,
  )

const tooMuch = 'x'.repeat(100_000)

/** Simulates a full disk: the file cannot grow until the returned function is called. */
function fill(): () => void {
  const count = db.query<{ page_count: number }, []>('pragma page_count').get()?.page_count
  db.run(`pragma max_page_count = ${count}`)
  return () => db.run('pragma max_page_count = 1000000')
}

describe('concurrent writes', () => {
  beforeEach(() => {
    // As on a database that other instances share.
    const transactions = Object.create(createSqliteTransactions(db, commits), { isShared: { value: true } })
    writer = new Writer(transactions as Transactions, { onFatal: (error) => fatal.push(error) })
  })

  const concurrent = (work: () => Promise<void>): Promise<void> => writer.write(work, 'all', 'concurrent')

  /** Inserts a text after a check and a step in which another write may insert it. */
  const addUnlessPresent = (text: string): Promise<void> =>
    concurrent(async () => {
      const isPresent = db.query('select 1 from notes where text = ?').get(text) !== null
      if (isPresent) throw new AppError('conflict', plain('The text is present'))
      await Promise.resolve()
      insert(text)
    })

  test('run at the same time, and the others before or after them', async () => {
    const steps: string[] = []
    const inTwoSteps = (name: string) => async (): Promise<void> => {
      steps.push(`${name} begins`)
      await Promise.resolve()
      steps.push(`${name} ends`)
    }
    await Promise.all([
      writer.write(inTwoSteps('A')),
      concurrent(inTwoSteps('B')),
      concurrent(inTwoSteps('C')),
      writer.write(inTwoSteps('D')),
    ])
    expect(steps).toEqual([
      'A begins',
      'A ends',
      'B begins',
      'C begins',
      'B ends',
      'C ends',
      'D begins',
      'D ends',
    ])
  })

  test('run again one after another when a constraint rejects one, which then reads the row of the other', async () => {
    const outcomes = await outcomesOf([
      addUnlessPresent('A'),
      addUnlessPresent('B'),
      addUnlessPresent('A'),
      add('C'),
    ])
    expect(outcomes).toEqual(['done', 'done', 'conflict', 'done'])
    expect(notes()).toEqual(['A', 'B', 'C'])
  })

  test('run again when the commit reports that a statement before it has failed', async () => {
    const transactions = createSqliteTransactions(db, commits)
    const failures: unknown[] = [new Error('A statement has failed')]
    const late = Object.create(transactions, {
      isShared: { value: true },
      commit: {
        value: async (isEmpty: boolean) => {
          const failure = failures.pop()
          if (failure !== undefined) throw failure
          return transactions.commit(isEmpty)
        },
      },
    })
    writer = new Writer(late as Transactions, { onFatal: (error) => fatal.push(error) })
    expect(await outcomesOf([addUnlessPresent('A'), addUnlessPresent('B'), add('C')])).toEqual([
      'done',
      'done',
      'done',
    ])
    expect([notes(), fatal]).toEqual([['A', 'B', 'C'], []])
    failures.push(new AppError('conflict', plain('Refused')), new Error('A statement has failed'))
    expect(await outcomesOf([add('D')])).toEqual(['conflict'])
    expect(await outcomesOf([add('E')])).toEqual(['done'])
    expect(notes()).toEqual(['A', 'B', 'C', 'E'])
  })

  test('are stored when another fails before it has changed anything', async () => {
    await add('A')
    expect(await outcomesOf([addUnlessPresent('B'), addUnlessPresent('A')])).toEqual(['done', 'conflict'])
    expect(notes()).toEqual(['A', 'B'])
  })
})

describe('simultaneous writes', () => {
  test('share one commit, before which no success is reported', async () => {
    let isFirstDone = false
    const first = add('A').then(() => (isFirstDone = true))
    const during = writer.write(async () => {
      await Bun.sleep(1)
      return { isFirstDone, notes: notes() }
    })
    expect(await during).toEqual({ isFirstDone: false, notes: [] })
    await first
    expect(notes()).toEqual(['A'])
  })

  test('are not read before they are on disk', async () => {
    db.run('begin immediate')
    insert('A')
    const durable = commits.commit()
    expect([notes(), commits.isSettled]).toEqual([[], false])
    await durable
    expect([notes(), commits.isSettled]).toEqual([['A'], true])
  })

  test('all fail when the commit fails, and change nothing', async () => {
    const orphan = writer.write(async () => db.run("insert into replies values ('nothing')"))
    expect(await outcomesOf([add('A'), orphan, add('B')])).toEqual(
      Array(3).fill('SQLITE_CONSTRAINT_FOREIGNKEY'),
    )
    expect(notes()).toEqual([])
    await add('C')
    expect(notes()).toEqual(['C'])
  })
})

describe('a full disk', () => {
  // Rule: api.md, Error types
  test('causes all writes of the commit to fail with storage_full, to be retried', async () => {
    const makeRoom = fill()
    const failing = add(tooMuch)
    expect(await outcomesOf([add('A'), failing, add('B')])).toEqual(Array(3).fill('storage_full'))
    expect(await failing.catch((error) => error.details)).toEqual({ headers: { 'retry-after': '1' } })
    expect(notes()).toEqual([])
    makeRoom()
    await add(tooMuch)
    expect(notes()).toEqual([tooMuch])
  })

  test('is recognized behind an error of the query builder', async () => {
    fill()
    const write = writer.write(async () => {
      try {
        insert(tooMuch)
      } catch (cause) {
        throw new Error('Failed query', { cause })
      }
    })
    expect(await outcomesOf([write])).toEqual(['storage_full'])
  })

  test('is a problem until a write succeeds', async () => {
    expect(writer.problems()).toEqual([])
    const makeRoom = fill()
    for (let tries = 0; tries < 2; tries++) {
      await outcomesOf([add(tooMuch)])
      expect(writer.problems()).toEqual(['The disk is full'])
    }
    makeRoom()
    await add(tooMuch)
    expect(writer.problems()).toEqual([])
  })
})

describe('a disk that cannot be written', () => {
  test('causes writes to fail with unavailable, and is a problem until a write succeeds', async () => {
    db.run('pragma query_only = on')
    expect(await outcomesOf([add('A')])).toEqual(['unavailable'])
    expect(writer.problems()).toEqual(['The database cannot be written'])
    db.run('pragma query_only = off')
    await add('A')
    expect(writer.problems()).toEqual([])
  })

  test('remains a problem after a write without changes', async () => {
    const makeRoom = fill()
    await outcomesOf([add(tooMuch)])
    makeRoom()
    const wal = () => Bun.file(db.filename + '-wal').size
    const before = wal()
    await writer.write(async () => {})
    expect(wal()).toBeGreaterThan(before)
    expect(writer.problems()).toEqual([])
  })

  test('is fatal when an fsync fails, because its content is then unknown', async () => {
    const failure = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' })
    const write = writer.write(async () => {
      throw failure
    })
    expect(await outcomesOf([add('A'), write])).toEqual(['unavailable', 'unavailable'])
    expect(fatal).toEqual([failure])
    expect(notes()).toEqual([])
  })
})

test('an error of the work is not a problem of the disk', async () => {
  await add('A')
  expect(await outcomesOf([add('A')])).toEqual(['SQLITE_CONSTRAINT_PRIMARYKEY'])
  expect(writer.problems()).toEqual([])
  expect(fatal).toEqual([])
})
