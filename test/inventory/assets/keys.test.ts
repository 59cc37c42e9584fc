import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, apiClient, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset } from '../../support/records'

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

// Rule: api.md, Minted keys
describe('auto-mint', () => {
  const fresh = (name: string) => otherOrganization(program, name)
  const mint = async (client: Client): Promise<string> => (await create({}, client)).external_key

  test('begins with ASSET-0001 in each organization and counts up', async () => {
    for (const client of [await fresh('Mint A'), await fresh('Mint B')]) {
      expect([await mint(client), await mint(client), await mint(client)]).toEqual([
        'ASSET-0001',
        'ASSET-0002',
        'ASSET-0003',
      ])
    }
  })

  test('skips keys that callers use, and uses the lowest that becomes free', async () => {
    const client = await fresh('Mint C')
    await create({ external_key: 'ASSET-0002' }, client)
    await create({ external_key: 'asset-0001' }, client)
    const first = await create({}, client)
    expect(first.external_key).toBe('ASSET-0001')
    const third = await create({}, client)
    expect(third.external_key).toBe('ASSET-0003')
    expect(await mint(client)).toBe('ASSET-0004')

    await client.delete(pathOf(third))
    await client.post(`${pathOf(first)}/rename`, { external_key: 'RENAMED' })
    expect([await mint(client), await mint(client), await mint(client)]).toEqual([
      'ASSET-0001',
      'ASSET-0003',
      'ASSET-0005',
    ])
  })

  test('counts a key that a rename assigns', async () => {
    const client = await fresh('Mint D')
    const asset = await create({}, client)
    await client.post(`${pathOf(asset)}/rename`, { external_key: 'ASSET-0002' })
    expect([await mint(client), await mint(client)]).toEqual(['ASSET-0001', 'ASSET-0003'])
  })

  test('ignores keys of callers that only resemble minted ones', async () => {
    const client = await fresh('Mint E')
    const keys = [
      'ASSET-00001',
      'ASSET-1',
      'ASSET-0000',
      'ASSET-',
      'ASSET--0001',
      'ASSET-0001-',
      'ASSET-1e3',
      'ASSET-9007199254740991',
      'ASSET-9007199254740992',
      'ASSET-99999999999999999999',
      `ASSET-${'9'.repeat(249)}`,
    ]
    const assets = []
    for (const key of keys) assets.push(await create({ external_key: key }, client))
    expect(await mint(client)).toBe('ASSET-0001')
    for (const asset of assets) expect((await client.delete(pathOf(asset))).status).toBe(204)
    expect(await mint(client)).toBe('ASSET-0002')
  })

  test('gives each of many simultaneous creates a different key, without a gap', async () => {
    const client = await fresh('Mint F')
    const keys = await Promise.all(Array.from({ length: 60 }, () => mint(client)))
    expect(keys.toSorted()).toEqual(
      Array.from({ length: 60 }, (_, i) => `ASSET-${String(i + 1).padStart(4, '0')}`),
    )
  })

  test('continues beyond its width', async () => {
    const client = await fresh('Mint G')
    for (let left = 9998; left > 0; left -= 500) {
      const rows = Array.from({ length: Math.min(left, 500) }, () => ({ name: 'Thing' }))
      expect((await client.post('/internal/v1/assets/import', { rows })).status).toBe(200)
    }
    expect(await mint(client)).toBe('ASSET-9999')
    const grown = await create({}, client)
    expect(grown.external_key).toBe('ASSET-10000')
    expect(await mint(client)).toBe('ASSET-10001')
    await client.delete(pathOf(grown))
    expect(await mint(client)).toBe('ASSET-10000')
  }, 240_000)
})

// Rule: api.md, Rename
describe('renaming an asset', () => {
  const rename = (asset: { id: number }, body: unknown) => api.post(`${pathOf(asset)}/rename`, body)

  // Rule: api.md, Keys
  test('changes only the key and updated_at, and affects no descendants', async () => {
    const asset = await create({ external_key: 'OLD-1', tags: [{ tag_type: 'rfid', value: 'renamed' }] })
    const response = await rename(asset, { external_key: 'NEW-1' })
    expect(response.status).toBe(200)
    const { updated_at } = response.body.data
    expect(response.body).toEqual({
      data: { ...asset, external_key: 'NEW-1', updated_at },
      descendant_count_affected: 0,
    })
    expect(updated_at > asset.updated_at).toBe(true)
    expect((await api.get('/api/v1/assets?external_key=NEW-1&external_key=OLD-1')).body.data).toEqual([
      response.body.data,
    ])
    await create({ external_key: 'OLD-1' })
  })

  test('to its own key returns 200 and changes nothing', async () => {
    const asset = await create({ external_key: 'SAME-1' })
    const response = await rename(asset, { external_key: 'SAME-1' })
    expect([response.status, response.body]).toEqual([200, { data: asset, descendant_count_affected: 0 }])
  })

  // Rule: api.md, Create
  test('to the key of another live asset is rejected, to the key of a deleted asset it is accepted', async () => {
    const [asset, other] = [await create({ external_key: 'MINE' }), await create({ external_key: 'YOURS' })]
    expect(faultsOf(await rename(asset, { external_key: 'YOURS' }))).toEqual([409, 'conflict'])
    expect((await api.get(pathOf(asset))).body.data).toEqual(asset)
    await api.delete(pathOf(other))
    expect((await rename(asset, { external_key: 'YOURS' })).body.data.external_key).toBe('YOURS')
  })

  // Rule: api.md, Keys
  // Rule: api.md, Tag
  // Rule: api.md, PATCH
  test('needs a well-formed key and nothing else', async () => {
    const asset = await create()
    const cases: [body: unknown, faults: string[]][] = [
      [{}, ['external_key required']],
      [{ external_key: null }, ['external_key invalid_value']],
      [{ external_key: 7 }, ['external_key invalid_value']],
      [{ external_key: '' }, ['external_key too_short']],
      [{ external_key: 'a b' }, ['external_key invalid_value']],
      [{ external_key: 'x'.repeat(256) }, ['external_key too_long']],
      [{ external_key: 'OK-1', name: 'No' }, ['name unknown_field']],
      [{ key: 'OK-1' }, ['key unknown_field', 'external_key required']],
    ]
    for (const [body, faults] of cases) expect(faultsOf(await rename(asset, body))).toEqual([400, ...faults])
    expect((await api.get(pathOf(asset))).body.data).toEqual(asset)
  })
})
