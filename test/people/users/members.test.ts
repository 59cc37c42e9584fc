import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  type ApiResponse,
  apiClient,
  type Client,
  clientOf,
  otherOrganization,
  signIn,
} from '../../support/client'
import { refreshSession, statusAndError, sessionPath } from '../../support/identity'
import {
  accept,
  administratorId,
  invitations,
  invite,
  isSignedIn,
  members,
  membersOf,
  newMember,
  type Role,
  roles,
  statusesOf,
} from '../../support/users'
import { administrator, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey } from '../../support/records'

/** The members of an organization and their roles (docs/internal-api.md, Members). */

let program: Program

// Each password is hashed slowly, on purpose.
setDefaultTimeout(20_000)
beforeAll(async () => {
  program = await startProgram()
})
afterAll(stopPrograms)

/** An organization for each test, because each test changes the members. */
const organization = (): Promise<Client> => otherOrganization(program, freshKey('Team'))
const pathOf = (userId: string): string => `${members}/${userId}`
const roleOf = async (session: Client, userId: string): Promise<Role | undefined> =>
  (await membersOf(session)).find(({ user_id }) => user_id === userId)?.role

describe('the members', () => {
  // Rule: internal-api.md, Members
  test('are listed by name, with the role of each', async () => {
    const admin = await organization()
    const zoe = await newMember(program, admin, 'manager', 'Zoe')
    const abe = await newMember(program, admin, 'viewer', 'Abe')
    const { body } = await abe.session.get(members)
    const self = { user_id: await administratorId(admin), email: administrator.email, role: 'admin' }
    expect(body).toEqual({
      data: [
        { user_id: abe.id, name: 'Abe', email: abe.credentials.email, role: 'viewer' },
        { ...self, name: expect.any(String) },
        { user_id: zoe.id, name: 'Zoe', email: zoe.credentials.email, role: 'manager' },
      ].toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1)),
      limit: 50,
      offset: 0,
      total_count: 3,
    })
    const page = (await abe.session.get(`${members}?limit=1&offset=2`)).body
    expect([page.data.length, page.total_count]).toEqual([1, 3])
    expect(page.data).toEqual(body.data.slice(2))
  })

  test('are not visible to API clients', async () => {
    const admin = await organization()
    const api = await apiClient(program, admin)
    const responses = [await api.get(members), await api.delete(pathOf(await administratorId(admin)))]
    expect(statusesOf(responses)).toEqual([401, 401])
    expect(await membersOf(admin)).toHaveLength(1)
  })
})

describe.each(roles)('a member of the role %s', (role) => {
  test('may do with members and invitations what the role allows, and nothing else', async () => {
    const admin = await organization()
    const { session } = await newMember(program, admin, role)
    const [changed, removed] = [await newMember(program, admin), await newMember(program, admin)]
    const made = await admin.post(invitations, { role: 'viewer' })
    const allowed: [status: number, least: Role, response: ApiResponse][] = [
      [200, 'viewer', await session.get(members)],
      [200, 'admin', await session.patch(pathOf(changed.id), { role: 'operator' })],
      [204, 'admin', await session.delete(pathOf(removed.id))],
      [200, 'admin', await session.get(invitations)],
      [201, 'admin', await session.post(invitations, { role: 'viewer' })],
      [204, 'admin', await session.delete(`${invitations}/${made.body.data.id}`)],
    ]
    for (const [status, least, response] of allowed) {
      const mayCall = roles.indexOf(role) >= roles.indexOf(least)
      expect(mayCall ? [response.status] : faultsOf(response)).toEqual(
        mayCall ? [status] : [403, 'forbidden'],
      )
    }
    expect(await roleOf(admin, changed.id)).toBe(role === 'admin' ? 'operator' : 'viewer')
    expect(await roleOf(admin, removed.id)).toBe(role === 'admin' ? undefined : 'viewer')
  })

  // Rule: internal-api.md, Members
  test('may leave', async () => {
    const admin = await organization()
    const person = await newMember(program, admin, role)
    expect((await person.session.delete(pathOf(person.id))).status).toBe(204)
    expect(await roleOf(admin, person.id)).toBeUndefined()
    expect(await isSignedIn(person)).toBe(false)
  })
})

