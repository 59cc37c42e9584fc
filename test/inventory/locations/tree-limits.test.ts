import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type ApiResponse,
  apiClient,
  type Client,
  clientOf,
  otherOrganization,
  signIn,
} from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, keysOf, newLocation, type Row } from '../../support/records'

/** Trees that the API can't create in reasonable time, or at all: a thousand levels, and cycles. */

const levels = 1000
const loopLevels = 200
const keyOf = (level: number): string => `LEVEL-${level}`

let program: Program
/** Of an organization with one branch of a thousand levels, LEVEL-1 the root. */
let deep: Client
/** Of an organization with cycles: those of `loops`, and two hundred rows LEVEL-1 > ... > LEVEL-200 > LEVEL-1. */
let corrupt: Client
const parents = { a: null, b: 'a', c: 'b', d: 'c', s: null, m: null, n: 'm', x: null, y: 'x' }
const loops = { a: 'c', s: 's', m: 'n', [keyOf(1)]: keyOf(loopLevels) }
const rows = new Map<string, Row>()
const idOf = (key: string): number => (rows.get(key) as Row).id

beforeAll(async () => {
  const before = await startProgram()
  const deepBefore = await apiClient(before, await signIn(before))
  const corruptBefore = await apiClient(before, await otherOrganization(before))
  const branch = Array.from({ length: levels }, (_, index) => ({ external_key: keyOf(index + 1) }))
  await Promise.all(branch.map((body) => newLocation(deepBefore, body)))
  await Promise.all(branch.slice(0, loopLevels).map((body) => newLocation(corruptBefore, body)))
  for (const [key, parent_id] of Object.entries(parents))
    rows.set(
      key,
      await newLocation(corruptBefore, { external_key: key, parent_id: parent_id && idOf(parent_id) }),
    )
  expect(await before.stop()).toBe(0)
  edit(before.dataDir)
  program = await startProgram({ dataDir: before.dataDir })
  deep = clientOf(program.http, deepBefore.token)
  corrupt = clientOf(program.http, corruptBefore.token)
}, 60_000)
afterAll(stopPrograms)

function edit(dataDir: string): void {
  const db = openDatabase(dataDir, { readwrite: true, strict: true })
  const byKey = (key: string) =>
    `(select id from locations as other where other.organization_id = locations.organization_id and other.external_key = ${key})`
  db.run(`
    update locations set parent_id = ${byKey(`'LEVEL-' || (substr(locations.external_key, 7) - 1)`)}
    where external_key like 'LEVEL-%' and external_key <> 'LEVEL-1'`)
  const isCorrupt = `organization_id = (select organization_id from locations where external_key = 'a')`
  for (const [key, parent] of Object.entries(loops))
    db.run(
      `update locations set parent_id = ${byKey(`'${parent}'`)} where external_key = '${key}' and ${isCorrupt}`,
    )
  db.close()
}

const idIn = async (client: Client, key: string): Promise<number> =>
  (await client.get(`/api/v1/locations?external_key=${key}`)).body.data[0].id

// Rule: api.md, Parents
// Rule: api.md, Limits
describe('a tree of a thousand levels', () => {
  const create = (body: Record<string, unknown>) => deep.post('/api/v1/locations', { name: 'A', ...body })

  // Rule: api.md, Tree reads
  test('can be read completely', async () => {
    const [top, bottom] = [await idIn(deep, keyOf(1)), await idIn(deep, keyOf(levels))]
    const above = await deep.get(`/api/v1/locations/${bottom}/ancestors?limit=3`)
    expect([above.body.total_count, ...keysOf(above)]).toEqual([levels - 1, keyOf(1), keyOf(2), keyOf(3)])
    const below = await deep.get(`/api/v1/locations/${top}/descendants?limit=2&offset=${levels - 3}`)
    expect([below.body.total_count, ...keysOf(below)]).toEqual([levels - 1, keyOf(levels - 1), keyOf(levels)])
  })

  test('cannot become deeper by a create', async () => {
    const bottom = await idIn(deep, keyOf(levels))
    expect(faultsOf(await create({ parent_id: bottom }))).toEqual([400, 'parent_id too_large'])
    const byKey = await create({ parent_external_key: keyOf(levels) })
    expect(faultsOf(byKey)).toEqual([400, 'parent_external_key too_large'])
    const { status, headers } = await create({ parent_external_key: keyOf(levels - 1) })
    expect(status).toBe(201)
    await deep.delete(headers.get('location') as string)
  })

  test('cannot become deeper by a move, including the height of the moved subtree', async () => {
    const top = await newLocation(deep)
    await newLocation(deep, { parent_id: top.id })
    const move = (parent: string | null) =>
      deep.patch(`/api/v1/locations/${top.id}`, { parent_external_key: parent })
    expect(faultsOf(await move(keyOf(levels - 1)))).toEqual([400, 'parent_external_key too_large'])
    expect((await move(keyOf(levels - 2))).status).toBe(200)
    await move(null)
  })
})

