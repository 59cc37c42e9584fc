import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, clientOf, signIn } from '../../support/client'
import { cookieOf, refreshSession, sessionPath } from '../../support/identity'
import { administrator, type Program, runProgram, stopPrograms } from '../../support/program'
import {
  beginSignIn,
  finishSignIn,
  type Person,
  signInWithProvider,
  startWithProvider,
  type TestProvider,
  visitProvider,
} from '../../support/provider'
import { addApp, signInWith } from '../../support/second-factor'
import { accept, beginMany, freshEmail, invite, isSignedIn, newMember, statusesOf } from '../../support/users'

/** Sign-in with a real OpenID Connect provider (docs/internal-api.md, Providers). */

// Each password is hashed slowly, on purpose.
setDefaultTimeout(40_000)

const roles = [
  { group: 'floor', organization: 'north', role: 'operator' },
  { group: 'it', organization: 'north', role: 'admin' },
]
const connections = '/internal/v1/session/providers'

let made = 0
const newPerson = (provider: TestProvider, person: Person): { login: string; email: string } => {
  const login = `login-${++made}`
  const email = person.email ?? freshEmail()
  provider.people.set(login, { email, email_verified: true, name: 'Kim', ...person })
  return { login, email }
}

const detailOf = ({ status, body }: Awaited<ReturnType<typeof signInWithProvider>>) => [
  status,
  body.error?.detail ?? body.data,
]

const sessionOf = ({ http }: Program, { body }: Awaited<ReturnType<typeof signInWithProvider>>): Client =>
  clientOf(http, body.data.access_token)

let program: Program
let provider: TestProvider
let admin: Client
beforeAll(async () => {
  ;({ program, provider } = await startWithProvider({ membership: 'automatic', roles }))
  admin = await signIn(program)
})
afterAll(async () => {
  await stopPrograms()
  await provider.stop()
})

const actionsOf = async (id: string): Promise<string[]> =>
  (await admin.get(`/internal/v1/audit?subject_kind=member&subject_id=${id}`)).body.data.map(
    (entry: { action: string }) => entry.action,
  )

/** Connects the account of a session to the one of the login at the provider. */
const connect = async (session: Client, credentials: { password: string }, login: string) => {
  const begun = await session.post(`${connections}/example`, { current_password: credentials.password })
  const cookie = begun.headers.getSetCookie()[0]?.split(';', 1)[0] as string
  const parameters = await visitProvider(begun.body.data.url, login)
  return { cookie, parameters, response: await finishSignIn(session, parameters, cookie, connections) }
}

