import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Instant } from '../../src/base/time'
import { engines, openOrganization, type OpenEngine, stopServer } from './engines'

/** The rows that maintenance deletes, a slice at a time. Every engine must pass. */

const dayOf = (day: number): Instant => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000000Z` as Instant

afterAll(stopServer)

for (const [name, openEngine] of Object.entries(engines)) {
  describe(`what the ${name} store deletes`, () => {
    let engine: OpenEngine
    beforeEach(async () => {
      engine = await openEngine()
    })
    afterEach(() => engine.discard())

    // Rule: history.md, Retention
    describe('of submissions', () => {
      const submit = (...days: readonly number[]) =>
        engine.store.write(async (tx) => {
          for (const day of days)
            await tx.ingest.insertSubmission({
              source: 'reader:1',
              submissionId: `of ${day}`,
              response: '{}',
              createdAt: dayOf(day),
            })
        })
      const forget = (before: number, max: number, most: number) =>
        engine.store.write((tx) => tx.ingest.pruneSubmissions(dayOf(before), max, most))
      const known = (...days: readonly number[]) =>
        engine.store.write(async (tx) => {
          const found = []
          for (const day of days)
            if ((await tx.ingest.findSubmission('reader:1', `of ${day}`)) !== undefined) found.push(day)
          return found
        })

      test('before a given day are deleted, the oldest first', async () => {
        await submit(5, 1, 3, 2, 4)
        expect(await forget(4, 100, 2)).toBe(2)
        expect(await known(1, 2, 3, 4, 5)).toEqual([3, 4, 5])
        expect([await forget(4, 100, 2), await forget(4, 100, 2)]).toEqual([1, 0])
        expect(await known(1, 2, 3, 4, 5)).toEqual([4, 5])
      })

      test('beyond the maximum are deleted, the oldest first, regardless of their age', async () => {
        await submit(5, 1, 3, 2, 4)
        expect(await forget(1, 5, 10)).toBe(0)
        expect(await forget(1, 2, 10)).toBe(3)
        expect(await known(1, 2, 3, 4, 5)).toEqual([4, 5])
      })
    })

    describe('of the audit log', () => {
      let north: number
      let south: number
      beforeEach(async () => {
        north = await openOrganization(engine.store, 'north')
        south = await openOrganization(engine.store, 'south')
      })
      const change = (organizationId: number, ...days: readonly number[]) =>
        engine.store.write(async (tx) => {
          for (const day of days)
            await tx.audit.insert({
              organizationId,
              changedAt: dayOf(day),
              actorKind: 'system',
              actorId: null,
              actorName: 'A',
              action: 'changed',
              subjectKind: 'asset',
              subjectId: String(day),
              subjectName: null,
              importId: null,
              before: null,
              after: null,
            })
        })
      const forget = (organizationId: number, until: number, most: number) =>
        engine.store.write((tx) => tx.audit.prune(organizationId, dayOf(until), most))
      const anything = {
        subjectId: undefined,
        actorId: undefined,
        action: undefined,
        subjectKind: undefined,
        actorKind: undefined,
        from: undefined,
        to: undefined,
      }
      const known = async (organizationId: number) => {
        const page = { limit: 50, offset: 0 }
        const { rows } = await engine.store.read.audit.list(organizationId, anything, page)
        return rows.map(({ subjectId }) => Number(subjectId))
      }

      test('of one organization up to an instant are deleted, the oldest first', async () => {
        await change(north, 5, 1, 3, 2, 4)
        await change(south, 1, 2)
        expect(await forget(north, 3, 2)).toBe(2)
        expect(await known(north)).toEqual([5, 4, 3])
        expect([await forget(north, 3, 2), await forget(north, 3, 2)]).toEqual([1, 0])
        expect([await known(north), await known(south)]).toEqual([
          [5, 4],
          [2, 1],
        ])
      })

      test('beyond the maximum of one organization are deleted', async () => {
        await change(north, 5, 1, 3, 2, 4)
        await change(south, 1, 2, 3)
        const { audit } = engine.store.read
        expect(await audit.surplusSince(north, 5)).toBeUndefined()
        expect(await audit.surplusSince(north, 3)).toBe(dayOf(2))
        expect(await audit.surplusSince(south, 3)).toBeUndefined()
      })
    })

    test('of the refresh tokens of an API key, only the oldest beyond the maximum are deleted', async () => {
      const { store } = engine
      const organizationId = await openOrganization(store, 'north')
      await store.write(async (tx) => {
        for (const [id, days] of [
          ['busy', [5, 1, 3, 2, 4]],
          ['calm', [1, 2, 3]],
        ] as const) {
          await tx.accounts.insertApiKey({
            id,
            organizationId,
            environment: 'production',
            name: id,
            scopes: [],
            secretHash: '',
            createdAt: dayOf(1),
            expiresAt: null,
          })
          for (const day of days)
            await tx.refreshTokens.insert({
              hash: `${id} ${day}`,
              chainId: `${id} ${day}`,
              apiKeyId: id,
              sessionId: null,
              environment: 'production',
              expiresAt: dayOf(day),
            })
        }
      })
      const surpluses = await store.read.refreshTokens.surpluses(3)
      expect(surpluses).toEqual([{ apiKeyId: 'busy', until: dayOf(2) }])
      const forget = () => store.write((tx) => tx.refreshTokens.deleteOfKey('busy', dayOf(2), 1))
      expect([await forget(), await forget(), await forget()]).toEqual([1, 1, 0])
      const known = await store.write(async (tx) => {
        const found = []
        for (const hash of ['busy 1', 'busy 2', 'busy 3', 'busy 4', 'busy 5', 'calm 1', 'calm 2', 'calm 3'])
          if (await tx.refreshTokens.find(hash)) found.push(hash)
        return found
      })
      expect(known).toEqual(['busy 3', 'busy 4', 'busy 5', 'calm 1', 'calm 2', 'calm 3'])
      expect(await store.read.refreshTokens.surpluses(3)).toEqual([])
    })

    describe('of sessions', () => {
      /** A session of the user, with a refresh token that expires on each of these days. */
      const begin = (id: string, ...expiries: readonly number[]) =>
        engine.store.write(async (tx) => {
          await tx.accounts.insertSession({
            id,
            userId: 'u',
            organizationId,
            environment: 'production',
            createdAt: dayOf(1),
            device: null,
            address: null,
            issuer: null,
          })
          for (const day of expiries)
            await tx.refreshTokens.insert({
              hash: `${id} ${day}`,
              chainId: id,
              apiKeyId: null,
              sessionId: id,
              environment: 'production',
              expiresAt: dayOf(day),
            })
        })
      const forget = (day: number, most = 10) =>
        engine.store.write(async (tx) => [
          await tx.refreshTokens.deleteExpired(dayOf(day), most),
          await tx.accounts.deleteSpentSessions(most),
        ])
      const live = async (...ids: readonly string[]) => {
        const found = []
        for (const id of ids) if (await engine.store.read.accounts.findSession(id)) found.push(id)
        return found
      }

      let organizationId: number
      beforeEach(async () => {
        organizationId = await openOrganization(engine.store, 'north')
        await engine.store.write(async (tx) => {
          const user = { id: 'u', email: 'a@b', name: 'A', passwordHash: '', createdAt: dayOf(1) }
          await tx.accounts.insertUser(user)
          await tx.accounts.insertMembership('u', organizationId, 'admin')
        })
      })

      test('are deleted when their last refresh token has expired', async () => {
        await begin('one', 3, 9)
        await begin('two', 4)
        expect(await forget(5)).toEqual([2, 1])
        expect(await live('one', 'two')).toEqual(['one'])
        expect(await forget(10)).toEqual([1, 1])
        expect(await live('one', 'two')).toEqual([])
      })

      test('are deleted in batches of the requested size', async () => {
        for (const id of ['a', 'b', 'c']) await begin(id, 2)
        expect([await forget(5, 2), await forget(5, 2), await forget(5, 2)]).toEqual([
          [2, 2],
          [1, 1],
          [0, 0],
        ])
      })
    })
  })
}
