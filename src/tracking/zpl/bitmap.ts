import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { createPauses } from '../../base/turns/pause'

/** A black and white image: rows of `bytesPerRow` bytes, the highest bit on the left, 1 is black. It is drawn on many labels. */
export interface Bitmap {
  readonly bytesPerRow: number
  /** The rows in hexadecimal digits, as printers take them: a label has megabytes of them. */
  readonly hex: string
}

/** Below this lightness, a pixel is black. */
const threshold = 128

/** Time of a slice, in milliseconds: other requests wait for it. */
const sliceMillis = 4

const inflated = promisify(inflate)

/** Returns a PNG in black and white, in the size of its box in dots. It pauses for other requests: a label has millions of dots. */
export async function bitmapOf(png: Uint8Array, width: number, height: number): Promise<Bitmap> {
  const scaled = await new Bun.Image(png).resize(width, height, { fit: 'fill' }).png().bytes()
  const { data, channels } = await pixelsOf(scaled)
  const [rowBytes, bytesPerRow] = [width * channels, Math.ceil(width / 8)]
  const rows: string[] = []
  const pause = createPauses(sliceMillis)
  let above: Uint8Array = new Uint8Array(rowBytes)
  for (let y = 0; y < height; y++) {
    const from = y * (rowBytes + 1)
    const row = data.subarray(from + 1, from + 1 + rowBytes)
    unfilter(data[from], row, above, channels)
    const bits = Buffer.alloc(bytesPerRow)
    blacken(bits, row, channels)
    rows.push(bits.toString('hex').toUpperCase())
    above = row
    const pausing = pause()
    if (pausing) await pausing
  }
  return { bytesPerRow, hex: rows.join('') }
}

/** Sets the bits of the dark pixels of a row. */
function blacken(bits: Uint8Array, row: Uint8Array, channels: number): void {
  for (let x = 0, at = 0; at < row.length; x++, at += channels)
    if (lightness(row, at, channels) < threshold) bits[x >> 3] = (bits[x >> 3] as number) | (0x80 >> (x & 7))
}

/** Returns how light a pixel is on white paper. */
function lightness(row: Uint8Array, at: number, channels: number): number {
  const red = row[at] as number
  const green = channels < 3 ? red : (row[at + 1] as number)
  const blue = channels < 3 ? red : (row[at + 2] as number)
  const alpha = channels % 2 === 0 ? (row[at + channels - 1] as number) : 255
  return ((0.299 * red + 0.587 * green + 0.114 * blue) * alpha) / 255 + 255 - alpha
}

const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }

/** Returns the filtered rows of a PNG of 8 bits without a palette, as `Bun.Image` writes it. */
async function pixelsOf(png: Uint8Array): Promise<{ readonly data: Buffer; readonly channels: number }> {
  const view = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const channels = channelsOf[view[25] ?? -1]
  if (channels === undefined || view[24] !== 8 || view[28] !== 0)
    throw new Error('The scaled image has another form of PNG.')
  const data: Buffer[] = []
  for (let at = 8; at + 8 <= view.length; at += 12 + view.readUInt32BE(at))
    if (view.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(view.subarray(at + 8, at + 8 + view.readUInt32BE(at)))
  return { data: await inflated(Buffer.concat(data)), channels }
}

/** Undoes the filter of a row (PNG, section 9). */
function unfilter(filter: number | undefined, row: Uint8Array, above: Uint8Array, channels: number): void {
  if (filter === 0) return
  for (let x = 0; x < row.length; x++) {
    const left = x < channels ? 0 : (row[x - channels] as number)
    const up = above[x] as number
    const corner = x < channels ? 0 : (above[x - channels] as number)
    row[x] = (row[x] as number) + predicted(filter, left, up, corner)
  }
}

function predicted(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const estimate = left + up - corner
  const a = Math.abs(estimate - left)
  const b = Math.abs(estimate - up)
  const c = Math.abs(estimate - corner)
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
