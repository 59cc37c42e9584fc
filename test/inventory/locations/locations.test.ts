import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newAsset, newLocation } from '../../support/records'

/** Create, change and rename locations, and their tags (docs/api.md, Location). Parents: parents.test.ts. */

let program: Program
let session: Client
let api: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
})
afterAll(stopPrograms)

/** A client of an organization that has no rows yet. */
const freshOrganization = async (): Promise<Client> =>
  apiClient(program, await otherOrganization(program, freshKey('Org')))

const view = async (id: number) => (await api.get(`/api/v1/locations/${id}`)).body.data

// Rule: api.md, Location
// Rule: api.md, Create
describe('creating a location', () => {
  // Rule: api.md, Asset
  test('with only a name takes all defaults and returns the whole view', async () => {
    const fresh = await freshOrganization()
    const before = new Date().toISOString()
    const { status, headers, body } = await fresh.post('/api/v1/locations', { name: 'Dock' })
    expect(status).toBe(201)
    const { id, created_at: createdAt, updated_at: updatedAt, valid_from: validFrom } = body.data
    expect(body).toEqual({
      data: {
        id: expect.any(Number),
        external_key: 'LOC-001',
        name: 'Dock',
        description: null,
        parent_id: null,
        parent_external_key: null,
        is_active: true,
        valid_from: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        valid_to: null,
        created_at: validFrom,
        updated_at: createdAt,
        deleted_at: null,
        tags: [],
      },
    })
    expect(before <= updatedAt && updatedAt <= new Date().toISOString()).toBe(true)
    expect(headers.get('location')).toBe(`/api/v1/locations/${id}`)
    expect((await fresh.get(`/api/v1/locations/${id}`)).body).toEqual(body)
  })

  // Rule: api.md, Purpose
  test('with every field stores what was sent', async () => {
    const sent = {
      external_key: freshKey(),
      name: 'Ä 1',
      description: 'first\nsecond',
      is_active: false,
      valid_from: '2020-01-31T23:30:00.1239+01:00',
      valid_to: '9999-12-31T23:59:59Z',
    }
    const tags = [
      { tag_type: 'barcode', value: freshKey('a/b c') },
      { tag_type: 'rfid', value: freshKey() },
    ]
    const { id, tags: stored } = await newLocation(api, { ...sent, tags })
    expect(await view(id)).toMatchObject({
      ...sent,
      valid_from: '2020-01-31T22:30:00.123Z',
      valid_to: '9999-12-31T23:59:59.000Z',
      tags: tags.map((tag, index) => ({ ...tag, id: stored[index]?.id })),
    })
  })

  const refusals: [title: string, body: Record<string, unknown>, faults: string[]][] = [
    ['metadata, which locations do not have', { name: 'A', metadata: {} }, ['metadata unknown_field']],
    ['an absent name', {}, ['name required']],
    ['a null name', { name: null }, ['name invalid_value']],
    ['a null external_key', { name: 'A', external_key: null }, ['external_key invalid_value']],
    ['a null valid_from', { name: 'A', valid_from: null }, ['valid_from invalid_value']],
    ['a null is_active', { name: 'A', is_active: null }, ['is_active invalid_value']],
    ['an empty description', { name: 'A', description: '' }, ['description too_short']],
    ['a key with a slash', { name: 'A', external_key: 'a/b' }, ['external_key invalid_value']],
    [
      'read-only fields',
      { name: 'A', id: 1, created_at: null, updated_at: '2026-01-01T00:00:00Z', deleted_at: null },
      ['id read_only', 'created_at read_only', 'updated_at read_only', 'deleted_at read_only'],
    ],
    [
      'a window that ends as it begins',
      { name: 'A', valid_from: '2026-01-01T01:00:00+01:00', valid_to: '2026-01-01T00:00:00Z' },
      ['valid_to invalid_value'],
    ],
    [
      'all faults at once, in the order of the keys, the absent name last',
      { parent_id: 999_999, bogus: 1, description: '', tags: [{ tag_type: 'qr', value: '' }] },
      [
        'parent_id fk_not_found',
        'bogus unknown_field',
        'description too_short',
        'tags[0].tag_type invalid_value',
        'tags[0].value too_short',
        'name required',
      ],
    ],
  ]
  // Rule: api.md, Compatibility
  test.each(refusals)('reports %s', async (_title, body, faults) => {
    expect(faultsOf(await api.post('/api/v1/locations', body))).toEqual([400, ...faults])
  })

  // Rule: api.md, Keys
  test('with a key in use returns 409; keys that differ in case are different', async () => {
    const key = freshKey('Dock')
    await newLocation(api, { external_key: key })
    expect(faultsOf(await api.post('/api/v1/locations', { name: 'A', external_key: key }))).toEqual([
      409,
      'conflict',
    ])
    expect((await newLocation(api, { external_key: key.toUpperCase() })).external_key).toBe(key.toUpperCase())
  })

  test('with a tag in use stores nothing of the location', async () => {
    const tag = { tag_type: 'ble', value: freshKey() }
    await newAsset(api, { tags: [tag] })
    const key = freshKey()
    const body = { name: 'A', external_key: key, tags: [tag] }
    expect(faultsOf(await api.post('/api/v1/locations', body))).toEqual([409, 'conflict'])
    expect((await api.get(`/api/v1/locations?external_key=${key}`)).body.total_count).toBe(0)
  })
})

