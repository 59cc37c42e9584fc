import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Instant } from '../../src/base/time'
import { openHistories } from '../support/history'

/** The photos of deleted assets. */

let histories: Awaited<ReturnType<typeof openHistories>>
beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

const at = (day: number): Instant => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000000Z` as Instant

/** An asset with a photo, deleted on a day of March; live without a day. */
async function newAsset(number: number, deletedOn?: number): Promise<number> {
  const { store, organizationId } = histories
  return store.write(async (tx) => {
    const asset = await tx.assets.insert({
      organizationId,
      externalKey: `PHOTO-${number}`,
      name: 'Asset',
      description: null,
      isActive: true,
      metadata: '{}',
      validFrom: at(1),
      validTo: null,
      createdAt: at(1),
      updatedAt: at(1),
      searchKey: '',
      searchDescription: '',
      searchFolded: null,
    })
    const photo = { organizationId, assetId: asset.id, position: 1, description: null, createdAt: at(1) }
    const image = { mediaType: 'image/png', width: 1, height: 1, hash: 'a', bytes: 300_000 } as const
    const { id } = await tx.assetPhotos.insert({ ...photo, ...image }, new Uint8Array(300_000))
    const bytes = Uint8Array.of(1)
    await tx.assetPhotos.putThumbnail({ photoId: id, mediaType: 'image/png', hash: 'b', bytes })
    if (deletedOn !== undefined) await tx.assets.update({ ...asset, deletedAt: at(deletedOn) })
    return asset.id
  })
}

// Rule: internal-api.md, Photos
test('photos of deleted assets are forgotten a few at a time, and no others', async () => {
  const { store, organizationId } = histories
  const live = await newAsset(1)
  const [, , , recent] = [
    await newAsset(2, 2),
    await newAsset(3, 3),
    await newAsset(4, 4),
    await newAsset(5, 9),
  ]
  const forget = () => store.write((tx) => tx.assetPhotos.deleteOfDeletedAssets(at(5), 2))
  expect([await forget(), await forget(), await forget()]).toEqual([2, 1, 0])
  expect(await store.read.assetPhotos.list(organizationId, [live])).toHaveLength(1)

  // The photo of the asset that was deleted later is hidden, and shown when the asset is live again.
  expect(await store.read.assetPhotos.list(organizationId, [recent as number])).toEqual([])
  await store.write(async (tx) => {
    const asset = await tx.deletedAssets.find(organizationId, recent as number)
    if (asset) await tx.assets.update({ ...asset, deletedAt: null })
  })
  const [photo] = await store.read.assetPhotos.list(organizationId, [recent as number])
  expect(photo).toMatchObject({ bytes: 300_000, thumbnailHash: 'b' })
  const parts = [0, 1, 2].map((part) =>
    store.read.assetPhotos.part(organizationId, recent as number, photo?.id ?? 0, part),
  )
  expect((await Promise.all(parts)).map((part) => part?.length)).toEqual([262_144, 37_856, undefined])
})
