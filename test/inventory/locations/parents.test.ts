import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, keysOf, newAsset, newLocation, newTagged, type Row } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'

/** Parents of locations: create, move and delete in the tree (docs/api.md, Parents; docs/api.md, PATCH). */

let program: Program
let session: Client
let api: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
})
afterAll(stopPrograms)

const view = async ({ id }: Row) => (await api.get(`/api/v1/locations/${id}`)).body.data
const patch = ({ id }: Row, body: unknown) => api.patch(`/api/v1/locations/${id}`, body)
const remove = (row: Row) => api.delete(`/api/v1/locations/${row.id}`)
const childOf = (parent: Row, body: Record<string, unknown> = {}) =>
  newLocation(api, { parent_id: parent.id, ...body })
const asParent = (row: Row | null) => ({
  parent_id: row?.id ?? null,
  parent_external_key: row?.external_key ?? null,
})
const pastOnly = { valid_from: '2020-01-01T00:00:00Z', valid_to: '2021-01-01T00:00:00Z' }

/** Locations for the bodies: two that exist, and one that is deleted. */
interface Named {
  readonly a: Row
  readonly b: Row
  readonly gone: Row
}
let named: Named
beforeAll(async () => {
  named = {
    a: await newLocation(api),
    b: await newLocation(api),
    gone: await newLocation(api, { external_key: 'GONE' }),
  }
  await remove(named.gone)
})

type Case = readonly [title: string, body: (named: Named) => Record<string, unknown>]

/** Each body names the parent `a`. */
const acceptedForms: Case[] = [
  ['its id', ({ a }) => ({ parent_id: a.id })],
  ['its key', ({ a }) => ({ parent_external_key: a.external_key })],
  ['both forms, agreeing', ({ a }) => asParent(a)],
]

const noParent: Case[] = [
  ['a null id', () => ({ parent_id: null })],
  ['a null key', () => ({ parent_external_key: null })],
  ['both null', () => asParent(null)],
]

const id = 'parent_id'
const key = 'parent_external_key'

const refusedForms: [title: string, body: Case[1], faults: string[]][] = [
  [
    'two different parents',
    ({ a, b }) => ({ [id]: a.id, [key]: b.external_key }),
    [`${id} ambiguous_fields`, `${key} ambiguous_fields`],
  ],
  [
    'two different parents, key first',
    ({ a, b }) => ({ [key]: b.external_key, [id]: a.id }),
    [`${key} ambiguous_fields`, `${id} ambiguous_fields`],
  ],
  [
    'a parent and none',
    ({ a }) => ({ [id]: null, [key]: a.external_key }),
    [`${id} ambiguous_fields`, `${key} ambiguous_fields`],
  ],
  ['an unknown id', () => ({ [id]: 999_999 }), [`${id} fk_not_found`]],
  ['an id beyond 2^53', () => ({ [id]: 2 ** 53 + 2 }), [`${id} fk_not_found`]],
  ['an unknown key', () => ({ [key]: 'NONE' }), [`${key} fk_not_found`]],
  ['a key in another case', ({ a }) => ({ [key]: a.external_key.toLowerCase() }), [`${key} fk_not_found`]],
  ['the id of a deleted row', ({ gone }) => ({ [id]: gone.id }), [`${id} fk_not_found`]],
  ['the key of a deleted row', () => ({ [key]: 'GONE' }), [`${key} fk_not_found`]],
  [
    'an unknown id beside a live key',
    ({ a }) => ({ [id]: 999_999, [key]: a.external_key }),
    [`${id} fk_not_found`],
  ],
  ['an unknown key beside a live id', ({ a }) => ({ [id]: a.id, [key]: 'NONE' }), [`${key} fk_not_found`]],
  ['an unknown key beside a null id', () => ({ [id]: null, [key]: 'NONE' }), [`${key} fk_not_found`]],
  [
    'two unknown forms',
    () => ({ [id]: 999_999, [key]: 'NONE' }),
    [`${id} fk_not_found`, `${key} fk_not_found`],
  ],
  ['an id as text', ({ a }) => ({ [id]: String(a.id) }), [`${id} invalid_value`]],
  ['a malformed key', () => ({ [key]: 'a b' }), [`${key} invalid_value`]],
]

