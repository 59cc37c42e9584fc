import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type ApiResponse, clientOf, mintKey, signIn } from '../../support/client'
import { begin, cookieOf, copyOfData, exchange, refreshSession, sessionPath } from '../../support/identity'
import { administrator, newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { beginMany } from '../../support/users'
import { faultsOf } from '../../support/records'

/** The first start: by a one-time link, or unattended from the settings (docs/internal-api.md, Installation). */

// Each password is hashed slowly, on purpose.
setDefaultTimeout(20_000)
afterAll(stopPrograms)

const startEmpty = (dataDir = newDataDir()) => startProgram({ dataDir, withAdministrator: false })
const setupTokenOf = ({ setup }: Program): string => (setup ?? '').split('#')[1] ?? ''
const grace = { name: 'Grace', email: 'Grace@Example.org', password: 'a long enough one' }

const setUp = (program: Program, changes: object = {}) =>
  clientOf(program.http).post('/internal/v1/setup', {
    token: setupTokenOf(program),
    organization_name: 'Wharf 5',
    ...grace,
    ...changes,
  })

const organizationsOf = async (program: Program) => {
  const session = await signIn(program)
  return (await session.get('/internal/v1/organizations')).body.data
}

// Rule: internal-api.md, Session endpoints
describe('a first start without an administrator', () => {
  test('prints a link that creates the organization and its administrator, who is then signed in', async () => {
    const program = await startEmpty()
    expect(program.setup).toStartWith(`${program.http}/console/setup#`)
    const response = await setUp(program)
    expect([response.status, response.body]).toEqual([
      201,
      {
        data: {
          access_token: expect.any(String),
          expires_in: 900,
          user: {
            id: expect.any(String),
            name: 'Grace',
            email: expect.stringMatching(/^grace@example.org$/i),
          },
          is_owner: true,
          organizations: [
            {
              id: expect.any(Number),
              name: 'Wharf 5',
              slug: 'wharf-5',
              role: 'admin',
              time_zone: null,
              created_at: expect.any(String),
            },
          ],
          current_organization_id: response.body.data.organizations[0].id,
          issuer: null,
          must_add_second_factor: false,
        },
      },
    ])
    expect(response.headers.getSetCookie()[0]).toMatch(/; HttpOnly; SameSite=Strict/i)
    expect((await refreshSession(clientOf(program.http), cookieOf(response))).status).toBe(200)
    const session = clientOf(program.http, response.body.data.access_token)
    expect((await exchange(session, await mintKey(session))).status).toBe(200)
    expect(
      (await clientOf(program.http).post(sessionPath, { email: grace.email, password: grace.password }))
        .status,
    ).toBe(200)
  })

  test('can be set up after many requests for passkeys, which need no authentication', async () => {
    const env = { WHEREABOUTS_PUBLIC_URL: 'http://localhost' }
    const program = await startProgram({ withAdministrator: false, env })
    expect(await beginMany(() => clientOf(program.http).post('/internal/v1/passkey/options'))).toEqual(
      new Set([200]),
    )
    expect((await setUp(program, { token: setupTokenOf(program) })).status).toBe(201)
  }, 120_000)

  test('can be set up only once, even with two simultaneous requests', async () => {
    const program = await startEmpty()
    const responses = await Promise.all([setUp(program), setUp(program, { email: 'eve@example.org' })])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(faultsOf(await setUp(program, { email: 'eve@example.org' }))).toEqual([409, 'conflict'])
    const emails = [grace.email, 'eve@example.org']
    const { password } = grace
    const signIns = await Promise.all(
      emails.map((email) => clientOf(program.http).post(sessionPath, { email, password })),
    )
    expect(signIns.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('rejects another token, and signs in no user', async () => {
    const program = await startEmpty()
    for (const token of ['', 'x', '0'.repeat(48)])
      expect(faultsOf(await setUp(program, { token }))).toEqual([403, 'forbidden'])
    const { status } = await clientOf(program.http).post(sessionPath, administrator)
    expect(status).toBe(401)
    expect((await setUp(program)).status).toBe(201)
  })

  test('reports all errors, and can then still be set up', async () => {
    const program = await startEmpty()
    const faults = faultsOf(
      await setUp(program, {
        organization_name: ' ',
        name: '',
        email: 'nobody',
        password: 'short',
        role: 'x',
      }),
    )
    expect(faults).toEqual([
      400,
      'organization_name invalid_value',
      'name too_short',
      'email invalid_value',
      'password too_short',
      'role unknown_field',
    ])
    expect(faultsOf(await clientOf(program.http).post('/internal/v1/setup', {}))).toEqual([
      400,
      ...['token', 'organization_name', 'name', 'email', 'password'].map((field) => `${field} required`),
    ])
    expect((await setUp(program)).status).toBe(201)
  })

  test('prints another link when it is started again, until it is set up', async () => {
    const dataDir = newDataDir()
    const first = await startEmpty(dataDir)
    await first.stop()
    const second = await startEmpty(dataDir)
    expect(setupTokenOf(second)).not.toBe(setupTokenOf(first))
    expect((await setUp(second, { token: setupTokenOf(first) })).status).toBe(403)
    await setUp(second)
    await second.stop()
    const third = await startEmpty(dataDir)
    expect(third.setup).toBeUndefined()
    expect((await setUp(third, { token: setupTokenOf(second) })).status).toBe(409)
  })
})

describe('an unattended first start', () => {
  test('creates the organization and its administrator, and prints no link', async () => {
    const program = await startProgram()
    expect(program.setup).toBeUndefined()
    expect(await organizationsOf(program)).toEqual([
      {
        id: expect.any(Number),
        name: 'North',
        slug: 'north',
        role: 'admin',
        time_zone: null,
        created_at: expect.any(String),
      },
    ])
    expect((await setUp(program)).status).toBe(409)
  })

  describe('at later starts', () => {
    let first: Program
    let before: { response: ApiResponse; token: string }

    beforeAll(async () => {
      first = await startProgram()
      before = await begin(clientOf(first.http))
      await first.stop()
    })

    test('the same variables change nothing', async () => {
      const { http } = await startProgram({ dataDir: copyOfData(first) })
      const { user, organizations } = before.response.body.data
      expect((await begin(clientOf(http))).response.body.data).toMatchObject({ user, organizations })
      expect((await clientOf(http, before.token).get('/api/v1/assets')).status).toBe(200)
    })

    test('other variables create no user and change no password', async () => {
      const [email, password] = ['eve@example.org', 'another password']
      const env = {
        WHEREABOUTS_ADMIN_EMAIL: email,
        WHEREABOUTS_ADMIN_PASSWORD: password,
        WHEREABOUTS_ORG_NAME: 'Elsewhere',
      }
      const client = clientOf((await startProgram({ dataDir: copyOfData(first), env })).http)
      expect((await client.post(sessionPath, { email, password })).status).toBe(401)
      expect((await client.post(sessionPath, { ...administrator, password })).status).toBe(401)
      const { organizations } = before.response.body.data
      expect((await begin(client)).response.body.data.organizations).toEqual(organizations)
    })
  })
})