// Rule: api.md, Minted keys
describe('minting keys', () => {
  test('gives simultaneous creates the lowest keys, each once, and grows past three digits', async () => {
    const fresh = await freshOrganization()
    const rows = await Promise.all(Array.from({ length: 1001 }, () => newLocation(fresh)))
    const minted = rows.map((row) => row.external_key).toSorted()
    const expected = Array.from({ length: 1001 }, (_, index) => `LOC-${String(index + 1).padStart(3, '0')}`)
    expect(minted).toEqual(expected.toSorted())
  })

  test('takes the lowest unused slot, which a delete or a rename frees', async () => {
    const fresh = await freshOrganization()
    const [first, second] = [await newLocation(fresh), await newLocation(fresh)]
    expect([first.external_key, second.external_key]).toEqual(['LOC-001', 'LOC-002'])
    await newLocation(fresh, { external_key: 'LOC-003' })
    // Only the very key that would be minted occupies a slot.
    for (const external_key of ['LOC-4', 'LOC-0004', 'loc-004', 'LOC-99999999999999999999'])
      await newLocation(fresh, { external_key })
    expect((await newLocation(fresh)).external_key).toBe('LOC-004')

    await fresh.delete(`/api/v1/locations/${first.id}`)
    expect((await newLocation(fresh)).external_key).toBe('LOC-001')
    await fresh.post(`/api/v1/locations/${second.id}/rename`, { external_key: 'LOC-005' })
    expect([(await newLocation(fresh)).external_key, (await newLocation(fresh)).external_key]).toEqual([
      'LOC-002',
      'LOC-006',
    ])
  })
})

