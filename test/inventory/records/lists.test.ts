import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { apiClient, type Client, clientOf, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, keysOf, newAsset, type Row } from '../../support/records'

/** Filters, order and pages of lists, on the list of assets (docs/api.md, Filters). The parameter q: search.test.ts. */

let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
})
afterAll(stopPrograms)

let organizations = 0
/** A separate organization, so that a list contains only the records of the test. */
async function fresh(): Promise<Client> {
  const name = `Lists ${++organizations}`
  const organization = (await session.post('/internal/v1/organizations', { name })).body.data
  const body = { organization_id: organization.id }
  const moved = await session.post('/internal/v1/session/organization', body)
  return apiClient(program, clientOf(program.http, moved.body.data.access_token))
}
const list = (api: Client, query = '') => api.get(`/api/v1/assets${query && `?${query}`}`)
const remove = (api: Client, { id }: Row) => api.delete(`/api/v1/assets/${id}`)

// Rule: api.md, List envelope
// Rule: api.md, Paging
// Rule: api.md, Limits
describe('the list envelope', () => {
  test('without rows contains an empty array', async () => {
    const response = await list(await fresh())
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ data: [], limit: 50, offset: 0, total_count: 0 })
  })

  // Rule: api.md, Null fields
  test('contains the same views as single reads, and the applied limit and offset', async () => {
    const api = await fresh()
    const row = await newAsset(api, { tags: [{ tag_type: 'rfid', value: 'envelope' }] })
    await newAsset(api)
    const response = await list(api, 'limit=1&offset=0')
    expect(response.body).toEqual({ data: [row], limit: 1, offset: 0, total_count: 2 })
  })

  test('contains 50 rows by default and up to 200 on request', async () => {
    const api = await fresh()
    await Promise.all(Array.from({ length: 205 }, () => newAsset(api)))
    for (const [query, rows] of [
      ['', 50],
      ['limit=1', 1],
      ['limit=200', 200],
      ['limit=200&offset=200', 5],
      ['offset=205', 0],
      ['offset=204', 1],
    ] as const) {
      const { body } = await list(api, query)
      expect([query, body.data.length, body.total_count]).toEqual([query, rows, 205])
    }
  })
})

// Rule: api.md, Paging
// Rule: api.md, Limits
describe('limit and offset', () => {
  test('are rejected with the reason', async () => {
    const api = await fresh()
    const cases: [query: string, fault: string][] = [
      ['limit=201', 'limit too_large'],
      ['limit=9223372036854775808', 'limit too_large'],
      ['limit=0', 'limit too_small'],
      ['limit=-1', 'limit too_small'],
      ['offset=-1', 'offset too_small'],
      ['offset=-9223372036854775809', 'offset too_small'],
      ...['', 'ten', '1.5', '1e1', '%205', '0x5', '5x', 'null', 'NaN', '1,2', '%D9%A3'].flatMap(
        (value): [string, string][] => [
          [`limit=${value}`, 'limit invalid_value'],
          [`offset=${value}`, 'offset invalid_value'],
        ],
      ),
    ]
    for (const [query, fault] of cases)
      expect([query, ...faultsOf(await list(api, query))]).toEqual([query, 400, fault])
  })

  test('have no maximum for the offset', async () => {
    const api = await fresh()
    await newAsset(api)
    for (const offset of ['1000000', '9007199254740991', '9223372036854775807', '99999999999999999999']) {
      const response = await list(api, `offset=${offset}`)
      expect([offset, response.status, response.body.data]).toEqual([offset, 200, []])
      expect(response.body.total_count).toBe(1)
    }
  })
})