describe('a change of role', () => {
  // Rule: internal-api.md, Members
  test('takes effect immediately in an open session', async () => {
    const admin = await organization()
    const { id, session } = await newMember(program, admin, 'manager')
    const write = async () => (await session.post('/api/v1/assets', { name: 'Pump' })).status
    expect(await write()).toBe(201)
    const response = await admin.patch(pathOf(id), { role: 'viewer' })
    expect([response.status, response.body.data.role]).toEqual([200, 'viewer'])
    expect(await write()).toBe(403)
    await admin.patch(pathOf(id), { role: 'admin' })
    expect((await session.get(invitations)).status).toBe(200)
  })

  test('accepts its own view and an empty body', async () => {
    const admin = await organization()
    const { id } = await newMember(program, admin)
    const view = (await membersOf(admin)).find(({ user_id }) => user_id === id)
    for (const body of [view, {}, { ...view, role: 'viewer' }]) {
      const response = await admin.patch(pathOf(id), body)
      expect([response.status, response.body]).toEqual([200, { data: view }])
    }
  })

  test.each<[body: string, fault: string]>([
    ['{"role":"owner"}', 'role invalid_value'],
    ['{"role":null}', 'role invalid_value'],
    ['{"name":"Other"}', 'name invalid_context'],
    ['{"email":"other@example.org"}', 'email invalid_context'],
    ['{"user_id":"other"}', 'user_id invalid_context'],
    ['{"color":"red"}', 'color unknown_field'],
  ])('is refused with %s', async (body, fault) => {
    const admin = await signIn(program)
    const id = await administratorId(admin)
    expect(faultsOf(await admin.patch(pathOf(id), body))).toEqual([400, fault])
    expect(await roleOf(admin, id)).toBe('admin')
  })
})

describe('a member who is removed', () => {
  // Rule: internal-api.md, Members
  test('loses access immediately, with the session and with the cookie, and remains in other organizations', async () => {
    const [admin, other] = [await organization(), await organization()]
    const person = await newMember(program, admin, 'admin')
    const elsewhere = await accept(clientOf(program.http), await invite(other), person.credentials)
    expect(elsewhere.status).toBe(201)
    expect((await admin.delete(pathOf(person.id))).status).toBe(204)
    expect(await isSignedIn(person)).toBe(false)
    expect(faultsOf(await refreshSession(clientOf(program.http), person.cookie))).toEqual([
      401,
      'unauthorized',
    ])
    expect(await isSignedIn({ session: clientOf(program.http, elsewhere.body.data.access_token) })).toBe(true)
    expect(faultsOf(await admin.delete(pathOf(person.id)))).toEqual([404, 'not_found'])
  })

  test('does not regain an old session by joining again', async () => {
    const admin = await organization()
    const person = await newMember(program, admin)
    await admin.delete(pathOf(person.id))
    const again = await accept(clientOf(program.http), await invite(admin), person.credentials)
    expect([again.status, again.body.data.user.id]).toEqual([201, person.id])
    expect(await isSignedIn(person)).toBe(false)
    expect((await refreshSession(clientOf(program.http), person.cookie)).status).toBe(401)
  })

  // Rule: internal-api.md, Session endpoints
  test('is refused with the reason at the next sign-in without another organization', async () => {
    const admin = await organization()
    const { id, credentials } = await newMember(program, admin)
    await admin.delete(pathOf(id))
    const anyone = clientOf(program.http)
    expect(faultsOf(await anyone.post(sessionPath, credentials))).toEqual([403, 'forbidden'])
    const wrong = await anyone.post(sessionPath, { ...credentials, password: 'wrong' })
    const unknown = await anyone.post(sessionPath, { email: 'nobody@example.org', password: 'wrong' })
    expect(statusAndError(wrong)).toEqual(statusAndError(unknown))
  })
})

