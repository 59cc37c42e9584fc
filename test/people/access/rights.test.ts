import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, clientOf, mintKey, signIn } from '../../support/client'
import { exchange, sessionPath } from '../../support/identity'
import { addApp, codeOf, factorPath, signInWith } from '../../support/second-factor'
import { members, newMember, sessions, type TestUser } from '../../support/users'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { beginUpload } from '../../support/upload'

/** The rights of a request are checked when its body is complete, regardless of how long it took to arrive. */

let program: Program
let admin: Client

beforeAll(async () => {
  program = await startProgram()
  admin = await signIn(program)
})
afterAll(stopPrograms)

/** Begins a request; the function that it returns ends the request and returns its status. */
async function begin(
  client: Client,
  path: string,
  body: object,
  headers: string[] = [],
  method: 'POST' | 'PATCH' = 'POST',
) {
  const upload = await beginUpload(program, client, path, body, headers, method)
  return (): Promise<number> => {
    upload.finish()
    return upload.status.finally(() => upload.socket.destroy())
  }
}

const key = { name: 'Back door', scopes: ['assets:read'] }
const handheld = { external_key: 'BACK-DOOR', name: 'Back door', kind: 'handheld' }

describe('a request of an admin', () => {
  // Rule: api.md, Order of checks
  test('has no effect when the admin is removed before the body has arrived', async () => {
    const { id, session } = await newMember(program, admin, 'admin')
    const requests = await Promise.all([
      begin(session, '/internal/v1/api-keys', key),
      begin(session, '/internal/v1/readers', handheld),
      begin(session, '/api/v1/assets', { name: 'Late' }),
      begin(session, '/api/v1/assets', { name: 'Late' }, ['Idempotency-Key: late']),
    ])
    expect((await admin.delete(`${members}/${id}`)).status).toBe(204)
    expect(await Promise.all(requests.map((finish) => finish()))).toEqual([401, 401, 401, 401])
    expect((await admin.get('/internal/v1/api-keys')).body.data).toEqual([])
    expect((await admin.get('/internal/v1/readers')).body.data).toEqual([])
    expect((await admin.get('/api/v1/assets')).body.data).toEqual([])
  })

  // Rule: api.md, Order of checks
  test('has no effect when the admin has become a viewer', async () => {
    const { id, session } = await newMember(program, admin, 'admin')
    const finish = await begin(session, '/internal/v1/api-keys', key)
    expect((await admin.patch(`${members}/${id}`, { role: 'viewer' })).status).toBe(200)
    expect(await finish()).toBe(403)
  })

  test('does not change the organization when the admin has become a viewer', async () => {
    const { id, session } = await newMember(program, admin, 'admin')
    const { body } = await session.get('/internal/v1/organizations')
    const path = `/internal/v1/organizations/${body.data[0].id}`
    const finish = await begin(session, path, { name: 'Taken over' }, [], 'PATCH')
    expect((await admin.patch(`${members}/${id}`, { role: 'viewer' })).status).toBe(200)
    expect(await finish()).toBe(403)
    expect((await admin.get(path)).body.data.name).toBe(body.data[0].name)
  })

  // Rule: internal-api.md, Session endpoints
  test('has no effect in another organization to which the session has switched', async () => {
    const session = await signIn(program)
    const [home] = (await session.get('/internal/v1/organizations')).body.data
    const switchTo = async (id: number) =>
      expect((await session.post('/internal/v1/session/organization', { organization_id: id })).status).toBe(
        200,
      )
    let status = 0
    // The service says nothing while it waits for the body, so the session may switch before the request begins to be checked. The
    // request belongs to the new organization then.
    for (let attempt = 0; attempt < 5 && status !== 409; attempt++) {
      const finish = await begin(session, '/api/v1/assets', { name: 'Astray' })
      for (let times = 0; times < 3; times++) await session.get('/internal/v1/organizations')
      const { body } = await session.post('/internal/v1/organizations', { name: 'Elsewhere' })
      await switchTo(body.data.id)
      status = await finish()
      const there = (await session.get('/api/v1/assets')).body.data
      expect([status, there.length]).toEqual(status === 409 ? [409, 0] : [201, 1])
      await switchTo(home.id)
      expect((await session.get('/api/v1/assets')).body.data).toEqual([])
    }
    expect(status).toBe(409)
  })
})

describe('a change of the own account has no effect when the session ends while the password is checked:', () => {
  /** Sends the change, ends all sessions of the user, and returns the status of the change. */
  async function changedTooLate({ session }: TestUser, path: string, body: object): Promise<number> {
    const finish = await begin(session, path, body)
    // The service checks two passwords at a time, so those of a colleague make the change wait.
    const { credentials } = await newMember(program, admin)
    const signIns = Array.from({ length: 6 }, () => signInWith(program, credentials))
    const status = finish()
    // The service responds to these requests after it has received the body.
    for (let times = 0; times < 2; times++) await session.get('/healthz')
    expect((await session.delete(sessions)).status).toBe(204)
    expect((await Promise.all(signIns)).map((response) => response.status)).toEqual(Array(6).fill(200))
    return status
  }

  /** On a busy machine, the change may be complete before the sessions end. Another user tries again then. */
  async function untilTooLate(attempt: () => Promise<{ status: number; user: TestUser }>): Promise<TestUser> {
    for (let attempts = 1; ; attempts++) {
      const { status, user } = await attempt()
      if (status === 401) return user
      expect([200, 201, 204]).toContain(status)
      expect(attempts).toBeLessThan(5)
    }
  }

  test('the password', async () => {
    const user = await untilTooLate(async () => {
      const made = await newMember(program, admin)
      const body = { current_password: made.credentials.password, new_password: 'of the attacker' }
      return { status: await changedTooLate(made, `${sessionPath}/password`, body), user: made }
    })
    expect((await signInWith(program, user.credentials)).status).toBe(200)
  })

  test('a new authenticator app', async () => {
    await untilTooLate(async () => {
      const made = await newMember(program, admin)
      const body = { current_password: made.credentials.password }
      return { status: await changedTooLate(made, factorPath, body), user: made }
    })
  })

  test('the removal of an authenticator app', async () => {
    const user = await untilTooLate(async () => {
      const made = await newMember(program, admin)
      const { secret } = await addApp(made.session, made.credentials)
      const body = { current_password: made.credentials.password, code: codeOf(secret, 1) }
      return { status: await changedTooLate(made, `${factorPath}/remove`, body), user: made }
    })
    expect((await signInWith(program, user.credentials)).status).toBe(400)
  })
})

// Rule: api.md, Order of checks
test('a request of an API client has no effect when its API key is revoked before the body has arrived', async () => {
  const credential = await mintKey(admin)
  const { body } = await exchange(clientOf(program.http), credential)
  const finish = await begin(clientOf(program.http, body.access_token), '/api/v1/assets', { name: 'Late' })
  expect((await admin.delete(`/internal/v1/api-keys/${credential.client_id}`)).status).toBe(204)
  expect(await finish()).toBe(401)
})

test('a slow request is processed when nothing has changed', async () => {
  const api = await apiClient(program, admin)
  const finish = await begin(api, '/api/v1/assets', { name: 'Slow' })
  expect(await finish()).toBe(201)
})
