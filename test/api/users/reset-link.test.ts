import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { invitations, invite, isSignedIn, newMember } from '../../support/users'

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

test('refuses a member who also belongs to an organization of which the caller is not an admin', async () => {
  const admin = await newMember(program, owner, 'admin')
  const member = await newMember(program, owner)
  const other = await otherOrganization(program, 'Elsewhere')
  const token = await invite(other)
  expect((await member.session.post(`${invitations}/join`, { token })).status).toBe(200)
  expect((await linkFor(admin.session, member.id)).status).toBe(403)
  expect((await linkFor(owner, member.id)).status).toBe(201)
})
