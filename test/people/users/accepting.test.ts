import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { clientOf, otherOrganization, signIn } from '../../support/client'
import { begin, cookieOf, refreshSession, statusAndError, sessionPath } from '../../support/identity'
import {
  accept,
  freshEmail,
  invitations,
  invite,
  membersOf,
  newMember,
  password,
  statusesOf,
} from '../../support/users'
import { administrator, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey } from '../../support/records'
import { startInviting } from './invited'

/** Accepting an invitation, with an account and without one. */

// Each password is hashed slowly, on purpose.
setDefaultTimeout(20_000)

const { program, admin, anyone, look, joinAs, outsider, expectUseless } = await startInviting()
afterAll(stopPrograms)

// Rule: internal-api.md, Invitations
describe('accepting without an account', () => {
  test('creates an account with the invited role, and signs in', async () => {
    const session = await otherOrganization(program, freshKey('Joined'))
    const token = await invite(session, 'operator')
    const response = await accept(anyone, token, { name: 'Kim', email: 'Kim@Example.org' })
    const [organization] = response.body.data.organizations
    expect([response.status, response.body.data]).toEqual([
      201,
      {
        access_token: expect.any(String),
        expires_in: 900,
        user: { id: expect.any(String), name: 'Kim', email: 'kim@example.org' },
        is_owner: false,
        organizations: [{ ...organization, role: 'operator' }],
        current_organization_id: organization.id,
        issuer: null,
        must_add_second_factor: false,
      },
    ])
    expect((await refreshSession(anyone, cookieOf(response))).status).toBe(200)
    expect((await begin(anyone, { email: 'kim@example.org', password })).response.status).toBe(200)
    expect((await membersOf(session)).map(({ email, role }) => [email, role])).toContainEqual([
      'kim@example.org',
      'operator',
    ])
    await expectUseless(token)
    expect((await session.get(invitations)).body.total_count).toBe(0)
  })

  test('is for the invited address only, in any spelling', async () => {
    const email = freshEmail()
    const token = await invite(admin, 'viewer', email)
    expect(faultsOf(await accept(anyone, token))).toEqual([400, 'email invalid_value'])
    expect((await accept(anyone, token, { email: email.toUpperCase() })).status).toBe(201)
  })

  test.each<[change: Record<string, unknown>, fault: string]>([
    [{ password: 'short' }, 'password too_short'],
    [{ email: 'nobody' }, 'email invalid_value'],
    [{ name: ' ' }, 'name invalid_value'],
    [{ role: 'admin' }, 'role unknown_field'],
  ])('with %j is rejected, and the invitation stays valid', async (change, fault) => {
    const token = await invite(admin)
    expect(faultsOf(await accept(anyone, token, change))).toEqual([400, fault])
    expect((await look(token)).status).toBe(200)
  })
})

// Rule: internal-api.md, Invitations
describe('accepting with an account', () => {
  test('requires the password of the account, and keeps its name', async () => {
    const person = await newMember(program, await otherOrganization(program, freshKey('Else')))
    const token = await invite(admin, 'manager')
    const wrong = await accept(anyone, token, { ...person.credentials, password: 'wrong password' })
    expect(faultsOf(wrong)).toEqual([401, 'unauthorized'])
    const right = await accept(anyone, token, { ...person.credentials, name: 'Somebody else' })
    expect([right.status, right.body.data.user]).toEqual([
      201,
      { id: person.id, name: 'Bea', email: person.credentials.email },
    ])
    expect(right.body.data.organizations).toHaveLength(2)
    await expectUseless(token)
  })

  test('returns the same for a wrong password and an unknown address', async () => {
    const token = await invite(admin)
    const unnamed = (email: string) =>
      anyone.post(`${invitations}/accept`, { token, email, password: 'a wrong guess' })
    const [known, unknown] = [await unnamed(administrator.email), await unnamed('nobody@example.org')]
    expect(faultsOf(known)).toEqual([401, 'unauthorized'])
    expect(statusAndError(unknown)).toEqual(statusAndError(known))
    const signedIn = await anyone.post(sessionPath, {
      email: 'nobody@example.org',
      password: 'a wrong guess',
    })
    expect(signedIn.body.error.detail).toBe(known.body.error.detail)
    expect((await look(token)).status).toBe(200)
  })

  test('is rejected for a member, and the invitation stays valid', async () => {
    const token = await invite(admin, 'viewer')
    expect(faultsOf(await accept(anyone, token, administrator))).toEqual([409, 'conflict'])
    expect(faultsOf(await joinAs(admin, token))).toEqual([409, 'conflict'])
    expect((await look(token)).status).toBe(200)
    const self = (await membersOf(admin)).find(({ email }) => email === administrator.email)
    expect(self?.role).toBe('admin')
  })

  test('shares the failures of the account and of the address with signing in', async () => {
    const limited = await startProgram({ args: ['--login-failures-per-account', '3'] })
    const session = await signIn(limited)
    const client = clientOf(limited.http)
    const person = await newMember(limited, await otherOrganization(limited))
    const token = await invite(session)
    const guess = { email: person.credentials.email, password: 'a wrong guess' }
    expect((await client.post(sessionPath, guess)).status).toBe(401)
    const responses = await Promise.all([1, 2, 3, 4].map(() => accept(client, token, guess)))
    expect(statusesOf(responses)).toEqual([401, 401, 429, 429])
    const refused = await accept(client, token, person.credentials)
    expect(faultsOf(refused)).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await client.post(sessionPath, person.credentials)).status).toBe(429)
    expect((await accept(client, token)).status).toBe(201)
  })
})

// Rule: internal-api.md, Invitations
describe('joining with a session', () => {
  test('continues in the organization', async () => {
    const session = await outsider()
    const token = await invite(admin, 'operator')
    const response = await joinAs(session, token)
    const north = response.body.data.organizations.find(({ name }: { name: string }) => name === 'North')
    expect(response.status).toBe(200)
    expect(response.body.data.current_organization_id).toBe(north.id)
    expect(north.role).toBe('operator')
    const moved = clientOf(program.http, response.body.data.access_token)
    expect(await membersOf(moved)).toEqual(await membersOf(admin))
    await expectUseless(token)
  })

  test('is for the invited user only', async () => {
    const person = await newMember(program, await otherOrganization(program, freshKey('Else')))
    const token = await invite(admin, 'viewer', person.credentials.email.toUpperCase())
    expect(faultsOf(await joinAs(await outsider(), token))).toEqual([403, 'forbidden'])
    expect((await joinAs(person.session, token)).status).toBe(200)
  })

  test('needs a session', async () => {
    const token = await invite(admin)
    expect(faultsOf(await joinAs(anyone, token))).toEqual([401, 'unauthorized'])
    expect((await look(token)).status).toBe(200)
  })
})
