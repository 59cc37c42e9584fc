import { createInflate, crc32 } from 'node:zlib'
import { malformed } from '../errors'
import {
  asciiOf,
  damaged,
  type ImageLimits,
  part,
  partsMax,
  type Picture,
  requireSize,
  tooManyParts,
  viewOf,
} from './picture'

/** PNG (ISO/IEC 15948). Keeps IHDR, PLTE, tRNS, IDAT and IEND, and drops all other chunks and what follows the end. */

export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

interface Chunk {
  readonly type: string
  readonly data: Uint8Array
  /** With its length and its checksum. */
  readonly whole: Uint8Array
}

interface Header {
  readonly width: number
  readonly height: number
  readonly bitsOfPixel: number
  readonly color: number
  readonly isInterlaced: boolean
}

/** Number of values of a pixel, and allowed numbers of bits of a value, by color type. */
const colors: Readonly<Record<number, { readonly values: number; readonly depths: readonly number[] }>> = {
  0: { values: 1, depths: [1, 2, 4, 8, 16] },
  2: { values: 3, depths: [8, 16] },
  3: { values: 1, depths: [1, 2, 4, 8] },
  4: { values: 2, depths: [8, 16] },
  6: { values: 4, depths: [8, 16] },
}
const palette = 3

/** The passes of Adam7: the first pixel, and the distance to the next, in each direction. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Checks a PNG and rewrites it. Throws `malformed`. */
export async function readPng(bytes: Uint8Array, limits: ImageLimits): Promise<Picture> {
  const kept = keptChunks(bytes)
  const [first] = kept
  if (first?.type !== 'IHDR') throw damaged('its header is missing')
  const header = headerOf(first.data)
  requireSize(header, limits)
  requirePalette(header, kept)
  await requireExactData(
    kept.filter(({ type }) => type === 'IDAT').map(({ data }) => data),
    lengthOf(header),
  )
  return {
    mediaType: 'image/png',
    width: header.width,
    height: header.height,
    bytes: Buffer.concat([pngSignature, ...kept.map(({ whole }) => whole)]),
  }
}

/** The order in which chunks may follow each other. */
const order = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']

function keptChunks(bytes: Uint8Array): Chunk[] {
  const kept: Chunk[] = []
  for (let at = pngSignature.length, count = 0; ;) {
    if (++count > partsMax) throw tooManyParts()
    const chunk = chunkAt(bytes, at)
    at += chunk.whole.length
    const before = order.indexOf(kept.at(-1)?.type ?? '')
    const rank = order.indexOf(chunk.type)
    // A chunk whose first letter is a capital is necessary to show the picture.
    if (rank < 0 && /^[A-Z]/.test(chunk.type)) throw damaged(`it contains an unknown part, ${chunk.type}`)
    if (rank < 0) continue
    if (rank < before || (rank === before && chunk.type !== 'IDAT'))
      throw damaged(`its part ${chunk.type} is out of place`)
    kept.push(chunk)
    if (chunk.type === 'IEND') return kept
  }
}

function chunkAt(bytes: Uint8Array, at: number): Chunk {
  const length = viewOf(part(bytes, at, 4)).getUint32(0)
  const whole = part(bytes, at, length + 12)
  const type = asciiOf(whole.subarray(4, 8))
  if (!/^[A-Za-z]{4}$/.test(type)) throw damaged('it contains something other than parts of a PNG')
  if (crc32(whole.subarray(4, 8 + length)) !== viewOf(whole).getUint32(8 + length))
    throw damaged(`the checksum of its part ${type} is wrong`)
  return { type, data: whole.subarray(8, 8 + length), whole }
}

function headerOf(data: Uint8Array): Header {
  if (data.length !== 13) throw damaged('its header has a wrong length')
  const view = viewOf(data)
  const [depth, color, compression, filter, interlace] = data.subarray(8)
  const kind = colors[color ?? -1]
  if (!kind?.depths.includes(depth ?? 0) || compression !== 0 || filter !== 0 || (interlace ?? 2) > 1)
    throw damaged('its header is not valid')
  return {
    width: view.getUint32(0),
    height: view.getUint32(4),
    bitsOfPixel: kind.values * (depth as number),
    color: color as number,
    isInterlaced: interlace === 1,
  }
}

function requirePalette({ color }: Header, chunks: readonly Chunk[]): void {
  const length = chunks.find(({ type }) => type === 'PLTE')?.data.length
  const transparent = chunks.find(({ type }) => type === 'tRNS')?.data.length ?? 0
  if (color === palette && length === undefined) throw damaged('its palette is missing')
  if (
    length !== undefined &&
    (length === 0 || length % 3 !== 0 || length > 768 || color === 0 || color === 4)
  )
    throw damaged('its palette is not valid')
  if (transparent > 256) throw damaged('its transparency is not valid')
}

/** Returns the number of bytes of the decompressed picture: each row begins with one further byte. */
function lengthOf({ width, height, bitsOfPixel, isInterlaced }: Header): number {
  const ofPass = (columns: number, rows: number) =>
    columns > 0 && rows > 0 ? rows * (1 + Math.ceil((columns * bitsOfPixel) / 8)) : 0
  if (!isInterlaced) return ofPass(width, height)
  return passes.reduce(
    (sum, [x, y, dx, dy]) => sum + ofPass(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)),
    0,
  )
}

/** Decompresses the data on other threads, and throws when it is longer or shorter than the picture. */
async function requireExactData(parts: readonly Uint8Array[], length: number): Promise<void> {
  if (parts.length === 0) throw damaged('it contains no picture')
  const inflate = createInflate({ chunkSize: 1 << 20 })
  let inflated = 0
  const done = new Promise<void>((resolve, reject) => {
    inflate.on('error', () => reject(damaged('its data cannot be decompressed')))
    inflate.on('end', resolve)
    inflate.on('close', resolve)
    inflate.on('data', (piece: Uint8Array) => {
      inflated += piece.length
      if (inflated <= length) return
      inflate.destroy()
      reject(malformed('The image is damaged: its data is larger than its picture'))
    })
  })
  for (const data of parts) inflate.write(data)
  inflate.end()
  await done
  const sent = parts.reduce((sum, data) => sum + data.length, 0)
  if (inflated !== length) throw damaged('its data is smaller than its picture')
  if (inflate.bytesWritten !== sent) throw damaged('its data is followed by something else')
}
