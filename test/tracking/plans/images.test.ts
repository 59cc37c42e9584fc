import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { type ApiResponse, type Client, signIn } from '../../support/client'
import {
  jpeg,
  pixelsOf,
  png,
  pngChunk,
  pngHeader,
  pngSignature,
  webp,
  withChunk,
  withDarkCorner,
  withSegment,
} from '../../support/images'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { newLocation } from '../../support/records'

/** Images of floor plans: only the picture gets in (docs/internal-api.md, Images; decision 0021). */

let program: Program
let session: Client
let path: string

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  path = `/internal/v1/plans/${(await newLocation(session)).id}/image`
})
afterAll(stopPrograms)

const upload = (bytes: Uint8Array | string, type = 'image/png'): Promise<ApiResponse> =>
  session.request('POST', path, { body: bytes, headers: { 'content-type': type } })

async function download(): Promise<{ headers: Headers; bytes: Buffer }> {
  const response = await fetch(program.http + path, {
    headers: { authorization: `Bearer ${session.token}` },
  })
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const end = pngChunk('IEND', new Uint8Array())
const data = (bytes: number) => pngChunk('IDAT', deflateSync(Buffer.alloc(bytes)))
const secret = 'secret position'
const pngOf = (...data: readonly Uint8Array[]) =>
  Buffer.concat([pngSignature, pngHeader(4, 3), pngChunk('IDAT', Buffer.concat(data)), end])

// Rule: internal-api.md, Images
describe('an image', () => {
  test.each([
    ['PNG', png(), 'image/png', 4, 3],
    ['JPEG', jpeg, 'image/jpeg', 8, 6],
    ['lossy WebP', webp.lossy, 'image/webp', 8, 6],
    ['lossless WebP', webp.lossless, 'image/webp', 8, 6],
    ['WebP with transparency', webp.alpha, 'image/webp', 8, 6],
  ])('of the type %s is stored with its size', async (_, bytes, type, width, height) => {
    const { status, body } = await upload(bytes, 'text/html')
    expect(status).toBe(200)
    expect(body.data.image).toMatchObject({ media_type: type, width, height })
    const { headers, bytes: stored } = await download()
    expect(headers.get('content-type')).toBe(type)
    expect(stored.length).toBe(body.data.image.bytes)
    // The stored image is an image again.
    expect((await upload(stored)).body.data.image).toMatchObject({ width, height })
  })

  test('is sent so that a browser does nothing with it but show it', async () => {
    await upload(png())
    const { headers } = await download()
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test('has an ETag, with which it is not sent again', async () => {
    await upload(png())
    const etag = (await download()).headers.get('etag') as string
    const again = await session.request('GET', path, { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    await upload(png(5, 5))
    const changed = await session.request('GET', path, { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
  })

  test.each([
    [
      'PNG with text and EXIF',
      png(4, 3, [pngChunk('tEXt', Buffer.from(secret)), pngChunk('eXIf', Buffer.from(secret))]),
    ],
    ['PNG with something behind its end', Buffer.concat([png(), Buffer.from(secret)])],
    ['JPEG with EXIF', withSegment(0xe1, `Exif\0\0${secret}`)],
    ['JPEG with a comment', withSegment(0xfe, secret)],
    ['JPEG with a color profile', withSegment(0xe2, `ICC_PROFILE\0${secret}`)],
    ['JPEG with something behind its end', Buffer.concat([jpeg, Buffer.from(secret)])],
    ['WebP with EXIF', withChunk(webp.alpha, 'EXIF', Buffer.from(secret))],
    ['WebP with an unknown part', withChunk(webp.lossy, 'HTML', Buffer.from(secret))],
    ['WebP with something behind its end', Buffer.concat([webp.lossless, Buffer.from(secret)])],
    ['PNG with more data than pixels', pngOf(deflateSync(Buffer.alloc(50_000_000)))],
    [
      'PNG with something behind its compressed data',
      pngOf(deflateSync(Buffer.alloc(39)), Buffer.from(secret)),
    ],
    [
      'PNG of many small parts',
      png(
        4,
        3,
        Array.from({ length: 10_001 }, () => pngChunk('tEXt', new Uint8Array())),
      ),
    ],
    [
      'JPEG with a scan of escaped bytes',
      Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(20_000, Buffer.from([0xff, 0])), jpeg.subarray(-2)]),
    ],
  ])('keeps only its picture: %s', async (_, bytes) => {
    expect((await upload(bytes)).status).toBe(200)
    const stored = (await download()).bytes
    expect(stored.includes(secret)).toBe(false)
    expect(stored.length).toBeGreaterThan(20)
    expect(stored.length).toBeLessThan(2_000)
  })
})

/** EXIF data with the orientation behind another entry, and a text. */
function exif(orientation: number, order: 'II' | 'MM'): Buffer {
  const data = Buffer.alloc(8 + 2 + 2 * 12 + 4)
  const isLittle = order === 'II'
  const short = (value: number, at: number) =>
    isLittle ? data.writeUInt16LE(value, at) : data.writeUInt16BE(value, at)
  const long = (value: number, at: number) =>
    isLittle ? data.writeUInt32LE(value, at) : data.writeUInt32BE(value, at)
  data.write(order)
  short(42, 2)
  long(8, 4)
  short(2, 8)
  for (const [index, tag, value] of [
    [0, 0x0103, 6],
    [1, 0x0112, orientation],
  ] as const) {
    short(tag, 10 + index * 12)
    short(3, 12 + index * 12)
    long(1, 14 + index * 12)
    short(value, 18 + index * 12)
  }
  return Buffer.concat([data, Buffer.from(secret)])
}

const turned = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation) =>
  (['II', 'MM'] as const).flatMap((order) => {
    const data = exif(orientation, order)
    const head = Buffer.from('Exif\0\0')
    const ofJpeg = withSegment(0xe1, Buffer.concat([head, data]).toString('latin1'))
    return [
      ['JPEG', orientation, order, ofJpeg] as const,
      ['PNG', orientation, order, png(8, 6, [pngChunk('eXIf', data)])] as const,
      ['lossy WebP', orientation, order, withChunk(webp.lossy, 'EXIF', data)] as const,
      ['lossless WebP', orientation, order, withChunk(webp.lossless, 'EXIF', data)] as const,
      ['WebP', orientation, order, withChunk(webp.alpha, 'EXIF', Buffer.concat([head, data]))] as const,
    ]
  }),
)

// Rule: internal-api.md, Images
test.each(turned)(
  'a %s with the orientation %d in the order %s is stored upright, without the orientation',
  async (_, orientation, __, bytes) => {
    const size = orientation >= 5 ? { width: 6, height: 8 } : { width: 8, height: 6 }
    expect((await upload(bytes)).body.data.image).toMatchObject(size)
    const stored = (await download()).bytes
    expect([stored.includes(secret), stored.includes('Exif'), stored.includes('EXIF')]).toEqual([
      false,
      false,
      false,
    ])
    expect((await upload(stored)).body.data.image).toMatchObject(size)
  },
)

/** Returns the corner of an image that is dark. */
async function darkCorner(file: Uint8Array): Promise<string> {
  const { width, rgb } = pixelsOf(Buffer.from(await new Bun.Image(file).png().bytes()))
  const corners = {
    'top left': 0,
    'top right': (width - 1) * 3,
    'bottom left': rgb.length - width * 3,
    'bottom right': rgb.length - 3,
  }
  return Object.entries(corners)
    .filter(([, at]) => (rgb[at] ?? 255) < 128)
    .map(([corner]) => corner)
    .join()
}

describe('the dark corner at the top left of the file is shown', () => {
  const places = {
    1: 'top left',
    2: 'top right',
    3: 'bottom right',
    4: 'bottom left',
    5: 'top left',
    6: 'top right',
    7: 'bottom right',
    8: 'bottom left',
  } as const
  const rows = Object.entries(places).flatMap(([orientation, place]) =>
    (['JPEG', 'WebP'] as const).map((type) => [place, type, Number(orientation)] as const),
  )
  // Rule: internal-api.md, Images
  test.each(rows)('at the %s of a %s with the orientation %d', async (place, type, orientation) => {
    const marked = new Bun.Image(withDarkCorner(16, 16))
    const data = exif(orientation, 'MM')
    const bytes =
      type === 'WebP'
        ? withChunk(Buffer.from(await marked.webp({ lossless: true }).bytes()), 'EXIF', data)
        : withSegment(
            0xe1,
            Buffer.concat([Buffer.from('Exif\0\0'), data]).toString('latin1'),
            Buffer.from(await marked.jpeg({ quality: 100 }).bytes()),
          )
    expect((await upload(bytes)).status).toBe(200)
    expect(await darkCorner((await download()).bytes)).toBe(place)
  })
})

test.each([0, 9, 65_535])('an orientation of %d is not used', async (orientation) => {
  const content = Buffer.concat([Buffer.from('Exif\0\0'), exif(orientation, 'MM')]).toString('latin1')
  expect((await upload(withSegment(0xe1, content))).body.data.image).toMatchObject({ width: 8, height: 6 })
  expect((await download()).bytes.includes('Exif')).toBe(false)
})

test.each([
  [65_535, 65_535],
  [20_001, 1],
  [1, 20_001],
  [0x7fff_ffff, 1],
])('a PNG whose header says %d x %d is refused before its data is decompressed', async (width, height) => {
  const refused = await upload(Buffer.concat([pngSignature, pngHeader(width, height), data(100), end]))
  expect([refused.status, refused.body.error.detail]).toEqual([
    400,
    expect.stringContaining('A side may have at most 20000'),
  ])
})

describe('what is not an image is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const program = `<?xml version="1.0"?>\n<!-- a plan -->\n${svg}`
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const bitmap = Buffer.from(
    'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAA////AA==',
    'base64',
  )
  const wrongChecksum = png()
  wrongChecksum.writeUInt32BE(1, wrongChecksum.indexOf('IEND') - 8)
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  const manyScans = Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: 109 }, () => scan),
    jpeg.subarray(-2),
  ])
  const huge = png().toString('latin1').replace('IHDR\0\0\0\u0004', 'IHDR\0\u0001\0\u0004')
  // Rule: internal-api.md, Images
  test.each([
    ['SVG', svg, 'SVG files are not accepted'],
    ['SVG with a header', program, 'SVG files are not accepted'],
    ['SVG after a byte order mark', `\uFEFF${svg}`, 'SVG files are not accepted'],
    ['nothing', '', 'The image is empty'],
    ['PDF', '%PDF-1.4', 'must be a PNG, JPEG or WebP'],
    ['GIF', 'GIF89a', 'must be a PNG, JPEG or WebP'],
    ['a signature alone', pngSignature, 'it ends early'],
    ['an SVG behind the signature of a PNG', Buffer.concat([pngSignature, Buffer.from(svg)]), 'damaged'],
    [
      'an SVG behind the signature of a JPEG',
      Buffer.concat([jpeg.subarray(0, 3), Buffer.from(svg)]),
      'damaged',
    ],
    ['half a PNG', png().subarray(0, 40), 'it ends early'],
    ['half a JPEG', jpeg.subarray(0, -40), 'it ends early'],
    ['half a WebP', webp.lossy.subarray(0, 30), 'it ends early'],
    ['a PNG with a wrong checksum', Buffer.from(huge, 'latin1'), 'A side may have at most 20000'],
    ['a PNG with a wrong checksum of its data', wrongChecksum, 'damaged'],
    ['a PNG with an unknown necessary part', png(4, 3, [pngChunk('EVIL', Buffer.from('x'))]), 'damaged'],
    ['a PNG without data', Buffer.concat([pngSignature, pngHeader(4, 3), end]), 'damaged'],
    ['a PNG with two headers', png(4, 3, [pngHeader(4, 3)]), 'damaged'],
    [
      'a PNG without a palette',
      Buffer.concat([pngSignature, pngHeader(4, 3, 8, 3), data(15), end]),
      'damaged',
    ],
    [
      'a PNG with less data than pixels',
      Buffer.concat([pngSignature, pngHeader(4, 3), data(12), end]),
      'damaged',
    ],
    [
      'a PNG of 100 megapixels',
      Buffer.concat([pngSignature, pngHeader(10_000, 10_000), data(10), end]),
      'more than 40 megapixels',
    ],
    [
      'a PNG of 60,000 by 10',
      Buffer.concat([pngSignature, pngHeader(60_000, 10), data(10), end]),
      'at most 20000',
    ],
    [
      'a JPEG with nothing but fill bytes',
      Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(20_000, 0xff)]),
      'damaged',
    ],
    ['a JPEG without its last marker', jpeg.subarray(0, -2), 'it ends early'],
    ['a PNG without its last part', png().subarray(0, -12), 'it ends early'],
    ['a WebP without its last byte', webp.lossless.subarray(0, -2), 'it ends early'],
    ['a JPEG of 110 scans', manyScans, 'more than 100 scans'],
    ['a JPEG without a picture', Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xd9])]), 'damaged'],
    ['an animated WebP', withChunk(webp.alpha, 'ANIM', Buffer.alloc(6)), 'animated'],
    ['a WebP with two pictures', withChunk(webp.lossy, 'VP8L', Buffer.alloc(9)), 'damaged'],
    ['a whole GIF', gif, 'must be a PNG, JPEG or WebP'],
    ['a bitmap', bitmap, 'must be a PNG, JPEG or WebP'],
  ] as [string, string | Buffer, string][])('%s', async (_, bytes, message) => {
    const { status, body } = await upload(bytes)
    expect([status, body.error.type]).toEqual([400, 'bad_request'])
    expect(body.error.detail).toContain(message)
  })

  // Rule: internal-api.md, Images
  test('more than 10 MB', async () => {
    const { status, body } = await upload(Buffer.alloc(10 * 1024 * 1024 + 1))
    expect([status, body.error.detail]).toEqual([413, 'The request body is larger than 10485760 bytes'])
  })

  test('an image of almost 10 MB is stored, although other bodies are limited to 1 MiB', async () => {
    const noise = Buffer.alloc(1800 * (1 + 1800 * 3))
    for (let at = 0; at < noise.length; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536))
    for (let row = 0; row < 1800; row++) noise[row * 5401] = 0
    const large = Buffer.concat([
      pngSignature,
      pngHeader(1800, 1800),
      pngChunk('IDAT', deflateSync(noise)),
      end,
    ])
    expect(large.length).toBeGreaterThan(9_000_000)
    expect((await upload(large)).status).toBe(200)
    expect(pixelsOf((await download()).bytes).rgb).toEqual(pixelsOf(large).rgb)
  })

  test('the image before remains after a refusal', async () => {
    await upload(png())
    const { bytes } = await download()
    await upload(svg)
    expect((await download()).bytes.equals(bytes)).toBe(true)
  })
})

// Rule: internal-api.md, Images
test('many large pictures at once are decoded one after another or refused, and reads are served', async () => {
  const large = png(8000, 5000)
  const uploads = Promise.all(Array.from({ length: 24 }, () => upload(large)))
  expect((await session.get('/internal/v1/floor')).status).toBe(200)
  const answers = (await uploads).map(({ status, headers }) => [status, headers.get('retry-after')])
  const refused = answers.filter(([status]) => status !== 200)
  expect(refused).toEqual(refused.map(() => [503, '1']))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(24)
})

test('a deleted image is gone, and its areas remain', async () => {
  await upload(png())
  const { status, body } = await session.delete(path)
  expect([status, body.data.image]).toEqual([200, null])
  expect((await session.get(path)).status).toBe(404)
})
