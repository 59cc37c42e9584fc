import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { groupsOf } from '../../../src/people/providers/groups'
import { type Client, clientOf, signIn } from '../../support/client'
import { signInWithClaims, startForgedProvider, startWithForgedProvider } from '../../support/forged-provider'
import { administrator, startProgram, stopPrograms } from '../../support/program'
import { beginSignIn, providerSetting } from '../../support/provider'
import { logged, until } from '../../support/until'
import { freshEmail, invite, isSignedIn, membersOf, newMember } from '../../support/users'

/** The claims of a provider that are absent, unusable or wrong, and its failures (docs/internal-api.md, Providers). */

// Each password is hashed slowly, on purpose.
setDefaultTimeout(40_000)
afterAll(stopPrograms)

const roles = [
  { group: 'floor', organization: 'north', role: 'operator' },
  { group: 'it', organization: 'north', role: 'admin' },
]
const automatic = { membership: 'automatic', roles }

const findingOf = async (owner: Client) =>
  (await owner.get('/internal/v1/installation/diagnosis')).body.data.findings.find(
    ({ check }: { check: string }) => check === 'sign_in_providers',
  )

const unusable: readonly (readonly [what: string, claims: Record<string, unknown>, reason: string])[] = [
  ['absent', {}, 'did not send the claim "groups"'],
  ['null', { groups: null }, 'sent null as the claim "groups"'],
  ['under another name', { roles: ['it'], Groups: ['it'] }, 'did not send the claim "groups"'],
  ['an overage', { _claim_names: { groups: 'src1' } }, 'because the user has too many groups'],
  ['an empty list with an overage', { groups: [], _claim_names: { groups: 'src1' } }, 'too many groups'],
  ['an empty list with hasgroups', { groups: [], hasgroups: true }, 'too many groups'],
  ['an object', { groups: { it: true } }, 'is not a list of texts'],
  ['a number', { groups: 7 }, 'is not a list of texts'],
  ['a list of objects', { groups: [{ name: 'it' }] }, 'a list that contains no text'],
  ['a list of empty texts', { groups: ['', ' '] }, 'a list that contains no text'],
  ['a list with two groups in one text', { groups: ['floor, it'] }, 'several groups in one text'],
  ['an empty text', { groups: '' }, 'not one group; it must be a list'],
  ['a text with two groups', { groups: 'floor, it' }, 'not one group; it must be a list'],
]

// Rule: internal-api.md, Providers
describe('a sign-in whose groups are not known', () => {
  test('changes nothing and is refused with the reason, which the log and Status show', async () => {
    const { program, provider } = await startWithForgedProvider(automatic)
    using _ = provider
    const owner = await signIn(program)
    const person = { sub: 'kim', email: freshEmail() }
    const first = await signInWithClaims(program, provider, { ...person, groups: ['it'] })
    const session = clientOf(program.http, first.body.data.access_token)
    await invite(session, 'viewer')
    for (const [, claims, reason] of unusable) {
      const refused = await signInWithClaims(program, provider, { ...person, ...claims })
      expect([refused.status, refused.body.error.detail]).toEqual([403, expect.stringContaining(reason)])
      expect(await isSignedIn({ session })).toBe(true)
      expect(await findingOf(owner)).toMatchObject({
        state: 'problem',
        summary: expect.stringContaining(reason),
        advice: expect.stringContaining('groups_claim'),
      })
    }
    expect(await membersOf(session)).toContainEqual(
      expect.objectContaining({ email: person.email, role: 'admin' }),
    )
    expect((await session.get('/internal/v1/invitations')).body.data).toHaveLength(1)
    await logged(program, 'a provider did not send the groups of a user')
    const lines = program.log().match(/a provider did not send the groups of a user.*/g)
    expect(lines).toHaveLength(1)
    expect((await signInWithClaims(program, provider, { ...person, groups: ['it'] })).status).toBe(200)
    expect(await findingOf(owner)).toBeUndefined()
  })

  test('neither creates an account nor connects one', async () => {
    const { program, provider } = await startWithForgedProvider({ ...automatic, trusts_email: true })
    using _ = provider
    const owner = await signIn(program)
    const member = await newMember(program, owner)
    for (const email of [freshEmail(), member.credentials.email])
      expect((await signInWithClaims(program, provider, { sub: email, email })).status).toBe(403)
    expect(await membersOf(owner)).toHaveLength(2)
    expect(await isSignedIn(member)).toBe(true)
  })

  test('is not needed for a membership by invitation', async () => {
    const { program, provider } = await startWithForgedProvider()
    using _ = provider
    const email = freshEmail()
    await invite(await signIn(program), 'viewer', email)
    expect((await signInWithClaims(program, provider, { sub: 'kim', email })).status).toBe(200)
  })
})

