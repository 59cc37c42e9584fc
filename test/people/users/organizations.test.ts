import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, clientOf, mintKey, otherOrganization, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { begin, exchange, refreshSession } from '../../support/identity'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, keysOf, newAsset, newLocation, newTagged } from '../../support/records'
import { newReader, postReads, scan, secondsAgo } from '../../support/scans'
import { until } from '../../support/until'

/** Organizations of a user: list, create, switch; each shows only its own rows. */

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
  // Rule: internal-api.md, Organizations
  test('are created with a slug, and their creator is their admin', async () => {
    const response = await create(inNorth, 'Hall South 2')
    expect([response.status, response.body]).toEqual([
      201,
      {
        data: {
          id: expect.any(Number),
          name: 'Hall South 2',
          slug: 'hall-south-2',
          role: 'admin',
          time_zone: null,
          created_at: expect.any(String),
        },
      },
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

  // Rule: internal-api.md, Organizations
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
  // Rule: internal-api.md, Callers
  test('continues in the other organization, with its own records', async () => {
    const { token, cookie } = await begin(anyone)
    const session = clientOf(program.http, token)
    const asset = await newAsset(session, { external_key: freshKey() })
    const { id } = (await create(session, freshKey('Other'))).body.data

    const response = await switchTo(session, id)
    expect(response.status).toBe(200)
    expect(response.body.data).toMatchObject({ current_organization_id: id, expires_in: 900 })
    expect(response.body.data.organizations.map((each: { id: number }) => each.id)).toContain(id)
    const moved = clientOf(program.http, response.body.data.access_token)
    expect((await moved.get('/api/v1/assets')).body.total_count).toBe(0)
    expect((await moved.get(`/api/v1/assets/${asset.id}`)).status).toBe(404)
    await newAsset(moved, { external_key: asset.external_key })

    const refreshed = await refreshSession(anyone, cookie)
    expect(refreshed.body.data.current_organization_id).toBe(id)
    const later = clientOf(program.http, refreshed.body.data.access_token)
    expect(keysOf(await later.get('/api/v1/assets'))).toEqual([asset.external_key])
  })

  // Rule: internal-api.md, Session endpoints
  test('switches only this session', async () => {
    const one = await signIn(program)
    const key = freshKey()
    await newAsset(inNorth, { external_key: key })
    await switchTo(one, (await create(one, freshKey('Mine'))).body.data.id)
    expect(keysOf(await inNorth.get(`/api/v1/assets?external_key=${key}`))).toEqual([key])
  })

  test('leaves API keys in the organization that created them', async () => {
    const session = await signIn(program)
    const key = await mintKey(session)
    const moved = await switchTo(session, (await create(session, freshKey('Keys'))).body.data.id)
    const there = clientOf(program.http, moved.body.data.access_token)
    expect((await there.get('/internal/v1/api-keys')).body.total_count).toBe(0)
    expect((await there.delete(`/internal/v1/api-keys/${key.client_id}`)).status).toBe(404)
    const { access_token } = (await exchange(anyone, key)).body
    expect((await clientOf(program.http, access_token).get('/api/v1/orgs/me')).body.data.name).toBe('North')
  })

  // Rule: internal-api.md, Session endpoints
  test('requires an organization of the user', async () => {
    expect(faultsOf(await switchTo(inNorth, 999_999))).toEqual([404, 'not_found'])
    expect(faultsOf(await switchTo(inNorth, '1'))).toEqual([400, 'organization_id invalid_value'])
    expect(faultsOf(await switchTo(inNorth, 0))).toEqual([400, 'organization_id too_small'])
    expect(faultsOf(await inNorth.post('/internal/v1/session/organization', {}))).toEqual([
      400,
      'organization_id required',
    ])
  })
})

// Rule: internal-api.md, Organizations
describe('an organization', () => {
  const pathOf = (id: number): string => `${organizations}/${id}`
  /** A new organization of the administrator, as the list shows it. */
  const made = async () => (await create(inNorth, freshKey('Kept'))).body.data

  test('is shown with the retention of its history and its change log: permanent and 400 days by default', async () => {
    const organization = await made()
    const limits = { event_log_days: 30, event_log_max: 5_000_000 }
    const settings = {
      history_retention_days: null,
      audit_days: 400,
      gs1_company_prefix: null,
      sensitivity: 'normal',
      mail_language: 'en',
      ...limits,
    }
    const details = { ...organization, ...settings }
    expect((await inNorth.get(pathOf(organization.id))).body).toEqual({ data: details })
    const set = await inNorth.patch(pathOf(organization.id), { history_retention_days: 90 })
    expect([set.status, set.body]).toEqual([200, { data: { ...details, history_retention_days: 90 } }])
    expect((await inNorth.get(pathOf(organization.id))).body.data.history_retention_days).toBe(90)
    expect((await inNorth.patch(pathOf(organization.id), {})).body.data.history_retention_days).toBe(90)
    const cleared = await inNorth.patch(pathOf(organization.id), { history_retention_days: null })
    expect(cleared.body.data.history_retention_days).toBeNull()
  })

  test('can have a time zone, which its session says, and refuses one that does not exist', async () => {
    const own = await made()
    const set = (zone: unknown) => inNorth.patch(pathOf(own.id), { time_zone: zone })
    expect((await set('America/St_Johns')).body.data.time_zone).toBe('America/St_Johns')
    const listed = (await inNorth.get(organizations)).body.data
    expect(listed.find(({ id }: { id: number }) => id === own.id).time_zone).toBe('America/St_Johns')
    for (const unknown of ['Mars/Olympus', '+02:00', 'UTC+3', 'Berlin', ' '])
      expect(faultsOf(await set(unknown))).toEqual([400, 'time_zone invalid_value'])
    expect(faultsOf(await set(''))).toEqual([400, 'time_zone too_short'])
    expect(faultsOf(await set(7))).toEqual([400, 'time_zone invalid_value'])
    expect((await set(null)).body.data.time_zone).toBeNull()
  })

  test.each(['calm', 'normal', 'quick'])(
    'can have the sensitivity %s, which others do not change',
    async (sensitivity) => {
      const [own, others] = [await made(), await made()]
      const changed = await inNorth.patch(pathOf(own.id), { sensitivity })
      expect([changed.status, changed.body.data.sensitivity]).toEqual([200, sensitivity])
      const renamed = await inNorth.patch(pathOf(own.id), { name: freshKey('Renamed') })
      expect(renamed.body.data.sensitivity).toBe(sensitivity)
      expect((await inNorth.get(pathOf(own.id))).body.data.sensitivity).toBe(sensitivity)
      expect((await inNorth.get(pathOf(others.id))).body.data.sensitivity).toBe('normal')
    },
  )

  test('is renamed, and keeps the slug with which the topics of its readers begin', async () => {
    const { id, slug } = await made()
    const name = freshKey('Other name')
    const response = await inNorth.patch(pathOf(id), { name })
    expect(response.body.data).toMatchObject({ name, slug })
    const listed = (await inNorth.get(`${organizations}?limit=200`)).body.data
    expect(listed.find((each: { id: number }) => each.id === id)).toEqual({
      id,
      name,
      slug,
      role: 'admin',
      time_zone: null,
      created_at: expect.any(String),
    })
  })

  test('accepts its own view', async () => {
    const { id } = await made()
    const { data } = (await inNorth.get(pathOf(id))).body
    expect((await inNorth.patch(pathOf(id), data)).body).toEqual({ data })
  })

  test.each<[body: string, fault: string]>([
    ['{"history_retention_days":0}', 'history_retention_days too_small'],
    ['{"history_retention_days":36501}', 'history_retention_days too_large'],
    ['{"history_retention_days":1.5}', 'history_retention_days invalid_value'],
    ['{"history_retention_days":"30"}', 'history_retention_days invalid_value'],
    ['{"sensitivity":"fast"}', 'sensitivity invalid_value'],
    ['{"sensitivity":"Calm"}', 'sensitivity invalid_value'],
    ['{"sensitivity":""}', 'sensitivity invalid_value'],
    ['{"sensitivity":20}', 'sensitivity invalid_value'],
    ['{"sensitivity":null}', 'sensitivity invalid_value'],
    ['{"sensitivity":["calm"]}', 'sensitivity invalid_value'],
    ['{"name":null}', 'name invalid_value'],
    ['{"name":" "}', 'name invalid_value'],
    ['{"slug":"mine"}', 'slug invalid_context'],
    ['{"role":"viewer"}', 'role invalid_context'],
    ['{"id":1000000}', 'id read_only'],
    ['{"color":"red"}', 'color unknown_field'],
  ])('refuses %s and changes nothing', async (body, fault) => {
    const { id } = await made()
    const before = (await inNorth.get(pathOf(id))).body
    expect(faultsOf(await inNorth.patch(pathOf(id), body))).toEqual([400, fault])
    expect((await inNorth.get(pathOf(id))).body).toEqual(before)
  })

  test('accepts the maximum time, in any notation', async () => {
    const { id } = await made()
    const response = await inNorth.patch(pathOf(id), '{"history_retention_days":3.65e4}')
    expect(response.body.data.history_retention_days).toBe(36_500)
  })

  test('is not found by a user who is not a member', async () => {
    const unknown = pathOf(999_999)
    expect(faultsOf(await inNorth.get(unknown))).toEqual([404, 'not_found'])
    expect(faultsOf(await inNorth.patch(unknown, { name: 'Mine' }))).toEqual([404, 'not_found'])
    expect(faultsOf(await inNorth.get(pathOf(0)))).toEqual([400, 'organization too_small'])
    expect(faultsOf(await anyone.get(unknown))).toEqual([401, 'unauthorized'])
  })
})

// Rule: internal-api.md, Organizations
test('an organization is shown to its members only, and changed by its admins only', async () => {
  const first = await startProgram()
  const admin = await signIn(first)
  const ids: Record<string, number> = {}
  for (const name of ['viewer', 'manager', 'admin', 'left'])
    ids[name] = (await create(admin, name)).body.data.id
  await first.stop()
  const db = openDatabase(first.dataDir)
  db.run(`update memberships set role = (select name from organizations where id = organization_id)
     where organization_id in (select id from organizations where name in ('viewer', 'manager'))`)
  db.run("delete from memberships where organization_id = (select id from organizations where name = 'left')")
  db.close()

  const again = await signIn(await startProgram({ dataDir: first.dataDir }))
  const path = (name: string) => `${organizations}/${ids[name]}`
  for (const name of ['viewer', 'manager', 'admin'])
    expect((await again.get(path(name))).body.data).toMatchObject({ name, role: name })
  const change = async (name: string) =>
    faultsOf(await again.patch(path(name), { history_retention_days: 30, sensitivity: 'quick' })).slice(0, 2)
  // The session is in an organization in which the user is an admin; that does not count elsewhere.
  expect(await change('viewer')).toEqual([403, 'forbidden'])
  expect(await change('manager')).toEqual([403, 'forbidden'])
  expect((await change('admin'))[0]).toBe(200)
  expect(await change('left')).toEqual([404, 'not_found'])
  expect(faultsOf(await again.get(path('left')))).toEqual([404, 'not_found'])
}, 60_000)

// Rule: internal-api.md, Organizations
test('with a higher sensitivity of the organization, fewer reads at another location move an asset', async () => {
  const program = await startProgram()
  await signIn(program)
  const needed: number[] = []
  for (const sensitivity of ['quick', 'normal', 'calm']) {
    const session = await otherOrganization(program, sensitivity)
    const own = (await session.get(`${organizations}?limit=200`)).body.data
    const { id } = own.find(({ name }: { name: string }) => name === sensitivity)
    await session.patch(`${organizations}/${id}`, { sensitivity })
    const [from, to] = [await newLocation(session), await newLocation(session)]
    const asset = await newTagged(session, freshKey('tag'))
    const value = asset.external_key
    const gate = await newReader(session, freshKey('gate'), [from.id, to.id])
    const at = (antenna: number, ago: number, rssi: number) => ({
      value,
      antenna,
      rssi,
      observed_at: secondsAgo(ago),
    })
    await postReads(
      program,
      gate,
      Array.from({ length: 30 }, (_, index) => at(1, 130 - index, -60)),
    )
    const isMoved = async () => {
      const { data } = (await session.get(`/internal/v1/assets/${asset.id}/events?limit=1`)).body
      return data[0].location_id === to.id
    }
    let count = 0
    for (; count < 60 && !(await isMoved()); count++)
      await postReads(program, gate, [at(1, 99.5 - count, -60), at(2, 99 - count, -50)])
    needed.push(count)
  }
  const [quick = 0, normal = 0, calm = 0] = needed
  expect([quick > 0, quick < normal, normal < calm, calm < 60]).toEqual([true, true, true, true])
}, 60_000)

// Rule: history.md, Retention
test('history beyond the retention of an organization is deleted, and that of another organization is not', async () => {
  const first = await startProgram()
  const north = await signIn(first)
  const south = await otherOrganization(first)
  const assets: number[] = []
  for (const session of [north, south]) {
    const [a, b] = [await newLocation(session), await newLocation(session)]
    const asset = await newTagged(session, 'E280-1')
    for (const [place, hours] of [
      [a, 72],
      [b, 50],
      [a, 30],
      [b, 1],
    ] as const)
      await scan(session, place.id, 'E280-1', secondsAgo(hours * 3600))
    assets.push(asset.id)
  }
  const { data } = (await signIn(first).then((session) => session.get(organizations))).body
  await north.patch(`${organizations}/${data[0].id}`, { history_retention_days: 2 })
  await first.stop()

  const second = await startProgram({ dataDir: first.dataDir })
  const again = await signIn(second)
  const events = async (id: number | undefined, session: Client) =>
    (await session.get(`/api/v1/assets/${id}/history`)).body.data
  await until(async () => (await events(assets[0], again)).length !== 4, 'old history is forgotten')
  const kept = await events(assets[0], again)
  // Two days ago it was at the location that it had reached two hours earlier.
  expect(kept.map((event: { event_observed_at: string }) => event.event_observed_at)).toEqual([
    secondsAgo(3600),
    secondsAgo(30 * 3600),
    secondsAgo(50 * 3600),
  ])
  expect(kept.map((event: { duration_seconds: number | null }) => event.duration_seconds)).toEqual([
    29 * 3600,
    20 * 3600,
    null,
  ])
  const moved = await again.post('/internal/v1/session/organization', { organization_id: data[1]?.id })
  const elsewhere = clientOf(second.http, moved.body.data?.access_token)
  expect(await events(assets[1], elsewhere)).toHaveLength(4)
}, 60_000)
