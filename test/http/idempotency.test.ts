import type { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type ApiResponse,
  apiClient,
  type Client,
  clientOf,
  mintKey,
  otherOrganization,
  signIn,
} from '../support/client'
import { openDatabase } from '../support/direct-database'
import { exchange, tokenPath } from '../support/identity'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { faultsOf, freshKey, newAsset, newLocation, type Row } from '../support/records'
import { until } from '../support/until'
import { type Contract, contractOf } from '../support/validate'
import { lockDatabase } from '../support/database-lock'

/** Idempotency-Key: a POST that is sent again. After a crash: crash/idempotency.test.ts. */

let program: Program
let session: Client
let api: Client
let contract: Contract
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
  contract = await contractOf(program.http)
})
afterAll(stopPrograms)

const assets = '/api/v1/assets'

function postText(
  client: Client,
  path: string,
  text: string,
  key: string,
  headers = {},
): Promise<ApiResponse> {
  const all = { 'content-type': 'application/json', 'idempotency-key': key, ...headers }
  return client.request('POST', path, { headers: all, body: text })
}
const post = (client: Client, path: string, body: unknown, key: string): Promise<ApiResponse> =>
  postText(client, path, JSON.stringify(body), key)

const isReplay = ({ headers }: ApiResponse): boolean => headers.get('idempotent-replayed') === 'true'
const seen = ({ status, text, headers }: ApiResponse) => ({
  status,
  text,
  location: headers.get('location'),
  type: headers.get('content-type'),
})

function expectReplayOf(first: ApiResponse, again: ApiResponse): void {
  expect([isReplay(first), isReplay(again)]).toEqual([false, true])
  expect(seen(again)).toEqual(seen(first))
}

const countNamed = async (name: string, client = api): Promise<number> =>
  (await client.get(`${assets}?include_deleted=true&q=${name}`)).body.total_count

async function expectMistake(response: Promise<ApiResponse>): Promise<void> {
  const { status, body } = await response
  expect([status, body.error.type, 'fields' in body.error]).toEqual([400, 'bad_request', false])
}

describe('the same POST again returns the first response and changes nothing:', () => {
  const collections = [
    ['assets', 'asset_id', newAsset],
    ['locations', 'location_id', newLocation],
  ] as const

  for (const [collection, id, create] of collections) {
    const list = `/api/v1/${collection}`
    const view = async ({ id: rowId }: Row) => (await api.get(`${list}/${rowId}`)).text

    // Rule: api.md, Idempotency-Key
    test(`a create of ${collection}`, async () => {
      const [name, key] = [freshKey('name'), freshKey()]
      const body = { name, tags: [{ tag_type: 'ble', value: name }] }
      const first = await post(api, list, body, key)
      expect(first.status).toBe(201)
      const again = await post(api, list, body, key)
      expectReplayOf(first, again)
      expect((await api.get(`${list}?q=${name}`)).body.total_count).toBe(1)
      expect(contract.problemsOf('POST', list, again)).toEqual([])
    })

    test(`a rename of ${collection}, regardless of later renames`, async () => {
      const [row, key] = [await create(api), freshKey()]
      const path = `${list}/${row.id}/rename`
      const body = { external_key: freshKey('first') }
      const first = await post(api, path, body, key)
      expect(first.status).toBe(200)
      await api.post(path, { external_key: freshKey('second') })
      const before = await view(row)
      const again = await post(api, path, body, key)
      expectReplayOf(first, again)
      expect(await view(row)).toBe(before)
      expect(contract.problemsOf('POST', `${list}/{${id}}/rename`, again)).toEqual([])
    })

    test(`a rename of ${collection} to its current key`, async () => {
      const [row, key] = [await create(api), freshKey()]
      const path = `${list}/${row.id}/rename`
      const first = await post(api, path, { external_key: row.external_key }, key)
      await api.post(path, { external_key: freshKey('second') })
      expectReplayOf(first, await post(api, path, { external_key: row.external_key }, key))
    })

    test(`a tag for ${collection}, even when the tag was removed`, async () => {
      const [row, key] = [await create(api), freshKey()]
      const path = `${list}/${row.id}/tags`
      const body = { tag_type: 'barcode', value: freshKey('tag') }
      const first = await post(api, path, body, key)
      expect(first.status).toBe(201)
      await api.delete(`${path}/${first.body.data.id}`)
      const before = await view(row)
      const again = await post(api, path, body, key)
      expectReplayOf(first, again)
      expect(await view(row)).toBe(before)
      expect(contract.problemsOf('POST', `${list}/{${id}}/tags`, again)).toEqual([])
    })

    test(`all of them, when the row has been deleted`, async () => {
      const name = freshKey('name')
      const created = await post(api, list, { name }, `${name}-1`)
      const path = `${list}/${created.body.data.id}`
      const tag = { tag_type: 'rfid', value: name }
      const renamed = await post(api, `${path}/rename`, { external_key: name }, `${name}-2`)
      const tagged = await post(api, `${path}/tags`, tag, `${name}-3`)
      await api.delete(path)
      expectReplayOf(created, await post(api, list, { name }, `${name}-1`))
      expectReplayOf(renamed, await post(api, `${path}/rename`, { external_key: name }, `${name}-2`))
      expectReplayOf(tagged, await post(api, `${path}/tags`, tag, `${name}-3`))
      expect((await api.get(path)).status).toBe(404)
    })
  }

  test('a body with numbers that a double cannot hold', async () => {
    const [name, key] = [freshKey('name'), freshKey()]
    const text = `{"name":"${name}","metadata":{"long":12345678901234567890,"fraction":1.0,"é":"☃"}}`
    const first = await postText(api, assets, text, key)
    expect(first.text).toContain('12345678901234567890,"fraction":1.0')
    expectReplayOf(first, await postText(api, assets, text, key))
  })

  test('unless the key is absent', async () => {
    const name = freshKey('name')
    await post(api, assets, { name }, freshKey())
    expect(isReplay(await api.post(assets, { name }))).toBeFalse()
    expect(await countNamed(name)).toBe(2)
  })
})

