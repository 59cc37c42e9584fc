import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { invitations, invite, isSignedIn, newMember, type TestUser } from '../../support/users'

/** Reset links that admins create for members. */

// Each password is hashed slowly, on purpose.
setDefaultTimeout(30_000)

let program: Program
let owner: Client
beforeAll(async () => {
  program = await startProgram()
  owner = await signIn(program)
})
afterAll(stopPrograms)

const linkFor = (client: Client, userId: string) =>
  client.post(`/internal/v1/members/${userId}/reset-link`, {})

test('lets an admin create a link that sets a new password of a member and ends the sessions', async () => {
  const admin = await newMember(program, owner, 'admin')
  const member = await newMember(program, owner)
  const { status, body } = await linkFor(admin.session, member.id)
  expect([status, body.data.url]).toEqual([201, expect.stringMatching(/^\/console\/reset-password#wap_/)])
  const token = body.data.url.split('#')[1]
  const anyone = clientOf(program.http)
  const reset = await anyone.post('/internal/v1/password-reset', { token, password: 'a new password' })
  expect(reset.status).toBe(204)
  expect(await isSignedIn(member)).toBe(false)
  const { email } = member.credentials
  expect((await anyone.post('/internal/v1/session', { email, password: 'a new password' })).status).toBe(200)
})

test('refuses callers who are not admins, and users who are not members', async () => {
  const manager = await newMember(program, owner, 'manager')
  const member = await newMember(program, owner)
  expect((await linkFor(manager.session, member.id)).status).toBe(403)
  expect((await linkFor(owner, crypto.randomUUID())).status).toBe(404)
  const south = await otherOrganization(program, 'South')
  expect((await linkFor(south, member.id)).status).toBe(404)
})

test('refuses an owner of the installation unless the caller is one', async () => {
  const admin = await newMember(program, owner, 'admin')
  const second = await newMember(program, owner, 'admin')
  expect(
    (await owner.post('/internal/v1/installation/owners', { email: second.credentials.email })).status,
  ).toBe(201)
  expect((await linkFor(admin.session, second.id)).status).toBe(403)
  expect((await linkFor(owner, second.id)).status).toBe(201)
})

test('refuses the account of the caller, whose new password needs the current one', async () => {
  const admin = await newMember(program, owner, 'admin')
  const detail = 'Change your own password on the Account page'
  for (const id of [admin.id, admin.id.toUpperCase()]) {
    const { status, body } = await linkFor(admin.session, id)
    expect([status, body.error?.detail]).toEqual([403, detail])
  }
})

describe('a link stops working when', () => {
  const owners = '/internal/v1/installation/owners'
  const unusable = 'This link is not valid: it was used, replaced or revoked, or has expired'
  const anyone = () => clientOf(program.http)

  async function linkOf() {
    const [admin, member] = [await newMember(program, owner, 'admin'), await newMember(program, owner)]
    const { body } = await linkFor(admin.session, member.id)
    const token: string = body.data.url.split('#')[1]
    return { admin, member, token }
  }
  async function requireUnusable(token: string, { credentials }: TestUser, password = credentials.password) {
    const used = await anyone().post('/internal/v1/password-reset', { token, password: 'of the link' })
    expect([used.status, used.body?.error?.detail]).toEqual([404, unusable])
    const { email } = credentials
    expect((await anyone().post('/internal/v1/session', { email, password })).status).toBe(200)
  }

  test('the member becomes an owner of the installation', async () => {
    const { member, token } = await linkOf()
    expect((await owner.post(owners, { email: member.credentials.email })).status).toBe(201)
    await requireUnusable(token, member)
  })

  test('the member joins another organization', async () => {
    const { member, token } = await linkOf()
    const other = await otherOrganization(program, 'Beyond')
    const joined = await member.session.post(`${invitations}/join`, { token: await invite(other) })
    expect(joined.status).toBe(200)
    await requireUnusable(token, member)
  })

  test('the member leaves, and joins again without the admin', async () => {
    const { admin, member, token } = await linkOf()
    expect((await member.session.delete(`/internal/v1/members/${member.id}`)).status).toBe(204)
    const used = await anyone().post('/internal/v1/password-reset', { token, password: 'of the link' })
    expect(used.status).toBe(404)
    expect((await owner.delete(`/internal/v1/members/${admin.id}`)).status).toBe(204)
    const { email, password } = member.credentials
    const again = { token: await invite(owner), email, password }
    expect((await anyone().post(`${invitations}/accept`, again)).status).toBe(201)
    await requireUnusable(token, member)
  })

  test('the admin is removed, or is no longer an admin', async () => {
    const removed = await linkOf()
    expect((await owner.delete(`/internal/v1/members/${removed.admin.id}`)).status).toBe(204)
    await requireUnusable(removed.token, removed.member)
    const demoted = await linkOf()
    const { status } = await owner.patch(`/internal/v1/members/${demoted.admin.id}`, { role: 'manager' })
    expect(status).toBe(200)
    await requireUnusable(demoted.token, demoted.member)
  })

  test('the ownership of its creator ends', async () => {
    const [creator, member] = [await newMember(program, owner, 'admin'), await newMember(program, owner)]
    for (const { credentials } of [creator, member])
      expect((await owner.post(owners, { email: credentials.email })).status).toBe(201)
    const { body } = await linkFor(creator.session, member.id)
    expect((await owner.delete(`${owners}/${creator.id}`)).status).toBe(204)
    await requireUnusable(body.data.url.split('#')[1], member)
  })

  test('the member changes the password', async () => {
    const { member, token } = await linkOf()
    const next = 'the next password'
    const change = { current_password: member.credentials.password, new_password: next }
    expect((await member.session.post('/internal/v1/session/password', change)).status).toBe(204)
    await requireUnusable(token, member, next)
  })
})

test('refuses a member who also belongs to an organization of which the caller is not an admin', async () => {
  const admin = await newMember(program, owner, 'admin')
  const member = await newMember(program, owner)
  const other = await otherOrganization(program, 'Elsewhere')
  const token = await invite(other)
  expect((await member.session.post(`${invitations}/join`, { token })).status).toBe(200)
  expect((await linkFor(admin.session, member.id)).status).toBe(403)
  expect((await linkFor(owner, member.id)).status).toBe(201)
})