// Rule: internal-api.md, Providers
describe('a sign-in with a provider', () => {
  test('is offered to anyone, with the address at which it works', async () => {
    const { status, body, text } = await clientOf(program.http).get('/internal/v1/sign-in')
    expect([status, body.data]).toEqual([
      200,
      {
        has_local_sign_in: true,
        has_passkeys: false,
        public_url: program.http,
        providers: [{ id: 'example', name: 'Example AG' }],
      },
    ])
    expect(text).not.toContain('secret')
  })

  test('returns to public_url, whatever the headers of the request are', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: program.http }
    const begun = await clientOf(program.http).request('POST', '/internal/v1/sign-in/example', { headers })
    expect(new URL(begun.body.data.url).searchParams.get('redirect_uri')).toBe(
      `${program.http}/console/sign-in/callback`,
    )
  })

  test('creates the account with the role of the groups, and finds it again', async () => {
    const { login, email } = newPerson(provider, { groups: ['floor', 'other'] })
    const response = await signInWithProvider(program, login)
    expect(response.status).toBe(200)
    const { user, organizations, issuer, must_add_second_factor: mustAdd } = response.body.data
    expect(user).toMatchObject({ name: 'Kim', email })
    expect(organizations).toMatchObject([{ slug: 'north', role: 'operator' }])
    expect([issuer, mustAdd]).toEqual([provider.issuer, false])
    expect(response.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])).toEqual([
      'whereabouts_refresh',
      'whereabouts_device',
      'whereabouts_sign_in',
    ])
    expect((await signInWithProvider(program, login)).body.data.user.id).toBe(user.id)
    expect((await actionsOf(user.id)).toSorted()).toEqual(['joined', 'signed_in', 'signed_in'])
  })

  test('cuts a name that is too long between two characters', async () => {
    const { login } = newPerson(provider, { groups: ['floor'], name: '\u{1f600}'.repeat(300) })
    const { body } = await signInWithProvider(program, login)
    expect(body.data.user.name).toBe('\u{1f600}'.repeat(255))
  })

  test('changes the role, and ends the membership, when the groups change at the provider', async () => {
    const { login } = newPerson(provider, { groups: ['it'] })
    const person = provider.people.get(login) as Person
    const first = await signInWithProvider(program, login)
    const session = sessionOf(program, first)
    expect(first.body.data.organizations).toMatchObject([{ role: 'admin' }])
    person.groups = ['floor']
    expect((await signInWithProvider(program, login)).body.data.organizations).toMatchObject([
      { role: 'operator' },
    ])
    person.groups = []
    expect(detailOf(await signInWithProvider(program, login))).toEqual([
      403,
      expect.stringContaining('not a member of an organization'),
    ])
    expect(await isSignedIn({ session })).toBe(false)
    expect((await actionsOf(first.body.data.user.id)).slice(0, 2)).toEqual(['removed', 'signed_in'])
  })

  test('does not create an account without a group that has a role', async () => {
    const { login, email } = newPerson(provider, { groups: ['other'] })
    expect((await signInWithProvider(program, login)).status).toBe(403)
    const members = (await admin.get('/internal/v1/members?limit=200')).body.data
    expect(members.map((member: { email: string }) => member.email)).not.toContain(email)
  })

  test.each([false, undefined])(
    'needs a verified address for a new account: email_verified is %s',
    async (isVerified) => {
      const { login } = newPerson(provider, { groups: ['floor'], email_verified: isVerified as boolean })
      expect(detailOf(await signInWithProvider(program, login))).toEqual([
        403,
        expect.stringContaining('does not confirm your e-mail address'),
      ])
    },
  )

  test('does not take over an account with the same address', async () => {
    const { credentials } = await newMember(program, admin)
    const { login } = newPerson(provider, { groups: ['it'], email: credentials.email })
    expect(detailOf(await signInWithProvider(program, login))).toEqual([
      403,
      expect.stringContaining('An account with your e-mail address exists'),
    ])
  })

  test('keeps the last admin of an organization', async () => {
    const own = await startWithProvider({ membership: 'automatic', roles, trusts_email: true })
    const { login } = newPerson(own.provider, { email: administrator.email, groups: [] })
    const response = await signInWithProvider(own.program, login)
    expect(response.body.data.organizations).toMatchObject([{ role: 'admin' }])
    await own.provider.stop()
  })
})