// Rule: api.md, Location
// Rule: api.md, PATCH
describe('changing a location', () => {
  test('sets the sent fields, clears those that are null and leaves the others unchanged', async () => {
    const { id } = await newLocation(api, { description: 'old', valid_to: '9999-01-01T00:00:00Z' })
    const before = await view(id)
    const change = { name: 'New', description: null, valid_to: null, is_active: false }
    const { status, body } = await api.patch(`/api/v1/locations/${id}`, change)
    expect(status).toBe(200)
    expect(body.data).toEqual({ ...before, ...change, updated_at: expect.any(String) })
    expect(body.data.updated_at > before.updated_at).toBe(true)
    expect(await view(id)).toEqual(body.data)
  })

  test('accepts its own view in any spelling of the same instants, and advances updated_at', async () => {
    const parent = await newLocation(api)
    const { id } = await newLocation(api, {
      parent_id: parent.id,
      tags: ['ble', 'rfid'].map((tag_type) => ({ tag_type, value: freshKey() })),
    })
    const before = await view(id)
    const created_at = `${before.created_at.slice(0, -1)}00+00:00`
    const echo = { ...before, created_at, tags: before.tags.toReversed() }
    const { status, body } = await api.patch(`/api/v1/locations/${id}`, echo)
    expect(status).toBe(200)
    expect(body.data).toEqual({ ...before, updated_at: expect.any(String) })
    expect(body.data.updated_at > before.updated_at).toBe(true)
    // The first write has advanced the token that this body echoes.
    expect(faultsOf(await api.patch(`/api/v1/locations/${id}`, echo))).toEqual([400, 'updated_at read_only'])
  })

  const refusals: [title: string, body: Record<string, unknown>, faults: string[]][] = [
    ['metadata', { metadata: {} }, ['metadata unknown_field']],
    ['another external_key', { external_key: 'OTHER' }, ['external_key invalid_context']],
    ['other tags', { tags: [{ id: 1, tag_type: 'rfid', value: '1' }] }, ['tags invalid_context']],
    [
      'another id and a deleted_at',
      { id: 999_999, deleted_at: '2026-01-01T00:00:00Z' },
      ['id read_only', 'deleted_at read_only'],
    ],
    ['a null name', { name: null }, ['name invalid_value']],
    ['a null valid_from', { valid_from: null }, ['valid_from invalid_value']],
    ['an end before the stored beginning', { valid_to: '2001-01-01T00:00:00Z' }, ['valid_to invalid_value']],
    ['a beginning at the stored end', { valid_from: '9999-01-01T00:00:00Z' }, ['valid_to invalid_value']],
  ]
  test.each(refusals)('refuses %s and changes nothing', async (_title, body, faults) => {
    const { id } = await newLocation(api, { valid_to: '9999-01-01T00:00:00Z' })
    const before = await view(id)
    expect(faultsOf(await api.patch(`/api/v1/locations/${id}`, body))).toEqual([400, ...faults])
    expect(await view(id)).toEqual(before)
  })
})

// Rule: api.md, Rename
describe('renaming a location', () => {
  // Rule: api.md, Tree reads
  test('changes only its key, and counts the live descendants, in effect or not', async () => {
    const root = await newLocation(api, { external_key: freshKey() })
    const hidden = { valid_from: '2020-01-01T00:00:00Z', valid_to: '2021-01-01T00:00:00Z' }
    const middle = await newLocation(api, { parent_id: root.id, ...hidden })
    const leaf = await newLocation(api, { parent_id: middle.id })
    const gone = await newLocation(api, { parent_id: middle.id })
    await api.delete(`/api/v1/locations/${gone.id}`)
    const [before, middleBefore] = [await view(root.id), await view(middle.id)]

    const key = freshKey('renamed')
    const { status, body } = await api.post(`/api/v1/locations/${root.id}/rename`, { external_key: key })
    expect([status, body.descendant_count_affected]).toEqual([200, 2])
    expect(body.data).toMatchObject({ id: root.id, external_key: key, name: before.name })
    const after = await view(root.id)
    expect(after).toEqual({ ...before, external_key: key, updated_at: expect.any(String) })
    expect(after.updated_at > before.updated_at).toBe(true)
    expect(await view(middle.id)).toEqual({ ...middleBefore, parent_external_key: key })
    expect((await view(leaf.id)).parent_id).toBe(middle.id)
    // The old key is free again.
    await newLocation(api, { external_key: root.external_key })
  })

  test('to the same key changes nothing and counts nothing', async () => {
    const { id, external_key } = await newLocation(api)
    await newLocation(api, { parent_id: id })
    const before = await view(id)
    const { status, body } = await api.post(`/api/v1/locations/${id}/rename`, { external_key })
    expect([status, body.descendant_count_affected]).toEqual([200, 0])
    expect(await view(id)).toEqual(before)
  })

  // Rule: api.md, Create
  test('to a key in use returns 409, to a malformed key 400', async () => {
    const [{ id }, other] = [await newLocation(api), await newLocation(api)]
    const rename = (body: unknown) => api.post(`/api/v1/locations/${id}/rename`, body)
    expect(faultsOf(await rename({ external_key: other.external_key }))).toEqual([409, 'conflict'])
    expect(faultsOf(await rename({ external_key: 'a_b' }))).toEqual([400, 'external_key invalid_value'])
    expect(faultsOf(await rename({}))).toEqual([400, 'external_key required'])
    expect(faultsOf(await rename({ external_key: 'X', name: 'Y' }))).toEqual([400, 'name unknown_field'])
  })
})

