import { malformed } from '../errors'
import { jpegSignature, readJpeg } from './jpeg'
import { asciiOf, type ImageLimits, type Picture } from './picture'
import { pngSignature, readPng } from './png'
import { readWebp } from './webp'

/**
 * Checks an image that a user uploads and rewrites it, so that only the picture is stored (decision 0021). The
 * bytes decide the type, not the name or the Content-Type. Throws `malformed` with what to do.
 */
export async function readImage(bytes: Uint8Array, limits: ImageLimits): Promise<Picture> {
  if (startsWith(bytes, pngSignature)) return readPng(bytes, limits)
  if (startsWith(bytes, jpegSignature)) return readJpeg(bytes, limits)
  if (asciiOf(bytes.subarray(0, 4)) === 'RIFF' && asciiOf(bytes.subarray(8, 12)) === 'WEBP')
    return readWebp(bytes, limits)
  if (bytes.length === 0) throw malformed('The image is empty')
  if (isMarkup(bytes))
    throw malformed(
      'SVG files are not accepted, because they can contain programs; export the drawing as PNG',
    )
  throw malformed('The image must be a PNG, JPEG or WebP file')
}

const startsWith = (bytes: Uint8Array, signature: Uint8Array): boolean =>
  signature.every((byte, index) => bytes[index] === byte)

const isMarkup = (bytes: Uint8Array): boolean =>
  asciiOf(bytes.subarray(0, 200))
    .replaceAll('\0', '')
    .replace(/^[^<\s]{0,3}\s*/, '')
    .startsWith('<')