describe('the same key with another request is rejected and changes nothing:', () => {
  test.each([
    ['another body', '{"name":"other"}'],
    ['the same body written otherwise', '{ "name": "one" }'],
    ['a body that is not valid', '{}'],
    ['a body that is no JSON', '{'],
    ['no body', ''],
  ])('%s', async (_what, text) => {
    const key = freshKey()
    const first = await postText(api, assets, '{"name":"one"}', key)
    expect(first.status).toBe(201)
    const total = (await api.get(assets)).body.total_count
    await expectMistake(postText(api, assets, text, key))
    expect((await api.get(assets)).body.total_count).toBe(total)
    expectReplayOf(first, await postText(api, assets, '{"name":"one"}', key))
  })

  // Rule: api.md, Idempotency-Key
  test('another path', async () => {
    const [key, one, other] = [freshKey(), await newAsset(api), await newAsset(api)]
    const body = { external_key: freshKey('renamed') }
    expect((await post(api, `${assets}/${one.id}/rename`, body, key)).status).toBe(200)
    await expectMistake(post(api, `${assets}/${other.id}/rename`, body, key))
    await expectMistake(post(api, '/api/v1/locations', body, key))
    expect((await api.get(`${assets}/${other.id}`)).body.data.external_key).toBe(other.external_key)
  })
})

describe('a failure is not kept: the key can be used again after', () => {
  test('400, with the same field errors as without a key', async () => {
    const [name, key] = [freshKey('name'), freshKey()]
    const wrong = { name: '', color: 'red', location_id: 1 }
    const failed = await post(api, assets, wrong, key)
    expect(failed.body.error.fields).toEqual((await api.post(assets, wrong)).body.error.fields)
    expect((await post(api, assets, wrong, key)).status).toBe(400)
    expect(faultsOf(await postText(api, assets, '{', key))).toEqual([400, 'bad_request'])
    const first = await post(api, assets, { name }, key)
    expect([first.status, isReplay(first)]).toEqual([201, false])
    expectReplayOf(first, await post(api, assets, { name }, key))
  })

  // Rule: api.md, Idempotency-Key
  test('404', async () => {
    const key = freshKey()
    const missing = await post(api, `${assets}/9007199254740991/tags`, { tag_type: 'rfid', value: 'x' }, key)
    expect(missing.status).toBe(404)
    expect((await post(api, assets, { name: freshKey('name') }, key)).status).toBe(201)
  })

  test('409, without a partial record', async () => {
    const [name, key, taken] = [freshKey('name'), freshKey(), await newAsset(api)]
    const body = { name, external_key: taken.external_key }
    expect((await post(api, assets, body, key)).status).toBe(409)
    await api.delete(`${assets}/${taken.id}`)
    expect((await post(api, assets, body, key)).status).toBe(201)
    expect(await countNamed(name)).toBe(1)
  })
})

