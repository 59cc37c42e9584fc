import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createResolver, KnownTags } from '../../src/tracking/ingest/resolve'
import type { Writes } from '../../src/storage/core/store'
import { at, engines, insertAsset, type OpenEngine, openOrganization, stopServer } from './engines'

/** The matches of tag values that are remembered between writes. Every engine must pass. */

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('It should have failed.'),
    (error: unknown) => error,
  )

afterAll(stopServer)

for (const [name, openEngine] of Object.entries(engines)) {
  describe(`the tags that the ${name} store caches`, () => {
    let engine: OpenEngine
    let org: number
    let known: KnownTags
    beforeEach(async () => {
      engine = await openEngine()
      org = await openOrganization(engine.store, 'north')
      known = new KnownTags()
    })
    afterEach(() => engine.discard())

    const attach = (tx: Writes, assetId: number, value: string) =>
      tx.tags.insert({
        organizationId: org,
        assetId,
        locationId: null,
        tagType: 'rfid',
        value,
        normalized: value,
        searchValue: value,
        identity: '',
      })
    const find = (value: string) =>
      engine.store.write(async (tx) => {
        const resolver = createResolver(tx, known)
        const identifier = { organizationId: org, tagType: 'rfid', value }
        await resolver.load([identifier])
        return resolver.find(identifier)?.assetId
      })
    const newAsset = (key: string) => engine.store.write(async (tx) => (await insertAsset(tx, org, key)).id)

    test('are those of the last change, even after a value matched nothing', async () => {
      const assetId = await newAsset('one')
      expect(await find('A1')).toBeUndefined()
      const tag = await engine.store.write((tx) => attach(tx, assetId, 'A1'))
      expect(await find('A1')).toBe(assetId)
      expect(await find(' a1')).toBe(assetId)
      await engine.store.write((tx) => tx.tags.delete({ assetId }, tag.id, at))
      expect(await find('A1')).toBeUndefined()
      expect(await find(' a1')).toBeUndefined()
    })

    test('are not those of a write that failed', async () => {
      const assetId = await newAsset('one')
      expect(await find('A1')).toBeUndefined()
      const failed = engine.store.write(async (tx) => {
        await attach(tx, assetId, 'A1')
        const resolver = createResolver(tx, known)
        await resolver.load([{ organizationId: org, tagType: 'rfid', value: 'A1' }])
        throw new Error('after the tag was read')
      })
      expect(await failureOf(failed)).toEqual(new Error('after the tag was read'))
      expect(await find('A1')).toBeUndefined()
    })

    test('are none of a deleted asset', async () => {
      const assetId = await newAsset('one')
      await engine.store.write((tx) => attach(tx, assetId, 'A1'))
      expect(await find('A1')).toBe(assetId)
      await engine.store.write(async (tx) => {
        const asset = await tx.assets.find(org, assetId)
        if (!asset) throw new Error('no asset')
        await tx.assets.update({ ...asset, deletedAt: at })
      })
      expect(await find('A1')).toBeUndefined()
    })
  })
}
