import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** Images for uploads: 8 by 6 pixels from a browser, PNG of any size, and parts to add to them. */

export const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAXEAEAAwAAAAAAAAAAAAAAAAAAAQID/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAaEQAABwAAAAAAAAAAAAAAAAAAAQIDBBMh/9oADAMBAAIRAxEAPwCY2vIClhtoqLAqW4qw9H//2Q==',
  'base64',
)
export const webp = {
  lossy: Buffer.from(
    'UklGRiACAABXRUJQVlA4WAoAAAAgAAAABwAABQAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggMgAAAHABAJ0BKggABgAKwGglsAJ0AYhAAP7v6k1NrRc/kxdz/Tb7/h2M9iP3jMuc9rpAAAAA',
    'base64',
  ),
  lossless: Buffer.from(
    'UklGRlwCAABXRUJQVlA4WAoAAAAgAAAABwAABQAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDhMbQAAAC8HQAEAVxEM27ZxHIQBM98r40aSGrH5xwqcN1M85j/+/t2V/QbMIgBhESklDdBIEQAwoJEiylDSYCgCOF7i2YBhAABlk9mu2UZE/+N/r21okv3ufWqLl88xd1VQ7Fz6OmqO17HJRhA4tcVJigAA',
    'base64',
  ),
  /** An extended file with transparency. */
  alpha: Buffer.from(
    'UklGRkgCAABXRUJQVlA4WAoAAAAwAAAABwAABQAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZBTFBIIAAAAAUnIKYhU+PTU0REyDCQtm3QytZewFlE/+OQjEWM+IwiVlA4IDIAAABwAQCdASoIAAYACsBoJbACdAGIQAD+7+pNTa0XP5MXc/02+/4djPYj94zLnPa6QAAAAA==',
    'base64',
  ),
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(data.length, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

export function pngHeader(width: number, height: number, depth = 8, color = 2, interlace = 0): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, depth, color, 0, 0, interlace])
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return pngChunk('IHDR', data)
}

/** Each row begins with the number of its filter: none. */
const grayRows = (width: number, height: number): Buffer =>
  Buffer.concat(
    Array.from({ length: height }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x80)])),
  )

/** A PNG of one gray, with these chunks before its data. */
export const png = (width = 4, height = 3, extra: readonly Uint8Array[] = []): Buffer =>
  Buffer.concat([
    pngSignature,
    pngHeader(width, height),
    ...extra,
    pngChunk('IDAT', deflateSync(grayRows(width, height))),
    pngChunk('IEND', new Uint8Array()),
  ])

/** A PNG of white pixels with a dark corner at the top left. */
export function withDarkCorner(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3, 0xff)
    return row.fill(0, 0, y < height / 2 ? 1 + Math.floor(width / 2) * 3 : 1)
  })
  return Buffer.concat([
    pngSignature,
    pngHeader(width, height),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** Returns the red, green and blue values of a PNG of 8 bits without palette and interlacing, row by row. */
export function pixelsOf(png: Buffer): { readonly width: number; readonly rgb: Buffer } {
  const [width, height, channels] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3]
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const data = inflateSync(Buffer.concat(parts))
  const rgb = Buffer.alloc(width * height * 3)
  const line = width * channels
  let above = Buffer.alloc(line)
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * (line + 1) + 1, (y + 1) * (line + 1))
    unfilter(data[y * (line + 1)] ?? 0, row, above, channels)
    for (let x = 0; x < width; x++) row.copy(rgb, (y * width + x) * 3, x * channels, x * channels + 3)
    above = row
  }
  return { width, rgb }
}

/** Undoes the filter of a row (PNG, 9.2). */
function unfilter(filter: number, row: Buffer, above: Buffer, channels: number): void {
  for (let at = 0; at < row.length; at++) {
    const left = at < channels ? 0 : row[at - channels]!
    const up = above[at]!
    const corner = at < channels ? 0 : above[at - channels]!
    row[at]! += [0, left, up, (left + up) >> 1, filter === 4 ? nearest(left, up, corner) : 0][filter]!
  }
}

function nearest(left: number, up: number, corner: number): number {
  const [toLeft, toUp] = [Math.abs(up - corner), Math.abs(left - corner)]
  const toCorner = Math.abs(left + up - 2 * corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** A JPEG with this segment behind its first marker. */
export function withSegment(code: number, content: string, image: Buffer = jpeg): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, code, 0, 0]), Buffer.from(content, 'latin1')])
  segment.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([image.subarray(0, 2), segment, image.subarray(2)])
}

/** A WebP with this chunk at its end. */
export function withChunk(image: Buffer, type: string, content: Uint8Array): Buffer {
  const chunk = Buffer.concat([
    Buffer.from(type + '\0\0\0\0', 'latin1'),
    content,
    Buffer.alloc(content.length % 2),
  ])
  chunk.writeUInt32LE(content.length, 4)
  const whole = Buffer.concat([image, chunk])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}
