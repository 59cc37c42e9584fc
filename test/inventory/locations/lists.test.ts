import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, keysOf, newLocation } from '../../support/records'

/** Which locations a list contains, and in which order (docs/api.md, Filters; docs/api.md, Visibility rules). */

let program: Program
let api: Client

beforeAll(async () => {
  program = await startProgram()
  api = await apiClient(program, await signIn(program))
})
afterAll(stopPrograms)

// Rule: api.md, Sort
// Rule: api.md, Filters
describe('the list of locations', () => {
  const list = async (query: string) => keysOf(await api.get(`/api/v1/locations${query}`))

  beforeAll(async () => {
    const root = await newLocation(api, { external_key: 'b-root', name: 'Zeta' })
    await newLocation(api, { external_key: 'a-leaf', name: 'Same', parent_id: root.id, is_active: false })
    const inner = await newLocation(api, { external_key: 'c-inner', name: 'Same', parent_id: root.id })
    await newLocation(api, {
      external_key: 'd-deep',
      name: 'Alpha',
      description: '100% full',
      parent_id: inner.id,
      tags: [{ tag_type: 'barcode', value: 'ÄPFEL 7' }],
    })
    await newLocation(api, { external_key: 'e-later', valid_from: '9000-01-01T00:00:00Z' })
    const gone = await newLocation(api, { external_key: 'f-gone', parent_id: root.id })
    await api.delete(`/api/v1/locations/${gone.id}`)
  })

  const queries: [query: string, keys: string[]][] = [
    ['', ['a-leaf', 'b-root', 'c-inner', 'd-deep']],
    ['?sort=-external_key', ['d-deep', 'c-inner', 'b-root', 'a-leaf']],
    ['?sort=name', ['d-deep', 'a-leaf', 'c-inner', 'b-root']],
    ['?sort=-name', ['b-root', 'a-leaf', 'c-inner', 'd-deep']],
    ['?sort=created_at', ['b-root', 'a-leaf', 'c-inner', 'd-deep']],
    ['?include_deleted=true', ['a-leaf', 'b-root', 'c-inner', 'd-deep', 'f-gone']],
    ['?is_active=false', ['a-leaf']],
    ['?is_active=true&include_deleted=true', ['b-root', 'c-inner', 'd-deep', 'f-gone']],
    ['?external_key=d-deep&external_key=a-leaf&external_key=none', ['a-leaf', 'd-deep']],
    ['?external_key=D-DEEP', []],
    ['?external_key=e-later', []],
    ['?parent_external_key=b-root', ['a-leaf', 'c-inner']],
    ['?parent_external_key=b-root&parent_external_key=c-inner', ['a-leaf', 'c-inner', 'd-deep']],
    ['?parent_external_key=none', []],
    ['?parent_id=9007199254740993', []],
    ['?q=SAME', ['a-leaf', 'c-inner']],
    ['?q=inner&q=root', ['c-inner']],
    ['?q=0%25', ['d-deep']],
    ['?q=%25', ['d-deep']],
    ['?q=_', []],
    ['?q=%C3%A4pfel', ['d-deep']],
    ['?q=', ['a-leaf', 'b-root', 'c-inner', 'd-deep']],
    ['?limit=2&offset=1', ['b-root', 'c-inner']],
    ['?offset=100', []],
  ]
  // Rule: api.md, Keys
  // Rule: api.md, Visibility rules
  test.each(queries)('of "%s" has the right rows in the right order', async (query, keys) => {
    expect(await list(query)).toEqual(keys)
  })

  // Rule: api.md, List envelope
  test('counts all matching rows, on every page', async () => {
    const { body } = await api.get('/api/v1/locations?limit=1&offset=2')
    expect({ ...body, data: keysOf({ body } as never) }).toEqual({
      data: ['c-inner'],
      limit: 1,
      offset: 2,
      total_count: 4,
    })
  })

  // Rule: api.md, Location
  test('filters by the id of the immediate parent', async () => {
    const { body } = await api.get('/api/v1/locations?external_key=b-root&external_key=c-inner')
    const [root, inner] = body.data.map(({ id }: { id: number }) => id)
    expect(await list(`?parent_id=${root}`)).toEqual(['a-leaf', 'c-inner'])
    expect(await list(`?parent_id=${root}&parent_id=${inner}`)).toEqual(['a-leaf', 'c-inner', 'd-deep'])
  })

  const refusals: [query: string, faults: string[]][] = [
    [
      '?parent_id=1&parent_external_key=x',
      ['parent_id ambiguous_fields', 'parent_external_key ambiguous_fields'],
    ],
    ['?parent_external_key=a,b', ['parent_external_key invalid_value']],
    ['?parent_id=0', ['parent_id too_small']],
    ['?parent_id=1,2', ['parent_id invalid_value']],
    ['?parent_id=9223372036854775808', ['parent_id invalid_value']],
    ['?is_active=1', ['is_active invalid_value']],
    ['?include_deleted=TRUE', ['include_deleted invalid_value']],
    ['?limit=201', ['limit too_large']],
    ['?limit=0', ['limit too_small']],
    ['?offset=-1', ['offset too_small']],
    ['?location_id=1', ['location_id unknown_field']],
    ['?sort=updated_at', ['sort invalid_value']],
  ]
  // Rule: api.md, Paired filters
  test.each(refusals)('refuses "%s"', async (query, faults) => {
    expect(faultsOf(await api.get(`/api/v1/locations${query}`))).toEqual([400, ...faults])
  })

  test('reports an unknown sort field by name', async () => {
    const { body } = await api.get('/api/v1/locations?sort=name,-parent_id')
    expect(body.error.fields[0].message).toBe('unknown sort field: parent_id')
  })
})

// Rule: api.md, Visibility rules
test('a location that is not in effect is read by its id, without list parameters', async () => {
  const path = `/api/v1/locations/${(await newLocation(api, { valid_from: '9000-01-01T00:00:00Z' })).id}`
  expect((await api.get(path)).status).toBe(200)
  const response = await api.get(`${path}?include_deleted=true&bogus=1`)
  expect(faultsOf(response)).toEqual([400, 'include_deleted invalid_context', 'bogus unknown_field'])
})
