import { malformed } from '../errors'
import { exifOf, type Orientation, orientationOf, shownSize } from './orientation'
import {
  asciiOf,
  damaged,
  type ImageLimits,
  part,
  partsMax,
  type Picture,
  requireSize,
  type Size,
  tooManyParts,
  viewOf,
} from './picture'

/** WebP (RFC 9649), still pictures. Keeps the picture, its transparency and its orientation, and drops all other chunks. */

/** Checks a WebP and rewrites it. Throws `malformed`. */
export function readWebp(bytes: Uint8Array, limits: ImageLimits): Picture {
  const length = viewOf(part(bytes, 4, 4)).getUint32(0, true)
  const chunks = chunksOf(part(bytes, 12, length - 4))
  if (chunks.has('ANIM') || chunks.has('ANMF')) throw malformed('The image is animated; choose a still image')
  const lossless = chunks.get('VP8L')
  const lossy = chunks.get('VP8 ')
  if (!lossless === !lossy) throw damaged('it must contain one picture')
  const size = lossless ? sizeOfLossless(lossless) : sizeOfLossy(lossy as Uint8Array)
  requireSize(size, limits)
  requireSameCanvas(chunks.get('VP8X'), size)
  const alpha = chunks.get('ALPH')
  const orientation = orientationIn(chunks.get('EXIF'))
  const hasAlpha = lossless ? hasAlphaOf(lossless) : alpha !== undefined
  const flags = (hasAlpha ? flag.alpha : 0) | (orientation === 1 ? 0 : flag.exif)
  // Lossless pictures contain their transparency.
  const isExtended = orientation !== 1 || (!lossless && hasAlpha)
  const written: (readonly [type: string, data: Uint8Array | undefined])[] = [
    ['VP8X', isExtended ? extendedOf(size, flags) : undefined],
    ['VP8L', lossless],
    ['ALPH', lossless ? undefined : alpha],
    ['VP8 ', lossy],
    ['EXIF', orientation === 1 ? undefined : exifOf(orientation)],
  ]
  return { mediaType: 'image/webp', ...shownSize(size, orientation), bytes: fileOf(written) }
}

function chunksOf(content: Uint8Array): Map<string, Uint8Array> {
  const chunks = new Map<string, Uint8Array>()
  for (let at = 0; at < content.length;) {
    const type = asciiOf(part(content, at, 4))
    const length = viewOf(part(content, at + 4, 4)).getUint32(0, true)
    if (chunks.size > partsMax) throw tooManyParts()
    if (chunks.has(type) && type !== 'ANMF') throw damaged(`it contains two parts ${type.trim()}`)
    chunks.set(type, part(content, at + 8, length))
    // An odd chunk is followed by one byte.
    at += 8 + length + (length % 2)
  }
  return chunks
}

/** A key frame of VP8 (RFC 6386, 9.1). */
function sizeOfLossy(data: Uint8Array): Size {
  const head = part(data, 0, 10)
  const isKeyFrame = ((head[0] ?? 1) & 1) === 0
  if (!isKeyFrame || head[3] !== 0x9d || head[4] !== 0x01 || head[5] !== 0x2a)
    throw damaged('its header is not valid')
  const view = viewOf(head)
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
}

function sizeOfLossless(data: Uint8Array): Size {
  const head = part(data, 0, 5)
  const bits = viewOf(head).getUint32(1, true)
  if (head[0] !== 0x2f || bits >>> 29 !== 0) throw damaged('its header is not valid')
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** The extended header states the size a second time. */
function requireSameCanvas(extended: Uint8Array | undefined, { width, height }: Size): void {
  if (!extended) return
  const view = viewOf(part(extended, 0, 10))
  const of = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1
  if (of(4) !== width || of(7) !== height) throw damaged('its two sizes differ')
}

/** Flags of the extended header (RFC 9649, 2.7.1). */
const flag = { alpha: 0x10, exif: 0x08 } as const

const hasAlphaOf = (lossless: Uint8Array): boolean => ((lossless[4] ?? 0) & 0x10) !== 0

/** Some programs write the marker of JPEG before the data. */
function orientationIn(exif: Uint8Array | undefined): Orientation {
  if (!exif) return 1
  return orientationOf(asciiOf(exif.subarray(0, 6)) === 'Exif\0\0' ? exif.subarray(6) : exif)
}

function extendedOf({ width, height }: Size, flags: number): Uint8Array {
  const data = new Uint8Array(10)
  const view = viewOf(data)
  view.setUint8(0, flags)
  for (const [at, side] of [
    [4, width - 1],
    [7, height - 1],
  ] as const) {
    view.setUint16(at, side & 0xffff, true)
    view.setUint8(at + 2, side >>> 16)
  }
  return data
}

function fileOf(chunks: readonly (readonly [string, Uint8Array | undefined])[]): Uint8Array {
  const parts = chunks.flatMap(([type, data]) =>
    data ? [headOf(type, data.length), data, new Uint8Array(data.length % 2)] : [],
  )
  const content = Buffer.concat([Buffer.from('WEBP'), ...parts])
  return Buffer.concat([headOf('RIFF', content.length), content])
}

function headOf(type: string, length: number): Uint8Array {
  const head = Buffer.from(`${type}\0\0\0\0`)
  head.writeUInt32LE(length, 4)
  return head
}
