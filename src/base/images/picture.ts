import { malformed } from '../errors'

/** What the formats of images share: limits, and a reader of bytes that never reads past the end. */

export type MediaType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A checked and rewritten image. */
export interface Picture extends Size {
  readonly mediaType: MediaType
  /** Contains only the parts that make the picture. */
  readonly bytes: Uint8Array
}

/** Maximum size of a picture. */
export interface ImageLimits {
  /** Number of pixels. */
  readonly pixels: number
  /** Pixels of the longer side. */
  readonly side: number
}

/** Maximum number of parts of an image. Encoders write a part for each 8 kB or more, so 10 MB have about 1,300. */
export const partsMax = 10_000

export const tooManyParts = (): Error =>
  malformed(`The image has more than ${partsMax} parts; save it again with another program`)

export const damaged = (what: string): Error => malformed(`The image is damaged: ${what}`)

export function requireSize({ width, height }: Size, limits: ImageLimits): void {
  if (width < 1 || height < 1) throw damaged('it has no pixels')
  if (width > limits.side || height > limits.side)
    throw malformed(
      `The image has ${width} × ${height} pixels. A side may have at most ${limits.side}; scale it down`,
    )
  if (width * height > limits.pixels)
    throw malformed(
      `The image has ${width} × ${height} pixels, more than ${limits.pixels / 1_000_000} megapixels; scale it down`,
    )
}

/** Returns `length` bytes from `at`. Throws if the image ends earlier. */
export function part(bytes: Uint8Array, at: number, length: number): Uint8Array {
  if (length < 0 || at < 0 || at + length > bytes.length) throw damaged('it ends early')
  return bytes.subarray(at, at + length)
}

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Returns the text of bytes that are ASCII in a valid image. */
export const asciiOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
