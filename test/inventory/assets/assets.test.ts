import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, apiClient, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, keysOf, newAsset } from '../../support/records'

let program: Program
let session: Client
let api: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
})
afterAll(stopPrograms)

const create = (fields: Record<string, unknown> = {}, client = api) => newAsset(client, fields)
const pathOf = (asset: { id: number }): string => `/api/v1/assets/${asset.id}`

describe('creating an asset', () => {
  // Rule: api.md, Endpoints
  // Rule: api.md, Identifiers
  // Rule: api.md, Timestamps
  // Rule: api.md, Asset
  // Rule: api.md, Create
  test('returns 201, its path, and the whole view with the defaults', async () => {
    const before = new Date().toISOString()
    const response = await api.post('/api/v1/assets', { name: 'Pallet 1', external_key: 'FIRST' })
    expect(response.status).toBe(201)
    const asset = response.body.data
    expect(response.headers.get('location')).toBe(pathOf(asset))
    expect(Object.keys(response.body)).toEqual(['data'])
    expect(asset).toEqual({
      id: expect.any(Number),
      external_key: 'FIRST',
      name: 'Pallet 1',
      description: null,
      is_active: true,
      metadata: {},
      valid_from: asset.created_at,
      valid_to: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: asset.created_at,
      deleted_at: null,
      tags: [],
    })
    expect(asset.created_at >= before).toBe(true)
    expect(asset.created_at <= new Date().toISOString()).toBe(true)
  })

  // Rule: api.md, Purpose
  // Rule: api.md, Keys
  // Rule: api.md, Asset
  // Rule: api.md, Tag
  // Rule: api.md, Create
  test('accepts every writable field', async () => {
    const fields = {
      external_key: 'ALL-fields-1',
      name: 'Cart',
      description: 'Blue.\nFour wheels.',
      is_active: false,
      metadata: { color: 'blue', wheels: [1, 2, null, { a: true }] },
      valid_from: '2026-01-02T03:04:05.678Z',
      valid_to: '2999-01-01T00:00:00.000Z',
    }
    const tags = [
      { tag_type: 'barcode', value: 'ALL 1/2' },
      { tag_type: 'rfid', value: 'ALL-2' },
      { tag_type: 'ble', value: 'ALL-2' },
    ]
    const asset = await create({ ...fields, tags })
    expect(asset).toMatchObject(fields)
    expect(asset.tags).toEqual(tags.map((tag) => ({ id: expect.any(Number), ...tag })))
    expect((await api.get(pathOf(asset))).body.data).toEqual(asset)
  })

  // Rule: api.md, Keys
  // Rule: api.md, Create
  // Rule: api.md, Error types
  test('is rejected with 409 when a live asset has the key, and stores nothing', async () => {
    await create({ external_key: 'TAKEN' })
    const tags = [{ tag_type: 'rfid', value: 'of-the-refused' }]
    const refused = await api.post('/api/v1/assets', { name: 'Other', external_key: 'TAKEN', tags })
    expect(faultsOf(refused)).toEqual([409, 'conflict'])
    expect(refused.body.error.title).toBe('Conflict')
    expect((await create({ tags })).tags).toHaveLength(1)
  })

  // Rule: api.md, Keys
  test('distinguishes keys that differ only in case', async () => {
    await create({ external_key: 'Case-1' })
    expect((await create({ external_key: 'case-1' })).external_key).toBe('case-1')
  })

  // Rule: api.md, Create
  test('is rejected with 409 when a tag is in use, and stores nothing', async () => {
    await create({ tags: [{ tag_type: 'rfid', value: 'taken-tag' }] })
    const body = {
      name: 'Other',
      external_key: 'ROLLED-BACK',
      tags: [
        { tag_type: 'rfid', value: 'not-taken' },
        { tag_type: 'rfid', value: 'taken-tag' },
      ],
    }
    expect(faultsOf(await api.post('/api/v1/assets', body))).toEqual([409, 'conflict'])
    expect((await api.get('/api/v1/assets?external_key=ROLLED-BACK')).body.total_count).toBe(0)
    await create({ external_key: 'ROLLED-BACK', tags: [body.tags[0]] })
  })

  test('is rejected with 409 when the body contains a tag twice', async () => {
    const tag = { tag_type: 'ble', value: 'twice' }
    expect(faultsOf(await api.post('/api/v1/assets', { name: 'A', tags: [tag, tag] }))).toEqual([
      409,
      'conflict',
    ])
  })

  // Rule: api.md, Keys
  test('returns 201 to one of many simultaneous creates with the same key, and 409 to the others', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => api.post('/api/v1/assets', { name: 'Race', external_key: 'RACE' })),
    )
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(19).fill(409),
    ])
  })
})