describe('a tree with a cycle', () => {
  const quickly = async (response: Promise<ApiResponse>): Promise<ApiResponse> => {
    const started = performance.now()
    const result = await response
    expect(performance.now() - started).toBeLessThan(5000)
    return result
  }
  const read = (key: string, part: string) => quickly(corrupt.get(`/api/v1/locations/${idOf(key)}/${part}`))

  const traversals: [key: string, part: string][] = [
    ['a', 'descendants'],
    ['b', 'descendants'],
    ['a', 'ancestors'],
    ['c', 'ancestors'],
    // Not part of the cycle, but its way up leads into it.
    ['d', 'ancestors'],
    ['s', 'descendants'],
    ['s', 'ancestors'],
  ]
  // Rule: api.md, Error types
  test.each(traversals)('returns 500 to %s/%s', async (key, part) => {
    const { status, headers, body } = await read(key, part)
    expect(status).toBe(500)
    expect(body.error).toEqual({
      type: 'internal_error',
      title: 'Internal server error',
      status: 500,
      detail: expect.any(String),
      instance: `/api/v1/locations/${idOf(key)}/${part}`,
      request_id: headers.get('x-request-id'),
    })
  })

  // Rule: api.md, Error types
  test('of hundreds of rows returns 500, too', async () => {
    const id = await idIn(corrupt, keyOf(100))
    for (const part of ['ancestors', 'descendants'])
      expect((await quickly(corrupt.get(`/api/v1/locations/${id}/${part}?limit=1`))).status).toBe(500)
  })

  test('rejects requests that would have to walk it, and changes nothing', async () => {
    const path = (key: string) => `/api/v1/locations/${idOf(key)}`
    const attempts = [
      corrupt.delete(path('a')),
      corrupt.post(`${path('b')}/rename`, { external_key: 'b2' }),
      corrupt.patch(path('x'), { parent_id: idOf('c') }),
      corrupt.post('/api/v1/locations', { name: 'A', parent_id: idOf('a') }),
    ]
    for (const attempt of attempts) expect((await quickly(attempt)).status).toBe(500)
    expect((await corrupt.get(path('a'))).body.data.deleted_at).toBeNull()
    expect((await corrupt.get(path('b'))).body.data.external_key).toBe('b')
    expect((await corrupt.get(path('x'))).body.data.parent_id).toBeNull()
  })

  test('does not affect other requests', async () => {
    expect((await corrupt.get(`/api/v1/locations/${idOf('a')}`)).body.data).toMatchObject({
      external_key: 'a',
      parent_external_key: 'c',
    })
    expect(keysOf(await corrupt.get('/api/v1/locations?external_key=a&external_key=y'))).toEqual(['a', 'y'])
    expect(keysOf(await read('x', 'descendants'))).toEqual(['y'])
    expect(keysOf(await read('d', 'descendants'))).toEqual([])
    expect((await fetch(`${program.http}/readyz`)).status).toBe(200)
  })
})

test('a cycle can be resolved by making one of its rows a root', async () => {
  const path = `/api/v1/locations/${idOf('m')}`
  expect((await corrupt.get(`${path}/descendants`)).status).toBe(500)
  expect((await corrupt.patch(path, { parent_id: null })).status).toBe(200)
  expect(keysOf(await corrupt.get(`${path}/descendants`))).toEqual(['n'])
})
