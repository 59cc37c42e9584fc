import { AppError } from '../../base/errors'
import { thumbnailOf } from '../../base/images/image'
import type { Log } from '../../base/log'
import type { ListedPhoto, Store } from '../../storage/core/store'
import { startLeaderTask, type Warn } from '../records/leader-task'
import { putThumbnail } from './service'

/**
 * Makes the thumbnails of photos that were stored without one: earlier versions received thumbnails from the browser.
 * A start looks at all photos once, then only at new ones.
 */

/** Number of photos that are looked at together. */
const photosAtOnce = 100

export function keepThumbnails(store: Store, log: Log): { stop(): Promise<void> } {
  let lastId = 0
  return startLeaderTask(store, log, {
    intervalMillis: 10_000,
    failed: 'thumbnails of photos could not be made; retrying',
    async run(isOver, warn) {
      for (;;) {
        const photos = await store.read.assetPhotos.after(lastId, photosAtOnce)
        if (photos.length === 0) return
        for (const photo of photos) {
          if (isOver()) return
          if (photo.thumbnailHash === null && photo.deletedAt === null) await make(store, photo, warn)
          lastId = photo.id
        }
      }
    },
  })
}

/** A photo that cannot be decoded remains without a thumbnail; the console shows the photo. */
async function make(store: Store, photo: ListedPhoto, warn: Warn): Promise<void> {
  const { id, organizationId, assetId } = photo
  const picture = await thumbnailOf(await imageOf(store, photo)).catch((err: unknown) => {
    if (err instanceof AppError && err.code === 'unavailable') throw err
    warn('a photo has no thumbnail, because its image cannot be read', { photo: id, err })
  })
  if (!picture) return
  await store.write(async (tx) => {
    const photos = await tx.assetPhotos.list(organizationId, [assetId])
    if (photos.some((each) => each.id === id)) await putThumbnail(tx, id, picture)
  })
}

async function imageOf(store: Store, { organizationId, assetId, id, bytes }: ListedPhoto): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for (let read = 0; read < bytes;) {
    const part = await store.read.assetPhotos.part(organizationId, assetId, id, parts.length)
    // The photo was deleted meanwhile.
    if (!part) break
    parts.push(part)
    read += part.length
  }
  return Buffer.concat(parts)
}
