import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { OriginKind } from '../../src/storage/core/store'
import type { Instant } from '../../src/base/time'
import { engines, type OpenEngine, stopServer } from './engines'

/** The origins of the sign-ins of an account, and their limit. Every engine must pass. */

const most = 3
const atSecond = (second: number): Instant =>
  `2026-03-01T00:00:${String(second).padStart(2, '0')}.000000Z` as Instant

afterAll(stopServer)

for (const [name, openEngine] of Object.entries(engines)) {
  describe(`the known origins of the ${name} store`, () => {
    let engine: OpenEngine
    beforeEach(async () => {
      engine = await openEngine()
    })
    afterEach(() => engine.discard())

    const see = (
      origin: string,
      second: number,
      { hasReturned = false, account = 'ada', kind = 'device' as OriginKind } = {},
    ) =>
      engine.store.write((tx) =>
        tx.knownOrigins.put(
          { accountId: account, kind, origin, seenAt: atSecond(second), hasReturned },
          most,
        ),
      )
    const known = async (origins: string, account = 'ada', kind: OriginKind = 'device') => {
      const found = []
      for (const origin of origins)
        if (await engine.store.read.knownOrigins.find(account, kind, origin)) found.push(origin)
      return found.join('')
    }

    test('are limited for each account and kind: the oldest is deleted', async () => {
      for (const [second, origin] of 'abcd'.split('').entries()) await see(origin, second)
      expect(await known('abcd')).toBe('bcd')
      await see('a', 9, { account: 'bea' })
      await see('a', 9, { kind: 'address' })
      expect([await known('abcd'), await known('a', 'bea'), await known('a', 'ada', 'address')]).toEqual([
        'bcd',
        'a',
        'a',
      ])
    })

    test('that were used again remain when others are used once', async () => {
      await see('a', 0, { hasReturned: true })
      for (const [second, origin] of 'bcdefgh'.split('').entries()) await see(origin, second + 1)
      expect(await known('abcdefgh')).toBe('agh')
    })

    test('always contain the latest one, even when the clock was set back', async () => {
      for (const origin of 'abc') await see(origin, 30, { hasReturned: true })
      await see('d', 1)
      expect((await known('abcd')).length).toBe(most)
      expect(await known('d')).toBe('d')
    })

    test('are deleted by age, and with their account', async () => {
      for (const [second, origin] of 'abc'.split('').entries()) await see(origin, second)
      await see('a', 0, { account: 'bea' })
      expect(await engine.store.write((tx) => tx.knownOrigins.deleteBefore(atSecond(1), 10))).toBe(2)
      expect([await known('abc'), await known('a', 'bea')]).toEqual(['bc', ''])
      await engine.store.write((tx) => tx.knownOrigins.deleteOfAccount('ada'))
      expect(await known('abc')).toBe('')
    })
  })
}
