import { photoMessages } from './messages'
import { rowMessages } from '../../contract/messages'
import { audit } from '../../people/audit/record'
import type { Author } from '../../base/caller'
import { checked } from '../../contract/check'
import { conflict, notFound } from '../../base/errors'
import { type Picture, readPhoto } from '../../base/images/image'
import { hashOf, type StoredImage, streamOf } from '../../base/images/stored'
import type { JsonObject } from '../../base/json'
import type { AssetPhotoRow, AssetRow, ListedPhoto, Reads, Store, Writes } from '../../storage/core/store'
import { type Clock, type Instant, toWire } from '../../base/time'
import { PhotoChanges, photosMax, type PhotoView } from './schema'

/** For how many days the photos of a deleted asset are kept, so that it can be restored with them. */
export const keptPhotoDays = 30

/** Photos of assets (docs/internal-api.md, Photos). */
export class PhotoService {
  readonly #store: Store
  readonly #now: Clock

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  async list(organizationId: number, assetId: number): Promise<PhotoView[]> {
    await requireAsset(this.#store.read, organizationId, assetId)
    return (await this.#store.read.assetPhotos.list(organizationId, [assetId])).map(toView)
  }

  /** Returns the first photo of each asset that has photos. */
  async firstOf(organizationId: number, assetIds: readonly number[]): Promise<PhotoView[]> {
    const photos = await this.#store.read.assetPhotos.list(organizationId, assetIds)
    return photos.filter(({ assetId }, at) => photos[at - 1]?.assetId !== assetId).map(toView)
  }

  async get(organizationId: number, assetId: number, id: number): Promise<ListedPhoto> {
    await requireAsset(this.#store.read, organizationId, assetId)
    return photoIn(await this.#store.read.assetPhotos.list(organizationId, [assetId]), id)
  }

  /** Checks an image and adds it as the last photo, with a thumbnail. Throws `malformed` with what is wrong. */
  async add(author: Author, assetId: number, sent: Uint8Array): Promise<PhotoView> {
    const { photo, thumbnail: small } = await readPhoto(sent)
    const { mediaType, width, height, bytes } = photo
    const { organizationId } = author
    return this.#store.write(async (tx) => {
      const asset = await requireAsset(tx, organizationId, assetId)
      const photos = await tx.assetPhotos.list(organizationId, [assetId])
      if (photos.length >= photosMax) throw conflict(photoMessages('photo.many', { max: photosMax }))
      const at = this.#now()
      const row = await tx.assetPhotos.insert(
        {
          organizationId,
          assetId,
          position: photos.length + 1,
          description: null,
          mediaType,
          width,
          height,
          hash: hashOf(bytes),
          bytes: bytes.length,
          createdAt: at,
        },
        bytes,
      )
      const { thumbnailHash } = await putThumbnail(tx, row.id, small)
      const after = toView({ ...row, thumbnailHash })
      await audit(tx, author, { at, action: 'photo_added', subject: subjectOf(asset), after })
      return after
    })
  }

  change(author: Author, assetId: number, id: number, body: JsonObject): Promise<PhotoView> {
    const input = checked(PhotoChanges, body)
    const { organizationId } = author
    return this.#store.write(async (tx) => {
      const asset = await requireAsset(tx, organizationId, assetId)
      const photos = await tx.assetPhotos.list(organizationId, [assetId])
      const row = photoIn(photos, id)
      const changed = {
        ...row,
        description: input.description === undefined ? row.description : input.description,
        position: Math.min(input.position ?? row.position, photos.length),
      }
      const others = photos.filter((photo) => photo !== row)
      await arrange(tx, others.toSpliced(changed.position - 1, 0, changed), photos)
      const [before, after] = [toView(row), toView(changed)]
      await audit(tx, author, {
        at: this.#now(),
        action: 'photo_changed',
        subject: subjectOf(asset),
        before,
        after,
        partField: 'id',
      })
      return after
    })
  }

  remove(author: Author, assetId: number, id: number): Promise<void> {
    const { organizationId } = author
    return this.#store.write(async (tx) => {
      const asset = await requireAsset(tx, organizationId, assetId)
      const photos = await tx.assetPhotos.list(organizationId, [assetId])
      const row = photoIn(photos, id)
      await tx.assetPhotos.delete(id)
      await arrange(
        tx,
        photos.filter((photo) => photo !== row),
        photos,
      )
      const before = toView(row)
      await audit(tx, author, { at: this.#now(), action: 'photo_removed', subject: subjectOf(asset), before })
    })
  }

  async image(organizationId: number, assetId: number, id: number): Promise<StoredImage> {
    const { mediaType, hash, bytes: size } = await this.get(organizationId, assetId, id)
    const read = (part: number) => this.#store.read.assetPhotos.part(organizationId, assetId, id, part)
    return { mediaType, hash, size, stream: () => streamOf(read, size) }
  }

  async thumbnail(organizationId: number, assetId: number, id: number): Promise<StoredImage> {
    const found = await this.#store.read.assetPhotos.thumbnail(organizationId, assetId, id)
    if (!found) throw notFound(photoMessages('photo.no_thumbnail'))
    const { mediaType, hash, bytes } = found
    return { mediaType, hash, size: bytes.length, stream: () => streamOf(async () => bytes, bytes.length) }
  }
}

/** Stores the thumbnail of a photo. */
export async function putThumbnail(tx: Writes, photoId: number, { mediaType, bytes }: Picture) {
  const hash = hashOf(bytes)
  await tx.assetPhotos.putThumbnail({ photoId, mediaType, hash, bytes })
  return { thumbnailHash: hash }
}

async function requireAsset(
  { assets }: Pick<Reads | Writes, 'assets'>,
  organizationId: number,
  id: number,
): Promise<AssetRow> {
  const asset = await assets.find(organizationId, id)
  if (!asset) throw notFound(rowMessages('asset.not_found'))
  return asset
}

function photoIn(photos: readonly ListedPhoto[], id: number): ListedPhoto {
  const photo = photos.find((each) => each.id === id)
  if (!photo) throw notFound(photoMessages('photo.not_found'))
  return photo
}

/** Stores the photos that differ from `before`, with their positions from 1. */
async function arrange(
  tx: Writes,
  photos: readonly ListedPhoto[],
  before: readonly ListedPhoto[],
): Promise<void> {
  for (const [index, photo] of photos.entries()) {
    const position = index + 1
    if (photo.position !== position || !before.includes(photo))
      await tx.assetPhotos.update({ ...photo, position })
  }
}

const subjectOf = ({ id, externalKey }: AssetRow) => ({ kind: 'asset', id, name: externalKey }) as const

const toView = (photo: AssetPhotoRow & Pick<ListedPhoto, 'thumbnailHash'>): PhotoView => ({
  id: photo.id,
  asset_id: photo.assetId,
  position: photo.position,
  description: photo.description,
  media_type: photo.mediaType,
  width: photo.width,
  height: photo.height,
  bytes: photo.bytes,
  has_thumbnail: photo.thumbnailHash !== null,
  created_at: toWire(photo.createdAt as Instant),
})
