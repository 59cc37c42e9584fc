import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newLocation } from '../../support/records'
import { membersOf, newMember, type TestUser } from '../../support/users'

/** Saved views: who sees and changes them, and what becomes of their conditions. */

setDefaultTimeout(60_000)

const path = '/internal/v1/views'
let program: Program
let admin: Client
let viewer: TestUser
let manager: TestUser

beforeAll(async () => {
  program = await startProgram()
  admin = await signIn(program)
  viewer = await newMember(program, admin, 'viewer', 'Vera')
  manager = await newMember(program, admin, 'manager', 'Max')
})
afterAll(stopPrograms)

const idle = {
  name: 'Not seen for a week',
  conditions: [{ field: 'last_seen', operator: 'older_than_days', value: 7 }],
  sort: 'last_seen',
}
const namesOf = async (client: Client) =>
  (await client.get(`${path}?limit=200`)).body.data.map(({ name }: { name: string }) => name)

// Rule: internal-api.md, Views
describe('a view', () => {
  test('of a viewer is private: others neither see nor change it', async () => {
    const { status, body } = await viewer.session.post(path, { ...idle, name: 'Mine' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      name: 'Mine',
      is_shared: false,
      is_own: true,
      owner_name: 'Vera',
      conditions: idle.conditions,
      sort: 'last_seen',
      problems: [],
    })
    expect(await namesOf(viewer.session)).toContain('Mine')
    expect(await namesOf(admin)).not.toContain('Mine')
    const one = `${path}/${body.data.id}`
    expect((await admin.get(one)).status).toBe(404)
    expect((await admin.patch(one, { name: 'Yours' })).status).toBe(404)
    expect((await admin.delete(one)).status).toBe(404)
    expect((await viewer.session.patch(one, { name: 'Still mine', sort: null })).body.data).toMatchObject({
      name: 'Still mine',
      sort: null,
      conditions: idle.conditions,
    })
    expect((await viewer.session.delete(one)).status).toBe(204)
    expect((await viewer.session.get(one)).status).toBe(404)
  })

  test('that is shared is seen by everybody, and changed by managers', async () => {
    expect(faultsOf(await viewer.session.post(path, { ...idle, is_shared: true }))).toEqual([
      403,
      'forbidden',
    ])
    const { body } = await manager.session.post(path, { ...idle, name: 'All of us', is_shared: true })
    const one = `${path}/${body.data.id}`
    expect((await viewer.session.get(one)).body.data).toMatchObject({ is_own: false, owner_name: 'Max' })
    expect((await viewer.session.patch(one, { name: 'x' })).status).toBe(403)
    expect((await viewer.session.patch(one, { is_shared: false })).status).toBe(403)
    expect((await viewer.session.delete(one)).status).toBe(403)
    expect((await admin.patch(one, { name: 'For all' })).body.data).toMatchObject({
      name: 'For all',
      owner_name: 'Max',
    })
    const own = (await viewer.session.post(path, idle)).body.data
    expect((await viewer.session.patch(`${path}/${own.id}`, { is_shared: true })).status).toBe(403)
  })

  test('that is no longer shared belongs to who has changed it', async () => {
    const { body } = await manager.session.post(path, { ...idle, is_shared: true })
    const one = `${path}/${body.data.id}`
    expect((await admin.patch(one, { is_shared: false })).body.data).toMatchObject({ is_own: true })
    expect((await manager.session.get(one)).status).toBe(404)
  })

  test('is not seen in another organization', async () => {
    const { body } = await manager.session.post(path, { ...idle, name: 'Here', is_shared: true })
    const other = await otherOrganization(program, 'Elsewhere')
    expect(await namesOf(other)).toEqual([])
    expect((await other.get(`${path}/${body.data.id}`)).status).toBe(404)
    expect((await other.delete(`${path}/${body.data.id}`)).status).toBe(404)
  })

  test('is an entry of the audit log when it is created, changed and deleted', async () => {
    const { body } = await admin.post(path, { ...idle, name: 'Logged' })
    await admin.patch(`${path}/${body.data.id}`, { name: 'Logged twice' })
    await admin.delete(`${path}/${body.data.id}`)
    const entries = (await admin.get('/internal/v1/audit?limit=200')).body.data.filter(
      ({ subject }: { subject: { kind: string; id: string } }) =>
        subject.kind === 'view' && subject.id === String(body.data.id),
    )
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['deleted', 'changed', 'created'])
    expect(entries[1]).toMatchObject({ before: { name: 'Logged' }, after: { name: 'Logged twice' } })
  })

  test('of a member who was removed is deleted, and a shared one stays', async () => {
    const leaving = await newMember(program, admin, 'manager', 'Lea')
    await leaving.session.post(path, { ...idle, name: 'Leaves' })
    const shared = (await leaving.session.post(path, { ...idle, name: 'Stays', is_shared: true })).body.data
    expect((await admin.delete(`/internal/v1/members/${leaving.id}`)).status).toBe(204)
    expect((await membersOf(admin)).some(({ user_id: id }) => id === leaving.id)).toBe(false)
    expect((await admin.get(`${path}/${shared.id}`)).body.data).toMatchObject({ name: 'Stays' })
  })
})

