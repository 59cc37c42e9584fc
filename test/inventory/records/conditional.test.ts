import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset, newLocation, type Row } from '../../support/records'

/** ETag, If-None-Match and If-Match (docs/api.md, Conditional requests). */

let program: Program
let api: Client

beforeAll(async () => {
  program = await startProgram()
  api = await apiClient(program, await signIn(program))
})
afterAll(stopPrograms)

const anotherTag = '"another"'

describe.each([
  ['assets', newAsset],
  ['locations', newLocation],
] as const)('of %s', (resource, create) => {
  const pathOf = ({ id }: Row): string => `/api/v1/${resource}/${id}`
  const etagOf = async (row: Row) => (await api.get(pathOf(row))).headers.get('etag') as string
  const read = (row: Row, etag: string) =>
    api.request('GET', pathOf(row), { headers: { 'if-none-match': etag } })
  const patch = (row: Row, etag: string, body: object = {}) =>
    api.request('PATCH', pathOf(row), {
      headers: { 'if-match': etag, 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify(body),
    })
  const remove = (row: Row, etag: string) =>
    api.request('DELETE', pathOf(row), { headers: { 'if-match': etag } })

  // Rule: api.md, Conditional requests
  test('an ETag changes when the row changes, and only then', async () => {
    const row = await create(api)
    const seen = [await etagOf(row)]
    expect(seen[0]).toMatch(/^"[!#-~]+"$/)
    expect(await etagOf(row)).toBe(seen[0]!)

    seen.push((await api.patch(pathOf(row), {})).headers.get('etag') as string)
    expect(await etagOf(row)).toBe(seen.at(-1)!)
    const tag = await api.post(`${pathOf(row)}/tags`, { tag_type: 'rfid', value: `etag-${resource}` })
    seen.push(await etagOf(row))
    await api.post(`${pathOf(row)}/rename`, { external_key: `ETAG-${resource}` })
    seen.push(await etagOf(row))
    await api.delete(tag.headers.get('location') as string)
    seen.push(await etagOf(row))
    expect(new Set(seen).size).toBe(5)
    expect(await etagOf(await create(api))).not.toBe(seen.at(-1)!)
  })

  // Rule: api.md, Conditional requests
  test('a read returns 304 without a body to a client with the current ETag', async () => {
    const row = await create(api)
    const etag = await etagOf(row)
    for (const known of [etag, `W/${etag}`, `${anotherTag}, ${etag}`, `W/${anotherTag},${etag}`, '*']) {
      const { status, text, headers } = await read(row, known)
      expect([known, status, text, headers.get('etag')]).toEqual([known, 304, '', etag])
    }
    for (const unknown of [anotherTag, etag.slice(1, -1), `"${etag}"`, '""']) {
      const { status, body } = await read(row, unknown)
      expect([unknown, status, body.data]).toEqual([unknown, 200, row])
    }
    await api.patch(pathOf(row), {})
    expect((await read(row, etag)).status).toBe(200)
    await api.delete(pathOf(row))
    expect(faultsOf(await read(row, etag))).toEqual([404, 'not_found'])
  })

  // Rule: api.md, Error types
  // Rule: api.md, Conditional requests
  test('a PATCH with If-Match succeeds only if the row has not changed', async () => {
    const row = await create(api)
    const etag = await etagOf(row)
    const first = await patch(row, etag, { name: 'First' })
    expect([first.status, first.body.data.name]).toEqual([200, 'First'])
    for (const stale of [etag, anotherTag, `${etag}, ${anotherTag}`])
      expect(faultsOf(await patch(row, stale, { name: 'Second' }))).toEqual([412, 'precondition_failed'])
    expect((await api.get(pathOf(row))).body).toEqual(first.body)
    const fresh = first.headers.get('etag') as string
    expect((await patch(row, `${anotherTag}, ${fresh}`, { name: 'Third' })).status).toBe(200)
    expect((await patch(row, '*', { name: 'Fourth' })).status).toBe(200)
  })

  test('a PATCH never succeeds with a weak ETag', async () => {
    const row = await create(api)
    const weak = `W/${await etagOf(row)}`
    expect(faultsOf(await patch(row, weak, { name: 'Weak' }))).toEqual([412, 'precondition_failed'])
  })

  test.each(['<string>', 'abc', '', '"a', 'W/"a" "b"', '"a",'])(
    'a PATCH with If-Match: %s is refused, because it is not an entity tag',
    async (header) => {
      const row = await create(api)
      expect(faultsOf(await patch(row, header, { name: 'New' }))).toEqual([400, 'If-Match invalid_value'])
      expect((await api.get(pathOf(row))).body.data).toEqual(row)
    },
  )

  // Rule: api.md, Conditional requests
  test('a DELETE with If-Match succeeds only if the row has not changed', async () => {
    const row = await create(api)
    const etag = await etagOf(row)
    await api.patch(pathOf(row), {})
    expect(faultsOf(await remove(row, etag))).toEqual([412, 'precondition_failed'])
    expect((await api.get(pathOf(row))).status).toBe(200)
    expect((await remove(row, await etagOf(row))).status).toBe(204)
    expect(faultsOf(await remove(row, '*'))).toEqual([404, 'not_found'])
  })

  test('exactly one of several simultaneous writers with the same ETag succeeds', async () => {
    const row = await create(api)
    const etag = await etagOf(row)
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => patch(row, etag, { name: `W${i}` })),
    )
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array<number>(9).fill(412)])
  })
})

test('the organization has an ETag, but a list does not', async () => {
  const path = '/api/v1/orgs/me'
  const etag = (await api.get(path)).headers.get('etag') as string
  expect((await api.request('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await api.get('/api/v1/assets')).headers.has('etag')).toBe(false)
  const list = await api.request('GET', '/api/v1/assets', { headers: { 'if-none-match': '*' } })
  expect(list.status).toBe(200)
})
