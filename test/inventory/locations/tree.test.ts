import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, keysOf, newLocation, type Row } from '../../support/records'

/** The three tree reads: their rows, orders and pages (docs/api.md, Tree reads). */

let program: Program
let api: Client

const past = { valid_from: '2020-01-01T00:00:00Z', valid_to: '2021-01-01T00:00:00Z' }
const future = { valid_from: '9000-01-01T00:00:00Z' }

/**
 * In order of creation, so that neither ids nor names follow the tree; each is moved under its parent afterwards.
 * `past` and `future` are not in effect, `gone` is deleted.
 *
 *   root ┬ east ┬ e2 ─ e2a
 *        │      └ e1
 *        ├ past ┬ p2
 *        │      └ p1 ─ future ─ f1
 *        ├ west
 *        └ gone
 */
const plan: readonly [key: string, name: string, parent: string | null, body?: object][] = [
  ['e2a', 'Bin', 'e2'],
  ['f1', 'Far', 'future'],
  ['p2', 'Alpha', 'past'],
  ['west', 'Aisle 2', 'root'],
  ['p1', 'Beta', 'past'],
  ['e2', 'Zulu', 'east'],
  ['root', 'Hall', null],
  ['future', 'Soon', 'p1', future],
  ['past', 'Aisle 0', 'root', past],
  ['gone', 'Aisle 9', 'root'],
  ['e1', 'Alpha', 'east'],
  ['east', 'Aisle 2', 'root'],
]
const rows = new Map<string, Row>()
const pathTo = (key: string, part: string, query = '') =>
  `/api/v1/locations/${rows.get(key)?.id ?? key}/${part}${query}`
const read = async (key: string, part: string, query = '') => keysOf(await api.get(pathTo(key, part, query)))

beforeAll(async () => {
  program = await startProgram()
  const session = await signIn(program)
  api = await apiClient(program, session)
  for (const [external_key, name, , body] of plan)
    rows.set(external_key, await newLocation(api, { external_key, name, ...body }))
  for (const [key, , parent_external_key] of plan)
    await api.patch(`/api/v1/locations/${rows.get(key)?.id}`, { parent_external_key })
  await api.delete(`/api/v1/locations/${rows.get('gone')?.id}`)
  // Nothing of another tree, or of another organization, belongs to this one.
  await newLocation(api, { external_key: 'other-root' })
  const south = await apiClient(program, await otherOrganization(program))
  await newLocation(south, { external_key: 'root' })
})
afterAll(stopPrograms)

describe('ancestors', () => {
  const chains: [key: string, ancestors: string[]][] = [
    ['root', []],
    ['west', ['root']],
    ['e2a', ['root', 'east', 'e2']],
    ['p1', ['root']],
    ['f1', ['root', 'p1']],
    ['future', ['root', 'p1']],
  ]
  // Rule: api.md, Row states
  // Rule: api.md, Tree reads
  test.each(chains)('of %s are listed root first, without hidden ones', async (key, ancestors) => {
    expect(await read(key, 'ancestors')).toEqual(ancestors)
  })
})

describe('children', () => {
  const families: [key: string, children: string[]][] = [
    // Two are called "Aisle 2": the lower id comes first.
    ['root', ['west', 'east']],
    ['east', ['e1', 'e2']],
    ['past', ['p2', 'p1']],
    ['p1', []],
    ['future', ['f1']],
    ['west', []],
  ]
  // Rule: api.md, Tree reads
  test.each(families)('of %s are ordered by name, then id', async (key, children) => {
    expect(await read(key, 'children')).toEqual(children)
  })
})

describe('descendants', () => {
  const subtrees: [key: string, descendants: string[]][] = [
    ['root', ['west', 'p2', 'p1', 'f1', 'east', 'e2', 'e2a', 'e1']],
    ['east', ['e2', 'e2a', 'e1']],
    ['past', ['p2', 'p1', 'f1']],
    ['p1', ['f1']],
    ['e1', []],
  ]
  // Rule: api.md, Tree reads
  test.each(subtrees)('of %s are ordered depth first, siblings by id', async (key, descendants) => {
    expect(await read(key, 'descendants')).toEqual(descendants)
  })
})