describe('a new location', () => {
  // Rule: api.md, Location
  // Rule: api.md, Parents
  test.each(acceptedForms)('gets the parent that %s names', async (_title, body) => {
    const row = await newLocation(api, body(named))
    expect(await view(row)).toMatchObject(asParent(named.a))
  })

  // Rule: api.md, Location
  test.each(noParent)('is a root with %s', async (_title, body) => {
    expect(await view(await newLocation(api, body(named)))).toMatchObject(asParent(null))
  })

  // Rule: api.md, Paired filters
  // Rule: api.md, Parents
  // Rule: api.md, Ids in requests
  test.each(refusedForms)('is refused with %s', async (_title, body, faults) => {
    const response = await api.post('/api/v1/locations', { ...body(named), name: 'A' })
    expect(faultsOf(response)).toEqual([400, ...faults])
  })

  // Rule: api.md, Field codes
  test('is rejected with the received JSON type for an id', async () => {
    const response = await api.post('/api/v1/locations', { name: 'A', parent_id: [1] })
    expect(response.body.error.fields[0]).toMatchObject({
      code: 'invalid_value',
      params: { expected_type: 'number', received_type: 'array' },
    })
  })

  test('takes an integer in any spelling of JSON', async () => {
    const response = await api.post('/api/v1/locations', `{"name":"A","parent_id":${named.a.id}.0}`)
    expect(response.body).toMatchObject({ data: asParent(named.a) })
  })
})

// Rule: api.md, Parents
describe('moving a location', () => {
  // Rule: api.md, Location
  test.each(acceptedForms)(
    'moves it, with its subtree, to the parent that %s names',
    async (_title, body) => {
      const old = await newLocation(api)
      const row = await childOf(old)
      const below = await childOf(row)
      const before = await view(row)
      const { status, body: response } = await patch(row, body(named))
      expect([status, response.data]).toEqual([
        200,
        { ...before, ...asParent(named.a), updated_at: expect.any(String) },
      ])
      expect(keysOf(await api.get(`/api/v1/locations/${below.id}/ancestors`))).toEqual([
        named.a.external_key,
        row.external_key,
      ])
      expect(keysOf(await api.get(`/api/v1/locations/${old.id}/descendants`))).toEqual([])
    },
  )

  // Rule: api.md, PATCH
  test.each(noParent)('moves it to the top level with %s', async (_title, body) => {
    const row = await childOf(named.a)
    const { status, body: response } = await patch(row, body(named))
    expect(status).toBe(200)
    expect(response.data).toMatchObject(asParent(null))
  })

  test.each(refusedForms)('is refused with %s, and changes nothing', async (_title, body, faults) => {
    const row = await childOf(await newLocation(api))
    const before = await view(row)
    expect(faultsOf(await patch(row, body(named)))).toEqual([400, ...faults])
    expect(await view(row)).toEqual(before)
  })

  test('requires that both forms agree, even when one repeats the current parent', async () => {
    const row = await childOf(named.a)
    const response = await patch(row, { parent_id: named.a.id, parent_external_key: named.b.external_key })
    expect(faultsOf(response)).toEqual([400, `${id} ambiguous_fields`, `${key} ambiguous_fields`])
  })

  // Rule: api.md, PATCH
  test('keeps the parent when a body repeats or omits it', async () => {
    const row = await childOf(named.a)
    for (const body of [{}, asParent(named.a), { parent_id: named.a.id }, { name: 'Other' }]) {
      const { status, body: response } = await patch(row, body)
      expect([status, response.data.parent_id]).toEqual([200, named.a.id])
    }
  })

  // Rule: api.md, Location
  test('shows the current key of the parent', async () => {
    const parent = await newLocation(api)
    const row = await childOf(parent)
    const renamed = freshKey()
    await api.post(`/api/v1/locations/${parent.id}/rename`, { external_key: renamed })
    expect(await view(row)).toMatchObject({ parent_id: parent.id, parent_external_key: renamed })
  })
})

// Rule: api.md, Parents
describe('a cycle', () => {
  /** root > middle > leaf. The middle is not in effect, but the search for cycles passes through every live row. */
  async function branch() {
    const root = await newLocation(api, { external_key: freshKey('Root') })
    const middle = await childOf(root, pastOnly)
    return { root, middle, leaf: await childOf(middle, { external_key: freshKey('Leaf') }) }
  }

  // Rule: api.md, Error types
  test.each([['root'], ['middle'], ['leaf']] as const)(
    'is rejected under the %s, with the names of both locations',
    async (end) => {
      const rows = await branch()
      const before = await view(rows.root)
      for (const body of [{ parent_id: rows[end].id }, { parent_external_key: rows[end].external_key }]) {
        const response = await patch(rows.root, { name: 'Moved', ...body })
        expect(faultsOf(response)).toEqual([409, 'conflict'])
        expect(response.body.error.detail).toContain(rows.root.external_key)
        expect(response.body.error.detail).toContain(rows[end].external_key)
      }
      expect(await view(rows.root)).toEqual(before)
    },
  )

  test('does not result from two simultaneous moves: one of them is rejected', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await newLocation(api), await newLocation(api)]
      const responses = await Promise.all([
        patch(one, { parent_id: two.id }),
        patch(two, { parent_id: one.id }),
      ])
      expect([
        [200, 409],
        [409, 200],
      ]).toContainEqual(responses.map(({ status }) => status))
    }
  })

  test('is reported only when the body is valid', async () => {
    const { root, leaf } = await branch()
    expect(faultsOf(await patch(root, { parent_id: leaf.id, name: '' }))).toEqual([400, 'name too_short'])
  })
})

