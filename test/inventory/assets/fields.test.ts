import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, signIn } from '../../support/client'
import { startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newAsset } from '../../support/records'

/** Fields that an organization defines for its assets, and changes of single keys of metadata. */

const path = '/internal/v1/asset-fields'

let session: Client
let api: Client

beforeAll(async () => {
  const program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
})
afterAll(stopPrograms)

interface Field {
  readonly id: number
  readonly key: string
  readonly position: number
  readonly updated_at: string
}

async function newField(body: Record<string, unknown> = {}): Promise<Field> {
  const {
    status,
    body: created,
    text,
  } = await session.post(path, {
    key: freshKey('f'),
    name: 'Color',
    type: 'text',
    ...body,
  })
  expect([status, text]).toEqual([201, text])
  return created.data
}

const fields = async (): Promise<Field[]> => (await session.get(path)).body.data
const order = async (): Promise<string[]> => (await fields()).map(({ key }) => key)
const clear = async (): Promise<void> => {
  for (const { id } of await fields()) await session.delete(`${path}/${id}`)
}

// Rule: internal-api.md, Asset fields
describe('a field', () => {
  test('is the last of the list, with all that was sent', async () => {
    await clear()
    await newField({ key: 'first' })
    const sent = {
      key: 'color',
      name: 'Color',
      type: 'choice',
      options: ['red', 'blue'],
      is_required: true,
    }
    const { status, body, headers } = await session.post(path, sent)
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`${path}/${body.data.id}`)
    expect(body.data).toMatchObject({ ...sent, position: 2 })
    expect(await fields()).toMatchObject([{ key: 'first', options: [], is_required: false }, body.data])
  })

  test.each([
    ['no name', { name: undefined }, 'name required'],
    ['an empty key', { key: '' }, 'key too_short'],
    ['a long key', { key: 'k'.repeat(101) }, 'key too_long'],
    ['a key with a line break', { key: 'a\nb' }, 'key invalid_value'],
    ['an unknown type', { type: 'color' }, 'type invalid_value'],
    ['a choice without options', { type: 'choice' }, 'options invalid_value'],
    ['a choice with the same option twice', { type: 'choice', options: ['a', 'a'] }, 'options invalid_value'],
    ['a choice with an empty option', { type: 'choice', options: [''] }, 'options[0] too_short'],
    ['a text with options', { options: ['a'] }, 'options invalid_value'],
    ['an unknown member', { unit: 'kg' }, 'unit unknown_field'],
  ])('is refused with %s', async (_, wrong, fault) => {
    const response = await session.post(path, { key: freshKey('f'), name: 'Size', type: 'text', ...wrong })
    expect(faultsOf(response)).toEqual([400, fault])
  })

  test('has a key that no other field of the organization has', async () => {
    const { key } = await newField()
    const response = await session.post(path, { key, name: 'Again', type: 'text' })
    expect(faultsOf(response)).toEqual([409, 'conflict'])
  })

  test('changes its name, options and order, but neither its key nor its type', async () => {
    await clear()
    const [a, b, c] = [
      await newField({ key: 'a' }),
      await newField({ key: 'b', type: 'choice', options: ['x'] }),
      await newField({ key: 'c' }),
    ]
    const changed = await session.patch(`${path}/${b.id}`, { name: 'New', options: ['y', 'z'], position: 1 })
    expect(changed.body.data).toMatchObject({ name: 'New', options: ['y', 'z'], position: 1 })
    expect(await order()).toEqual(['b', 'a', 'c'])
    await session.patch(`${path}/${b.id}`, { position: 30 })
    expect(await order()).toEqual(['a', 'c', 'b'])
    expect((await fields()).map(({ position }) => position)).toEqual([1, 2, 3])
    expect(faultsOf(await session.patch(`${path}/${a.id}`, { key: 'd' }))).toEqual([
      400,
      'key invalid_context',
    ])
    expect(faultsOf(await session.patch(`${path}/${c.id}`, { type: 'date' }))).toEqual([
      400,
      'type invalid_context',
    ])
    expect((await session.patch(`${path}/${c.id}`, { key: 'c', type: 'text' })).status).toBe(200)
  })

  test('is not overwritten by someone who has read it before another change', async () => {
    const { id, updated_at } = await newField()
    expect((await session.patch(`${path}/${id}`, { name: 'One', updated_at })).status).toBe(200)
    const late = await session.patch(`${path}/${id}`, { name: 'Two', updated_at })
    expect(faultsOf(late)).toEqual([400, 'updated_at read_only'])
  })

  test('is deleted without its values', async () => {
    const { id, key } = await newField()
    const asset = await newAsset(api, { metadata: { [key]: 'kept' } })
    expect((await session.delete(`${path}/${id}`)).status).toBe(204)
    expect((await session.delete(`${path}/${id}`)).status).toBe(404)
    expect((await api.get(`/api/v1/assets/${asset.id}`)).body.data.metadata).toEqual({ [key]: 'kept' })
  })

  test('is one of at most 30', async () => {
    await clear()
    for (let count = 0; count < 30; count++) await newField()
    const response = await session.post(path, { key: 'more', name: 'More', type: 'text' })
    expect(faultsOf(response)).toEqual([409, 'conflict'])
    await clear()
  })

  test('has entries in the audit log', async () => {
    const { id } = await newField({ name: 'Audited' })
    await session.patch(`${path}/${id}`, { name: 'Renamed' })
    await session.delete(`${path}/${id}`)
    const { data } = (await session.get(`/internal/v1/audit?subject_kind=asset_field&subject_id=${id}`)).body
    expect(data.map((entry: { action: string }) => entry.action)).toEqual(['deleted', 'changed', 'created'])
    expect(data[1]).toMatchObject({ before: { name: 'Audited' }, after: { name: 'Renamed' } })
  })

  test('never changes or refuses metadata of the public API', async () => {
    await newField({ key: 'weight', type: 'number', is_required: true })
    const metadata = { weight: 'heavy', other: [1] }
    const { id } = await newAsset(api, { metadata })
    expect((await api.get(`/api/v1/assets/${id}`)).body.data.metadata).toEqual(metadata)
    expect((await newAsset(api)).id).toBeGreaterThan(id)
    await clear()
  })
})