describe('reading an asset', () => {
  // Rule: api.md, Row states
  // Rule: api.md, Visibility rules
  test('ignores validity and is_active', async () => {
    const asset = await create({
      is_active: false,
      valid_from: '2001-01-01T00:00:00Z',
      valid_to: '2002-01-01T00:00:00Z',
    })
    expect((await api.get(pathOf(asset))).body.data).toEqual(asset)
    const future = await create({ valid_from: '2999-01-01T00:00:00Z' })
    expect((await api.get(pathOf(future))).body.data).toEqual(future)
  })

  // Rule: api.md, Error types
  // Rule: api.md, Ids in requests
  test('returns 404 for unknown ids, up to the maximum of int64', async () => {
    for (const id of ['999999', '9007199254740991', '9007199254740992', '9223372036854775807'])
      expect(faultsOf(await api.get(`/api/v1/assets/${id}`))).toEqual([404, 'not_found'])
  })

  // Rule: api.md, Delete
  test('finds only the assets of its own organization', async () => {
    const asset = await create({ external_key: 'OURS' })
    const other = await otherOrganization(program, 'Other')
    const calls = [
      other.get(pathOf(asset)),
      other.patch(pathOf(asset), {}),
      other.delete(pathOf(asset)),
      other.post(`${pathOf(asset)}/rename`, { external_key: 'THEIRS' }),
      other.post(`${pathOf(asset)}/tags`, { tag_type: 'rfid', value: 'theirs' }),
      other.get(`${pathOf(asset)}/history`),
    ]
    for (const response of await Promise.all(calls)) expect(faultsOf(response)).toEqual([404, 'not_found'])
    expect((await other.get('/api/v1/assets?external_key=OURS')).body.data).toEqual([])
    expect((await create({ external_key: 'OURS' }, other)).external_key).toBe('OURS')
    expect((await api.get(pathOf(asset))).body.data).toEqual(asset)
  })
})

// Rule: api.md, Delete
describe('deleting an asset', () => {
  // Rule: api.md, Visibility rules
  // Rule: api.md, Error types
  test('returns 204 once and hides the asset', async () => {
    const asset = await create({ external_key: 'GONE' })
    const response = await api.delete(pathOf(asset))
    expect([response.status, response.text]).toEqual([204, ''])
    const calls = [
      api.get(pathOf(asset)),
      api.delete(pathOf(asset)),
      api.patch(pathOf(asset), { name: 'Back' }),
      api.post(`${pathOf(asset)}/rename`, { external_key: 'BACK' }),
      api.post(`${pathOf(asset)}/tags`, { tag_type: 'rfid', value: 'back' }),
    ]
    for (const again of await Promise.all(calls)) expect(faultsOf(again)).toEqual([404, 'not_found'])
    expect(keysOf(await api.get('/api/v1/assets?external_key=GONE'))).toEqual([])
  })

  // Rule: api.md, Asset
  // Rule: api.md, Visibility rules
  test('keeps the row for lists with include_deleted, with the time of its deletion', async () => {
    const asset = await create({ external_key: 'KEPT' })
    await api.delete(pathOf(asset))
    const [row] = (await api.get('/api/v1/assets?external_key=KEPT&include_deleted=true')).body.data
    expect(row).toEqual({ ...asset, deleted_at: row.updated_at, updated_at: row.updated_at })
    expect(row.updated_at > asset.updated_at).toBe(true)
  })

  // Rule: api.md, Keys
  test('frees its key and its tags', async () => {
    const tags = [{ tag_type: 'rfid', value: 'recycled' }]
    const fields = { external_key: 'RECYCLED', tags }
    const first = await create(fields)
    await api.delete(pathOf(first))
    const second = await create(fields)
    expect(second.id).toBeGreaterThan(first.id)
    expect((await api.get('/api/v1/assets?external_key=RECYCLED')).body.data).toEqual([second])
    const all = await api.get('/api/v1/assets?external_key=RECYCLED&include_deleted=true')
    expect(all.body.data.map((asset: { id: number }) => asset.id)).toEqual([first.id, second.id])
    expect(faultsOf(await api.post('/api/v1/assets', { name: 'Third', ...fields }))).toEqual([
      409,
      'conflict',
    ])
  })

  test('does not check the Content-Type', async () => {
    for (const type of ['text/plain', 'application/xml', 'nonsense']) {
      const asset = await create()
      const init = { headers: { 'content-type': type }, body: 'anything' }
      expect((await api.request('DELETE', pathOf(asset), init)).status).toBe(204)
    }
  })
})