// Rule: api.md, Delete
describe('deleting a location', () => {
  let assetsMade = 0
  async function placedAt(location: Row, body: Record<string, unknown> = {}): Promise<Row> {
    const asset = await newTagged(api, freshKey('asset'), body)
    await scan(session, location.id, asset.external_key, secondsAgo(86_400 * 20 - ++assetsMade))
    return asset
  }

  // Rule: api.md, Keys
  // Rule: api.md, Visibility rules
  test('hides a leaf, frees its key and sets the time of deletion', async () => {
    const row = await newLocation(api, { external_key: freshKey('leaf') })
    const before = await view(row)
    expect((await remove(row)).status).toBe(204)
    expect(faultsOf(await api.get(`/api/v1/locations/${row.id}`))).toEqual([404, 'not_found'])
    expect(faultsOf(await remove(row))).toEqual([404, 'not_found'])
    expect(faultsOf(await patch(row, {}))).toEqual([404, 'not_found'])
    const query = `/api/v1/locations?external_key=${row.external_key}`
    expect(keysOf(await api.get(query))).toEqual([])
    const [deleted] = (await api.get(`${query}&include_deleted=true`)).body.data
    expect(deleted).toMatchObject({ id: row.id, deleted_at: expect.any(String) })
    expect(deleted.updated_at > before.updated_at).toBe(true)
    expect((await newLocation(api, { external_key: row.external_key })).id).not.toBe(row.id)
  })

  // Rule: api.md, Tree reads
  // Rule: api.md, Error types
  test('is rejected first for live descendants, then for assets located there', async () => {
    const row = await newLocation(api)
    // Not in effect, and yet live: it counts.
    const child = await childOf(row, pastOnly)
    const asset = await placedAt(row)

    const forDescendants = await remove(row)
    expect(faultsOf(forDescendants)).toEqual([409, 'conflict'])
    expect(forDescendants.body.error.detail).toMatch(/descendant/i)
    expect((await remove(child)).status).toBe(204)

    const forAssets = await remove(row)
    expect(faultsOf(forAssets)).toEqual([409, 'conflict'])
    expect(forAssets.body.error.detail).toMatch(/asset/i)
    expect(forAssets.body.error.detail).not.toMatch(/descendant/i)
    expect(await view(row)).toMatchObject({ deleted_at: null })

    await scan(session, named.a.id, asset.external_key, secondsAgo(60))
    expect((await remove(row)).status).toBe(204)
  })

  test.each([
    ['inactive', { is_active: false }],
    ['not in effect', pastOnly],
  ])('is rejected for an asset that is %s and was last seen there long ago', async (_title, body) => {
    const row = await newLocation(api)
    const asset = await placedAt(row, body)
    expect(faultsOf(await remove(row))).toEqual([409, 'conflict'])
    // A deleted asset is placed nowhere.
    expect((await api.delete(`/api/v1/assets/${asset.id}`)).status).toBe(204)
    expect((await remove(row)).status).toBe(204)
  })

  test('ignores assets at sub-locations and elsewhere', async () => {
    const row = await newLocation(api)
    await placedAt(named.a)
    await newAsset(api)
    expect((await remove(row)).status).toBe(204)
  })

  test('never leaves a child under a deleted parent, even with simultaneous requests', async () => {
    for (let round = 0; round < 5; round++) {
      const parent = await newLocation(api)
      const [created, deleted] = await Promise.all([
        api.post('/api/v1/locations', { name: 'Child', parent_id: parent.id }),
        remove(parent),
      ])
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([created.status, deleted.status])
    }
  })

  // Rule: api.md, Location
  test('keeps its key in the deleted rows below it, even when another location has the key', async () => {
    const parent = await newLocation(api, { external_key: freshKey('parent') })
    const child = await childOf(parent, { external_key: freshKey('child') })
    expect([(await remove(child)).status, (await remove(parent)).status]).toEqual([204, 204])
    const heir = await newLocation(api, { external_key: parent.external_key })
    await api.post(`/api/v1/locations/${heir.id}/rename`, { external_key: freshKey('heir') })
    const query = `external_key=${child.external_key}&include_deleted=true`
    const [deleted] = (await api.get(`/api/v1/locations?${query}`)).body.data
    expect(deleted).toMatchObject(asParent(parent))
    const below = `parent_external_key=${parent.external_key}&include_deleted=true`
    expect(keysOf(await api.get(`/api/v1/locations?${below}`))).toEqual([child.external_key])
  })
})