// Rule: internal-api.md, Providers
test.each([
  ['an empty list', []],
  ['a list without a known group', ['sales', 'CN=it,OU=groups']],
  ['a text that is another group', 'sales'],
])('a membership ends with %s', async (_, groups) => {
  const { program, provider } = await startWithForgedProvider(automatic)
  using _provider = provider
  const owner = await signIn(program)
  const person = { sub: 'kim', email: freshEmail() }
  await signInWithClaims(program, provider, { ...person, groups: ['it'] })
  expect((await signInWithClaims(program, provider, { ...person, groups })).status).toBe(403)
  expect((await membersOf(owner)).map(({ email }) => email)).toEqual([administrator.email])
})

const setting = (claim: string) => ({ ...providerSetting({ issuer: 'any' }, automatic), groups_claim: claim })

// Rule: internal-api.md, Providers
test.each([
  ['realm_access.roles', { realm_access: { roles: ['it'] } }, ['it']],
  ['resource_access.my.app.roles', { resource_access: { 'my.app': { roles: ['it'] } } }, ['it']],
  ['https://example.org/groups', { 'https://example.org/groups': ['it'] }, ['it']],
  ['cognito:groups', { 'cognito:groups': ['it'] }, ['it']],
  ['a.b', { 'a.b': ['it'], a: { b: ['floor'] } }, ['it']],
  ['a.b', { a: { b: 'it' } }, ['it']],
  ['groups', { groups: ['it', null, 7] }, ['it']],
  ['groups', { groups: [] }, []],
] as const)('the groups of the claim %s are found in %j', (claim, claims, groups) => {
  expect(groupsOf(setting(claim) as never, claims)).toEqual({ groups: [...groups] })
})

test.each([
  ['realm_access.roles', { realm_access: {} }],
  ['realm_access.roles', { realm_access: ['it'] }],
  ['realm_access.roles', { realm_access: null }],
  ['a.constructor', { a: {} }],
  ['.', {}],
])('the claim %s is not in %j', (claim, claims) => {
  expect(groupsOf(setting(claim) as never, claims)).toMatchObject({
    problem: { english: `did not send the claim "${claim}"` },
  })
})

// Rule: internal-api.md, Providers
test('a role in an organization that does not exist is named at the start, at the sign-in and by the doctor', async () => {
  const { program, provider } = await startWithForgedProvider({
    membership: 'automatic',
    roles: [{ group: 'it', organization: 'nord', role: 'admin' }],
  })
  using _ = provider
  const sentence = 'The roles of the provider example name the organization \\"nord\\", which does not exist.'
  await logged(program, sentence)
  const refused = await signInWithClaims(program, provider, {
    sub: 'kim',
    email: freshEmail(),
    groups: ['it'],
  })
  expect([refused.status, refused.body.error.detail]).toEqual([
    403,
    expect.stringContaining('the organization "nord" of your role does not exist'),
  ])
  const owner = await signIn(program)
  await owner.post('/internal/v1/installation/diagnosis')
  await until(
    async () => (await owner.get('/internal/v1/installation/diagnosis')).body.data.finished_at !== null,
    'the examination is finished',
  )
  expect(await findingOf(owner)).toMatchObject({
    state: 'warning',
    summary: expect.stringContaining('"nord"'),
  })
})