// Rule: api.md, Filters
describe('the filter external_key', () => {
  // Rule: api.md, Identifiers
  test('selects the rows with any of the keys, in the order of the list', async () => {
    const api = await fresh()
    for (const external_key of ['B', 'A', 'C', 'b']) await newAsset(api, { external_key })
    for (const [query, keys] of [
      ['external_key=A', ['A']],
      ['external_key=b&external_key=A', ['A', 'b']],
      ['external_key=C&external_key=C&external_key=MISSING', ['C']],
      ['external_key=MISSING', []],
      ['external_key=%41', ['A']],
    ] as const) {
      const response = await list(api, query)
      expect([query, response.status, ...keysOf(response)]).toEqual([query, 200, ...keys])
      expect(response.body.total_count).toBe(keys.length)
    }
  })

  // Rule: api.md, Tag
  // Rule: api.md, Field codes
  test('accepts keys only, and no list of keys in one value', async () => {
    const api = await fresh()
    for (const value of ['A,B', 'a_b', 'a%20b', '', '%C3%A4', 'a%0A', '*', '%25'])
      expect([value, ...faultsOf(await list(api, `external_key=${value}`))]).toEqual([
        value,
        400,
        'external_key invalid_value',
      ])
    expect(faultsOf(await list(api, 'external_key=A&external_key=A,B'))).toEqual([
      400,
      'external_key invalid_value',
    ])
  })

  // Rule: api.md, Limits
  test('accepts up to 200 keys', async () => {
    const api = await fresh()
    await newAsset(api, { external_key: 'K-200' })
    const keys = (count: number) =>
      Array.from({ length: count }, (_, i) => `external_key=K-${i + 1}`).join('&')
    expect(keysOf(await list(api, keys(200)))).toEqual(['K-200'])
    expect(faultsOf(await list(api, keys(201)))).toEqual([400, 'external_key too_large'])
    const longest = Array.from({ length: 200 }, (_, i) => `external_key=${String(i).padStart(255, 'K')}`)
    expect((await list(api, longest.join('&'))).status).toBe(200)
  })
})

// Rule: api.md, Row states
describe('the filters of state', () => {
  // Rule: api.md, Visibility rules
  // Rule: api.md, Filters
  test('are independent: is_active does not affect deleted rows', async () => {
    const api = await fresh()
    for (const external_key of ['on-live', 'off-live', 'on-gone', 'off-gone']) {
      const row = await newAsset(api, { external_key, is_active: external_key.startsWith('on') })
      if (external_key.endsWith('gone')) await remove(api, row)
    }
    for (const [query, keys] of [
      ['', ['off-live', 'on-live']],
      ['is_active=true', ['on-live']],
      ['is_active=false', ['off-live']],
      ['include_deleted=false', ['off-live', 'on-live']],
      ['include_deleted=true', ['off-gone', 'off-live', 'on-gone', 'on-live']],
      ['include_deleted=true&is_active=true', ['on-gone', 'on-live']],
      ['is_active=false&include_deleted=true', ['off-gone', 'off-live']],
      ['is_active=false&external_key=on-live', []],
    ] as const)
      expect([query, ...keysOf(await list(api, query))]).toEqual([query, ...keys])
  })

  // Rule: api.md, Filters
  test('are exactly true or false', async () => {
    const api = await fresh()
    for (const field of ['is_active', 'include_deleted'])
      for (const value of ['', '1', '0', 'True', 'TRUE', 'yes', 'null', 'true%20', 'true,false'])
        expect([value, ...faultsOf(await list(api, `${field}=${value}`))]).toEqual([
          value,
          400,
          `${field} invalid_value`,
        ])
    expect(faultsOf(await list(api, 'is_active'))).toEqual([400, 'is_active invalid_value'])
  })

  // Rule: api.md, Visibility rules
  test('never change validity: a list shows rows that are in effect now', async () => {
    const api = await fresh()
    const [past, future] = ['2001-01-01T00:00:00Z', '2999-01-01T00:00:00Z']
    const rows: [key: string, fields: object][] = [
      ['now', {}],
      ['now-until', { valid_from: past, valid_to: future }],
      ['future', { valid_from: future }],
      ['past', { valid_from: past, valid_to: '2002-01-01T00:00:00Z' }],
      ['past-gone', { valid_from: past, valid_to: '2002-01-01T00:00:00Z' }],
      ['past-off', { valid_from: past, valid_to: '2002-01-01T00:00:00Z', is_active: false }],
    ]
    for (const [external_key, fields] of rows) {
      const row = await newAsset(api, { external_key, name: 'Row', ...fields })
      if (external_key.endsWith('gone')) await remove(api, row)
    }
    const all = rows.map(([key]) => `external_key=${key}`).join('&')
    for (const query of [
      '',
      'include_deleted=true',
      all,
      `${all}&include_deleted=true`,
      'q=row',
      'sort=name',
    ])
      expect([query, ...keysOf(await list(api, query))]).toEqual([query, 'now', 'now-until'])
    expect(keysOf(await list(api, 'is_active=false'))).toEqual([])
    expect(keysOf(await list(api, 'external_key=past'))).toEqual([])
  })

  test('follow the state of a row', async () => {
    const api = await fresh()
    const { id } = await newAsset(api, { external_key: 'MOVES', valid_from: '2001-01-01T00:00:00Z' })
    const shows = async () => keysOf(await list(api)).length === 1
    expect(await shows()).toBe(true)
    await api.patch(`/api/v1/assets/${id}`, { valid_to: '2002-01-01T00:00:00Z' })
    expect(await shows()).toBe(false)
    await api.patch(`/api/v1/assets/${id}`, { valid_to: null })
    expect(await shows()).toBe(true)
    await api.delete(`/api/v1/assets/${id}`)
    expect(await shows()).toBe(false)
  })
})

