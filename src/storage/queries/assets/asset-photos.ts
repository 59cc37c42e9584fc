import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { createPauses } from '../../../base/turns/pause'
import type { Instant } from '../../../base/time'
import { assetPhotoParts, assetPhotos, assetPhotoThumbnails } from '../../sql/asset-tables'
import { arg, type Db, inJsonList } from '../../sql/database'

export type AssetPhotoRow = typeof assetPhotos.$inferSelect
type PhotoThumbnailRow = typeof assetPhotoThumbnails.$inferSelect
/** A photo, with the hash of its thumbnail if it has one. */
export type ListedPhoto = AssetPhotoRow & { readonly thumbnailHash: string | null }

/** Size of the parts in which an image is stored, in bytes. */
const partBytes = 256 * 1024

const ofLiveAsset = and(eq(assetPhotos.organizationId, arg('organizationId')), isNull(assetPhotos.deletedAt))

export function assetPhotoReads(db: Db) {
  const withThumbnails = () =>
    db
      .select({ photo: assetPhotos, thumbnailHash: assetPhotoThumbnails.hash })
      .from(assetPhotos)
      .leftJoin(assetPhotoThumbnails, eq(assetPhotoThumbnails.photoId, assetPhotos.id))
  const listed = withThumbnails()
    .where(and(inJsonList(assetPhotos.assetId, 'assetIds'), ofLiveAsset))
    .orderBy(asc(assetPhotos.assetId), asc(assetPhotos.position), asc(assetPhotos.id))
    .prepare()
  const next = withThumbnails()
    .where(gt(assetPhotos.id, arg('afterId')))
    .orderBy(asc(assetPhotos.id))
    .limit(arg('most'))
    .prepare()
  const one = and(eq(assetPhotos.id, arg('id')), eq(assetPhotos.assetId, arg('assetId')), ofLiveAsset)
  const thumbnail = db
    .select({ thumbnail: assetPhotoThumbnails })
    .from(assetPhotos)
    .innerJoin(assetPhotoThumbnails, eq(assetPhotoThumbnails.photoId, assetPhotos.id))
    .where(one)
    .prepare()
  const part = db
    .select({ bytes: assetPhotoParts.bytes })
    .from(assetPhotos)
    .innerJoin(assetPhotoParts, eq(assetPhotoParts.photoId, assetPhotos.id))
    .where(and(one, eq(assetPhotoParts.part, arg('part'))))
    .prepare()

  return {
    /** Returns the photos of live assets, in their order. Each asset has few. */
    async list(organizationId: number, assetIds: readonly number[]): Promise<ListedPhoto[]> {
      const rows = await listed.execute({ organizationId, assetIds: JSON.stringify(assetIds) })
      return rows.map(({ photo, thumbnailHash }) => ({ ...photo, thumbnailHash }))
    },

    /** Returns up to `most` photos of all organizations by id. */
    async after(afterId: number, most: number): Promise<ListedPhoto[]> {
      const rows = await next.execute({ afterId, most })
      return rows.map(({ photo, thumbnailHash }) => ({ ...photo, thumbnailHash }))
    },

    async thumbnail(
      organizationId: number,
      assetId: number,
      id: number,
    ): Promise<PhotoThumbnailRow | undefined> {
      const [row] = await thumbnail.execute({ organizationId, assetId, id })
      return row?.thumbnail
    },

    /** Returns a part of an image, counted from 0; undefined after the last one, or when the photo is gone. */
    async part(
      organizationId: number,
      assetId: number,
      id: number,
      wanted: number,
    ): Promise<Uint8Array | undefined> {
      const [row] = await part.execute({ organizationId, assetId, id, part: wanted })
      return row?.bytes
    },
  }
}

export function assetPhotoWrites(db: Db) {
  async function remove(ids: readonly number[]): Promise<void> {
    await db.delete(assetPhotoParts).where(inArray(assetPhotoParts.photoId, [...ids]))
    await db.delete(assetPhotoThumbnails).where(inArray(assetPhotoThumbnails.photoId, [...ids]))
    await db.delete(assetPhotos).where(inArray(assetPhotos.id, [...ids]))
  }

  return {
    ...assetPhotoReads(db),

    async insert(photo: Omit<AssetPhotoRow, 'id' | 'deletedAt'>, image: Uint8Array): Promise<AssetPhotoRow> {
      const [row] = await db.insert(assetPhotos).values(photo).returning()
      const inserted = row as AssetPhotoRow
      const pause = createPauses()
      for (let part = 0; part * partBytes < image.length; part++) {
        const bytes = image.subarray(part * partBytes, (part + 1) * partBytes)
        await db.insert(assetPhotoParts).values({ photoId: inserted.id, part, bytes })
        await pause()
      }
      return inserted
    },

    /** Changes what a user can change. */
    async update({ id, position, description }: AssetPhotoRow): Promise<void> {
      await db.update(assetPhotos).set({ position, description }).where(eq(assetPhotos.id, id))
    },

    /** Inserts or replaces the thumbnail of a photo of the caller's organization. */
    async putThumbnail(thumbnail: PhotoThumbnailRow): Promise<void> {
      const { mediaType, hash, bytes } = thumbnail
      await db
        .insert(assetPhotoThumbnails)
        .values(thumbnail)
        .onConflictDoUpdate({ target: assetPhotoThumbnails.photoId, set: { mediaType, hash, bytes } })
    },

    /** Deletes a photo of the caller's organization with its image. */
    delete: (id: number): Promise<void> => remove([id]),

    /** Deletes at most `most` photos of assets that were deleted before an instant. Returns their number. */
    async deleteOfDeletedAssets(before: Instant, most: number): Promise<number> {
      const rows = await db
        .select({ id: assetPhotos.id })
        .from(assetPhotos)
        .where(and(sql`${assetPhotos.deletedAt} is not null`, lt(assetPhotos.deletedAt, before)))
        .limit(most)
      if (rows.length > 0) await remove(rows.map(({ id }) => id))
      return rows.length
    },
  }
}
