import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { KeptResponse, Store } from '../../src/storage/core/store'
import { type Instant, plusSeconds } from '../../src/base/time'
import { at, engines, type OpenEngine, stopServer } from './engines'

/** The responses that are kept for repeated requests. Every engine must pass. */

afterAll(stopServer)

for (const [name, openEngine] of Object.entries(engines)) {
  describe(`the responses that the ${name} store keeps`, () => {
    let engine: OpenEngine
    let store: Store
    beforeEach(async () => {
      engine = await openEngine()
      store = engine.store
    })
    afterEach(() => engine.discard())

    const keptResponse = (key: string, createdAt = at, owner = 'key:1'): KeptResponse => ({
      owner,
      key,
      fingerprint: 'f',
      status: 201,
      location: `/things/${key}`,
      body: '{"data":1.0}',
      createdAt,
    })
    const later = (seconds: number): Instant => plusSeconds(at, seconds)
    const keep = (response: KeptResponse, until = later(-60)): Promise<boolean> =>
      store.write((tx) => tx.idempotency.keep(response, until))
    const find = (key: string, after = later(-60), owner = 'key:1'): Promise<KeptResponse | undefined> =>
      store.read.idempotency.find(owner, key, after)
    const keysLeft = async (keys: readonly string[]): Promise<string[]> => {
      const found = await Promise.all(keys.map((key) => find(key, later(-1000))))
      return found.flatMap((response) => (response ? [response.key] : []))
    }

    test('are returned unchanged, even without a location, and only to their owner', async () => {
      const responses = [keptResponse('A'), { ...keptResponse('B'), location: null }]
      for (const response of responses) expect(await keep(response)).toBeTrue()
      for (const response of responses) expect(await find(response.key)).toEqual(response)
      expect(await find('A', later(-60), 'key:2')).toBeUndefined()
    })

    test('are not found from the instant at which they expire', async () => {
      await keep(keptResponse('A'))
      expect(await find('A', later(-1))).toBeDefined()
      expect(await find('A', at)).toBeUndefined()
    })

    test('are not replaced by a second response with the same key until they expire', async () => {
      await keep(keptResponse('A'))
      const second = {
        ...keptResponse('A', later(60)),
        fingerprint: 'g',
        status: 200,
        location: null,
        body: '{}',
      }
      expect(await keep(second, later(-1))).toBeFalse()
      expect(await find('A')).toEqual(keptResponse('A'))
      expect(await keep(second, at)).toBeTrue()
      expect(await find('A')).toEqual(second)
    })

    test('are rolled back with a write that fails', async () => {
      const write = store.write(async (tx) => {
        await tx.idempotency.keep(keptResponse('A'), later(-60))
        throw new Error('no')
      })
      expect(await write.catch((error: Error) => error.message)).toBe('no')
      expect(await find('A')).toBeUndefined()
    })

    test('are deleted when they expire', async () => {
      for (const seconds of [1, 2, 3]) await keep(keptResponse(`K${seconds}`, later(seconds)))
      await store.write((tx) => tx.idempotency.prune(later(2), 10, 10))
      expect(await keysLeft(['K1', 'K2', 'K3'])).toEqual(['K3'])
    })

    test('are deleted beyond the maximum, the oldest first', async () => {
      for (const seconds of [3, 1, 4, 2]) await keep(keptResponse(`K${seconds}`, later(seconds)))
      const forget = (max: number) => store.write((tx) => tx.idempotency.prune(later(-60), max, 10))
      await forget(4)
      expect(await keysLeft(['K1', 'K2', 'K3', 'K4'])).toHaveLength(4)
      await forget(2)
      expect(await keysLeft(['K1', 'K2', 'K3', 'K4'])).toEqual(['K3', 'K4'])
    })
  })
}
