import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiResponse, type Client, otherOrganization, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { jpeg, png, webp } from '../../support/images'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import type { Row } from '../../support/records'
import { close, count, linesOf, newHall, open, path, placed } from '../../support/stocktakes'
import { until } from '../../support/until'
import { newMember } from '../../support/users'

/** Photos of excuses (docs/internal-api.md, Lines of a stocktake). */

let program: Program
let session: Client
let id: number
let assets: Row[]
let aisle: Row

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  const hall = await newHall(session)
  aisle = hall.aisle
  assets = await placed(session, aisle, 3)
  id = (await open(session, hall.hall)).id
})
afterAll(stopPrograms)

const photoOf = (asset: Row | undefined): string => `${path}/${id}/lines/${asset?.id}/photo`
const put = (to: string, body: Uint8Array | string, by = session): Promise<ApiResponse> =>
  by.request('POST', to, { body, headers: { 'content-type': 'image/jpeg' } })
const excuse = (asset: Row | undefined, note = 'In repair'): Promise<ApiResponse> =>
  session.post(`${path}/${id}/lines/${asset?.id}/excuse`, { note })
const download = async (from: string): Promise<Response> =>
  fetch(program.http + from, { headers: { authorization: `Bearer ${session.token}` } })

// Rule: internal-api.md, Lines of a stocktake
test('the photo of an excuse is stored with the line, replaced, and deleted', async () => {
  const [asset] = assets
  expect((await put(photoOf(asset), jpeg)).status).toBe(409)
  expect((await session.get(photoOf(asset))).status).toBe(404)
  await excuse(asset)
  const stored = await put(photoOf(asset), jpeg)
  expect([stored.status, stored.body.data]).toMatchObject([200, { verdict: 'excused', has_photo: true }])
  const image = await download(photoOf(asset))
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(100)
  expect((await download(`${photoOf(asset)}/thumbnail`)).headers.get('content-type')).toBe('image/webp')
  await put(photoOf(asset), webp.lossy)
  expect((await download(photoOf(asset))).headers.get('content-type')).toBe('image/webp')
  // Neither another excuse nor a scan costs the photo.
  expect((await excuse(asset, 'With Omar')).body.data).toMatchObject({ note: 'With Omar', has_photo: true })
  await count(session, id, aisle, [asset as Row])
  const [line] = await linesOf(session, id, `&q=${asset?.external_key}`)
  expect(line).toMatchObject({ verdict: 'found', note: 'With Omar', has_photo: true })
  const actions = await session.get(`/internal/v1/audit?subject_kind=stocktake&subject_id=${id}&limit=3`)
  expect(actions.body.data.map(({ action }: { action: string }) => action)).toContain('photo_added')

  expect((await session.delete(photoOf(asset))).status).toBe(204)
  expect((await session.delete(photoOf(asset))).status).toBe(404)
  expect((await download(photoOf(asset))).status).toBe(404)
})

test('a bad photo, a viewer, another organization and an unknown line change nothing', async () => {
  const [, asset] = assets
  await excuse(asset)
  for (const [body, status, says] of [
    ['', 400, 'empty'],
    ['no image', 400, 'PNG, JPEG or WebP'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 400, 'SVG'],
    [png(20_001, 1), 400, '20001'],
    [jpeg.subarray(0, jpeg.length / 2), 400, 'damaged'],
    [new Uint8Array(11 * 1024 * 1024), 413, ''],
  ] as const) {
    const answer = await put(photoOf(asset), body)
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(says)])
  }
  const { session: viewer } = await newMember(program, session, 'viewer')
  const south = await otherOrganization(program, 'south')
  expect((await put(photoOf(asset), jpeg, viewer)).status).toBe(403)
  for (const method of ['post', 'get', 'delete'] as const)
    expect([method, (await south[method](photoOf(asset))).status]).toEqual([method, 404])
  expect((await put(`${path}/${id}/lines/999999/photo`, jpeg)).status).toBe(404)
  expect(await linesOf(session, id, `&q=${asset?.external_key}`)).toMatchObject([{ has_photo: false }])
  await put(photoOf(asset), jpeg)
  expect((await viewer.get(photoOf(asset))).status).toBe(200)
})

test('a photo stays with the closed result, and is deleted with its stocktake', async () => {
  const [, asset] = assets
  await close(session, id)
  expect((await put(photoOf(asset), jpeg)).status).toBe(409)
  expect((await session.delete(photoOf(asset))).status).toBe(409)
  expect((await download(photoOf(asset))).status).toBe(200)
  await program.stop()
  const rows = () => {
    using db = openDatabase(program.dataDir, { readonly: true })
    return ['stocktake_photos', 'stocktake_photo_parts', 'stocktake_lines'].map(
      (table) => (db.query(`select count(*) as rows from ${table}`).get() as { rows: number }).rows,
    )
  }
  expect(rows()).toEqual([1, 1, 3])
  const db = openDatabase(program.dataDir)
  db.run('update stocktakes set closed_at = closed_at - ?', [4_000 * 86_400 * 1_000_000])
  db.close()
  await startProgram({ dataDir: program.dataDir })
  await until(
    () => rows().every((each) => each === 0),
    () => `the stocktake is deleted: ${rows().join(' ')}`,
  )
})
