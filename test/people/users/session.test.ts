import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, clientOf } from '../../support/client'
import { begin, refreshSession, statusAndError, sessionPath, signOut } from '../../support/identity'
import { administrator, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'

/** Sessions of users: sign-in, renewal and sign-out (docs/internal-api.md, Session endpoints). */

let program: Program
let anyone: Client

// Each password is hashed slowly, on purpose.
setDefaultTimeout(20_000)
beforeAll(async () => {
  program = await startProgram()
  anyone = clientOf(program.http)
})
afterAll(stopPrograms)

const isSignedIn = async (token: string): Promise<boolean> => {
  const { status } = await clientOf(program.http, token).get('/internal/v1/organizations')
  if (status !== 200 && status !== 401) throw new Error(`Organizations returned ${status}`)
  return status === 200
}

const north = {
  id: expect.any(Number),
  name: 'North',
  slug: 'north',
  role: 'admin',
  time_zone: null,
  created_at: expect.any(String),
}

const view = {
  access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  expires_in: 900,
  user: { id: expect.any(String), name: expect.any(String), email: administrator.email },
  is_owner: true,
  organizations: [north],
  current_organization_id: expect.any(Number),
  issuer: null,
  must_add_second_factor: false,
}

describe('signing in', () => {
  // Rule: internal-api.md, Session view
  test('returns a session token, the user, and the organizations', async () => {
    const { response, token } = await begin(anyone)
    expect([response.status, response.body]).toEqual([200, { data: view }])
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { organizations, current_organization_id: current } = response.body.data
    expect(current).toBe(organizations[0].id)
    expect(await isSignedIn(token)).toBe(true)
  })

  // Rule: internal-api.md, Cookies
  test('sets a refresh cookie that scripts and other sites cannot use', async () => {
    const { response } = await begin(anyone)
    const [cookie, device, ...more] = response.headers.getSetCookie()
    expect(device).toStartWith('whereabouts_device=')
    expect(more).toEqual([])
    const [, ...attributes] = (cookie as string).split(';').map((part) => part.trim().toLowerCase())
    expect(attributes).toContain('httponly')
    expect(attributes).toContain('samesite=strict')
    expect(attributes).toContain(`max-age=${30 * 86_400}`)
    const path = attributes.find((attribute) => attribute.startsWith('path='))?.slice(5)
    expect(`${sessionPath}/refresh`.startsWith(path as string)).toBe(true)
    // Over plain HTTP a browser would throw a secure cookie away.
    expect(attributes).not.toContain('secure')
    expect(response.text).not.toContain((cookie as string).split(/[=;]/)[1] as string)
  })

  // Rule: internal-api.md, Session endpoints
  test('ignores the case of the address', async () => {
    const email = administrator.email.toUpperCase()
    expect((await anyone.post(sessionPath, { ...administrator, email })).status).toBe(200)
  })

  // Rule: internal-api.md, Session endpoints
  test('returns the same for a wrong password and an unknown user', async () => {
    const wrong = await anyone.post(sessionPath, { ...administrator, password: 'wrong' })
    expect(faultsOf(wrong)).toEqual([401, 'unauthorized'])
    expect(wrong.headers.getSetCookie()).toEqual([])
    expect(wrong.headers.get('www-authenticate')).toStartWith('Bearer')
    const unknown = await anyone.post(sessionPath, { ...administrator, email: 'eve@example.org' })
    expect(statusAndError(unknown)).toEqual(statusAndError(wrong))
  })

  test.each<[body: unknown, faults: (string | number)[]]>([
    [{}, [400, 'email required', 'password required']],
    [{ password: 5, email: null }, [400, 'password invalid_value', 'email invalid_value']],
    [{ ...administrator, remember: true }, [400, 'remember unknown_field']],
    ['{', [400, 'bad_request']],
    [[], [400, 'bad_request']],
  ])('with the body %j reports its errors', async (body, faults) => {
    expect(faultsOf(await anyone.post(sessionPath, body))).toEqual(faults)
  })

  test('is not allowed from another origin', async () => {
    const { response } = await begin(anyone)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('refreshing a session', () => {
  // Rule: internal-api.md, Session endpoints
  test('returns a new token and a new cookie, of the same session', async () => {
    const first = await begin(anyone)
    const response = await refreshSession(anyone, first.cookie)
    expect([response.status, response.body]).toEqual([200, { data: view }])
    const token = response.body.data.access_token
    expect(token).not.toBe(first.token)
    expect(await isSignedIn(token)).toBe(true)
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/i)
    expect(cookie).not.toStartWith(first.cookie)
  })

  test('finds its cookie among others', async () => {
    const { cookie } = await begin(anyone)
    expect((await refreshSession(anyone, `a=b; ${cookie}; c=d`)).status).toBe(200)
  })

  // Rule: internal-api.md, Cookies
  test('ends the session when a spent cookie is replayed', async () => {
    const first = await begin(anyone)
    const second = await refreshSession(anyone, first.cookie)
    const next = second.headers.getSetCookie()[0]?.split(';', 1)[0] as string
    expect(faultsOf(await refreshSession(anyone, first.cookie))).toEqual([401, 'unauthorized'])
    expect((await refreshSession(anyone, next)).status).toBe(401)
    expect(await isSignedIn(first.token)).toBe(false)
    expect(await isSignedIn(second.body.data.access_token)).toBe(false)
  })

  test('leaves the other sessions of the user unchanged', async () => {
    const [replayed, other] = [await begin(anyone), await begin(anyone)]
    await refreshSession(anyone, replayed.cookie)
    await refreshSession(anyone, replayed.cookie)
    expect(await isSignedIn(replayed.token)).toBe(false)
    expect(await isSignedIn(other.token)).toBe(true)
    expect((await refreshSession(anyone, other.cookie)).status).toBe(200)
  })

  // Rule: internal-api.md, Cookies
  test('lets exactly one of two simultaneous attempts succeed', async () => {
    const { cookie } = await begin(anyone)
    const responses = await Promise.all([refreshSession(anyone, cookie), refreshSession(anyone, cookie)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  // Rule: internal-api.md, Cookies
  test('is refused for a page of another origin, even on the same site', async () => {
    const { cookie } = await begin(anyone)
    const send = (site: string) =>
      anyone.request('POST', `${sessionPath}/refresh`, { headers: { cookie, 'sec-fetch-site': site } })
    for (const site of ['cross-site', 'same-site'])
      expect(faultsOf(await send(site))).toEqual([403, 'forbidden'])
    expect((await send('same-origin')).status).toBe(200)
  })

  // Rule: internal-api.md, Session endpoints
  test('needs a valid cookie', async () => {
    const { cookie } = await begin(anyone)
    const name = cookie.split('=', 1)[0] as string
    for (const wrong of ['', 'a=b', `${name}=`, `${name}=war_${'0'.repeat(64)}`, `x${cookie}`])
      expect(faultsOf(await refreshSession(anyone, wrong))).toEqual([401, 'unauthorized'])
    expect((await refreshSession(anyone, cookie)).status).toBe(200)
  })
})

// Rule: internal-api.md, Session endpoints
describe('signing out', () => {
  test('ends the session and deletes the cookie', async () => {
    const { token, cookie } = await begin(anyone)
    const response = await signOut(anyone, cookie)
    expect([response.status, response.text]).toEqual([204, ''])
    const [cleared] = response.headers.getSetCookie()
    expect(cleared).toStartWith(`${cookie.split('=', 1)[0]}=;`)
    expect(cleared).toMatch(/; Max-Age=0(;|$)/i)
    expect(await isSignedIn(token)).toBe(false)
    expect((await refreshSession(anyone, cookie)).status).toBe(401)
  })

  test('ends no other session', async () => {
    const [ended, other] = [await begin(anyone), await begin(anyone)]
    await signOut(anyone, ended.cookie)
    expect(await isSignedIn(other.token)).toBe(true)
  })

  test('without a session changes nothing', async () => {
    const { token } = await begin(anyone)
    expect((await signOut(anyone, '')).status).toBe(204)
    expect((await signOut(anyone, 'whereabouts_refresh=x')).status).toBe(204)
    expect(await isSignedIn(token)).toBe(true)
  })
})
