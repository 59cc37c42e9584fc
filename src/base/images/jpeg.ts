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

/**
 * JPEG (ITU-T T.81), baseline and progressive. Keeps tables, frame, scans, the color transform of Adobe and the orientation,
 * and drops all other segments (EXIF, profiles, thumbnails, comments) and what follows the end.
 */

export const jpegSignature = Uint8Array.of(0xff, 0xd8, 0xff)

const marker = {
  frames: [0xc0, 0xc1, 0xc2],
  huffman: 0xc4,
  end: 0xd9,
  scan: 0xda,
  quantization: 0xdb,
  restart: 0xdd,
  exif: 0xe1,
  adobe: 0xee,
} as const

/** A progressive picture has about ten scans. Thousands would keep a browser busy for minutes. */
const scansMax = 100

/** Checks a JPEG and rewrites it. Throws `malformed`. */
export function readJpeg(bytes: Uint8Array, limits: ImageLimits): Picture {
  const kept: Uint8Array[] = []
  let orientation: Orientation | undefined
  let size: Size | undefined
  let scans = 0
  for (let at = 2, count = 0; ;) {
    if (++count > partsMax) throw tooManyParts()
    const [prefix, code] = part(bytes, at, 2)
    if (prefix !== 0xff || code === undefined)
      throw damaged('it contains something other than segments of a JPEG')
    // Bytes 0xff may fill the space before a marker.
    if (code === 0xff) {
      at += 1
      continue
    }
    if (code === marker.end) {
      if (!size || scans === 0) throw damaged('it contains no picture')
      kept.push(part(bytes, at, 2))
      return toPicture(bytes, kept, size, orientation ?? 1)
    }
    if (code < 0xc0 || (code >= 0xd0 && code <= 0xd8)) throw damaged('one of its segments is out of place')
    const segment = part(bytes, at, 2 + viewOf(part(bytes, at + 2, 2)).getUint16(0))
    at += segment.length
    if (isExif(code, segment)) orientation ??= orientationOf(segment.subarray(exifHead.length + 4))
    if (isFrame(code)) {
      if (size) throw damaged('it contains two pictures')
      size = sizeOf(segment, code, limits)
    }
    if (isKept(code, segment)) kept.push(segment)
    if (code !== marker.scan) continue
    if (!size) throw damaged('its header is missing')
    if (++scans > scansMax) throw malformed(`The image has more than ${scansMax} scans; save it again`)
    const data = bytes.subarray(at, endOfScan(bytes, at))
    kept.push(data)
    at += data.length
  }
}

const exifHead = 'Exif\0\0'

const isExif = (code: number, segment: Uint8Array): boolean =>
  code === marker.exif && asciiOf(segment.subarray(4, 4 + exifHead.length)) === exifHead

function toPicture(
  bytes: Uint8Array,
  kept: readonly Uint8Array[],
  size: Size,
  orientation: Orientation,
): Picture {
  const begin = bytes.subarray(0, 2)
  const parts = orientation === 1 ? [begin, ...kept] : [begin, exifSegment(orientation), ...kept]
  return { mediaType: 'image/jpeg', ...shownSize(size, orientation), bytes: Buffer.concat(parts) }
}

function exifSegment(orientation: Orientation): Uint8Array {
  const content = Buffer.concat([Buffer.from(exifHead), exifOf(orientation)])
  const head = Buffer.from([0xff, marker.exif, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** All kinds of frames, also those that browsers do not show. */
const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && code !== marker.huffman && code !== 0xc8 && code !== 0xcc

function isKept(code: number, segment: Uint8Array): boolean {
  if (code === marker.adobe) return segment.length === 16 && asciiOf(segment.subarray(4, 9)) === 'Adobe'
  return (
    isFrame(code) ||
    code === marker.huffman ||
    code === marker.quantization ||
    code === marker.restart ||
    code === marker.scan
  )
}

function sizeOf(segment: Uint8Array, code: number, limits: ImageLimits): Size {
  if (!marker.frames.some((frame) => frame === code))
    throw malformed('The image uses a kind of JPEG that browsers do not show; save it as a baseline JPEG')
  const [precision] = part(segment, 4, 1)
  const view = viewOf(part(segment, 5, 5))
  const [height, width, components] = [view.getUint16(0), view.getUint16(2), view.getUint8(4)]
  const isValid = precision === 8 && [1, 3, 4].includes(components) && segment.length === 10 + 3 * components
  if (!isValid) throw damaged('its header is not valid')
  const size = { width, height }
  requireSize(size, limits)
  return size
}

/** The part of the data of a scan that may be escaped bytes 0xff. In a picture, it is about a hundredth. */
const escapesMax = 1 / 8

/** Returns the position of the first marker after the data of a scan, other than a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  const most = 1000 + (bytes.length - from) * escapesMax
  for (let at = from, escapes = 0; ; at += 2, escapes++) {
    if (escapes > most) throw damaged('one of its scans contains no picture')
    at = bytes.indexOf(0xff, at)
    const code = at < 0 ? undefined : bytes[at + 1]
    if (code === undefined) throw damaged('it ends early')
    const isData = code === 0 || (code >= 0xd0 && code <= 0xd7)
    if (!isData) return at
  }
}
