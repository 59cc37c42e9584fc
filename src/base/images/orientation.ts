import { asciiOf, type Size } from './picture'

/**
 * The orientation of a picture: cameras store the picture as the sensor sees it, and in EXIF how it is turned. Browsers turn it. All other
 * EXIF data is dropped, because it can contain the place and the owner of the camera.
 */

/** 1 is upright; 2 to 8 are mirrored or turned (EXIF 3.0, tag 274). */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const tag = 0x0112
const short = 3
const entryLength = 12

/** Returns the orientation in EXIF data, which begins with the header of TIFF. It is 1 if the data says nothing that is valid. */
export function orientationOf(tiff: Uint8Array): Orientation {
  const order = asciiOf(tiff.subarray(0, 2))
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1
  const isLittle = order === 'II'
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > tiff.length) return 1
  const entries = view.getUint16(directory, isLittle)
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + index * entryLength
    if (at + entryLength > tiff.length) return 1
    if (view.getUint16(at, isLittle) !== tag || view.getUint16(at + 2, isLittle) !== short) continue
    const value = view.getUint16(at + 8, isLittle)
    return value >= 1 && value <= 8 ? (value as Orientation) : 1
  }
  return 1
}

/** Returns EXIF data with nothing but the orientation: a header, a directory with one entry, and no further directory. */
export function exifOf(orientation: Orientation): Uint8Array {
  const data = Buffer.alloc(26)
  data.write('MM\0\x2a')
  data.writeUInt32BE(8, 4)
  data.writeUInt16BE(1, 8)
  data.writeUInt16BE(tag, 10)
  data.writeUInt16BE(short, 12)
  data.writeUInt32BE(1, 14)
  data.writeUInt16BE(orientation, 18)
  return data
}

/** Returns the size of the picture as it is shown. */
export const shownSize = ({ width, height }: Size, orientation: Orientation): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height }
