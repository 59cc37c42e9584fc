import type { SessionCaller } from '../../base/caller'
import { conflict, forbidden, notFound } from '../../base/errors'
import { readPhoto } from '../../base/images/image'
import { hashOf, type StoredImage, streamOf } from '../../base/images/stored'
import type { Clock } from '../../base/time'
import { audit } from '../../people/audit/record'
import type { StocktakeLineRow, StocktakeRow, Store, Writes } from '../../storage/core/store'
import { openLine } from './lines'
import type { StocktakeLive } from './live'
import { stocktakeMessages } from './messages'
import type { LineView } from './schema'
import { ownStocktake } from './service'
import { hidesExpected, toLine } from './view'

/** Maximum number of photos of a stocktake. */
const photosMax = 1_000

/** Photos that show why an asset is excused: one of each line (docs/internal-api.md, Lines of a stocktake). */
export class ExcusePhotoService {
  readonly #store: Store
  readonly #live: StocktakeLive
  readonly #now: Clock

  constructor(store: Store, live: StocktakeLive, now: Clock) {
    this.#store = store
    this.#live = live
    this.#now = now
  }

  /** Checks an image and stores it in place of a former one. Throws `malformed` with what is wrong. */
  async put(caller: SessionCaller, id: number, assetId: number, sent: Uint8Array): Promise<LineView> {
    const { photo, thumbnail } = await readPhoto(sent)
    const { organizationId } = caller
    return this.#change(caller, id, assetId, async (tx, row, line) => {
      if (!line.isExcused) throw conflict(stocktakeMessages('stocktake.not_excused'))
      if (!line.hasPhoto && (await tx.stocktakePhotos.count(id)) >= photosMax)
        throw conflict(stocktakeMessages('stocktake.many_photos', { max: photosMax }))
      const at = this.#now()
      await tx.stocktakePhotos.put(
        {
          stocktakeId: id,
          assetId,
          organizationId,
          mediaType: photo.mediaType,
          hash: hashOf(photo.bytes),
          bytes: photo.bytes.length,
          thumbnailMediaType: thumbnail.mediaType,
          thumbnailHash: hashOf(thumbnail.bytes),
          thumbnail: thumbnail.bytes,
          createdAt: at,
        },
        photo.bytes,
      )
      const subject = { kind: 'stocktake', id, name: row.name } as const
      await audit(tx, caller, { at, action: 'photo_added', subject, after: { asset_id: assetId } })
      return { ...line, hasPhoto: true }
    })
  }

  async remove(caller: SessionCaller, id: number, assetId: number): Promise<void> {
    await this.#change(caller, id, assetId, async (tx, row, line) => {
      if (!line.hasPhoto) throw notFound(stocktakeMessages('stocktake.no_photo'))
      await tx.stocktakePhotos.remove(id, assetId)
      const subject = { kind: 'stocktake', id, name: row.name } as const
      const before = { asset_id: assetId }
      await audit(tx, caller, { at: this.#now(), action: 'photo_removed', subject, before })
      return { ...line, hasPhoto: false }
    })
  }

  async image(caller: SessionCaller, id: number, assetId: number): Promise<StoredImage> {
    const { mediaType, hash, bytes: size } = await this.#find(caller, id, assetId)
    const read = (part: number) => this.#store.read.stocktakePhotos.part(id, assetId, part)
    return { mediaType, hash, size, stream: () => streamOf(read, size) }
  }

  async thumbnail(caller: SessionCaller, id: number, assetId: number): Promise<StoredImage> {
    const { thumbnailMediaType: mediaType, thumbnailHash: hash } = await this.#find(caller, id, assetId)
    const bytes = await this.#store.read.stocktakePhotos.thumbnail(id, assetId)
    if (!bytes) throw notFound(stocktakeMessages('stocktake.no_photo'))
    return { mediaType, hash, size: bytes.length, stream: () => streamOf(async () => bytes, bytes.length) }
  }

  async #find(caller: SessionCaller, id: number, assetId: number) {
    const row = await ownStocktake(this.#store.read, caller.organizationId, id)
    if (hidesExpected(row, caller)) throw forbidden(stocktakeMessages('stocktake.blind'))
    const found = await this.#store.read.stocktakePhotos.find(id, assetId)
    if (!found) throw notFound(stocktakeMessages('stocktake.no_photo'))
    return found
  }

  async #change(
    caller: SessionCaller,
    id: number,
    assetId: number,
    work: (tx: Writes, row: StocktakeRow, line: StocktakeLineRow) => Promise<StocktakeLineRow>,
  ): Promise<LineView> {
    const { organizationId } = caller
    const changed = await this.#store.write(
      async (tx) => {
        const { row, line } = await openLine(tx, caller, id, assetId)
        return work(tx, row, line)
      },
      [organizationId],
    )
    this.#live.changed(organizationId, id, [assetId])
    return toLine(changed)
  }
}