// Rule: internal-api.md, Views
describe('a view whose conditions no longer apply', () => {
  test('says so, and can be renamed and mended', async () => {
    const place = await newLocation(admin, { name: 'Cage' })
    await admin.post('/internal/v1/asset-fields', { key: 'grade', name: 'Grade', type: 'text' })
    const { body } = await admin.post(path, {
      name: 'Cage of grade A',
      conditions: [
        { field: 'place', operator: 'below', value: place.id },
        { field: 'field:grade', operator: 'is', value: 'A' },
        { field: 'state', operator: 'is', value: 'active' },
      ],
    })
    expect(body.data.problems).toEqual([])
    await admin.delete(`/api/v1/locations/${place.id}`)
    const fields = (await admin.get('/internal/v1/asset-fields')).body.data
    await admin.delete(`/internal/v1/asset-fields/${fields[0].id}`)
    const one = `${path}/${body.data.id}`
    const gone = [
      { index: 0, code: 'gone', text: { key: 'asset_list.no_place' } },
      { index: 1, code: 'gone', text: { key: 'asset_list.no_own_field', params: { key: 'grade' } } },
    ]
    expect((await admin.get(one)).body.data.problems).toMatchObject(gone)
    const renamed = await admin.patch(one, { name: 'Cage' })
    expect(renamed.body.data).toMatchObject({ name: 'Cage', problems: gone })
    expect(renamed.body.data.conditions).toHaveLength(3)
    const mended = await admin.patch(one, { conditions: renamed.body.data.conditions.slice(2) })
    expect(mended.body.data).toMatchObject({ problems: [], conditions: [{ field: 'state' }] })
  })

  test.each([
    ['an unknown field', [{ field: 'mood', operator: 'is' }], 'conditions[0] invalid_value'],
    [
      'a contradiction',
      [
        { field: 'state', operator: 'is', value: 'active' },
        { field: 'state', operator: 'is', value: 'inactive' },
      ],
      'conditions[1] invalid_value',
    ],
    ['no list', 'all', 'conditions invalid_value'],
  ])('is not saved with %s', async (_, conditions, fault) => {
    expect(faultsOf(await admin.post(path, { name: 'Wrong', conditions }))).toEqual([400, fault])
  })
})

// Rule: internal-api.md, Views
test('a user has at most 100 private views', async () => {
  const collector = await newMember(program, admin, 'viewer', 'Col')
  for (let count = 0; count < 100; count++)
    expect((await collector.session.post(path, idle)).status).toBe(201)
  const refused = await collector.session.post(path, idle)
  expect(refused.status).toBe(409)
  expect(refused.body.error.detail).toContain('100')
})