// Rule: api.md, Sort
describe('sort', () => {
  // Rule: api.md, Filters
  test('orders by each field, in both directions, then by id', async () => {
    const api = await fresh()
    const made: Row[] = []
    for (const [external_key, name] of [
      ['C', 'x'],
      ['A', 'y'],
      ['B', 'x'],
      ['D', 'w'],
    ]) {
      const row = await newAsset(api, { external_key, name })
      made.push(row)
      // The next row is of a later millisecond.
      while (new Date().toISOString() <= row.updated_at) await list(api)
    }
    await api.patch(`/api/v1/assets/${made[0]!.id}`, {})
    for (const [sort, keys] of [
      ['', 'ABCD'],
      ['external_key', 'ABCD'],
      ['-external_key', 'DCBA'],
      ['name', 'DCBA'],
      ['-name', 'ACBD'],
      ['name,-external_key', 'DCBA'],
      ['name,external_key', 'DBCA'],
      ['-name,external_key', 'ABCD'],
      ['-name,name,-external_key', 'ACBD'],
      ['updated_at', 'ABDC'],
      ['-updated_at', 'CDBA'],
      ['created_at', 'CABD'],
      ['-created_at', 'DBAC'],
    ]) {
      const response = await list(api, sort && `sort=${sort}`)
      expect([sort, keysOf(response).join('')]).toEqual([sort, keys])
    }
  })

  test('is by external_key and then id by default', async () => {
    const api = await fresh()
    const ids: number[] = []
    for (let i = 0; i < 4; i++) {
      const row = await newAsset(api, { external_key: 'AGAIN' })
      ids.push(row.id)
      if (i < 3) await remove(api, row)
    }
    const response = await list(api, 'include_deleted=true')
    expect(response.body.data.map((row: Row) => row.id)).toEqual(ids)
  })

  test('names the unknown field', async () => {
    const api = await fresh()
    for (const [sort, name] of [
      ['color', 'color'],
      ['-color', 'color'],
      ['name,id', 'id'],
      ['', ''],
      ['name,', ''],
      ['-', ''],
      ['--name', '-name'],
      ['Name', 'Name'],
      ['name%20', 'name '],
      ['constructor', 'constructor'],
      ['asset_last_seen', 'asset_last_seen'],
    ]) {
      const { status, body } = await list(api, `sort=${sort}`)
      expect([sort, status, body.error.detail]).toEqual([sort, 400, `unknown sort field: ${name}`])
      expect(body.error.fields).toMatchObject([
        { field: 'sort', code: 'invalid_value', message: `unknown sort field: ${name}` },
      ])
    }
  })
})

describe('a query', () => {
  // Rule: api.md, Filters
  test('uses the first value of a parameter that is not repeatable', async () => {
    const api = await fresh()
    for (const external_key of ['A', 'B'])
      await newAsset(api, { external_key, is_active: external_key === 'A' })
    const queries = [
      'is_active=true&is_active=false',
      'is_active=true&is_active=maybe',
      'limit=1&limit=0',
      'q=a&q=b',
      'sort=external_key&sort=-external_key&limit=1',
      'offset=0&limit=1&offset=1',
    ]
    for (const query of queries) expect([query, ...keysOf(await list(api, query))]).toEqual([query, 'A'])
  })

  // Rule: api.md, Several failures
  test('is rejected with all its errors, in the order of the query', async () => {
    const api = await fresh()
    const query =
      'limit=0&color=blue&is_active=maybe&external_key=a,b&sort=size&offset=x&include_deleted=true'
    const response = await list(api, query)
    expect(faultsOf(response)).toEqual([
      400,
      'limit too_small',
      'color unknown_field',
      'is_active invalid_value',
      'external_key invalid_value',
      'sort invalid_value',
      'offset invalid_value',
    ])
    const { detail, fields } = response.body.error
    expect(detail).toStartWith(fields[0].message)
    expect(detail.slice(fields[0].message.length)).toMatch(/\b5\b/)
  })
})