// Rule: internal-api.md, Providers
describe('the response of a provider', () => {
  const begun = async (change: (url: URL) => void = () => {}) => {
    const { login } = newPerson(provider, { groups: ['floor'] })
    const { url, cookie } = await beginSignIn(program)
    const changed = new URL(url)
    change(changed)
    return { cookie, parameters: await visitProvider(changed.href, login) }
  }
  const finish = (parameters: string, cookie: string) =>
    finishSignIn(clientOf(program.http), parameters, cookie)

  test('is accepted once', async () => {
    const { parameters, cookie } = await begun()
    const both = await Promise.all([finish(parameters, cookie), finish(parameters, cookie)])
    expect(statusesOf(both)).toEqual([200, 401])
    const { cookie: other } = await beginSignIn(program)
    expect((await finish(parameters, other)).status).toBe(401)
  })

  test('is accepted after others have begun many sign-ins', async () => {
    const { parameters, cookie } = await begun()
    expect(await beginMany(() => clientOf(program.http).post('/internal/v1/sign-in/example'))).toEqual(
      new Set([200]),
    )
    expect((await finish(parameters, cookie)).status).toBe(200)
  }, 120_000)

  test('is accepted only from the browser that began', async () => {
    const { parameters } = await begun()
    expect(detailOf(await finish(parameters, ''))).toEqual([401, expect.stringContaining('another browser')])
    const attacker = await beginSignIn(program)
    expect((await finish(parameters, attacker.cookie)).status).toBe(401)
  })

  test('is refused with another state', async () => {
    const { parameters, cookie } = await begun()
    const changed = new URLSearchParams(parameters)
    changed.set('state', 'another')
    expect(detailOf(await finish(changed.toString(), cookie))).toEqual([
      401,
      expect.stringContaining('another browser'),
    ])
  })

  test('of another tab, whose cookie a later sign-in has replaced, does not end the later one', async () => {
    const earlier = await begun()
    const later = await begun()
    expect((await finish(earlier.parameters, later.cookie)).status).toBe(401)
    expect((await finish(later.parameters, later.cookie)).status).toBe(200)
  })

  test('is refused with another nonce', async () => {
    const { parameters, cookie } = await begun((url) => url.searchParams.set('nonce', 'another'))
    expect(detailOf(await finish(parameters, cookie))).toEqual([403, expect.stringContaining('not valid')])
  })

  test('is refused with another code challenge', async () => {
    const { parameters, cookie } = await begun((url) =>
      url.searchParams.set('code_challenge', 'a'.repeat(43)),
    )
    expect(detailOf(await finish(parameters, cookie))).toEqual([403, expect.stringContaining('not valid')])
  })

  test('is refused with another code, without one, from another issuer, and with any text', async () => {
    const { parameters } = await begun()
    const changes: ((all: URLSearchParams) => unknown)[] = [
      (all) => all.set('code', 'another'),
      (all) => all.delete('code'),
      (all) => all.set('iss', 'https://example.com'),
    ]
    for (const change of changes) {
      const { cookie, url } = await beginSignIn(program)
      const changed = new URLSearchParams(parameters)
      changed.set('state', new URL(url).searchParams.get('state') as string)
      change(changed)
      expect((await finish(changed.toString(), cookie)).status).toBe(403)
    }
    const { cookie } = await beginSignIn(program)
    expect((await finish('%%%&=&<script>', cookie)).status).toBe(401)
  })

  test('with an error is a sentence', async () => {
    const { cookie, url } = await beginSignIn(program)
    const state = new URL(url).searchParams.get('state') as string
    const iss = provider.issuer
    const parameters = new URLSearchParams({
      error: 'access_denied',
      error_description: 'No license',
      state,
      iss,
    })
    expect(detailOf(await finish(parameters.toString(), cookie))).toEqual([
      403,
      'Example AG refused the sign-in: No license',
    ])
  })
})

// Rule: internal-api.md, Providers
test('a provider that is away is a sentence, and sign-in with a password works', async () => {
  const own = await startWithProvider()
  await own.provider.stop()
  const anyone = clientOf(own.program.http)
  const away = await anyone.post('/internal/v1/sign-in/example')
  expect([away.status, away.body.error.detail]).toEqual([
    409,
    expect.stringContaining('Example AG cannot be reached'),
  ])
  expect((await signInWith(own.program, administrator)).status).toBe(200)
  expect((await anyone.post('/internal/v1/sign-in/unknown')).status).toBe(404)
})

// Rule: internal-api.md, Providers
test('a service starts while its provider is away', async () => {
  const { program: started, provider: away } = await startWithProvider({ issuer: 'http://127.0.0.1:9' })
  expect((await clientOf(started.http).get('/readyz')).status).toBe(200)
  await away.stop()
})