// Rule: internal-api.md, Providers
test.each([
  ['with', 'without', '/', ''],
  ['without', 'with', '', '/'],
])('an issuer %s the last slash that is set %s it is named', async (_, __, ownEnd, setEnd) => {
  using provider = await startForgedProvider()
  const own = `${provider.url}/realms/staff${ownEnd}`
  provider.issuer = own
  const issuer = `${provider.url}/realms/staff${setEnd}`
  const program = await startProgram({
    env: {
      WHEREABOUTS_PUBLIC_URL: 'http://localhost',
      WHEREABOUTS_SIGN_IN_PROVIDERS: JSON.stringify([providerSetting({ issuer })]),
    },
  })
  const refused = await clientOf(program.http).post('/internal/v1/sign-in/example')
  expect([refused.status, refused.body.error.detail]).toEqual([
    409,
    `Example AG has the issuer "${own}", not "${issuer}"; set issuer to "${own}": ask the administrator of the server`,
  ])
  await until(() => program.log().includes(`set issuer to \\"${own}\\"`), 'the line of the log')
  expect(await findingOf(await signIn(program))).toMatchObject({ summary: expect.stringContaining(own) })
})

// Rule: internal-api.md, Providers
test('a provider with an issuer that ends with a slash signs users in', async () => {
  const { program, provider } = await startWithForgedProvider()
  using _ = provider
  provider.issuer = `${provider.url}/`
  const email = freshEmail()
  await invite(await signIn(program), 'viewer', email)
  expect((await signInWithClaims(program, provider, { sub: 'kim', email })).status).toBe(200)
  expect((await beginSignIn(program)).url).toStartWith(provider.url)
})

// Rule: internal-api.md, Providers
test.each([
  ['503', 409, () => new Response('away', { status: 503 })],
  ['503 with an error', 409, () => Response.json({ error: 'temporarily_unavailable' }, { status: 503 })],
  ['429', 409, () => new Response(null, { status: 429 })],
  ['400 and an error of the provider', 409, () => Response.json({ error: 'server_error' }, { status: 400 })],
  ['an unknown client', 409, () => Response.json({ error: 'invalid_client' }, { status: 401 })],
  ['an invalid code', 403, () => Response.json({ error: 'invalid_grant' }, { status: 400 })],
  ['a page', 403, () => new Response('<html>')],
] as const)('a token endpoint that answers with %s makes the sign-in %d', async (_, status, respond) => {
  const { program, provider } = await startWithForgedProvider()
  using _provider = provider
  provider.tokenResponse = respond
  expect((await signInWithClaims(program, provider, { sub: 'kim' })).status).toBe(status)
})

// Rule: internal-api.md, Providers
test.each(['', ' ', 'a\0b', 'x'.repeat(256)])('a subject %j is not accepted', async (sub) => {
  const { program, provider } = await startWithForgedProvider(automatic)
  using _ = provider
  const refused = await signInWithClaims(program, provider, { sub, email: freshEmail(), groups: ['it'] })
  expect([refused.status, refused.body.error.detail]).toEqual([403, expect.stringContaining('is not valid')])
})

// Rule: internal-api.md, Providers
test.each([
  ['the Kelvin sign', 'kay', '\u212aay'],
  ['the long s', 'sam', '\u017fam'],
])('an address with %s is another one than the ASCII address', async (_, own, other) => {
  const { program, provider } = await startWithForgedProvider({ trusts_email: true, ...automatic })
  using _provider = provider
  const host = 'example.net'
  const first = await signInWithClaims(program, provider, {
    sub: 'one',
    email: `${own.toUpperCase()}@${host}`,
    groups: ['it'],
  })
  expect(first.body.data.user.email).toBe(`${own}@${host}`)
  const second = await signInWithClaims(program, provider, {
    sub: 'two',
    email: `${other}@${host}`,
    groups: ['floor'],
  })
  expect(second.body.data.user.id).not.toBe(first.body.data.user.id)
})