describe('the key', () => {
  test.each([
    ['255 characters', 'k'.repeat(255)],
    ['every visible ASCII character', String.fromCharCode(...Array.from({ length: 94 }, (_, i) => 33 + i))],
    ['the quoted form of the draft', '"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
  ])('may be %s', async (_what, key) => {
    const name = freshKey('name')
    const first = await post(api, assets, { name }, key)
    expect(first.status).toBe(201)
    expectReplayOf(first, await post(api, assets, { name }, key))
  })

  test.each([
    ['empty', ''],
    ['longer than 255 characters', 'k'.repeat(256)],
    ['two words', 'a b'],
    ['sent twice', 'a, b'],
    ['not ASCII', 'schlüssel'],
  ])('may not be %s', async (_what, key) => {
    const name = freshKey('name')
    await expectMistake(post(api, assets, { name }, key))
    expect(await countNamed(name)).toBe(0)
  })

  test('distinguishes upper and lower case', async () => {
    const key = freshKey('Case')
    const first = await post(api, assets, { name: 'upper' }, key)
    const other = await post(api, assets, { name: 'lower' }, key.toLowerCase())
    expect([first.status, other.status, isReplay(other)]).toEqual([201, 201, false])
  })

  test('is checked after authentication, scope, media type, path and query, even when it was used before', async () => {
    const [known, malformed] = [freshKey(), 'a b']
    const asset = await newAsset(api)
    const path = `${assets}/${asset.id}/tags`
    const body = { tag_type: 'rfid', value: freshKey('tag') }
    expect((await post(api, path, body, known)).status).toBe(201)
    const reader = await apiClient(program, session, ['assets:read'])
    for (const key of [known, malformed]) {
      const text = JSON.stringify(body)
      expect((await post(clientOf(program.http), path, body, key)).status).toBe(401)
      expect((await post(reader, path, body, key)).status).toBe(403)
      expect((await postText(api, path, text, key, { 'content-type': 'text/plain' })).status).toBe(415)
      expect(faultsOf(await post(api, `${path}?q=x`, body, key))[1]).toStartWith('q ')
      expect(faultsOf(await post(api, `${assets}/0/tags`, body, key))).toEqual([400, 'asset_id too_small'])
    }
    await expectMistake(post(api, `${assets}/9007199254740991/tags`, body, malformed))
  })

  test('is ignored by the token endpoint and by PATCH', async () => {
    const credential = await mintKey(session)
    const tokens = []
    for (const key of ['a b', 'same', 'same']) {
      const { client_id, client_secret } = credential
      const body = { grant_type: 'client_credentials', client_id, client_secret }
      const response = await post(clientOf(program.http), tokenPath, body, key)
      expect([response.status, isReplay(response)]).toEqual([200, false])
      tokens.push(response.body.refresh_token)
    }
    expect(new Set(tokens).size).toBe(3)

    const asset = await newAsset(api)
    const headers = { 'content-type': 'application/merge-patch+json', 'idempotency-key': freshKey() }
    for (const name of ['first', 'second']) {
      const init = { headers, body: JSON.stringify({ name }) }
      const response = await api.request('PATCH', `${assets}/${asset.id}`, init)
      expect([response.status, response.body.data.name]).toEqual([200, name])
    }
  })
})

describe('a key belongs to its sender:', () => {
  test('API keys, users and organizations with the same key are independent', async () => {
    const [name, key] = [freshKey('name'), freshKey()]
    const south = await otherOrganization(program)
    const clients = [api, await apiClient(program, session), session, south, await apiClient(program, south)]
    const ids = []
    for (const client of clients) {
      const response = await post(client, assets, { name }, key)
      expect([response.status, isReplay(response)]).toEqual([201, false])
      ids.push(response.body.data.id)
    }
    expect(new Set(ids).size).toBe(5)
    expect([await countNamed(name), await countNamed(name, south)]).toEqual([3, 2])
    for (const client of clients) expect(isReplay(await post(client, assets, { name }, key))).toBeTrue()
  })

  test('the next token of an API key and the next session of a user get the first response', async () => {
    const credential = await mintKey(session)
    const withToken = async () =>
      clientOf(program.http, (await exchange(clientOf(program.http), credential)).body.access_token)
    for (const next of [withToken, () => signIn(program)]) {
      const [name, key] = [freshKey('name'), freshKey()]
      const first = await post(await next(), assets, { name }, key)
      expectReplayOf(first, await post(await next(), assets, { name }, key))
    }
  })
})

describe('while the first request is in progress', () => {
  test('exactly one of 20 equal simultaneous requests is processed; the others return its response or 409', async () => {
    const [name, key] = [freshKey('name'), freshKey()]
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(api, assets, { name }, key)))
    const first = responses.filter((response) => response.status === 201 && !isReplay(response))
    expect(first).toHaveLength(1)
    for (const response of responses) {
      if (response.status === 409) expect(response.body.error.type).toBe('conflict')
      else expect(response.text).toBe(first[0]?.text as string)
    }
    expect(await countNamed(name)).toBe(1)
  })

  test('a second request returns 409 immediately, and the first response when it is repeated', async () => {
    const [name, key] = [freshKey('name'), freshKey()]
    const other = lockDatabase(program)
    const both = [post(api, assets, { name }, key), post(api, assets, { name }, key)]
    const early = await Promise.race(both)
    other.close()
    expect(faultsOf(early)).toEqual([409, 'conflict'])
    const responses = await Promise.all(both)
    const first = responses.find(({ status }) => status === 201) as ApiResponse
    expectReplayOf(first, await post(api, assets, { name }, key))
    expect(await countNamed(name)).toBe(1)
  })
})

