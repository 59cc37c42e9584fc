import { crc32, deflateSync } from 'node:zlib'

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const bytesPerPixel = 4

/** Encodes pixels of red, green, blue and alpha as a PNG (ISO/IEC 15948). */
export function encodePng(pixels: Buffer, width: number, height: number): Uint8Array {
  const length = width * bytesPerPixel
  const rows = Buffer.alloc(height * (1 + length))
  for (let y = 0; y < height; y++) {
    const row = y * (1 + length)
    // The filter "Sub": each byte is the difference to the pixel on the left. Smooth colors get smaller.
    rows[row] = 1
    for (let x = 0; x < length; x++) {
      const left = x < bytesPerPixel ? 0 : (pixels[y * length + x - bytesPerPixel] as number)
      rows[row + 1 + x] = (pixels[y * length + x] as number) - left
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits, with transparency.
  header.set([8, 6], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)])
  whole.writeUInt32BE(data.length, 0)
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4)
  return whole
}
