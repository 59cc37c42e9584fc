import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { clientOf, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { signInWithClaims, startWithForgedProvider } from '../../support/forged-provider'
import { cookieOf, refreshSession } from '../../support/identity'
import { stopPrograms } from '../../support/program'
import { freshEmail, isSignedIn, newMember } from '../../support/users'

/** The end of sessions that a provider began (docs/internal-api.md, Providers). */

// Each password is hashed slowly, on purpose.
setDefaultTimeout(40_000)
afterAll(stopPrograms)

const automatic = {
  membership: 'automatic',
  roles: [{ group: 'it', organization: 'north', role: 'admin' }],
}

/** Dates the sign-ins of all sessions back, as if they had been used since. */
function dateBack(dataDir: string, days: number): void {
  using db = openDatabase(dataDir, { readwrite: true, strict: true })
  const at = new Date(Date.now() - days * 86_400_000).toISOString().replace('Z', '000Z')
  db.query('update sessions set created_at = ?').run(at)
}

const own = '/internal/v1/sessions'

// Rule: internal-api.md, Providers
test.each([
  [{}, 29.9, true],
  [{}, 30.1, false],
  [{ WHEREABOUTS_PROVIDER_SESSION_DAYS: '7' }, 6.9, true],
  [{ WHEREABOUTS_PROVIDER_SESSION_DAYS: '7' }, 7.1, false],
])(
  'with the settings %j, a session of a provider that is %d days old is valid: %p; one of a password is',
  async (env, days, isValid) => {
    const { program, provider } = await startWithForgedProvider(automatic, env)
    using _ = provider
    const person = { sub: 'kim', email: freshEmail(), groups: ['it'] }
    const member = await newMember(program, await signIn(program))
    const signedIn = await signInWithClaims(program, provider, person)
    const anyone = clientOf(program.http)
    const refreshed = await refreshSession(anyone, cookieOf(signedIn))
    expect(refreshed.status).toBe(200)
    dateBack(program.dataDir, days)
    const later = await signInWithClaims(program, provider, person)
    const session = clientOf(program.http, later.body.data.access_token)
    expect((await session.get(own)).body.data).toHaveLength(isValid ? 2 : 1)
    const old = clientOf(program.http, refreshed.body.data.access_token)
    expect(await isSignedIn({ session: old })).toBe(isValid)
    const again = await refreshSession(anyone, cookieOf(refreshed))
    expect(again.status).toBe(isValid ? 200 : 401)
    expect(await isSignedIn(member)).toBe(true)
    expect((await refreshSession(anyone, member.cookie)).status).toBe(200)
  },
)