// Rule: api.md, Paging
describe('the pages of a list', () => {
  const nextOf = (link: string | null, rel: string): string | undefined =>
    link?.split(', ').flatMap((one) => one.match(`^<(.*)>; rel="${rel}"$`)?.[1] ?? [])[0]

  // Rule: api.md, List envelope
  // Rule: api.md, Sort
  test('together contain each row once, for any size and order', async () => {
    const api = await fresh()
    for (let i = 0; i < 23; i++) {
      const row = await newAsset(api, {
        name: 'abc'[i % 3],
        is_active: i % 4 > 0,
        external_key: `P-${i % 9}-${i}`,
      })
      if (i % 5 === 0) await remove(api, row)
    }
    const field = fc.constantFrom('external_key', 'name', 'created_at', 'updated_at')
    const key = fc.tuple(fc.constantFrom('', '-'), field).map((parts) => parts.join(''))
    const sorted = fc
      .array(key, { maxLength: 3 })
      .map((keys) => (keys.length > 0 ? `&sort=${keys.join(',')}` : ''))
    const filter = fc.constantFrom('', '&include_deleted=true', '&is_active=true', '&q=p-1', '&q=A')
    await fc.assert(
      fc.asyncProperty(sorted, filter, fc.integer({ min: 1, max: 24 }), async (sort, where, limit) => {
        const whole = await list(api, `limit=200${where}${sort}`)
        expect(whole.body.total_count).toBe(whole.body.data.length)

        const pages: Row[] = []
        let path: string | undefined = `/api/v1/assets?limit=${limit}${where}${sort}`
        let previous: Row[] = []
        while (path !== undefined) {
          const page = await api.get(path)
          expect(page.body).toMatchObject({
            limit,
            offset: pages.length,
            total_count: whole.body.total_count,
          })
          const back = nextOf(page.headers.get('link'), 'prev')
          expect(back ? (await api.get(back)).body.data : []).toEqual(previous)
          pages.push(...page.body.data)
          previous = page.body.data
          path = nextOf(page.headers.get('link'), 'next')
        }
        expect(pages).toEqual(whole.body.data)
      }),
      { numRuns: 25 },
    )
  })

  test('link to the next and the previous page with all other parameters unchanged', async () => {
    const api = await fresh()
    for (let i = 0; i < 5; i++) await newAsset(api, { name: 'a b' })
    const linkOf = async (query: string) => (await list(api, query)).headers.get('link')
    expect(await linkOf('')).toBeNull()
    expect(await linkOf('offset=0&limit=5')).toBeNull()
    const response = await linkOf('q=a+b&limit=2&offset=1&sort=-name&external_key=ASSET-0001')
    // One row matches: nothing follows, and what comes before begins at 0.
    expect(nextOf(response, 'next')).toBeUndefined()
    const target = new URL(nextOf(response, 'prev') as string, program.http)
    expect(target.pathname).toBe('/api/v1/assets')
    expect(Object.fromEntries(target.searchParams)).toEqual({
      q: 'a b',
      limit: '2',
      offset: '0',
      sort: '-name',
      external_key: 'ASSET-0001',
    })
    const beyond = async (query: string) =>
      new URL(nextOf(await linkOf(query), 'prev') as string, program.http).searchParams.get('offset')
    expect(await beyond('limit=2&offset=5')).toBe('3')
    expect(await beyond('limit=2&offset=6')).toBe('4')
    expect(await beyond('limit=2&offset=1000')).toBe('4')
    expect(await beyond('limit=5&offset=1000')).toBe('0')
    expect(await beyond('q=nothing&limit=2&offset=1000')).toBe('0')
    const both = await linkOf(
      'external_key=ASSET-0001&external_key=ASSET-0002&external_key=ASSET-0003&limit=1&offset=1',
    )
    for (const [rel, offset] of [
      ['next', '2'],
      ['prev', '0'],
    ] as const) {
      const { searchParams } = new URL(nextOf(both, rel) as string, program.http)
      expect(searchParams.getAll('external_key')).toEqual(['ASSET-0001', 'ASSET-0002', 'ASSET-0003'])
      expect(searchParams.get('offset')).toBe(offset)
    }
  })
})
