import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  type ApiResponse,
  apiClient,
  type Client,
  clientOf,
  otherOrganization,
  signIn,
} from '../../support/client'
import { begin, cookieOf, refreshSession, sessionPath } from '../../support/identity'
import {
  isSignedIn,
  membersOf,
  newMember,
  type TestUser,
  type Role,
  sessions,
  statusesOf,
  handOver,
} from '../../support/users'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'

/** The own account of a user: password, name and sessions. */

const passwordPath = `${sessionPath}/password`
const profilePath = `${sessionPath}/user`

let program: Program
let admin: Client
let anyone: Client

// Each password is hashed slowly, on purpose.
setDefaultTimeout(20_000)
beforeAll(async () => {
  program = await startProgram()
  admin = await signIn(program)
  anyone = clientOf(program.http)
})
afterAll(stopPrograms)

const person = (role?: Role): Promise<TestUser> => newMember(program, admin, role)

const change = (session: Client, current: string, next: string): Promise<ApiResponse> =>
  session.post(passwordPath, { current_password: current, new_password: next })

/** The status of a sign-in. */
const tryPassword = async ({ credentials: { email } }: TestUser, password: string): Promise<number> =>
  (await anyone.post(sessionPath, { email, password })).status

/** Another sign-in of the same user. */
async function another({ credentials }: TestUser): Promise<{ session: Client; cookie: string }> {
  const { token, cookie } = await begin(anyone, credentials)
  return { session: clientOf(program.http, token), cookie }
}

const isRefreshed = async ({ cookie }: { cookie: string }): Promise<boolean> =>
  (await refreshSession(anyone, cookie)).status === 200

describe('changing the password', () => {
  // Rule: internal-api.md, Own account
  test('replaces it, ends all other sessions, and continues with this one', async () => {
    const one = await person()
    const { password: old } = one.credentials
    const other = await another(one)
    const response = await change(one.session, old, 'a longer new password')
    expect([response.status, response.text]).toEqual([204, ''])
    expect((await one.session.get(sessions)).body.total_count).toBe(1)
    expect(await tryPassword(one, old)).toBe(401)
    expect(await tryPassword(one, 'a longer new password')).toBe(200)
    expect([await isSignedIn(one), await isRefreshed(one)]).toEqual([true, true])
    expect([await isSignedIn(other), await isRefreshed(other)]).toEqual([false, false])
    expect(await isSignedIn({ session: admin })).toBe(true)
  })

  // Rule: internal-api.md, Session endpoints
  test('sets a password that keyboards may encode in different ways', async () => {
    const one = await person()
    await change(one.session, one.credentials.password, 'gr\u00fcne Wiese 7')
    for (const typed of ['gr\u00fcne Wiese 7', 'gru\u0308ne Wiese 7', 'gr\u00fcne Wiese \uff17'])
      expect(await tryPassword(one, typed)).toBe(200)
    expect(await tryPassword(one, 'grune Wiese 7')).toBe(401)
    const again = await another({
      ...one,
      credentials: { ...one.credentials, password: 'gr\u00fcne Wiese 7' },
    })
    expect((await change(again.session, 'gru\u0308ne Wiese 7', 'another long password')).status).toBe(204)
  })

  test('ends sessions in other organizations, too', async () => {
    const one = await person('admin')
    const elsewhere = await handOver(program, await another(one), 'Own')
    await change(one.session, one.credentials.password, 'a longer new password')
    expect([await isSignedIn(elsewhere), await isRefreshed(elsewhere)]).toEqual([false, false])
  })

  // Rule: internal-api.md, Own account
  test('requires the current password, and reports a wrong one without ending the session', async () => {
    const one = await person()
    const other = await another(one)
    const response = await change(one.session, 'not my password', 'a longer new password')
    expect(faultsOf(response)).toEqual([400, 'current_password invalid_value'])
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, true])
    expect(await tryPassword(one, one.credentials.password)).toBe(200)
    expect(await tryPassword(one, 'a longer new password')).toBe(401)
  })

  test.each<[faults: string[], body: object]>([
    [['current_password required', 'new_password required'], {}],
    [['new_password too_short'], { current_password: 'x', new_password: '7 chars' }],
    [['new_password too_long'], { current_password: 'x', new_password: 'x'.repeat(1001) }],
    [['current_password invalid_value'], { current_password: 5, new_password: 'long enough' }],
    [['user_id unknown_field'], { current_password: 'x', new_password: 'long enough', user_id: 'y' }],
  ])('reports the errors of the body: %j', async (faults, body) => {
    expect(faultsOf(await admin.post(passwordPath, body))).toEqual([400, ...faults])
  })

  test('is for users only', async () => {
    const body = { current_password: 'x', new_password: 'long enough' }
    const api = await apiClient(program, admin)
    for (const client of [anyone, api])
      expect(faultsOf(await client.post(passwordPath, body))).toEqual([401, 'unauthorized'])
  })

  test('succeeds once when it is requested twice at the same time', async () => {
    const one = await person()
    const news = ['the first new password', 'the second new password'] as const
    const responses = await Promise.all(
      news.map((next) => change(one.session, one.credentials.password, next)),
    )
    expect(statusesOf(responses)).toEqual([204, 400])
    const winner = responses.findIndex(({ status }) => status === 204)
    expect(await tryPassword(one, news[winner] as string)).toBe(200)
    expect(await tryPassword(one, news[1 - winner] as string)).toBe(401)
  })

  test('ends sessions that begin with the old password at the same time', async () => {
    const one = await person()
    const { email, password } = one.credentials
    let isChanged = false
    const changing = change(one.session, password, 'a longer new password').finally(() => (isChanged = true))
    const signIns = async (): Promise<ApiResponse[]> => {
      const responses: ApiResponse[] = []
      while (!isChanged) responses.push(await anyone.post(sessionPath, { email, password }))
      return responses
    }
    const [changed, ...responses] = await Promise.all([changing, signIns(), signIns(), signIns()])
    expect(changed.status).toBe(204)
    for (const response of responses.flat()) {
      if (response.status !== 200) expect(faultsOf(response)).toEqual([401, 'unauthorized'])
      else expect(await isRefreshed({ cookie: cookieOf(response) })).toBe(false)
    }
    expect(await isSignedIn(one)).toBe(true)
  })

  // Rule: internal-api.md, Own account
  test('shares its failures with signing in, and returns 429 before it hashes anything', async () => {
    const limited = await startProgram({ args: ['--login-failures-per-account', '3'] })
    const one = await newMember(limited, await signIn(limited))
    const client = clientOf(limited.http)
    const { email, password } = one.credentials
    expect((await client.post(sessionPath, { email, password: 'wrong' })).status).toBe(401)
    const guesses = await Promise.all(
      [1, 2, 3, 4].map((n) => change(one.session, `guess ${n}`, 'long enough')),
    )
    expect(statusesOf(guesses)).toEqual([400, 400, 429, 429])
    const refused = await change(one.session, password, 'a longer new password')
    expect(faultsOf(refused)).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await client.post(sessionPath, one.credentials)).status).toBe(429)
    expect(await isSignedIn(one)).toBe(true)
  })
})