// Rule: internal-api.md, Metadata changes
describe('a change of single keys of metadata', () => {
  const big = '12345678901234567890'

  async function stored(): Promise<number> {
    const body = `{"name": "Thing", "metadata": {"a": 1.0, "big": ${big}, "__proto__": "p", "gone": true}}`
    const headers = { 'content-type': 'application/json' }
    return (await api.request('POST', '/api/v1/assets', { body, headers })).body.data.id
  }
  const textOf = async (id: number): Promise<string> => {
    const { text } = await api.get(`/api/v1/assets/${id}`)
    return /"metadata":(\{.*?\}),"valid_from"/.exec(text)?.[1] as string
  }

  test('keeps the exact values of all other keys', async () => {
    const id = await stored()
    const metadata_changes = { set: { color: 'red' }, remove: ['gone', 'absent'] }
    const response = await session.patch(`/internal/v1/assets/${id}`, { name: 'New', metadata_changes })
    expect([response.status, response.body.data.name]).toEqual([200, 'New'])
    expect(await textOf(id)).toBe(`{"a":1.0,"big":${big},"__proto__":"p","color":"red"}`)
  })

  test('is refused after another change, like all changes', async () => {
    const id = await stored()
    const { updated_at } = (await api.get(`/api/v1/assets/${id}`)).body.data
    await api.patch(`/api/v1/assets/${id}`, {})
    const body = { metadata_changes: { set: { a: 2 } }, updated_at }
    const response = await session.patch(`/internal/v1/assets/${id}`, body)
    expect(faultsOf(response)).toEqual([400, 'updated_at read_only'])
  })

  test.each([
    ['no object', [], 'metadata_changes invalid_value'],
    ['null', null, 'metadata_changes invalid_value'],
    ['values that are not an object', { set: 1 }, 'metadata_changes.set invalid_value'],
    ['keys that are not a list', { remove: 'a' }, 'metadata_changes.remove invalid_value'],
    ['a key that is not a text', { remove: [1] }, 'metadata_changes.remove[0] invalid_value'],
    ['an unknown member', { add: {} }, 'metadata_changes.add unknown_field'],
  ])('is refused with %s', async (_, metadata_changes, fault) => {
    const response = await session.patch(`/internal/v1/assets/${await stored()}`, { metadata_changes })
    expect(faultsOf(response)).toEqual([400, fault])
  })

  test('is refused together with metadata that is null', async () => {
    const id = await stored()
    const body = { metadata: null, metadata_changes: { set: { a: 2 } } }
    expect(faultsOf(await session.patch(`/internal/v1/assets/${id}`, body))).toEqual([
      400,
      'metadata invalid_value',
    ])
    expect(await textOf(id)).toContain('{"a":1.0,')
  })

  test('is possible in an import, for new and for existing assets', async () => {
    const id = await stored()
    const { external_key } = (await api.get(`/api/v1/assets/${id}`)).body.data
    const rows = [
      { external_key, metadata_changes: { set: { color: 'red' }, remove: ['gone'] } },
      { name: 'Imported', metadata: '{"size": 1.50}', metadata_changes: { set: { color: 'blue' } } },
      { name: 'Wrong', metadata_changes: { set: 1 } },
    ]
    const { data } = (await session.post('/internal/v1/assets/import', { rows })).body
    expect(data.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'changed',
      'created',
      'refused',
    ])
    expect(data.rows[0].changes).toEqual(['metadata'])
    expect(await textOf(id)).toBe(`{"a":1.0,"big":${big},"__proto__":"p","color":"red"}`)
    expect(await textOf(data.rows[1].id)).toBe('{"size":1.50,"color":"blue"}')
    const again = (await session.post('/internal/v1/assets/import', { rows: [rows[0]] })).body.data
    expect(again.rows[0].outcome).toBe('unchanged')
  })

  const halves: [what: string, half: (prefix: string) => Record<string, unknown>, excess: string][] = [
    [
      '150,000 values',
      (prefix) => ({ [prefix]: Array.from({ length: 100_000 }, () => 0) }),
      'has more than 150000 values',
    ],
    [
      '10,000 names',
      (prefix) => Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`${prefix}${n}`, 0])),
      'has an object with more than 10000 different names',
    ],
    ['1 MiB', (prefix) => ({ [prefix]: 'x'.repeat(600_000) }), 'has more than 1048576 bytes'],
  ]
  test.each(halves)('is refused when all metadata would exceed %s', async (_, half, excess) => {
    const { id, external_key } = await newAsset(api)
    const path = `/internal/v1/assets/${id}`
    expect((await session.patch(path, { metadata_changes: { set: half('a') } })).status).toBe(200)
    const more = { metadata_changes: { set: half('b') } }
    const response = await session.patch(path, { name: '', ...more })
    expect(faultsOf(response)).toEqual([400, 'name too_short', 'metadata_changes too_large'])
    expect(response.body.error.fields[1].message).toEndWith(excess)
    const rows = [{ external_key, ...more }, { name: 'Also in the file' }]
    const { data } = (await session.post('/internal/v1/assets/import', { rows })).body
    expect(data).toMatchObject({ created: 1, refused: 1 })
    expect(data.rows[0].errors).toMatchObject([{ field: 'metadata_changes', code: 'too_large' }])
    expect((await api.get(`/api/v1/assets/${id}`)).body.data.metadata).toEqual(half('a'))
    const instead = { metadata_changes: { set: half('b'), remove: Object.keys(half('a')) } }
    expect((await session.patch(path, instead)).body.data.metadata).toEqual(half('b'))
  })
})

test('the export has a column for each field', async () => {
  await clear()
  await newField({ key: 'color' })
  await newField({ key: 'weight', type: 'number' })
  await newAsset(api, { external_key: 'EXPORTED', metadata: { color: 'a, b', weight: 1.5, other: true } })
  const { text } = await session.get(
    `/internal/v1/asset-list/export?conditions=${encodeURIComponent(JSON.stringify([{ field: 'text', operator: 'contains', value: 'EXPORTED' }]))}`,
  )
  const [head, line] = text.split('\r\n') as [string, string]
  expect(head).toEndWith(',last_seen,metadata.color,metadata.weight')
  expect(line).toEndWith(',"a, b",1.5')
  await clear()
})
