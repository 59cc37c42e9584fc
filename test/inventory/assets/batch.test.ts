import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type ApiResponse, apiClient, type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newAsset, newTagged } from '../../support/records'

/** Batches of assets (docs/api.md, Batch). */

setDefaultTimeout(60_000)

const path = '/api/v1/assets/batch'

let program: Program
let api: Client
let other: Client
beforeAll(async () => {
  program = await startProgram()
  api = await apiClient(program, await signIn(program))
  other = await apiClient(program, await otherOrganization(program))
})
afterAll(stopPrograms)

const rowOf = (action: string, asset: object) => ({ action, asset })
const batch = (rows: object[], more: object = {}): Promise<ApiResponse> => api.post(path, { rows, ...more })
const find = async (key: string) => (await api.get(`/api/v1/assets?external_key=${key}`)).body.data[0]

// Rule: api.md, Batch
describe('a batch', () => {
  test('creates, updates and upserts assets by their keys, in order', async () => {
    const [first, second] = [freshKey(), freshKey()]
    const { status, body } = await batch([
      rowOf('create', { external_key: first, name: 'First', tags: [{ tag_type: 'rfid', value: first }] }),
      rowOf('update', { external_key: first, name: 'Changed' }),
      rowOf('upsert', { external_key: first, description: 'Upserted' }),
      rowOf('upsert', { external_key: second, name: 'Second' }),
      rowOf('create', { name: 'Minted' }),
    ])
    expect(status).toBe(200)
    expect(body.data.map((row: { status: number }) => row.status)).toEqual([201, 200, 200, 201, 201])
    expect(body).toMatchObject({ created: 3, changed: 2, refused: 0 })
    expect(body.data[2].data).toEqual(await find(first))
    expect(body.data[2].data).toMatchObject({
      name: 'Changed',
      description: 'Upserted',
      tags: [{ value: first }],
    })
    expect(await find(body.data[4].data.external_key)).toMatchObject({ name: 'Minted' })
  })

  test('returns for each row the error that its single request would have', async () => {
    const taken = await newTagged(api, freshKey('taken'))
    const key = freshKey('free')
    const tag = { tag_type: 'rfid', value: taken.external_key }
    const rows = [
      rowOf('create', { external_key: taken.external_key, name: 'Again' }),
      rowOf('create', { external_key: key }),
      rowOf('update', { external_key: freshKey('none'), name: 'None' }),
      rowOf('create', { external_key: key, name: 'A', tags: [tag] }),
      rowOf('create', { external_key: key, name: 'A', tags: [1, 2].map(() => ({ ...tag, value: key })) }),
      rowOf('create', { external_key: key, name: 'A', location_id: 1 }),
      rowOf('update', { external_key: taken.external_key, name: '' }),
      rowOf('upsert', { external_key: key, name: 'Good' }),
      rowOf('upsert', { external_key: 'A\0B', name: 'Zero' }),
      rowOf('update', { external_key: 'A\0B', name: 'Zero' }),
    ]
    const { body } = await batch(rows)
    expect(body.data.map((row: { status: number }) => row.status)).toEqual([
      409, 400, 404, 409, 409, 400, 400, 201, 400, 404,
    ])
    expect(body.data[8].error.fields).toMatchObject([{ field: 'external_key', code: 'invalid_value' }])
    expect(body).toMatchObject({ created: 1, changed: 0, refused: 9 })
    for (const [index, { asset }] of rows.entries()) {
      if (rows[index]?.action !== 'create' || index === 7) continue
      const single = await api.post('/api/v1/assets', asset)
      if (single.status === 409 && index > 2) continue
      const { instance: _, request_id: __, ...error } = single.body.error
      expect([index, body.data[index].error]).toEqual([index, error])
    }
    expect(await find(taken.external_key)).toMatchObject({ name: 'Thing' })
  })

  test('stores nothing when a row is refused and all_or_nothing is true', async () => {
    const key = freshKey()
    const rows = [
      rowOf('create', { external_key: key, name: 'A' }),
      rowOf('create', { name: ' ', is_active: 1 }),
    ]
    const refused = await batch(rows, { all_or_nothing: true })
    expect(faultsOf(refused)).toEqual([
      400,
      'rows[1].asset.name invalid_value',
      'rows[1].asset.is_active invalid_value',
    ])
    const { detail, fields } = refused.body.error
    expect(fields[0].message).toStartWith('rows[1]: ')
    expect(detail).toBe(`${fields[0].message} (and 1 more error)`)
    const conflicting = await batch([rows[0] as object, rows[0] as object], { all_or_nothing: true })
    expect(faultsOf(conflicting)).toEqual([409, 'conflict'])
    expect(conflicting.body.error.detail).toStartWith('rows[1]: ')
    expect(await find(key)).toBeUndefined()
    const absent = { action: 'update', asset: { external_key: freshKey(), name: 'Nothing' } }
    expect(faultsOf(await batch([rows[0] as object, absent], { all_or_nothing: true }))).toEqual([
      400,
      'rows[1].asset.external_key fk_not_found',
    ])
    expect((await batch([rows[0] as object], { all_or_nothing: true })).body.created).toBe(1)
  })

  test('accepts the tags of an asset without their ids, so that an upsert can be repeated', async () => {
    const key = freshKey('sync')
    const tag = { tag_type: 'rfid', value: freshKey('tag') }
    const upsert = (tags: object[]) => rowOf('upsert', { external_key: key, name: 'Synchronized', tags })
    const { body } = await batch([
      upsert([tag]),
      upsert([tag]),
      rowOf('update', { external_key: key, tags: [tag] }),
      upsert([]),
      upsert([tag, tag]),
      upsert([{ ...tag, value: freshKey('other') }]),
      upsert([{ ...tag, id: 1 }]),
    ])
    expect(body.data.map((row: { status: number }) => row.status)).toEqual([
      201, 200, 200, 400, 400, 400, 400,
    ])
    expect(body.data[3].error.fields).toMatchObject([{ field: 'tags', code: 'invalid_context' }])
    expect((await find(key)).tags).toMatchObject([tag])
  })

  test('applies its rows in order, whether they create or change assets', async () => {
    const start = (await api.get('/api/v1/events?limit=1')).body.newest_sequence
    const existing = freshKey('existing')
    await newAsset(api, { external_key: existing })
    const keys = Array.from({ length: 40 }, () => freshKey('order'))
    const rows = keys.map((external_key, index) =>
      rowOf(index % 3 === 0 ? 'create' : 'upsert', {
        external_key,
        name: 'Ordered',
        tags: index % 5 === 0 ? [{ tag_type: 'rfid', value: external_key }] : [],
      }),
    )
    rows.splice(7, 0, rowOf('update', { external_key: existing, name: 'Changed' }))
    const { body } = await batch(rows)
    expect(body.refused).toBe(0)
    const created = body.data.filter((row: { status: number }) => row.status === 201)
    const ids: number[] = created.map((row: { data: { id: number } }) => row.data.id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    const events = (await api.get(`/api/v1/events?limit=200&after=${start + 1}`)).body.data
    expect(events.map((event: { asset_external_key: string }) => event.asset_external_key)).toEqual(
      rows.map(({ asset }) => (asset as { external_key: string }).external_key),
    )
  })

  test('refuses a row with an unpaired surrogate alone', async () => {
    const keys = Array.from({ length: 4 }, () => freshKey('surrogate'))
    const lone = '\ud800'
    const { body, text } = await batch([
      rowOf('create', { external_key: keys[0], name: lone }),
      rowOf('create', { external_key: keys[1], name: 'Good' }),
      rowOf('upsert', { external_key: keys[2], name: 'A', metadata: { a: [lone] } }),
      rowOf('create', { external_key: keys[3], name: 'A', [lone]: 1 }),
    ])
    expect(body.data.map((row: { status: number }) => row.status)).toEqual([400, 201, 400, 400])
    expect(body.data[0].error.fields).toMatchObject([{ field: 'name', code: 'invalid_value' }])
    expect(body.data[2].error.fields).toMatchObject([{ field: 'metadata', code: 'invalid_value' }])
    expect(text).not.toContain('\\ud800')
    const whole = await batch(
      [rowOf('create', { external_key: keys[0], name: 'A' }), rowOf('create', { name: lone })],
      { all_or_nothing: true },
    )
    expect(faultsOf(whole)).toEqual([400, 'rows[1].asset.name invalid_value'])
    expect(await find(keys[0] as string)).toBeUndefined()
  })

  test('is stored once when it is repeated with its Idempotency-Key', async () => {
    const key = freshKey('once')
    const init = {
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ rows: [rowOf('create', { name: 'Once', external_key: key })] }),
    }
    const [first, second] = [await api.request('POST', path, init), await api.request('POST', path, init)]
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(first.body.created).toBe(1)
  })

  test('does not reach the assets of another organization', async () => {
    const theirs = await newAsset(other, { external_key: freshKey('theirs') })
    const { external_key } = theirs
    const { body } = await batch([
      rowOf('update', { external_key, name: 'Mine' }),
      rowOf('upsert', { external_key, name: 'Mine' }),
    ])
    expect(body.data.map((row: { status: number }) => row.status)).toEqual([404, 201])
    expect((await other.get(`/api/v1/assets/${theirs.id}`)).body.data.name).toBe('Thing')
  })

  test('of 1,000 rows gives way to other requests', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => rowOf('create', { name: `Thing ${index}` }))
    const running = batch(rows)
    let isRunning = true
    const finished = running.finally(() => (isRunning = false))
    let answered = 0
    while (isRunning) {
      expect((await api.get('/api/v1/orgs/me')).status).toBe(200)
      answered++
    }
    expect((await finished).body.created).toBe(1000)
    expect(answered).toBeGreaterThan(5)
  })

  const faults: [title: string, body: unknown, ...faults: (number | string)[]][] = [
    ['no rows', {}, 400, 'rows required'],
    ['an empty list', { rows: [] }, 400, 'rows too_short'],
    ['a list that is none', { rows: {} }, 400, 'rows invalid_value'],
    ['an unknown action', { rows: [rowOf('delete', {})] }, 400, 'rows[0].action invalid_value'],
    ['no action', { rows: [{ asset: {} }] }, 400, 'rows[0].action required'],
    ['no asset', { rows: [{ action: 'create' }] }, 400, 'rows[0].asset required'],
    ['an asset that is none', { rows: [rowOf('create', [])] }, 400, 'rows[0].asset invalid_value'],
    ['an unknown field', { rows: [rowOf('create', {})], atomic: true }, 400, 'atomic unknown_field'],
    [
      'a wrong choice',
      { rows: [rowOf('create', {})], all_or_nothing: 1 },
      400,
      'all_or_nothing invalid_value',
    ],
    [
      'too many rows',
      { rows: Array.from({ length: 1001 }, () => rowOf('create', { name: 'A' })) },
      400,
      'rows too_large',
    ],
    ['no object', '[]', 400, 'bad_request'],
    ['no JSON', '{', 400, 'bad_request'],
  ]
  test.each(faults)('is refused with %s', async (_title, body, ...expected) => {
    expect(faultsOf(await api.post(path, body))).toEqual(expected)
  })

  // Rule: api.md, Field codes
  test('is refused with the known actions when it has another one', async () => {
    const { body } = await batch([rowOf('delete', {})])
    expect(body.error.fields[0].params).toEqual({ allowed_values: ['create', 'update', 'upsert'] })
  })

  test('is refused with too many tags', async () => {
    const tags = Array.from({ length: 100 }, (_, index) => ({ tag_type: 'rfid', value: `T${index}` }))
    const rows = Array.from({ length: 21 }, () => rowOf('create', { name: 'A', tags }))
    expect(faultsOf(await batch(rows))).toEqual([413, 'payload_too_large'])
  })
})