// Rule: api.md, Tag
describe('tags of a location', () => {
  // Rule: api.md, Location
  // Rule: api.md, Tags of a record
  test('are added and removed without advancing updated_at, in order of creation', async () => {
    const { id, updated_at } = await newLocation(api, { tags: [{ tag_type: 'rfid', value: freshKey() }] })
    const tag = { tag_type: 'barcode', value: 'bin 7/a\t' + freshKey() }
    const { status, headers, body } = await api.post(`/api/v1/locations/${id}/tags`, tag)
    expect([status, body]).toEqual([201, { data: { id: expect.any(Number), ...tag } }])
    expect(headers.get('location')).toBe(`/api/v1/locations/${id}/tags/${body.data.id}`)
    const after = await view(id)
    expect(after.tags[1]).toEqual(body.data)
    expect(after.updated_at).toBe(updated_at)

    const path = `/api/v1/locations/${id}/tags/${body.data.id}`
    expect((await api.delete(path)).status).toBe(204)
    expect(faultsOf(await api.delete(path))).toEqual([404, 'not_found'])
    expect(await view(id)).toMatchObject({ updated_at, tags: after.tags.slice(0, 1) })
  })

  test('share one namespace with the tags of assets, by type and value', async () => {
    const value = freshKey()
    const { id } = await newLocation(api)
    await newAsset(api, { tags: [{ tag_type: 'rfid', value }] })
    const attach = (tag_type: string) => api.post(`/api/v1/locations/${id}/tags`, { tag_type, value })
    expect(faultsOf(await attach('rfid'))).toEqual([409, 'conflict'])
    expect((await attach('ble')).status).toBe(201)
    expect(faultsOf(await attach('ble'))).toEqual([409, 'conflict'])
  })

  // Rule: api.md, Tags of a record
  test('can be reached only through their own location', async () => {
    const owner = await newLocation(api, { tags: [{ tag_type: 'rfid', value: freshKey() }] })
    const [other, asset] = [await newLocation(api), await newAsset(api)]
    const tagId = owner.tags[0]?.id
    for (const path of [`locations/${other.id}`, `assets/${asset.id}`, 'locations/999999'])
      expect(faultsOf(await api.delete(`/api/v1/${path}/tags/${tagId}`))).toEqual([404, 'not_found'])
    const tag = { tag_type: 'rfid', value: freshKey() }
    expect(faultsOf(await api.post('/api/v1/locations/999999/tags', tag))).toEqual([404, 'not_found'])
    expect((await view(owner.id)).tags).toHaveLength(1)
  })

  // Rule: api.md, Delete
  test('are deleted with their location, and their values can be used again', async () => {
    const tag = { tag_type: 'rfid', value: freshKey() }
    const { id } = await newLocation(api, { tags: [tag] })
    expect((await api.delete(`/api/v1/locations/${id}`)).status).toBe(204)
    expect((await newLocation(api, { tags: [tag] })).tags[0]).toMatchObject(tag)
  })
})
