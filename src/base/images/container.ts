import { imageMessages } from './messages'
import { crc32 } from 'node:zlib'
import { malformed } from '../errors'
import { createPauses } from '../turns/pause'

/**
 * What Bun does not check or tell about the files of images: whether they are whole, whether they are animated, and how a
 * PNG or a WebP is turned.
 */

export type Format = 'png' | 'jpeg' | 'webp'

/** 1 is upright; 2 to 8 are mirrored or turned (EXIF 3.0, tag 274). */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export const damaged = () => malformed(imageMessages('image.damaged'))

/** A progressive picture has about ten scans. Thousands would occupy the decoder for minutes. */
const scansMax = 100

/** Throws `malformed` if a file ends early or is animated. Returns how the decoded picture has to be turned. */
export async function requireWhole(format: Format, bytes: Uint8Array): Promise<Orientation> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (format === 'webp') return orientationOfWebp(file)
  if (format === 'png') return orientationOfPng(file)
  await requireEndOfJpeg(file)
  return 1
}

/** Follows the chunks of a PNG. The decoder does not check their checksums. */
async function orientationOfPng(file: Buffer): Promise<Orientation> {
  const pause = createPauses()
  let orientation: Orientation = 1
  for (let at = 8; at + 12 <= file.length;) {
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) break
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') return orientation
    if (type === 'eXIf') orientation = orientationOf(file.subarray(at + 8, end - 4))
    at = end
    await pause()
  }
  throw damaged()
}

/** Follows the segments and scans up to the end. The decoder would fill a missing rest with gray. */
async function requireEndOfJpeg(bytes: Buffer): Promise<void> {
  const pause = createPauses()
  let scans = 0
  for (let at = 2, count = 0; ; count++) {
    if (count % 10_000 === 0) await pause()
    at = bytes.indexOf(0xff, at)
    const code = at < 0 ? undefined : bytes[at + 1]
    if (code === undefined) throw damaged()
    if (code === 0xd9) return
    if (code === 0xda && ++scans > scansMax)
      throw malformed(imageMessages('image.many_scans', { max: scansMax }))
    // A byte that fills the space before a marker, escaped data, or a marker without a length.
    if (code === 0xff) at += 1
    else if (code <= 0x01 || (code >= 0xd0 && code <= 0xd8)) at += 2
    else at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)
  }
}

/** Follows the chunks of a WebP (RFC 9649). */
function orientationOfWebp(file: Buffer): Orientation {
  const end = 8 + file.readUInt32LE(4)
  if (end > file.length) throw damaged()
  let orientation: Orientation = 1
  let pictures = 0
  for (let at = 12; at + 8 <= end;) {
    const type = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    if (type === 'ANIM' || type === 'ANMF') throw malformed(imageMessages('image.animated'))
    if (type === 'VP8 ' || type === 'VP8L') pictures++
    if (type === 'EXIF') orientation = orientationOf(file.subarray(at + 8, Math.min(at + 8 + length, end)))
    // An odd chunk is followed by one byte.
    at += 8 + length + (length % 2)
  }
  if (pictures !== 1) throw damaged()
  return orientation
}

/** Returns the orientation in EXIF data; 1 if the data has none that is valid. */
function orientationOf(exif: Buffer): Orientation {
  // Some programs write the marker of JPEG before the data.
  const data = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  const order = data.toString('latin1', 0, 2)
  if (data.length < 8 || (order !== 'II' && order !== 'MM')) return 1
  const short = (at: number) => (order === 'II' ? data.readUInt16LE(at) : data.readUInt16BE(at))
  const directory = order === 'II' ? data.readUInt32LE(4) : data.readUInt32BE(4)
  if (directory + 2 > data.length) return 1
  const entries = short(directory)
  for (let index = 0, at = directory + 2; index < entries && at + 12 <= data.length; index++, at += 12) {
    // The tag, and 3 for a number of two bytes.
    if (short(at) !== 0x0112 || short(at + 2) !== 3) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? (value as Orientation) : 1
  }
  return 1
}
