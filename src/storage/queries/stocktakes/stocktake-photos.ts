import { and, eq, inArray, sql } from 'drizzle-orm'
import { createPauses } from '../../../base/turns/pause'
import { arg, type Db } from '../../sql/database'
import { stocktakeLines, stocktakePhotoParts, stocktakePhotos } from '../../sql/stocktake-tables'

type StocktakePhotoRow = typeof stocktakePhotos.$inferSelect

/** Size of the parts in which an image is stored, in bytes. */
const partBytes = 256 * 1024

export function stocktakePhotoReads(db: Db) {
  const { thumbnail, ...described } = stocktakePhotos
  const ofLine = (table: typeof stocktakePhotos | typeof stocktakePhotoParts) =>
    and(eq(table.stocktakeId, arg('stocktakeId')), eq(table.assetId, arg('assetId')))
  const one = db
    .select({
      mediaType: described.mediaType,
      hash: described.hash,
      bytes: described.bytes,
      thumbnailMediaType: described.thumbnailMediaType,
      thumbnailHash: described.thumbnailHash,
    })
    .from(stocktakePhotos)
    .where(ofLine(stocktakePhotos))
    .prepare()
  const small = db.select({ thumbnail }).from(stocktakePhotos).where(ofLine(stocktakePhotos)).prepare()
  const part = db
    .select({ bytes: stocktakePhotoParts.bytes })
    .from(stocktakePhotoParts)
    .where(and(ofLine(stocktakePhotoParts), eq(stocktakePhotoParts.part, arg('part'))))
    .prepare()

  return {
    /** Returns what is known of the photo of a line, without its image. */
    async find(stocktakeId: number, assetId: number) {
      return (await one.execute({ stocktakeId, assetId }))[0]
    },
    async thumbnail(stocktakeId: number, assetId: number): Promise<Uint8Array | undefined> {
      return (await small.execute({ stocktakeId, assetId }))[0]?.thumbnail
    },
    /** Returns a part of an image, counted from 0; undefined after the last one, or when the photo is gone. */
    async part(stocktakeId: number, assetId: number, wanted: number): Promise<Uint8Array | undefined> {
      return (await part.execute({ stocktakeId, assetId, part: wanted }))[0]?.bytes
    },
    async count(stocktakeId: number): Promise<number> {
      const [row] = await db
        .select({ total: sql<number>`count(*)` })
        .from(stocktakePhotos)
        .where(eq(stocktakePhotos.stocktakeId, stocktakeId))
      return Number(row?.total ?? 0)
    },
  }
}

export function stocktakePhotoWrites(db: Db) {
  const mark = (stocktakeId: number, assetId: number, hasPhoto: boolean) =>
    db
      .update(stocktakeLines)
      .set({ hasPhoto })
      .where(and(eq(stocktakeLines.stocktakeId, stocktakeId), eq(stocktakeLines.assetId, assetId)))

  async function remove(stocktakeId: number, assetIds: readonly number[]): Promise<void> {
    for (const table of [stocktakePhotoParts, stocktakePhotos])
      await db
        .delete(table)
        .where(and(eq(table.stocktakeId, stocktakeId), inArray(table.assetId, [...assetIds])))
  }

  return {
    ...stocktakePhotoReads(db),

    /** Stores the photo of a line, in place of a former one. */
    async put(photo: StocktakePhotoRow, image: Uint8Array): Promise<void> {
      const { stocktakeId, assetId } = photo
      await remove(stocktakeId, [assetId])
      await db.insert(stocktakePhotos).values(photo)
      const pause = createPauses()
      for (let part = 0; part * partBytes < image.length; part++) {
        const bytes = image.subarray(part * partBytes, (part + 1) * partBytes)
        await db.insert(stocktakePhotoParts).values({ stocktakeId, assetId, part, bytes })
        await pause()
      }
      await mark(stocktakeId, assetId, true)
    },

    /** Deletes the photo of a line. */
    async remove(stocktakeId: number, assetId: number): Promise<void> {
      await remove(stocktakeId, [assetId])
      await mark(stocktakeId, assetId, false)
    },

    /** Deletes at most `most` photos of a stocktake that is deleted. Returns their number. */
    async delete(stocktakeId: number, most: number): Promise<number> {
      const rows = await db
        .select({ id: stocktakePhotos.assetId })
        .from(stocktakePhotos)
        .where(eq(stocktakePhotos.stocktakeId, stocktakeId))
        .limit(most)
      if (rows.length > 0)
        await remove(
          stocktakeId,
          rows.map(({ id }) => id),
        )
      return rows.length
    },
  }
}
