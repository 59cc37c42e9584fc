import { inflateSync } from 'node:zlib'

/** A black and white image: rows of `bytesPerRow` bytes, the highest bit on the left, 1 is black. */
export interface Bitmap {
  readonly bytesPerRow: number
  readonly bits: Uint8Array
}

/** Below this lightness, a pixel is black. */
const threshold = 128

/** Returns a PNG in black and white, in the size of its box in dots. */
export async function bitmapOf(png: Uint8Array, width: number, height: number): Promise<Bitmap> {
  const scaled = await new Bun.Image(png).resize(width, height, { fit: 'fill' }).png().bytes()
  const { rows, channels } = pixelsOf(scaled)
  const bytesPerRow = Math.ceil(width / 8)
  const bits = new Uint8Array(bytesPerRow * height)
  for (const [y, row] of rows.entries())
    for (let x = 0; x < width; x++)
      if (lightness(row, x * channels, channels) < threshold)
        bits[y * bytesPerRow + (x >> 3)] = (bits[y * bytesPerRow + (x >> 3)] as number) | (0x80 >> (x & 7))
  return { bytesPerRow, bits }
}

/** Returns how light a pixel is on white paper. */
function lightness(row: Uint8Array, at: number, channels: number): number {
  const [red = 0, green = red, blue = red] = channels < 3 ? [row[at]] : row.subarray(at, at + 3)
  const alpha = channels % 2 === 0 ? (row[at + channels - 1] as number) : 255
  return ((0.299 * red + 0.587 * green + 0.114 * blue) * alpha) / 255 + 255 - alpha
}

const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }

/** Returns the rows of a PNG of 8 bits without a palette, as `Bun.Image` writes it. */
function pixelsOf(png: Uint8Array): { readonly rows: Uint8Array[]; readonly channels: number } {
  const view = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const [width, height, depth] = [view.readUInt32BE(16), view.readUInt32BE(20), view[24]]
  const channels = channelsOf[view[25] ?? -1]
  if (channels === undefined || depth !== 8 || view[28] !== 0)
    throw new Error('The scaled image has another form of PNG.')
  const data: Buffer[] = []
  for (let at = 8; at + 8 <= view.length; at += 12 + view.readUInt32BE(at))
    if (view.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(view.subarray(at + 8, at + 8 + view.readUInt32BE(at)))
  return { rows: unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels), channels }
}

/** Undoes the filters of the rows (PNG, section 9). */
function unfiltered(data: Uint8Array, rowBytes: number, height: number, channels: number): Uint8Array[] {
  const rows: Uint8Array[] = []
  let above = new Uint8Array(rowBytes)
  for (let y = 0; y < height; y++) {
    const from = y * (rowBytes + 1)
    const filter = data[from]
    const row = data.slice(from + 1, from + 1 + rowBytes)
    for (let x = 0; x < rowBytes; x++) {
      const left = x < channels ? 0 : (row[x - channels] as number)
      const up = above[x] as number
      const corner = x < channels ? 0 : (above[x - channels] as number)
      row[x] = (row[x] as number) + predicted(filter, left, up, corner)
    }
    rows.push(row)
    above = row
  }
  return rows
}

function predicted(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const estimate = left + up - corner
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
