import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { scan, secondsAgo } from '../../support/scans'

/** The whole tree, as the console draws it. */

let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
})
afterAll(stopPrograms)

const path = '/internal/v1/location-tree'

const create = async (kind: string, body: Record<string, unknown>): Promise<number> =>
  (await session.post(`/api/v1/${kind}`, body)).body.data.id

// Rule: internal-api.md, Whole location tree
test('contains every live location, in effect or not, with the number of assets in the report', async () => {
  const hall = await create('locations', { name: 'Hall', external_key: 'HALL' })
  const bay = await create('locations', { name: 'Bay', external_key: 'BAY', parent_id: hall })
  const past = await create('locations', {
    name: 'Annex',
    external_key: 'ANNEX',
    is_active: false,
    valid_from: '2021-03-01T00:00:00Z',
    valid_to: '2022-03-01T00:00:00Z',
  })
  const gone = await create('locations', { name: 'Shed' })
  await session.delete(`/api/v1/locations/${gone}`)
  const place = async (name: string, at: number, more = {}) => {
    const id = await create('assets', { name, tags: [{ tag_type: 'rfid', value: name }], ...more })
    await scan(session, at, name, secondsAgo(60))
    return id
  }
  await place('first', bay)
  await place('second', bay)
  await place('third', hall)
  await session.delete(`/api/v1/assets/${await place('deleted', bay)}`)
  const ended = await place('ended', bay, { valid_from: secondsAgo(3600) })
  await session.patch(`/api/v1/assets/${ended}`, { valid_to: secondsAgo(30) })

  const { status, body } = await session.get(path)
  expect(status).toBe(200)
  const live = { is_active: true, is_effective: true }
  expect(body).toEqual({
    data: [
      {
        id: past,
        external_key: 'ANNEX',
        name: 'Annex',
        parent_id: null,
        is_active: false,
        is_effective: false,
        asset_count: 0,
      },
      { id: bay, external_key: 'BAY', name: 'Bay', parent_id: hall, ...live, asset_count: 2 },
      { id: hall, external_key: 'HALL', name: 'Hall', parent_id: null, ...live, asset_count: 1 },
    ],
  })
  for (const { id, asset_count: count } of body.data) {
    const report = await session.get(`/api/v1/reports/asset-locations?location_id=${id}`)
    expect(report.body.total_count).toBe(count)
  }
})

test('contains nothing of another organization', async () => {
  const other = await otherOrganization(program)
  expect((await other.get(path)).body).toEqual({ data: [] })
})

// Rule: internal-api.md, Whole location tree
test('is compressed for clients that accept gzip, and is the same otherwise', async () => {
  for (let at = 1; at <= 20; at++) await create('locations', { name: `Aisle ${at}` })
  const read = (coding: string) => session.request('GET', path, { headers: { 'accept-encoding': coding } })
  const [plain, packed] = [await read('identity'), await read('gzip')]
  expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip'])
  expect(packed.headers.get('etag')).toBe(`W/${plain.headers.get('etag')}`)
  for (const { headers } of [plain, packed]) expect(headers.get('vary')).toContain('accept-encoding')
  expect(packed.body).toEqual(plain.body)
})