describe('signing out everywhere', () => {
  // Rule: internal-api.md, Own account
  test('ends all sessions of the user immediately, and no others', async () => {
    const one = await person()
    const other = await another(one)
    const response = await other.session.delete(sessions)
    expect([response.status, response.text]).toEqual([204, ''])
    const [cleared] = response.headers.getSetCookie()
    expect(cleared).toMatch(/^whereabouts_refresh=; Path=\/internal\/v1\/session; Max-Age=0;/)
    for (const each of [one, other])
      expect([await isSignedIn(each), await isRefreshed(each)]).toEqual([false, false])
    expect(await isSignedIn({ session: admin })).toBe(true)
    expect(await tryPassword(one, one.credentials.password)).toBe(200)
  })
})

describe('the sessions of a user', () => {
  // Rule: internal-api.md, Own account
  test('are listed with their organization and the current one marked, without those that ended', async () => {
    const one = await person()
    const [second, third] = [await another(one), await another(one)]
    await refreshSession(anyone, one.cookie)
    await anyone.request('DELETE', sessionPath, { headers: { cookie: third.cookie } })
    const { body } = await second.session.get(sessions)
    const shown = {
      id: expect.any(String),
      organization_name: 'North',
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      // The User-Agent of these requests names no browser.
      device: null,
      address: '127.0.0.1',
    }
    expect(body).toEqual({
      data: [
        { ...shown, is_current: false },
        { ...shown, is_current: true },
      ],
      limit: 50,
      offset: 0,
      total_count: 2,
    })
    const [refreshed, asking] = body.data
    expect(refreshed.last_used_at > asking.last_used_at).toBe(true)
    expect(Date.parse(asking.last_used_at) - Date.parse(asking.created_at)).toBeWithin(0, 20_000)
    expect(refreshed.created_at < asking.created_at).toBe(true)
    expect(Math.abs(Date.now() - Date.parse(refreshed.last_used_at))).toBeLessThan(20_000)
    expect((await second.session.get(`${sessions}?limit=1&offset=1`)).body.data).toEqual([asking])
  })
})

describe('the name of a user', () => {
  // Rule: internal-api.md, Own account
  test('changes in every response', async () => {
    const one = await person()
    const { email } = one.credentials
    const response = await one.session.patch(profilePath, { name: 'Beatrice' })
    expect([response.status, response.body]).toEqual([200, { data: { id: one.id, name: 'Beatrice', email } }])
    expect(await membersOf(admin)).toContainEqual(
      expect.objectContaining({ user_id: one.id, name: 'Beatrice' }),
    )
    expect((await begin(anyone, one.credentials)).response.body.data.user.name).toBe('Beatrice')
    expect((await one.session.patch(profilePath, response.body.data)).body).toEqual(response.body)
    expect((await one.session.patch(profilePath, {})).body).toEqual(response.body)
  })

  test.each<[body: string, fault: string]>([
    ['{"name":""}', 'name too_short'],
    ['{"name":null}', 'name invalid_value'],
    ['{"email":"other@example.org"}', 'email invalid_context'],
    ['{"id":"other"}', 'id invalid_context'],
    ['{"password":"other one"}', 'password unknown_field'],
  ])('is not changed by %s', async (body, fault) => {
    const before = await membersOf(admin)
    expect(faultsOf(await admin.patch(profilePath, body))).toEqual([400, fault])
    expect(await membersOf(admin)).toEqual(before)
  })
})

test('the account is the same in all organizations of the user', async () => {
  const other = await otherOrganization(program)
  await other.patch(profilePath, { name: 'Ada of both' })
  for (const session of [admin, other])
    expect((await membersOf(session)).map(({ user_id: _id, ...rest }) => rest)).toContainEqual(
      expect.objectContaining({ name: 'Ada of both', role: 'admin' }),
    )
})
