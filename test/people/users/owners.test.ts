import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  apiClient,
  type ApiResponse,
  type Client,
  clientOf,
  otherOrganization,
  signIn,
} from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { begin, refreshSession, sessionPath } from '../../support/identity'
import {
  administratorId,
  freshEmail,
  handOver,
  isSignedIn,
  members,
  membersOf,
  newMember,
  type TestUser,
  roles,
  statusesOf,
} from '../../support/users'
import { administrator, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'
import { beginUpload } from '../../support/upload'

/** Who owns the installation, and what only owners may do (decision 0011). */

// Each password is hashed slowly, on purpose.
setDefaultTimeout(30_000)

const owners = '/internal/v1/installation/owners'
const backups = '/internal/v1/backups'
const organizations = '/internal/v1/organizations'
const refusal = 'You must be an owner of the installation'

let program: Program
let owner: Client
let ownerId: string
beforeAll(async () => {
  program = await startProgram()
  owner = await signIn(program)
  ownerId = await administratorId(owner)
})
afterAll(stopPrograms)

const pathOf = (userId: string): string => `${owners}/${userId}`
const idsOf = async (session = owner): Promise<string[]> =>
  (await session.get(owners)).body.data.map(({ user_id }: { user_id: string }) => user_id)
const add = (email: string, session = owner): Promise<ApiResponse> => session.post(owners, { email })
const isOwner = async ({ credentials }: Pick<TestUser, 'credentials'>): Promise<boolean> =>
  (await begin(clientOf(program.http), credentials)).response.body.data.is_owner

/** Every call that only owners may make. */
const callsOf = async (session: Client): Promise<ApiResponse[]> => [
  await session.get(owners),
  await session.post(owners, { email: 'nobody@example.org' }),
  await session.delete(pathOf(crypto.randomUUID())),
  await session.post(organizations, { name: 'Mine' }),
  await session.get(backups),
  await session.post(backups),
  await session.get(`${backups}/whereabouts-2026-01-01T00-00-00-000.db`),
  await session.delete(`${backups}/whereabouts-2026-01-01T00-00-00-000.db`),
]

// Rule: internal-api.md, Owners
describe('the first administrator', () => {
  const view = {
    user_id: expect.any(String),
    name: expect.any(String),
    email: administrator.email,
    added_at: expect.stringMatching(/^\d{4}-.*Z$/),
  }

  test('owns the installation, by settings', async () => {
    const own = await startProgram()
    const session = await signIn(own)
    expect((await session.get(owners)).body).toEqual({ data: [view], limit: 50, offset: 0, total_count: 1 })
  })

  test('owns the installation, by the set-up link', async () => {
    const own = await startProgram({ withAdministrator: false })
    const response = await clientOf(own.http).post('/internal/v1/setup', {
      token: own.setup?.split('#')[1],
      organization_name: 'North',
      name: 'Ada',
      ...administrator,
    })
    expect([response.status, response.body.data.is_owner]).toEqual([201, true])
    const session = clientOf(own.http, response.body.data.access_token)
    const { data } = (await session.get(owners)).body
    expect(data).toEqual([{ ...view, name: 'Ada' }])
    const { data: entries } = (await session.get('/internal/v1/audit?action=ownership_given')).body
    expect(entries).toMatchObject([{ actor: { name: 'Ada' }, subject: { kind: 'member', name: 'Ada' } }])
  })

  test('of an earlier version owns it after the upgrade: the earliest account that is admin', async () => {
    const own = await startProgram()
    const admin = await signIn(own)
    const viewer = await newMember(own, admin, 'viewer')
    const [early, late] = [await newMember(own, admin, 'admin'), await newMember(own, admin, 'admin')]
    const first = await administratorId(admin)
    await own.stop()
    {
      using db = openDatabase(own.dataDir)
      for (const table of ['owners', 'known_origins', 'password_resets']) db.run(`drop table ${table}`)
      db.run("delete from migrations where name like '0009%' or name like '0032%'")
      const made = (id: string, year: number) =>
        db.run('update users set created_at = ? where id = ?', [`${year}-01-01T00:00:00.000000Z`, id])
      made(viewer.id, 2020)
      made(early.id, 2021)
      made(late.id, 2022)
      made(first, 2023)
      db.run('pragma wal_checkpoint(truncate)')
    }
    const upgraded = await startProgram({ dataDir: own.dataDir })
    const session = await signIn(upgraded, early.credentials)
    expect(await idsOf(session)).toEqual([early.id])
    expect(statusesOf(await callsOf(await signIn(upgraded)))).toEqual(Array(8).fill(403))
  })
})

// Rule: internal-api.md, Owners
describe('creating organizations, managing backups and adding owners', () => {
  test.each(roles)('is refused to a member of the role %s', async (role) => {
    const { session } = await newMember(program, owner, role)
    for (const response of await callsOf(session)) {
      expect(faultsOf(response)).toEqual([403, 'forbidden'])
      expect(response.body.error.detail).toBe(refusal)
    }
    expect(
      (await owner.get(organizations)).body.data.map(({ name }: { name: string }) => name),
    ).not.toContain('Mine')
    expect((await owner.get(backups)).body.data).toEqual([])
  })

  test('is refused to API keys and to unauthenticated clients, before the body is checked', async () => {
    for (const client of [await apiClient(program, owner), clientOf(program.http)]) {
      expect(statusesOf(await callsOf(client))).toEqual(Array(8).fill(401))
      expect((await client.request('POST', owners, { body: 'x' })).status).toBe(401)
    }
    const { session } = await newMember(program, owner, 'admin')
    expect((await session.request('POST', owners, { body: 'x' })).status).toBe(403)
  })

  test('is allowed to an owner with any role in the organization of the session', async () => {
    const south = await otherOrganization(program, 'Role')
    const admin = await newMember(program, south, 'admin')
    expect((await admin.session.patch(`${members}/${ownerId}`, { role: 'viewer' })).status).toBe(200)
    expect((await south.get('/internal/v1/api-keys')).status).toBe(403)
    expect((await south.get(backups)).status).toBe(200)
    expect((await south.post(organizations, { name: 'By a viewer' })).status).toBe(201)
    expect(await idsOf(south)).toContain(ownerId)
  })
})

describe('an owner', () => {
  // Rule: internal-api.md, Owners
  test('is added by e-mail address, has all rights immediately, and loses them immediately', async () => {
    const bea = await newMember(program, owner, 'viewer', 'Bea')
    const response = await add(bea.credentials.email.toUpperCase())
    expect([response.status, response.headers.get('location')]).toEqual([201, pathOf(bea.id)])
    expect(response.body.data).toMatchObject({ user_id: bea.id, name: 'Bea', email: bea.credentials.email })
    expect([await idsOf(bea.session), await isOwner(bea)]).toEqual([[ownerId, bea.id], true])
    expect(faultsOf(await add(bea.credentials.email))).toEqual([409, 'conflict'])
    expect((await bea.session.get(backups)).status).toBe(200)

    expect((await owner.delete(pathOf(bea.id.toUpperCase()))).status).toBe(204)
    expect(statusesOf(await callsOf(bea.session))).toEqual(Array(8).fill(403))
    expect([await isOwner(bea), await isSignedIn(bea)]).toEqual([false, true])
    expect(faultsOf(await owner.delete(pathOf(bea.id)))).toEqual([404, 'not_found'])
  })

  test('can hand the installation over: adds another owner, who removes the first', async () => {
    const own = await startProgram()
    const first = await signIn(own)
    const id = await administratorId(first)
    const next = await newMember(own, first, 'manager')
    expect((await add(next.credentials.email, first)).status).toBe(201)
    expect((await next.session.delete(pathOf(id))).status).toBe(204)
    expect(await idsOf(next.session)).toEqual([next.id])
    expect(statusesOf(await callsOf(first))).toEqual(Array(8).fill(403))
    expect((await first.get(members)).status).toBe(200)
  })

  test.each<[what: string, email: () => Promise<string>, fault: string]>([
    ['a user without an account', async () => freshEmail(), 'email fk_not_found'],
    ['something else', async () => 'ada', 'email invalid_value'],
    [
      'a user who belongs to no organization and cannot sign in',
      async () => {
        const gone = await newMember(program, owner)
        await owner.delete(`${members}/${gone.id}`)
        return gone.credentials.email
      },
      'email fk_not_found',
    ],
  ])('cannot be %s', async (_what, email, fault) => {
    expect(faultsOf(await add(await email()))).toEqual([400, fault])
    expect(await idsOf()).toEqual([ownerId])
  })

  // Rule: internal-api.md, Owners
  test('who is the last cannot be removed, and one remains when several are removed simultaneously', async () => {
    const own = await startProgram()
    const first = await signIn(own)
    const firstId = await administratorId(first)
    const alone = await first.delete(pathOf(firstId))
    expect(faultsOf(alone)).toEqual([409, 'conflict'])
    expect(alone.body.error.detail).toBe('The last owner of the installation cannot be removed')
    const three = [{ id: firstId, session: first }, await newMember(own, first), await newMember(own, first)]
    for (const { credentials } of three.slice(1) as TestUser[]) await add(credentials.email, first)
    const responses = await Promise.all(three.map(({ id, session }) => session.delete(pathOf(id))))
    expect(statusesOf(responses)).toEqual([204, 204, 409])
    const left = three.filter((_, index) => responses[index]?.status === 409)
    expect(await idsOf(left[0]?.session)).toEqual([left[0]?.id as string])
  })

  test('who was removed cannot regain the ownership with a request in progress', async () => {
    const bea = await newMember(program, owner, 'admin')
    await add(bea.credentials.email)
    const upload = await beginUpload(program, bea.session, owners, { email: bea.credentials.email }, [])
    expect((await owner.delete(pathOf(bea.id))).status).toBe(204)
    upload.finish()
    expect(await upload.status.finally(() => upload.socket.destroy())).toBe(403)
    expect(await idsOf()).toEqual([ownerId])
  })
})

describe('an admin of another organization', () => {
  test('cannot use the rights of the owner: backups, ownership, passwords, installation', async () => {
    const tenant = await handOver(program, await newMember(program, owner, 'viewer', 'Tenant'), 'Tenant')
    expect(statusesOf(await callsOf(tenant.session))).toEqual(Array(8).fill(403))
    expect((await tenant.session.delete(pathOf(ownerId))).status).toBe(403)
    expect((await owner.post(backups)).status).toBe(201)
    expect((await owner.get(backups)).body.total_count).toBe(1)
    expect((await owner.delete(`${backups}/${(await owner.get(backups)).body.data[0].name}`)).status).toBe(
      204,
    )
  })

  test('removes the owner from the own organization like any member, if the owner has another', async () => {
    const south = await otherOrganization(program, 'Removing')
    const admin = await newMember(program, south, 'admin')
    expect((await admin.session.delete(`${members}/${ownerId}`)).status).toBe(204)
    expect((await membersOf(admin.session)).map(({ user_id }) => user_id)).toEqual([admin.id])
    expect((await south.get(organizations)).status).toBe(401)
    const { response, cookie } = await begin(clientOf(program.http))
    expect([response.status, response.body.data.is_owner]).toEqual([200, true])
    expect((await refreshSession(clientOf(program.http), cookie)).body.data.is_owner).toBe(true)
  })

  // Rule: internal-api.md, Members
  test('cannot remove the owner from the only organization, nor can the owner leave it', async () => {
    const own = await startProgram()
    const first = await signIn(own)
    const id = await administratorId(first)
    const admin = await newMember(own, first, 'admin')
    const memberPath = `${members}/${id}`
    for (const session of [admin.session, first]) {
      const response = await session.delete(memberPath)
      expect(faultsOf(response)).toEqual([409, 'conflict'])
      expect(response.body.error.detail).toContain(
        'An owner of the installation cannot leave, or be removed from',
      )
    }
    // Another organization, or another owner, makes it possible.
    expect((await first.post(organizations, { name: 'Second' })).status).toBe(201)
    expect((await admin.session.delete(memberPath)).status).toBe(204)
    const second = await signIn(own)
    expect((await second.get(organizations)).body.data).toMatchObject([{ name: 'Second', role: 'admin' }])
    expect(await idsOf(second)).toEqual([id])
  })

  test('cannot remove the owner from the last organization together with another admin at the same time', async () => {
    const own = await startProgram()
    const first = await signIn(own)
    const id = await administratorId(first)
    const second = await otherOrganization(own, 'Second')
    const admins = [await newMember(own, first, 'admin'), await newMember(own, second, 'admin')]
    const responses = await Promise.all(admins.map(({ session }) => session.delete(`${members}/${id}`)))
    expect(statusesOf(responses)).toEqual([204, 409])
    expect((await clientOf(own.http).post(sessionPath, administrator)).status).toBe(200)
  })
})

test('a change of ownership is in the audit log of each organization concerned', async () => {
  const south = await otherOrganization(program, 'Audited')
  const bea = await newMember(program, south, 'admin', 'Bea')
  await add(bea.credentials.email)
  await owner.delete(pathOf(bea.id))
  for (const session of [owner, bea.session]) {
    const { data } = (
      await session.get(`/internal/v1/audit?subject_kind=member&subject_id=${bea.id}&limit=2`)
    ).body
    expect(data).toMatchObject([
      { action: 'ownership_ended', actor: { id: ownerId }, subject: { name: 'Bea' } },
      { action: 'ownership_given', actor: { id: ownerId }, subject: { name: 'Bea' } },
    ])
  }
})