describe('a response is kept for 24 hours:', () => {
  const inDatabase = <T>(work: (db: Database) => T): T => {
    using db = openDatabase(program.dataDir)
    return work(db)
  }
  const makeOld = (key: string, hours: number): void => {
    const at = new Date(Date.now() - hours * 3_600_000).toISOString().replace('Z', '000Z')
    inDatabase((db) => db.query('update idempotency_keys set created_at = ? where key = ?').run(at, key))
  }
  const isStored = (key: string): boolean =>
    inDatabase((db) => db.query('select 1 from idempotency_keys where key = ?').get(key)) !== null

  test('after almost a day it is returned; after a day the key can be used again', async () => {
    const [name, key] = [freshKey('name'), freshKey()]
    const first = await post(api, assets, { name }, key)
    makeOld(key, 23.99)
    expectReplayOf(first, await post(api, assets, { name }, key))
    makeOld(key, 24.01)
    const second = await post(api, assets, { name: `${name}-2` }, key)
    expect([second.status, isReplay(second)]).toEqual([201, false])
    expectReplayOf(second, await post(api, assets, { name: `${name}-2` }, key))
  })

  test('maintenance then deletes it, and no newer response', async () => {
    const [old, young] = [freshKey(), freshKey()]
    for (const key of [old, young]) await post(api, assets, { name: key }, key)
    await program.stop()
    makeOld(old, 24.01)
    makeOld(young, 23.99)
    program = await startProgram({ dataDir: program.dataDir })
    api = clientOf(program.http, api.token)
    session = clientOf(program.http, session.token)
    await until(() => !isStored(old), 'the deletion of the old response')
    expect(isStored(young)).toBe(true)
    expect(isReplay(await post(api, assets, { name: young }, young))).toBeTrue()
  })
})
