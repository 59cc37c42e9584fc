import { imageMessages } from './messages'
import { malformed } from '../errors'
import { damaged, type Format, type Orientation, requireWhole } from './container'
import { decoding } from './decoding'

/**
 * Images that users upload. They are decoded on a thread and encoded again, so that only the picture is stored
 * (decision 0021). The bytes decide the type, not the name or the Content-Type.
 */

export interface Picture {
  readonly mediaType: `image/${Format}`
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

/** Maximum size of an uploaded image, in bytes. */
export const imageBytesMax = 10 * 1024 * 1024
/** Maximum number of pixels of an uploaded image, in total and of a side. */
const pixelsMax = 40_000_000
const sideMax = 20_000
/** Pixels of the longer side of a stored photo, and of a thumbnail. */
const photoSide = 2048
const thumbnailSide = 320

/** Percent. Edges of a floor plan need more than the default of 80. */
const quality = 90
const thumbnailQuality = 75

/** Returns the picture of an image, upright, in its format and size. Throws `malformed` with what to do. */
export async function readImage(bytes: Uint8Array): Promise<Picture> {
  const source = await sourceOf(bytes)
  return decoding(source.pixels, () => encoded(source, source.format, sideMax, quality))
}

/** Returns the picture of a photo, scaled down, with its thumbnail. Throws `malformed` with what to do. */
export async function readPhoto(bytes: Uint8Array): Promise<{ photo: Picture; thumbnail: Picture }> {
  const source = await sourceOf(bytes)
  // A photograph as PNG is ten times as large.
  const format = source.format === 'png' && source.longerSide > photoSide ? 'webp' : source.format
  return decoding(source.pixels, async () => {
    const photo = await encoded(source, format, photoSide, quality)
    return { photo, thumbnail: await thumbnail({ bytes: photo.bytes, orientation: 1 }) }
  })
}

/** Returns the thumbnail of a stored photo. */
export async function thumbnailOf(bytes: Uint8Array): Promise<Picture> {
  const source = await sourceOf(bytes)
  return decoding(source.pixels, () => thumbnail(source))
}

interface Drawn {
  readonly bytes: Uint8Array
  /** How a PNG or a WebP is turned. Bun reads it from a JPEG only. */
  readonly orientation: Orientation
}

interface Source extends Drawn {
  readonly format: Format
  readonly pixels: number
  readonly longerSide: number
}

async function sourceOf(bytes: Uint8Array): Promise<Source> {
  const format = formatOf(bytes)
  // The limit of pixels is checked below, so that the message can say how many the image has.
  const header = new Bun.Image(bytes, { maxPixels: Number.MAX_SAFE_INTEGER })
  const { width, height } = await header.metadata().catch(throwDamaged)
  if (Math.max(width, height) > sideMax)
    throw malformed(imageMessages('image.long_side', { width, height, max: sideMax }))
  const pixels = width * height
  if (pixels > pixelsMax)
    throw malformed(imageMessages('image.many_pixels', { width, height, max: pixelsMax / 1_000_000 }))
  const orientation = await requireWhole(format, bytes)
  return { bytes, format, orientation, pixels, longerSide: Math.max(width, height) }
}

/** Bun reads further formats, some of them with decoders of the operating system. They are not accepted. */
function formatOf(bytes: Uint8Array): Format {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp'
  if (head === '') throw malformed(imageMessages('image.empty'))
  if (isMarkup(head)) throw malformed(imageMessages('image.svg'))
  throw malformed(imageMessages('image.format'))
}

const isMarkup = (head: string): boolean =>
  head
    .replaceAll('\0', '')
    .replace(/^[^<\s]{0,3}\s*/, '')
    .startsWith('<')

const thumbnail = (drawn: Drawn): Promise<Picture> => encoded(drawn, 'webp', thumbnailSide, thumbnailQuality)

/** Decodes an image, turns it upright, scales it down to `side` and encodes it. */
async function encoded(
  { bytes, orientation }: Drawn,
  format: Format,
  side: number,
  percent: number,
): Promise<Picture> {
  const image = new Bun.Image(bytes, { maxPixels: pixelsMax })
  turn[orientation](image).resize(side, side, { fit: 'inside', withoutEnlargement: true })
  if (format === 'png') image.png()
  else image[format]({ quality: percent })
  const written = await image.bytes().catch(throwDamaged)
  return { mediaType: `image/${format}`, width: image.width, height: image.height, bytes: written }
}

/** The orientations of EXIF. Bun rotates before it mirrors. */
const turn: Readonly<Record<Orientation, (image: Bun.Image) => Bun.Image>> = {
  1: (image) => image,
  2: (image) => image.flop(),
  3: (image) => image.rotate(180),
  4: (image) => image.flip(),
  5: (image) => image.rotate(90).flop(),
  6: (image) => image.rotate(90),
  7: (image) => image.rotate(270).flop(),
  8: (image) => image.rotate(270),
}

function throwDamaged(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  throw code === 'ERR_IMAGE_DECODE_FAILED' || code === 'ERR_IMAGE_TOO_MANY_PIXELS' ? damaged() : error
}
