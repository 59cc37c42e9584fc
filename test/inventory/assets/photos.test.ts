import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type ApiResponse, apiClient, type Client, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { eventually } from '../../support/eventually'
import { jpeg, png, pngHeader, pngSignature, webp, withSegment } from '../../support/images'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset } from '../../support/records'

/** Photos of assets (docs/internal-api.md, Photos). test/tracking/plans/images.test.ts tests the check of images. */

let program: Program
let session: Client
let api: Client
let asset: number
let path: string

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
})
afterAll(stopPrograms)

async function begin(): Promise<void> {
  asset = (await newAsset(api)).id
  path = `/internal/v1/assets/${asset}/photos`
}

const send = (to: string, body: Uint8Array | string): Promise<ApiResponse> =>
  session.request('POST', to, { body, headers: { 'content-type': 'image/jpeg' } })

const add = async (bytes: Uint8Array = jpeg): Promise<number> => (await send(path, bytes)).body.data.id

const ids = async (): Promise<number[]> =>
  (await session.get(path)).body.data.map(({ id }: { id: number }) => id)

async function download(from: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(program.http + from, {
    headers: { authorization: `Bearer ${session.token}` },
  })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

const tallJpeg = await new Bun.Image(png(1500, 3000)).jpeg().bytes()
const thinWebp = await new Bun.Image(png(5000, 1)).webp().bytes()

// Rule: internal-api.md, Photos
describe('a photo', () => {
  test.each([
    ['PNG', png(), 'image/png', 4, 3],
    ['JPEG', jpeg, 'image/jpeg', 8, 6],
    ['WebP', webp.lossy, 'image/webp', 8, 6],
  ])(
    'of the type %s is stored with its size and sent as an image only',
    async (_, bytes, type, width, height) => {
      await begin()
      const { status, body, headers } = await send(path, bytes)
      const { data } = body
      expect([status, headers.get('location')]).toEqual([201, `${path}/${data.id}`])
      expect(data).toMatchObject({
        asset_id: asset,
        position: 1,
        description: null,
        media_type: type,
        width,
        height,
      })
      const stored = await download(`${path}/${data.id}/image`)
      expect(stored.bytes.length).toBe(data.bytes)
      expect(stored.headers.get('content-type')).toBe(type)
      expect(stored.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(stored.headers.get('x-content-type-options')).toBe('nosniff')
      expect(stored.headers.get('access-control-allow-origin')).toBeNull()
      const etag = stored.headers.get('etag') as string
      const again = await session.request('GET', `${path}/${data.id}/image`, {
        headers: { 'if-none-match': etag },
      })
      expect([again.status, again.text]).toEqual([304, ''])
    },
  )

  test('loses its EXIF and what follows its end', async () => {
    await begin()
    const secret = 'secret position'
    const id = await add(Buffer.concat([withSegment(0xe1, `Exif\0\0${secret}`), Buffer.from(secret)]))
    expect((await download(`${path}/${id}/image`)).bytes.includes(secret)).toBe(false)
  })

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'SVG files are not accepted'],
    ['an SVG behind the signature of a PNG', Buffer.concat([pngSignature, Buffer.from('<svg/>')]), 'damaged'],
    ['nothing', '', 'The image is empty'],
    ['a GIF', 'GIF89a', 'must be a PNG, JPEG or WebP'],
    ['a PNG of 16 megapixels', Buffer.concat([pngSignature, pngHeader(4000, 4000)]), 'it ends early'],
    ['a side of 20,001 pixels', png(20_001, 1), 'at most 20000'],
    ['41 megapixels', Buffer.concat([pngSignature, pngHeader(8200, 5000)]), 'more than 40 megapixels'],
  ] as [string, string | Buffer, string][])('is refused when it is %s', async (_, bytes, message) => {
    await begin()
    const { status, body } = await send(path, bytes)
    expect([status, body.error.type]).toEqual([400, 'bad_request'])
    expect(body.error.detail).toContain(message)
    expect(await ids()).toEqual([])
  })

  test('has at most 10 MiB', async () => {
    await begin()
    const { status, body } = await send(path, Buffer.alloc(10 * 1024 * 1024 + 1))
    expect([status, body.error.detail]).toEqual([413, 'The request body is larger than 10485760 bytes'])
  })

  test.each([
    ['PNG', png(4032, 3024), 'image/webp', 2048, 1536],
    ['JPEG', tallJpeg, 'image/jpeg', 1024, 2048],
    ['WebP', thinWebp, 'image/webp', 2048, 1],
  ])('of the type %s is scaled down to 2048 pixels', async (_, bytes, type, width, height) => {
    await begin()
    const { data } = (await send(path, bytes)).body
    expect(data).toMatchObject({ media_type: type, width, height })
    const stored = new Bun.Image((await download(`${path}/${data.id}/image`)).bytes)
    expect(await stored.metadata()).toMatchObject({ width, height })
  })

  test('is one of at most ten of its asset', async () => {
    await begin()
    for (let count = 0; count < 10; count++) await add()
    expect(faultsOf(await send(path, jpeg))).toEqual([409, 'conflict'])
    await session.delete(`${path}/${(await ids())[0]}`)
    expect((await send(path, jpeg)).status).toBe(201)
  })

  test('gets a description and another place among the photos', async () => {
    await begin()
    const [a, b, c] = [await add(), await add(), await add()]
    const { body } = await session.patch(`${path}/${c}`, { description: 'Left side', position: 1 })
    expect(body.data).toMatchObject({ id: c, description: 'Left side', position: 1 })
    expect(await ids()).toEqual([c, a, b] as number[])
    await session.delete(`${path}/${a}`)
    const { data } = (await session.get(path)).body
    expect(data.map(({ id, position }: Record<string, number>) => [id, position])).toEqual([
      [c, 1],
      [b, 2],
    ])
    expect((await session.patch(`${path}/${c}`, { description: null })).body.data.description).toBeNull()
  })

  test.each([
    [{ description: '' }, 'description too_short'],
    [{ description: 'a'.repeat(256) }, 'description too_long'],
    [{ position: 0 }, 'position too_small'],
    [{ position: 11 }, 'position too_large'],
    [{ bytes: 1 }, 'bytes unknown_field'],
  ])('is not changed by %j', async (body, fault) => {
    await begin()
    expect(faultsOf(await session.patch(`${path}/${await add()}`, body))).toEqual([400, fault])
  })

  test.each([
    [png(1000, 500), 320, 160],
    [withSegment(0xe1, 'Exif\0\0MM\0\x2a\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0'), 6, 8],
  ])('gets a thumbnail of at most 320 pixels, upright (%#)', async (bytes, width, height) => {
    await begin()
    const { status, body } = await send(path, bytes)
    expect([status, body.data.has_thumbnail]).toEqual([201, true])
    const { headers, bytes: thumbnail } = await download(`${path}/${body.data.id}/thumbnail`)
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(await new Bun.Image(thumbnail).metadata()).toEqual({ width, height, format: 'webp' })
    expect((await send(`${path}/${body.data.id}/thumbnail`, bytes)).status).toBe(405)
  })

  test('that an earlier version stored gets its thumbnail after a start', async () => {
    await begin()
    const id = await add(png(1000, 500))
    const broken = await add()
    await program.stop()
    {
      using db = openDatabase(program.dataDir)
      db.run('delete from asset_photo_thumbnails')
      db.run('update asset_photo_parts set bytes = ? where photo_id = ?', [png().subarray(0, 30), broken])
    }
    program = await startProgram({ dataDir: program.dataDir })
    session = await signIn(program)
    api = await apiClient(program, session)
    const flags = async () =>
      (await session.get(path)).body.data.map((each: { has_thumbnail: boolean }) => each.has_thumbnail)
    await eventually(flags).toEqual([true, false])
    const { bytes } = await download(`${path}/${id}/thumbnail`)
    expect(await new Bun.Image(bytes).metadata()).toMatchObject({ width: 320, height: 160 })
  })

  test('of another asset is not found', async () => {
    await begin()
    const id = await add()
    await begin()
    for (const rest of ['', '/image', '/thumbnail'])
      expect((await session.request(rest === '' ? 'DELETE' : 'GET', `${path}/${id}${rest}`)).status).toBe(404)
  })

  test('is in the changes of its asset', async () => {
    await begin()
    const id = await add()
    await session.patch(`${path}/${id}`, { description: 'Front' })
    await session.patch(`${path}/${id}`, { description: 'Front' })
    await session.delete(`${path}/${id}`)
    const { data } = (await session.get(`/internal/v1/audit?subject_kind=asset&subject_id=${asset}`)).body
    expect(data.map((entry: { action: string }) => entry.action)).toEqual([
      'photo_removed',
      'photo_changed',
      'photo_added',
      'created',
    ])
    const fields = data.map(({ before, after }: Record<string, unknown>) => ({ before, after }))
    expect(fields[1]).toEqual({ before: { id, description: null }, after: { id, description: 'Front' } })
    expect(fields).toMatchObject([{ before: { id } }, {}, { after: { id } }, {}])
  })

  test('is hidden while its asset is deleted, and comes back with it', async () => {
    await begin()
    const id = await add()
    await api.delete(`/api/v1/assets/${asset}`)
    expect((await session.get(path)).status).toBe(404)
    expect((await download(`${path}/${id}/image`)).status).toBe(404)
    expect((await session.get(`/internal/v1/asset-photos?asset_id=${asset}`)).body.data).toEqual([])
    await session.post(`/internal/v1/deleted-assets/${asset}/restore`, {})
    expect(await ids()).toEqual([id])
    expect((await download(`${path}/${id}/image`)).status).toBe(200)
  })
})

// Rule: internal-api.md, Photos
test('the list of first photos has one photo of each asset', async () => {
  await begin()
  const first = await add()
  await add()
  const one = asset
  await begin()
  const other = await add()
  const { body } = await session.get(`/internal/v1/asset-photos?asset_id=${one}&asset_id=${asset}`)
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual([first, other])
  expect((await session.get('/internal/v1/asset-photos')).body.data).toEqual([])
})

test('a backup contains photos and thumbnails', async () => {
  await begin()
  const id = await add(png(400, 300))
  const { name } = (await session.post('/internal/v1/backups')).body.data
  using db = new Database(join(program.dataDir, 'backups', name), { readonly: true })
  const of = (table: string) =>
    db.query<{ bytes: Uint8Array }, [number]>(`select bytes from ${table} where photo_id = ?`).all(id)
  const stored = [await download(`${path}/${id}/image`), await download(`${path}/${id}/thumbnail`)]
  const [image, thumbnail] = stored.map(({ bytes }) => new Uint8Array(bytes))
  expect(of('asset_photo_parts')).toEqual([{ bytes: image as Uint8Array }])
  expect(of('asset_photo_thumbnails')).toEqual([{ bytes: thumbnail as Uint8Array }])
})
