import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiResponse, clientOf, otherOrganization, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { begin, copyOfData, sessionPath } from '../../support/identity'
import {
  accept,
  freshEmail,
  invitations,
  invite,
  isSignedIn,
  members,
  membersOf,
  newMember,
  secretOf,
  statusesOf,
} from '../../support/users'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey } from '../../support/records'
import { until } from '../../support/until'
import { startInviting } from './invited'

/** Invitations, and the cases in which they can no longer be used. */

// Each password is hashed slowly, on purpose.
setDefaultTimeout(20_000)

const { program, admin, anyone, look, joinAs, outsider, expectUseless } = await startInviting()
afterAll(stopPrograms)

describe('an invitation', () => {
  // Rule: internal-api.md, Invitations
  test('is returned with its link only once, and is valid for seven days', async () => {
    const response = await admin.post(invitations, { email: 'New@Example.org', role: 'manager' })
    expect([response.status, response.body]).toEqual([
      201,
      {
        data: {
          id: expect.any(Number),
          role: 'manager',
          email: 'new@example.org',
          expires_at: expect.any(String),
          url: expect.stringMatching(/^\/console\/join#wai_[0-9a-f]{64}$/),
        },
      },
    ])
    const { url: _url, ...shown } = response.body.data
    expect(response.headers.get('location')).toBe(`${invitations}/${shown.id}`)
    const life = Date.parse(shown.expires_at) - Date.now()
    expect(life / 86_400_000).toBeCloseTo(7, 2)
    const { body, text } = await admin.get(`${invitations}?limit=200`)
    const listed = body.data.find(({ id }: { id: number }) => id === shown.id)
    const inviter = (await begin(anyone)).response.body.data.user.name
    expect(listed).toEqual({ ...shown, created_at: expect.any(String), invited_by: inviter })
    expect(text).not.toContain('wai_')
  })

  // Rule: internal-api.md, Invitations
  test('shows its offer to a client that has the link', async () => {
    const session = await otherOrganization(program, 'Harbour')
    const token = secretOf(await session.post(invitations, { email: 'bo@example.org', role: 'operator' }))
    expect((await look(token)).body).toEqual({
      data: {
        organization_name: 'Harbour',
        role: 'operator',
        email: 'bo@example.org',
        expires_at: expect.any(String),
      },
    })
    expect((await look(await invite(session))).body.data).toMatchObject({ role: 'viewer', email: null })
  })

  test.each<[body: string, fault: string]>([
    ['{}', 'role required'],
    ['{"role":"owner"}', 'role invalid_value'],
    ['{"role":"viewer","email":"nobody"}', 'email invalid_value'],
    ['{"role":"viewer","email":""}', 'email too_short'],
    ['{"role":"viewer","days":8}', 'days unknown_field'],
  ])('is not created from %s', async (body, fault) => {
    expect(faultsOf(await admin.post(invitations, body))).toEqual([400, fault])
  })

  // Rule: internal-api.md, Invitations
  test('is not created for a user who is a member already', async () => {
    const { credentials } = await newMember(program, admin)
    const email = credentials.email.toUpperCase()
    expect(faultsOf(await admin.post(invitations, { role: 'admin', email }))).toEqual([409, 'conflict'])
  })

  test('gets the same response whether or not the address has an account', async () => {
    const { credentials } = await newMember(program, await otherOrganization(program, freshKey('Else')))
    const ofKnown = await admin.post(invitations, { role: 'viewer', email: credentials.email })
    const ofUnknown = await admin.post(invitations, { role: 'viewer', email: freshEmail() })
    const shape = ({ status, body }: ApiResponse) => [status, Object.keys(body.data)]
    expect(shape(ofKnown)).toEqual(shape(ofUnknown))
    const looks = [await look(secretOf(ofKnown)), await look(secretOf(ofUnknown))] as const
    expect(shape(looks[0])).toEqual(shape(looks[1]))
  })

  test('of another organization is not found', async () => {
    const other = await otherOrganization(program, freshKey('Other'))
    const made = await other.post(invitations, { role: 'admin' })
    const path = (id: number) => `${invitations}/${id}`
    const { id } = made.body.data
    const [there, nothing] = [await admin.delete(path(id)), await admin.delete(path(999_999))]
    expect(faultsOf(there)).toEqual([404, 'not_found'])
    expect(there.body.error.detail).toBe(nothing.body.error.detail)
    expect((await admin.get(`${invitations}?limit=200`)).body.data).not.toContainEqual(
      expect.objectContaining({ id }),
    )
    expect((await other.get(invitations)).body).toMatchObject({ data: [{ id }], total_count: 1 })
  })
})

describe('an invitation can no longer be used', () => {
  // Rule: internal-api.md, Invitations
  test('once it is revoked', async () => {
    const made = await admin.post(invitations, { role: 'viewer' })
    const path = `${invitations}/${made.body.data.id}`
    expect((await admin.delete(path)).status).toBe(204)
    expect(faultsOf(await admin.delete(path))).toEqual([404, 'not_found'])
    await expectUseless(secretOf(made))
  })

  // Rule: internal-api.md, Members
  test.each(['removed', 'demoted'])('once the admin who created it is %s', async (how) => {
    const session = await otherOrganization(program, freshKey('Ended'))
    const { id, session: second } = await newMember(program, session, 'admin')
    const [theirs, mine] = [await invite(second, 'admin'), await invite(session)]
    if (how === 'removed') await session.delete(`${members}/${id}`)
    else await session.patch(`${members}/${id}`, { role: 'manager' })
    await expectUseless(theirs)
    expect((await look(mine)).status).toBe(200)
    expect((await session.get(invitations)).body.total_count).toBe(1)
  })

  // Rule: internal-api.md, Invitations
  test('to the second of two who accept it at the same time', async () => {
    const session = await otherOrganization(program, freshKey('Race'))
    const token = await invite(session)
    const joining = await Promise.all([outsider(), outsider()])
    const email = freshEmail()
    const responses = await Promise.all([
      accept(anyone, token),
      accept(anyone, token, { email }),
      accept(anyone, token, { email }),
      ...joining.map((client) => joinAs(client, token)),
    ])
    const isDone = ({ status }: ApiResponse) => status === 200 || status === 201
    expect(responses.filter(isDone)).toHaveLength(1)
    for (const response of responses.filter((each) => !isDone(each))) expect(response.status).toBe(404)
    expect(await membersOf(session)).toHaveLength(2)
  })

  test('to the second of two accounts that would have the same address', async () => {
    const session = await otherOrganization(program, freshKey('Race'))
    const email = freshEmail()
    const tokens = [await invite(session, 'viewer', email), await invite(session, 'admin', email)]
    const responses = await Promise.all(
      tokens.map((token, index) => accept(anyone, token, { email, password: `password ${index} of two` })),
    )
    expect(statusesOf(responses)).toEqual([201, 401])
    const first = responses.findIndex(({ status }) => status === 201)
    const signedIn = await anyone.post(sessionPath, { email, password: `password ${first} of two` })
    expect(signedIn.body.data.organizations[0].role).toBe(first === 0 ? 'viewer' : 'admin')
    expect((await look(tokens[1 - first] as string)).status).toBe(200)
  })
})

describe('in another start on the same data', () => {
  const expire = ({ dataDir }: Program, email: string) => {
    using db = openDatabase(dataDir)
    // The service may be running and writing.
    const at = new Date(Date.now() - 1).toISOString().replace('Z', '000Z')
    db.run('update invitations set expires_at = ? where email = ?', [at, email])
  }
  const emailsIn = ({ dataDir }: Program): unknown[] => {
    using db = openDatabase(dataDir, { readonly: true })
    return db.query('select email from invitations order by id').values().flat()
  }

  test('an expired invitation is rejected and deleted', async () => {
    const first = await startProgram()
    const session = await signIn(first)
    const [past, soon] = ['past@example.org', 'soon@example.org']
    const [pastToken, soonToken] = [
      await invite(session, 'viewer', past),
      await invite(session, 'viewer', soon),
    ]
    await first.stop()
    expire(first, past)
    const second = await startProgram({ dataDir: first.dataDir })
    const client = clientOf(second.http)
    const again = await signIn(second)
    expect(faultsOf(await look(pastToken, client))).toEqual([404, 'not_found'])
    const shown = (await again.get(invitations)).body
    expect([shown.data[0]?.email, shown.total_count]).toEqual([soon, 1])
    expect((await look(soonToken, client)).status).toBe(200)
    expire(second, soon)
    expect(faultsOf(await look(soonToken, client))).toEqual([404, 'not_found'])
    expect(faultsOf(await accept(client, soonToken, { email: soon }))).toEqual([404, 'not_found'])
    expect((await again.get(invitations)).body).toMatchObject({ data: [], total_count: 0 })
    // The maintenance of the start has deleted the one that had expired before.
    await until(
      () => !emailsIn(second).includes(past),
      () => emailsIn(second).join(),
    )
    await second.stop()
    expect(emailsIn(second)).toEqual([soon])
  })

  test('an invitation of production is rejected in preview', async () => {
    const first = await startProgram()
    const session = await signIn(first)
    const token = await invite(session)
    await first.stop()
    const preview = await startProgram({
      dataDir: copyOfData(first),
      env: { WHEREABOUTS_ENVIRONMENT: 'preview' },
    })
    const client = clientOf(preview.http)
    expect(faultsOf(await look(token, client))).toEqual([404, 'not_found'])
    expect(faultsOf(await accept(client, token))).toEqual([404, 'not_found'])
    expect((await (await signIn(preview)).get(invitations)).body.total_count).toBe(0)
  })
})

test('neither the log nor any file contains the secret of a link or a password', async () => {
  const traced = await startProgram({ env: { WHEREABOUTS_LOG_LEVEL: 'trace' } })
  const session = await signIn(traced)
  const client = clientOf(traced.http)
  const [pending, used] = [await invite(session), await invite(session, 'admin')]
  const secrets = [pending, used, 'a secret for the new account', 'a secret for the second time']
  await look(pending, client)
  const joined = await accept(client, used, { password: secrets[2] })
  const person = clientOf(traced.http, joined.body.data.access_token)
  await person.post(`${sessionPath}/password`, { current_password: secrets[2], new_password: secrets[3] })
  await client.post(`${invitations}/accept`, `{"token":"${pending}"`)
  await joinAs(person, pending)
  expect(await isSignedIn({ session: person })).toBe(true)
  const files = readdirSync(traced.dataDir, { recursive: true, withFileTypes: true })
  const kept = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  expect(kept.some((path) => path.endsWith('.db'))).toBe(true)
  for (const secret of secrets) {
    expect(traced.log()).not.toContain(secret)
    expect(kept.filter((path) => readFileSync(path).includes(secret))).toEqual([])
  }
})
