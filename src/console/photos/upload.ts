import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import type { Photo } from './use-photos'

/** Longer sides of a photo and its thumbnail, in pixels. */
const photoSide = 2048
const thumbnailSide = 320

/** Scales a photo down and uploads it with a thumbnail. The service checks both images. */
export async function uploadPhoto(assetId: number, file: File): Promise<Photo> {
  const picture = await decoded(file)
  try {
    const params = { path: { asset_id: assetId } }
    const photo = await dataOf(
      api.POST('/internal/v1/assets/{asset_id}/photos', {
        params,
        ...bodyOf(await scaled(picture, photoSide, 0.85)),
      }),
    )
    const { id } = photo.data
    const ofThumbnail = { path: { asset_id: assetId, photo_id: id } }
    const stored = await dataOf(
      api.POST('/internal/v1/assets/{asset_id}/photos/{photo_id}/thumbnail', {
        params: ofThumbnail,
        ...bodyOf(await scaled(picture, thumbnailSide, 0.75)),
      }),
    )
    return stored.data
  } finally {
    picture.close()
  }
}

/** The body is sent unchanged, not as JSON. */
const bodyOf = (image: Blob) => ({
  body: image as never,
  bodySerializer: (body: unknown) => body as Blob,
  headers: { 'content-type': image.type },
})

/** Decodes a file, upright as the camera recorded it. */
async function decoded(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    throw new Error(
      t('{name} is not a photo that this browser can open. Choose a JPEG, PNG or WebP file.', {
        name: file.name,
      }),
    )
  }
}

/** Returns a copy whose longer side has at most `side` pixels, as JPEG on white. */
async function scaled(picture: ImageBitmap, side: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error(t("This browser can't scale the photo down."))
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(t("This browser can't scale the photo down.")))),
      'image/jpeg',
      quality,
    )
  })
}