// Rule: api.md, Null fields
test('the tree reads return complete views', async () => {
  const tag = { tag_type: 'rfid', value: 'TREE' }
  const id = rows.get('e2')?.id
  await api.post(`/api/v1/locations/${id}/tags`, tag)
  const { data } = (await api.get(`/api/v1/locations/${id}`)).body
  expect(data).toMatchObject({ parent_external_key: 'east', tags: [tag] })
  for (const path of [pathTo('e2a', 'ancestors'), pathTo('east', 'children'), pathTo('root', 'descendants')])
    expect((await api.get(path)).body.data).toContainEqual(data)
})

test('a location that is deactivated stays in the tree', async () => {
  const path = `/api/v1/locations/${rows.get('e1')?.id}`
  await api.patch(path, { is_active: false })
  expect(await read('east', 'children')).toEqual(['e1', 'e2'])
  expect(await read('east', 'descendants')).toContain('e1')
})

// Rule: api.md, Tree reads
describe.each([
  ['e2a', 'ancestors', 3],
  ['root', 'children', 2],
  ['root', 'descendants', 8],
] as const)('the pages of %s/%s', (key, part, total) => {
  test('together contain all rows, and each has the total count', async () => {
    const whole = await read(key, part)
    for (const limit of [1, 2, 3, 200]) {
      const pages: string[] = []
      for (let offset = 0; offset < total; offset += limit) {
        const response = await api.get(pathTo(key, part, `?limit=${limit}&offset=${offset}`))
        expect(response.body).toMatchObject({ limit, offset, total_count: total })
        pages.push(...keysOf(response))
      }
      expect(pages).toEqual(whole)
    }
  })

  // Rule: api.md, Paging
  // Rule: api.md, Limits
  test('default to 50 rows, and are empty beyond the end', async () => {
    expect((await api.get(pathTo(key, part))).body).toMatchObject({
      limit: 50,
      offset: 0,
      total_count: total,
    })
    expect((await api.get(pathTo(key, part, '?offset=1000'))).body).toEqual({
      data: [],
      limit: 50,
      offset: 1000,
      total_count: total,
    })
  })

  test('reject sort with the specified message', async () => {
    const response = await api.get(pathTo(key, part, '?sort=name'))
    expect(faultsOf(response)).toEqual([400, 'sort invalid_context'])
    expect(response.body.error.fields[0].message).toBe('sort parameter not supported on this endpoint')
  })

  const refusals: [query: string, fault: string][] = [
    ['?limit=201', 'limit too_large'],
    ['?limit=0', 'limit too_small'],
    ['?limit=x', 'limit invalid_value'],
    ['?offset=-1', 'offset too_small'],
    ['?include_deleted=true', 'include_deleted unknown_field'],
    ['?q=a', 'q unknown_field'],
    ['?depth=1', 'depth unknown_field'],
  ]
  test.each(refusals)('refuse "%s"', async (query, fault) => {
    expect(faultsOf(await api.get(pathTo(key, part, query)))).toEqual([400, fault])
  })
})

describe.each([['ancestors'], ['children'], ['descendants']])('%s', (part) => {
  test('exist for a location that is not in effect, but not for a deleted or unknown location', async () => {
    expect((await api.get(pathTo('past', part))).status).toBe(200)
    expect(faultsOf(await api.get(pathTo('gone', part)))).toEqual([404, 'not_found'])
    expect(faultsOf(await api.get(pathTo('9007199254740993', part)))).toEqual([404, 'not_found'])
  })

  test('require a valid id', async () => {
    for (const [id, code] of [
      ['0', 'too_small'],
      ['-3', 'too_small'],
      ['abc', 'invalid_value'],
      ['1.5', 'invalid_value'],
      ['9223372036854775808', 'invalid_value'],
    ] as const)
      expect(faultsOf(await api.get(pathTo(id, part)))).toEqual([400, `location_id ${code}`])
  })
})