// Rule: internal-api.md, Providers
describe('with membership by invitation, a user', () => {
  let invited: Awaited<ReturnType<typeof startWithProvider>>
  let owner: Client
  beforeAll(async () => {
    invited = await startWithProvider({ trusts_email: true })
    owner = await signIn(invited.program)
  })
  afterAll(() => invited.provider.stop())

  test('needs an invitation for the verified address', async () => {
    const { login, email } = newPerson(invited.provider, { groups: ['it'] })
    expect((await signInWithProvider(invited.program, login)).status).toBe(403)
    await invite(owner, 'manager', email)
    const response = await signInWithProvider(invited.program, login)
    expect(response.body.data.organizations).toMatchObject([{ slug: 'north', role: 'manager' }])
    expect((await owner.get('/internal/v1/invitations')).body.data).toEqual([])
  })

  test('keeps the account, which a provider with trusts_email connects by its verified address', async () => {
    const { id, credentials } = await newMember(invited.program, owner)
    const { login } = newPerson(invited.provider, { email: credentials.email.toUpperCase() })
    expect((await signInWithProvider(invited.program, login)).body.data.user.id).toBe(id)
    const entries = await owner.get(
      `/internal/v1/audit?subject_kind=member&subject_id=${id}&action=provider_linked`,
    )
    expect(entries.body.data).toMatchObject([{ after: { issuer: 'Example AG' } }])
    const { login: other } = newPerson(invited.provider, { email: credentials.email, email_verified: false })
    expect((await signInWithProvider(invited.program, other)).status).toBe(403)
  })

  test('shares the account with nobody who created it with the address before', async () => {
    const { http } = invited.program
    const victim = newPerson(invited.provider, {})
    const attacker = newPerson(invited.provider, {})
    const credentials = { email: victim.email, password: 'of the attacker' }
    const created = await accept(clientOf(http), await invite(owner), credentials)
    const session = clientOf(http, created.body.data.access_token)
    await addApp(session, credentials)
    expect((await connect(session, credentials, attacker.login)).response.status).toBe(204)
    const { id } = created.body.data.user
    const link = await owner.post(`/internal/v1/members/${id}/reset-link`, {})
    expect(link.status).toBe(201)

    const signedIn = await signInWithProvider(invited.program, victim.login)
    expect(signedIn.body.data.user.id).toBe(id)
    expect(await isSignedIn({ session })).toBe(false)
    expect((await refreshSession(clientOf(http), cookieOf(created))).status).toBe(401)
    expect((await signInWith(invited.program, credentials)).status).toBe(401)
    expect((await signInWithProvider(invited.program, attacker.login)).status).toBe(403)
    const reset = { token: link.body.data.url.split('#')[1], password: 'of the attacker' }
    expect((await clientOf(http).post('/internal/v1/password-reset', reset)).status).toBe(404)
    const own = sessionOf(invited.program, signedIn)
    expect((await own.get('/internal/v1/session/second-factor')).body.data).toMatchObject({
      added_at: null,
      recovery_codes: 0,
    })
    const entries = await owner.get(`/internal/v1/audit?subject_id=${id}&action=earlier_sign_ins_removed`)
    expect(entries.body.data).toMatchObject([{ actor: { kind: 'system' } }])
  })

  test('keeps the sessions and connections of an account that has never had a password', async () => {
    const { login, email } = newPerson(invited.provider, {})
    await invite(owner, 'viewer', email)
    const first = await signInWithProvider(invited.program, login)
    const again = newPerson(invited.provider, { email })
    expect((await signInWithProvider(invited.program, again.login)).body.data.user.id).toBe(
      first.body.data.user.id,
    )
    expect(await isSignedIn({ session: sessionOf(invited.program, first) })).toBe(true)
    expect((await signInWithProvider(invited.program, login)).status).toBe(200)
  })

  test('has no password, and cannot disconnect the provider', async () => {
    const { login, email } = newPerson(invited.provider, {})
    await invite(owner, 'viewer', email)
    const session = sessionOf(invited.program, await signInWithProvider(invited.program, login))
    expect((await signInWith(invited.program, { email, password: 'a'.repeat(20) })).status).toBe(401)
    expect((await session.delete(`${connections}/example`)).status).toBe(409)
  })
})

