import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { clientOf, type Credential, mintKey } from '../support/client'
import { begin, copyOfData, exchange, refresh, refreshSession } from '../support/identity'
import { type Program, startProgram, stopPrograms } from '../support/program'

/**
 * Preview and production: even with one database and one signing key, the API keys and tokens of one never work in the
 * other.
 */

// Each password is hashed slowly, on purpose.
setDefaultTimeout(20_000)
afterAll(stopPrograms)

interface Credentials {
  readonly key: Credential
  readonly accessToken: string
  readonly refreshToken: string
  readonly sessionToken: string
  readonly cookie: string
}

async function obtain(program: Program): Promise<Credentials> {
  const anyone = clientOf(program.http)
  const { token, cookie } = await begin(anyone)
  const key = await mintKey(clientOf(program.http, token))
  const { access_token: accessToken, refresh_token: refreshToken } = (await exchange(anyone, key)).body
  return { key, accessToken, refreshToken, sessionToken: token, cookie }
}

const startOnCopy = (program: Program, environment: string): Promise<Program> =>
  startProgram({ dataDir: copyOfData(program), env: { WHEREABOUTS_ENVIRONMENT: environment } })

async function outcomesOf(program: Program, credentials: Credentials) {
  const anyone = clientOf(program.http)
  const asked = (token: string, path: string) => clientOf(program.http, token).get(path)
  return {
    accessToken: (await asked(credentials.accessToken, '/api/v1/orgs/me')).status,
    sessionToken: (await asked(credentials.sessionToken, '/internal/v1/organizations')).status,
    sessionTokenOnApi: (await asked(credentials.sessionToken, '/api/v1/assets')).status,
    key: (await exchange(anyone, credentials.key)).status,
    refreshToken: (await refresh(anyone, credentials.refreshToken)).status,
    cookie: (await refreshSession(anyone, credentials.cookie)).status,
  }
}

const refused = {
  accessToken: 401,
  sessionToken: 401,
  sessionTokenOnApi: 401,
  key: 401,
  refreshToken: 401,
  cookie: 401,
}
const accepted = {
  accessToken: 200,
  sessionToken: 200,
  sessionTokenOnApi: 200,
  key: 200,
  refreshToken: 200,
  cookie: 200,
}

// Rule: api.md, Environments
describe.each([
  ['production', 'preview'],
  ['preview', 'production'],
])('a token that %s has issued', (environment, other) => {
  let issuer: Program
  let credentials: Credentials

  beforeAll(async () => {
    issuer = await startProgram({ env: { WHEREABOUTS_ENVIRONMENT: environment } })
    credentials = await obtain(issuer)
    await issuer.stop()
  })

  test('still works there after a restart', async () => {
    expect(await outcomesOf(await startOnCopy(issuer, environment), credentials)).toEqual(accepted)
  })

  // Rule: api.md, Error types
  test(`never works in ${other}, which issues its own tokens to the same users`, async () => {
    const program = await startOnCopy(issuer, other)
    expect(await outcomesOf(program, credentials)).toEqual(refused)
    const response = await clientOf(program.http, credentials.accessToken).get('/api/v1/assets')
    expect(response.body.error.detail).toBe('Invalid or expired token')
    expect(await outcomesOf(program, await obtain(program))).toEqual(accepted)
  })
})