// Rule: api.md, Tag
describe('the tags of an asset', () => {
  const attach = (asset: { id: number }, body: unknown) => api.post(`${pathOf(asset)}/tags`, body)

  // Rule: api.md, Asset
  // Rule: api.md, Tags of a record
  test('are attached with 201, a Location and the tag', async () => {
    const asset = await create()
    const response = await attach(asset, { tag_type: 'barcode', value: 'a / b' })
    const tag = response.body.data
    expect(response.status).toBe(201)
    expect(response.body).toEqual({ data: { id: expect.any(Number), tag_type: 'barcode', value: 'a / b' } })
    expect(response.headers.get('location')).toBe(`${pathOf(asset)}/tags/${tag.id}`)
  })

  test('are in order of creation and do not change updated_at', async () => {
    const asset = await create({ tags: [{ tag_type: 'rfid', value: 'order-z' }] })
    const tags = [...asset.tags]
    for (const value of ['order-c', 'order-a', 'order-b'])
      tags.push((await attach(asset, { tag_type: 'rfid', value })).body.data)
    expect((await api.get(pathOf(asset))).body.data).toEqual({ ...asset, tags })
    expect((await api.delete(`${pathOf(asset)}/tags/${tags[1]!.id}`)).status).toBe(204)
    tags.splice(1, 1)
    expect((await api.get(pathOf(asset))).body.data).toEqual({ ...asset, tags })
  })

  // Rule: api.md, Create
  // Rule: api.md, Error types
  test('are unique by type and value in the whole organization, on assets and locations', async () => {
    const [asset, other] = [await create(), await create()]
    const tag = { tag_type: 'rfid', value: 'unique' }
    await attach(asset, tag)
    expect(faultsOf(await attach(asset, tag))).toEqual([409, 'conflict'])
    expect(faultsOf(await attach(other, tag))).toEqual([409, 'conflict'])
    const location = await api.post('/api/v1/locations', { name: 'Hall' })
    const path = `/api/v1/locations/${location.body.data.id}/tags`
    expect(faultsOf(await api.post(path, tag))).toEqual([409, 'conflict'])
    expect((await attach(other, { ...tag, tag_type: 'ble' })).status).toBe(201)
    expect((await attach(other, { ...tag, value: 'UNIQUE' })).status).toBe(201)
    const otherClient = await otherOrganization(program, 'Other tags')
    const theirs = await create({}, otherClient)
    expect((await otherClient.post(`${pathOf(theirs)}/tags`, tag)).status).toBe(201)
  })

  // Rule: api.md, Tags of a record
  test('are removed once, through their own asset, and can then be used again', async () => {
    const [asset, other] = [await create(), await create()]
    const tag = { tag_type: 'ble', value: 'removed' }
    const { id } = (await attach(asset, tag)).body.data
    expect(faultsOf(await api.delete(`${pathOf(other)}/tags/${id}`))).toEqual([404, 'not_found'])
    expect((await api.delete(`${pathOf(asset)}/tags/${id}`)).status).toBe(204)
    expect(faultsOf(await api.delete(`${pathOf(asset)}/tags/${id}`))).toEqual([404, 'not_found'])
    const again = await attach(other, tag)
    expect(again.status).toBe(201)
    expect(again.body.data.id).toBeGreaterThan(id)
  })

  // Rule: api.md, Identifiers
  test('cannot be reached through a location of the same id', async () => {
    const location = (await api.post('/api/v1/locations', { name: 'Twin' })).body.data
    let asset = await create()
    while (asset.id < location.id) asset = await create()
    const { id } = (await attach({ id: location.id }, { tag_type: 'rfid', value: 'twin' })).body.data
    expect(faultsOf(await api.delete(`/api/v1/locations/${location.id}/tags/${id}`))).toEqual([
      404,
      'not_found',
    ])
  })

  test('return 404 for an unknown asset, even with an invalid body', async () => {
    expect(faultsOf(await api.post('/api/v1/assets/999999/tags', { tag_type: 5 }))).toEqual([
      404,
      'not_found',
    ])
  })
})