// Rule: internal-api.md, Members
describe('the last admin', () => {
  test('can neither leave nor lose the role, regardless of the number of other members', async () => {
    const admin = await organization()
    await newMember(program, admin, 'manager')
    const id = await administratorId(admin)
    for (const response of [
      await admin.delete(pathOf(id)),
      await admin.delete(pathOf(id.toUpperCase())),
      await admin.patch(pathOf(id), { role: 'manager' }),
    ]) {
      expect(faultsOf(response)).toEqual([409, 'conflict'])
      expect(response.body.error.detail).toBe(
        'The last admin of an organization cannot leave, be removed or lose the role',
      )
    }
    expect(await roleOf(admin, id)).toBe('admin')
    expect((await admin.patch(pathOf(id), { role: 'admin' })).status).toBe(200)
  })

  test('can leave once there is another admin', async () => {
    const admin = await organization()
    const id = await administratorId(admin)
    const { session } = await newMember(program, admin, 'admin')
    expect((await admin.delete(pathOf(id))).status).toBe(204)
    expect(await membersOf(session)).toHaveLength(1)
  })

  test('remains when all admins leave, or remove each other, at the same time', async () => {
    for (const whom of ['self', 'next'] as const) {
      const admin = await organization()
      const three = [
        { id: await administratorId(admin), session: admin },
        await newMember(program, admin, 'admin'),
        await newMember(program, admin, 'admin'),
      ]
      const responses = await Promise.all(
        three.map(({ id, session }, index) =>
          session.delete(pathOf(whom === 'self' ? id : (three[(index + 1) % 3]?.id as string))),
        ),
      )
      const gone = responses.filter(({ status }) => status === 204).length
      expect(gone).toBeLessThan(3)
      expect(gone).toBeGreaterThan(0)
      for (const { status } of responses) expect([204, 401, 403, 409]).toContain(status)
      const left = await Promise.all(three.map(isSignedIn))
      expect(left.filter(Boolean)).toHaveLength(3 - gone)
      const { session } = three[left.indexOf(true)] as { session: Client }
      expect((await membersOf(session)).map(({ role }) => role)).toEqual(Array(3 - gone).fill('admin'))
    }
  })
})

test('a demoted admin cannot regain the role with requests in progress', async () => {
  const admin = await organization()
  const rival = await newMember(program, admin, 'admin')
  const reclaim = () => rival.session.patch(pathOf(rival.id), { role: 'admin' })
  const before = Array.from({ length: 20 }, reclaim)
  const demotion = admin.patch(pathOf(rival.id), { role: 'viewer' })
  await Promise.all([...before, demotion, ...Array.from({ length: 20 }, reclaim)])
  expect((await demotion).status).toBe(200)
  expect(await roleOf(admin, rival.id)).toBe('viewer')
})

test('a member of another organization is not found', async () => {
  const [admin, other] = [await organization(), await organization()]
  const { id } = await newMember(program, other)
  const unknown = crypto.randomUUID()
  const gist = (response: ApiResponse, name: string) =>
    JSON.stringify(statusAndError(response)).replaceAll(name, '*')
  for (const [there, nobody] of [
    [await admin.patch(pathOf(id), { role: 'admin' }), await admin.patch(pathOf(unknown), { role: 'admin' })],
    [await admin.patch(pathOf(id), '{'), await admin.patch(pathOf(unknown), '{')],
    [await admin.delete(pathOf(id)), await admin.delete(pathOf(unknown))],
  ] as const) {
    expect(faultsOf(there)).toEqual([404, 'not_found'])
    expect(gist(there, id)).toBe(gist(nobody, unknown))
  }
  expect(await roleOf(other, id)).toBe('viewer')
  expect((await membersOf(admin)).map(({ user_id }) => user_id)).not.toContain(id)
})
