import { plain } from '../../src/base/messages'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { AppError, conflict } from '../../src/base/errors'
import type { AssetRow, Store, Writes } from '../../src/storage/core/store'
import { engines, insertAsset, type OpenEngine, openOrganization, stopServer } from './engines'

/** The contract of Store. Every engine must pass. */

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('It should have failed.'),
    (error: unknown) => error,
  )

/** A point in a write that the test lets it pass. */
function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  return {
    open,
    reached,
    pass: () => {
      reach()
      return opened
    },
  }
}

afterAll(stopServer)

for (const [name, openEngine] of Object.entries(engines)) {
  describe(`the ${name} store`, () => {
    let engine: OpenEngine
    let store: Store
    let org: number

    beforeEach(async () => {
      engine = await openEngine()
      store = engine.store
      org = await openOrganization(store, 'north')
    })
    afterEach(() => engine.discard())

    const find = (key: string, from: Store = store): Promise<AssetRow | undefined> =>
      from.read.assets.findByKey(org, key)
    const add = (key: string): Promise<AssetRow> => store.write((tx) => insertAsset(tx, org, key))
    const keysOf = async (keys: readonly string[]): Promise<string[]> => {
      const found = await Promise.all(keys.map((key) => find(key)))
      return found.filter((row) => row !== undefined).map((row) => row.externalKey)
    }

    describe('a write', () => {
      test('returns what its work returns, and reads return what it wrote', async () => {
        const written = await add('A')
        expect(written).toMatchObject({ organizationId: org, externalKey: 'A', deletedAt: null })
        expect(await find('A')).toEqual(written)
      })

      test('is stored after the store was closed and opened again', async () => {
        const written = await add('A')
        expect(await find('A', await engine.reopen())).toEqual(written)
      })

      test('that fails rejects with the same error, and changes nothing', async () => {
        const error = conflict(plain('no'))
        const write = store.write(async (tx) => {
          await insertAsset(tx, org, 'A')
          await insertAsset(tx, org, 'B')
          throw error
        })
        expect(await failureOf(write)).toBe(error)
        expect(await keysOf(['A', 'B'])).toEqual([])
      })

      test('that throws before its first await rejects', async () => {
        const write = store.write(() => {
          throw new Error('at once')
        })
        expect(await failureOf(write)).toEqual(new Error('at once'))
        expect(await add('A')).toBeDefined()
      })

      const afterFailure = name === 'SQLite' ? 'commits the others' : 'fails as a whole'
      test(`that catches the failure of one statement ${afterFailure}`, async () => {
        await add('taken')
        const write = store.write(async (tx) => {
          await insertAsset(tx, org, 'before')
          await failureOf(insertAsset(tx, org, 'taken'))
          await insertAsset(tx, org, 'after').catch(() => {})
        })
        if (name === 'SQLite') await write
        // The failure ends the transaction.
        else expect(await failureOf(write)).toMatchObject({ code: '23505' })
        expect(await keysOf(['before', 'after'])).toEqual(name === 'SQLite' ? ['before', 'after'] : [])
      })

      test('whose work continues after the end of the transaction changes nothing more', async () => {
        const end = gate()
        let late: Promise<unknown> | undefined
        await store.write(async (tx) => {
          late = failureOf(end.pass().then(() => insertAsset(tx, org, 'late')))
          await insertAsset(tx, org, 'A')
        })
        end.open()
        expect(String(await late)).toContain('outside of it')
        expect(await keysOf(['A', 'late'])).toEqual(['A'])
      })

      test('refuses a row with a foreign key to no row', async () => {
        await failureOf(store.write((tx) => insertAsset(tx, org + 1, 'A')))
        expect(await store.read.assets.findByKey(org + 1, 'A')).toBeUndefined()
      })
    })

    describe('a write in progress', () => {
      test('sees its own changes, while reads do not see them until the commit', async () => {
        const middle = gate()
        const write = store.write(async (tx) => {
          await insertAsset(tx, org, 'A')
          await middle.pass()
          return tx.assets.findByKey(org, 'A')
        })
        await middle.reached
        expect(await find('A')).toBeUndefined()
        middle.open()
        expect(await write).toMatchObject({ externalKey: 'A' })
        expect(await find('A')).toMatchObject({ externalKey: 'A' })
      })

      test('lets other writes wait without an error', async () => {
        const middle = gate()
        const first = store.write(async (tx) => {
          await middle.pass()
          await insertAsset(tx, org, 'A')
        })
        await middle.reached
        const second = store.write((tx) => tx.assets.findByKey(org, 'A'))
        middle.open()
        await first
        expect(await second).toMatchObject({ externalKey: 'A' })
      })

      test('rejects a nested write instead of waiting for itself, and continues', async () => {
        const inner = await store.write(async (tx) => {
          const error = await failureOf(store.write((nested) => insertAsset(nested, org, 'inner')))
          await insertAsset(tx, org, 'outer')
          return error
        })
        expect(inner).toEqual(new Error('A write was begun inside another write.'))
        expect(await keysOf(['inner', 'outer'])).toEqual(['outer'])
      })

      test('may be followed by another as soon as it is done', async () => {
        const second = await add('A').then(() => add('B'))
        expect(second.externalKey).toBe('B')
      })
    })

    describe('simultaneous writes', () => {
      test('run one after another, in the order in which they came', async () => {
        const steps: string[] = []
        const step = (number: number) =>
          store.write(async (tx) => {
            steps.push(`${number} begins`)
            for (let reads = 0; reads < 5 - number; reads++) await tx.assets.findByKey(org, 'A')
            steps.push(`${number} ends`)
          })
        await Promise.all([1, 2, 3, 4].map(step))
        expect(steps).toEqual([1, 2, 3, 4].flatMap((number) => [`${number} begins`, `${number} ends`]))
      })

      test('each see what those before them wrote', async () => {
        const claim = (tx: Writes) =>
          tx.assets.findByKey(org, 'one').then((row) => (row ? undefined : insertAsset(tx, org, 'one')))
        const claims = await Promise.all(Array.from({ length: 50 }, () => store.write(claim)))
        expect(claims.map((row) => row !== undefined)).toEqual([true, ...Array(49).fill(false)])
      })

      test('fail separately: of 32 exactly the three with an error', async () => {
        await add('taken')
        const works = Array.from({ length: 32 }, (_, index) => async (tx: Writes) => {
          const row = await insertAsset(tx, org, `K${index}`)
          if (index === 5) await insertAsset(tx, org, 'taken')
          if (index === 17) throw conflict(plain('refused'))
          if (index === 31) throw new TypeError('a bug')
          return row.externalKey
        })
        const results = await Promise.allSettled(works.map((work) => store.write(work)))

        const failed = results.flatMap((result, index) => (result.status === 'rejected' ? [index] : []))
        expect(failed).toEqual([5, 17, 31])
        expect(results[17]).toMatchObject({ reason: { code: 'conflict', message: 'refused' } })
        expect(results[31]).toMatchObject({ reason: new TypeError('a bug') })
        const keys = works.map((_, index) => `K${index}`)
        expect(await keysOf(keys)).toEqual(keys.filter((_, index) => !failed.includes(index)))
      })

      test('report success only when their changes can be read', async () => {
        const seen = await Promise.all(
          Array.from({ length: 40 }, async (_, index) => {
            await add(`K${index}`)
            return (await find(`K${index}`)) !== undefined
          }),
        )
        expect(seen).toEqual(Array(40).fill(true))
      })

      test('may be more than fit in one commit', async () => {
        const keys = Array.from({ length: 1200 }, (_, index) => `K${index}`)
        await Promise.all(keys.map(add))
        expect(await keysOf(keys)).toEqual(keys)
      })
    })

    describe('a dryRun', () => {
      const dryRun = (key: string) => store.dryRun((tx) => insertAsset(tx, org, key))

      test('returns what the write would return, and leaves nothing', async () => {
        expect(await dryRun('A')).toMatchObject({ organizationId: org, externalKey: 'A' })
        expect(await keysOf(['A'])).toEqual([])
        expect((await add('A')).externalKey).toBe('A')
      })

      test('runs in the order of the writes: it sees those before it, and those after it do not see its changes', async () => {
        const isThere = (key: string) =>
          store.dryRun(async (tx) => (await tx.assets.findByKey(org, key)) !== undefined)
        const all = await Promise.all([add('A'), dryRun('B'), isThere('A'), isThere('B'), add('B'), add('C')])
        expect([all[2], all[3]]).toEqual([true, false])
        expect(await keysOf(['A', 'B', 'C'])).toEqual(['A', 'B', 'C'])
      })

      test('that fails rejects with the same error, and changes nothing', async () => {
        const error = conflict(plain('no'))
        const failing = store.dryRun(async (tx) => {
          await insertAsset(tx, org, 'A')
          throw error
        })
        const others = [add('B'), dryRun('B')]
        expect(await failureOf(failing)).toBe(error)
        expect((await Promise.allSettled(others)).map(({ status }) => status)).toEqual([
          'fulfilled',
          'rejected',
        ])
        expect(await keysOf(['A', 'B'])).toEqual(['B'])
      })
    })

    describe('closing', () => {
      test('waits for started and queued writes', async () => {
        const middle = gate()
        const first = store.write(async (tx) => {
          await middle.pass()
          return insertAsset(tx, org, 'A')
        })
        await middle.reached
        const second = add('B')
        const reopened = engine.reopen()
        middle.open()
        await Promise.all([first, second])
        const after = await reopened
        expect([await find('A', after), await find('B', after)]).toMatchObject([
          { externalKey: 'A' },
          { externalKey: 'B' },
        ])
      })

      test('rejects later writes', async () => {
        const reopened = engine.reopen()
        const error = await failureOf(add('late'))
        expect(error).toBeInstanceOf(AppError)
        expect(error).toMatchObject({ code: 'unavailable' })
        expect(await find('late', await reopened)).toBeUndefined()
      })
    })

    // PostgreSQL waits for locks of other instances for half a minute (test/suites/postgres/restarts.test.ts).
    describe.if(name === 'SQLite')('a lock of another process', () => {
      // Rule: api.md, Error types
      test('causes a write to fail with unavailable, to be retried in a second', async () => {
        const release = await engine.lock()
        const error = await failureOf(add('A')).finally(release)
        expect(error).toBeInstanceOf(AppError)
        expect(error).toMatchObject({ code: 'unavailable', details: { headers: { 'retry-after': '1' } } })
        expect(await find('A')).toBeUndefined()
        expect(await add('A')).toMatchObject({ externalKey: 'A' })
      })

      test('does not delay reads while a write waits for it', async () => {
        await add('A')
        const release = await engine.lock()
        const begun = performance.now()
        let waited = 0
        const write = failureOf(add('B')).finally(() => (waited = performance.now() - begun))
        let longest = 0
        while (waited === 0) {
          const before = performance.now()
          expect(await find('A')).toBeDefined()
          await Bun.sleep(1)
          longest = Math.max(longest, performance.now() - before)
        }
        release()
        expect(await write).toMatchObject({ code: 'unavailable' })
        // The write waits 500 ms, longer on a loaded machine. A read that waited for the lock would take as long.
        expect(longest).toBeLessThan(0.8 * waited)
      })

      test('that ends soon only delays a write', async () => {
        const release = await engine.lock()
        setTimeout(release, 50)
        expect(await add('A')).toMatchObject({ externalKey: 'A' })
      })

      test('is not reported as a problem of the disk', async () => {
        const release = await engine.lock()
        await failureOf(add('A')).finally(release)
        expect(store.problems()).toEqual([])
      })
    })
  })
}
