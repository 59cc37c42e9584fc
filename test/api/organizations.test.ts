import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, clientOf, mintKey, signIn } from '../support/client'
import { begin, exchange, refreshSession } from '../support/identity'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { faultsOf, freshKey, keysOf, newAsset } from '../support/records'

/** Organizations of a person: list, create, switch; each sees its own rows alone (contract part 3). */

let program: Program
let anyone: Client
/** Never switched. */
let inNorth: Client

beforeAll(async () => {
  program = await startProgram()
  anyone = clientOf(program.http)
  inNorth = await signIn(program)
})
afterAll(stopPrograms)

const organizations = '/internal/v1/organizations'
const create = (client: Client, name: string) => client.post(organizations, { name })
const switchTo = (client: Client, id: unknown) =>
  client.post('/internal/v1/session/organization', { organization_id: id })

describe('organizations', () => {
  test('are created with a slug, and their creator is their admin', async () => {
    const answer = await create(inNorth, 'Hall South 2')
    expect([answer.status, answer.body]).toEqual([
      201,
      { data: { id: expect.any(Number), name: 'Hall South 2', slug: 'hall-south-2', role: 'admin' } },
    ])
  })

  test('are listed page by page with their creator as admin', async () => {
    const { data: made } = (await create(inNorth, freshKey('Listed'))).body
    const all = (await inNorth.get(organizations)).body
    expect(all).toEqual({
      data: expect.arrayContaining([made, expect.objectContaining({ name: 'North', role: 'admin' })]),
      limit: 50,
      offset: 0,
      total_count: all.data.length,
    })
    const page = (await inNorth.get(`${organizations}?limit=1&offset=1`)).body
    expect(page).toEqual({ ...all, data: [all.data[1]], limit: 1, offset: 1 })
    expect(faultsOf(await inNorth.get(`${organizations}?limit=0`))).toEqual([400, 'limit too_small'])
  })

  test('have slugs of lower-case ASCII that never repeat', async () => {
    const names = ['Größe & Länge', 'Größe  Länge', '倉庫', '倉庫', 'NORTH', '---', 'x'.repeat(255)]
    const slugs: string[] = []
    for (const name of names) slugs.push((await create(inNorth, name)).body.data.slug)
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9-]+$/)
    expect(new Set([...slugs, 'north']).size).toBe(names.length + 1)
  })

  test.each<[name: string, body: unknown, fault: string]>([
    ['no name', {}, 'name required'],
    ['null', { name: null }, 'name invalid_value'],
    ['an empty name', { name: '' }, 'name too_short'],
    ['a name too long', { name: 'x'.repeat(256) }, 'name too_long'],
    ['a space at an end', { name: ' x' }, 'name invalid_value'],
    ["a slug of one's own", { name: 'x', slug: 'mine' }, 'slug unknown_field'],
  ])('are not created with %s', async (_, body, fault) => {
    expect(faultsOf(await inNorth.post(organizations, body))).toEqual([400, fault])
  })
})

describe('switching', () => {
  test('goes on in the other organization, with all that it has of its own', async () => {
    const { token, cookie } = await begin(anyone)
    const session = clientOf(program.http, token)
    const asset = await newAsset(session, { external_key: freshKey() })
    const { id } = (await create(session, freshKey('Other'))).body.data

    const answer = await switchTo(session, id)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ current_organization_id: id, expires_in: 900 })
    expect(answer.body.data.organizations.map((each: { id: number }) => each.id)).toContain(id)
    const moved = clientOf(program.http, answer.body.data.access_token)
    expect((await moved.get('/api/v1/assets')).body.total_count).toBe(0)
    expect((await moved.get(`/api/v1/assets/${asset.id}`)).status).toBe(404)
    await newAsset(moved, { external_key: asset.external_key })

    const refreshed = await refreshSession(anyone, cookie)
    expect(refreshed.body.data.current_organization_id).toBe(id)
    const later = clientOf(program.http, refreshed.body.data.access_token)
    expect(keysOf(await later.get('/api/v1/assets'))).toEqual([asset.external_key])
  })

  test('moves this session alone', async () => {
    const one = await signIn(program)
    const key = freshKey()
    await newAsset(inNorth, { external_key: key })
    await switchTo(one, (await create(one, freshKey('Mine'))).body.data.id)
    expect(keysOf(await inNorth.get(`/api/v1/assets?external_key=${key}`))).toEqual([key])
  })

  test('leaves API keys where they were minted', async () => {
    const session = await signIn(program)
    const key = await mintKey(session)
    const moved = await switchTo(session, (await create(session, freshKey('Keys'))).body.data.id)
    const there = clientOf(program.http, moved.body.data.access_token)
    expect((await there.get('/internal/v1/api-keys')).body.total_count).toBe(0)
    expect((await there.delete(`/internal/v1/api-keys/${key.client_id}`)).status).toBe(404)
    const { access_token } = (await exchange(anyone, key)).body
    expect((await clientOf(program.http, access_token).get('/api/v1/orgs/me')).body.data.name).toBe('North')
  })

  test('needs an organization of the person', async () => {
    expect(faultsOf(await switchTo(inNorth, 999_999))).toEqual([404, 'not_found'])
    expect(faultsOf(await switchTo(inNorth, '1'))).toEqual([400, 'organization_id invalid_value'])
    expect(faultsOf(await switchTo(inNorth, 0))).toEqual([400, 'organization_id too_small'])
    expect(faultsOf(await inNorth.post('/internal/v1/session/organization', {}))).toEqual([
      400,
      'organization_id required',
    ])
  })
})