// Rule: internal-api.md, Providers
describe('an account', () => {
  test('is connected while its user is signed in, and disconnected', async () => {
    const { id, session, credentials } = await newMember(program, admin)
    const { login } = newPerson(provider, { groups: ['floor'], email_verified: false })
    expect((await session.get(connections)).body.data).toEqual([
      { id: 'example', name: 'Example AG', is_connected: false },
    ])
    const wrong = await session.post(`${connections}/example`, { current_password: 'wrong' })
    expect(wrong.status).toBe(400)
    expect((await connect(session, credentials, login)).response.status).toBe(204)
    expect((await session.get(connections)).body.data[0].is_connected).toBe(true)
    expect((await signInWithProvider(program, login)).body.data.user.id).toBe(id)
    expect((await session.delete(`${connections}/example`)).status).toBe(204)
    expect((await session.delete(`${connections}/example`)).status).toBe(404)
    expect((await signInWithProvider(program, login)).status).toBe(403)
    expect(await actionsOf(id)).toContain('provider_unlinked')
  })

  test('is not connected to a user of the provider who has another account', async () => {
    const { login } = newPerson(provider, { groups: ['floor'] })
    await signInWithProvider(program, login)
    const { session, credentials } = await newMember(program, admin)
    expect((await connect(session, credentials, login)).response.status).toBe(409)
  })

  test('is not connected by the response to a sign-in, or to the request of another user', async () => {
    const { session } = await newMember(program, admin)
    const { login } = newPerson(provider, { groups: ['floor'] })
    const { url, cookie } = await beginSignIn(program)
    const ofSignIn = await finishSignIn(session, await visitProvider(url, login), cookie, connections)
    expect(ofSignIn.status).toBe(409)
    const other = await newMember(program, admin)
    const begun = await other.session.post(`${connections}/example`, {
      current_password: other.credentials.password,
    })
    const stolen = begun.headers.getSetCookie()[0]?.split(';', 1)[0] as string
    const parameters = await visitProvider(begun.body.data.url, login)
    expect((await finishSignIn(session, parameters, stolen, connections)).status).toBe(409)
  })
})

// Rule: internal-api.md, Providers
test('a session that a provider began needs no second factor here, and has an address to sign out of the provider', async () => {
  const own = await startWithProvider(
    { membership: 'automatic', roles },
    { WHEREABOUTS_SECOND_FACTOR: 'required' },
  )
  const { login } = newPerson(own.provider, { groups: ['it'] })
  const session = sessionOf(own.program, await signInWithProvider(own.program, login))
  expect((await session.get('/internal/v1/organizations')).status).toBe(200)
  const { url } = (await session.post('/internal/v1/session/provider-sign-out')).body.data
  const { origin, searchParams } = new URL(url)
  expect([origin, searchParams.get('post_logout_redirect_uri')]).toEqual([
    own.provider.issuer,
    `${own.program.http}/console/`,
  ])
  await own.provider.stop()
})

describe('with local sign-in off', () => {
  // Rule: internal-api.md, Providers
  test('passwords are refused, even at an invitation, and an operator can allow one for a day', async () => {
    const own = await startWithProvider(
      { membership: 'automatic', roles },
      { WHEREABOUTS_LOCAL_SIGN_IN: 'off' },
    )
    const { http, dataDir } = own.program
    const anyone = clientOf(http)
    expect((await anyone.get('/internal/v1/sign-in')).body.data.has_local_sign_in).toBe(false)
    const refused = await signInWith(own.program, administrator)
    expect([refused.status, refused.body.error.detail]).toEqual([
      403,
      'Sign-in with a password is switched off: sign in with a provider',
    ])
    expect((await signInWith(own.program, { email: 'nobody@example.org', password: 'x' })).status).toBe(403)
    const { login } = newPerson(own.provider, { groups: ['it'] })
    const session = sessionOf(own.program, await signInWithProvider(own.program, login))
    expect((await accept(anyone, await invite(session))).status).toBe(403)
    const args = [
      'admin',
      'reset-password',
      administrator.email,
      '--data-dir',
      dataDir,
      '--allow-local-sign-in',
    ]
    expect((await runProgram(args)).code).toBe(0)
    expect((await anyone.post(sessionPath, administrator)).status).toBe(200)
    expect((await signInWith(own.program, { email: 'nobody@example.org', password: 'x' })).status).toBe(403)
    await own.provider.stop()
  })
})

// Rule: internal-api.md, Providers
test('a second factor of the account is not asked for after a sign-in with a provider', async () => {
  const { login, email } = newPerson(provider, { groups: ['floor'] })
  const { session, credentials } = await newMember(program, admin)
  await addApp(session, credentials)
  const begun = await session.post(`${connections}/example`, { current_password: credentials.password })
  const cookie = begun.headers.getSetCookie()[0]?.split(';', 1)[0] as string
  await finishSignIn(session, await visitProvider(begun.body.data.url, login), cookie, connections)
  const response = await signInWithProvider(program, login)
  expect([response.status, response.body.data.user.email === email]).toEqual([200, false])
})
