import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { type Client, clientOf, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { cookieOf, copyOfData, refreshSession } from '../../support/identity'
import { administrator, type Program, runProgram, startProgram, stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'
import { addApp, codeOf, factorPath, signInWith } from '../../support/second-factor'
import { accept, invitations, invite, isSignedIn, newMember, statusesOf } from '../../support/users'

/** Authenticator apps and recovery codes (docs/internal-api.md, Second factor). */

// Each password is hashed slowly, on purpose.
setDefaultTimeout(30_000)

const codesPath = '/internal/v1/session/recovery-codes'

let program: Program
let admin: Client
beforeAll(async () => {
  program = await startProgram()
  admin = await signIn(program)
})
afterAll(stopPrograms)

async function memberWithApp() {
  const member = await newMember(program, admin)
  return { ...member, ...(await addApp(member.session, member.credentials)) }
}

const actionsOf = async (id: string): Promise<string[]> =>
  (await admin.get(`/internal/v1/audit?subject_kind=member&subject_id=${id}`)).body.data.map(
    (entry: { action: string }) => entry.action,
  )

/** Returns all rows of a table. */
const rowsOf = (table: string): unknown[] => {
  using db = openDatabase(program.dataDir, { readonly: true })
  return db.query(`select * from ${table}`).all()
}

// Rule: internal-api.md, Second factor
describe('an authenticator app', () => {
  test('is added with the password and the first code, and ends the other sessions', async () => {
    const member = await newMember(program, admin)
    const other = await signInWith(program, member.credentials)
    expect((await member.session.get(factorPath)).body.data).toEqual({
      added_at: null,
      recovery_codes: 0,
      is_required: false,
    })
    const { recoveryCodes } = await addApp(member.session, member.credentials)
    expect(recoveryCodes).toHaveLength(10)
    expect((await member.session.get(factorPath)).body.data).toEqual({
      added_at: expect.any(String),
      recovery_codes: 10,
      is_required: false,
    })
    expect(await isSignedIn(member)).toBe(true)
    expect((await refreshSession(clientOf(program.http), cookieOf(other))).status).toBe(401)
    expect(await actionsOf(member.id)).toContain('second_factor_added')
  })

  test('needs the password, and the first code within the limit of wrong codes', async () => {
    const { session, credentials } = await newMember(program, admin)
    const wrong = await session.post(factorPath, { current_password: 'wrong' })
    expect(faultsOf(wrong)).toEqual([400, 'current_password invalid_value'])
    expect((await session.post(`${factorPath}/confirm`, { code: '123456' })).status).toBe(409)
    const { secret, uri } = (await session.post(factorPath, { current_password: credentials.password })).body
      .data
    expect(uri).toStartWith('otpauth://totp/Whereabouts:')
    expect(uri).toContain(`secret=${secret}`)
    const early = await session.post(`${factorPath}/confirm`, { code: codeOf(secret, -4) })
    expect(faultsOf(early)).toEqual([400, 'code invalid_value'])
    expect((await signInWith(program, credentials)).status).toBe(200)
  })

  test('makes a sign-in need a code, which is asked for only after a correct password', async () => {
    const { credentials, secret } = await memberWithApp()
    const asked = await signInWith(program, credentials)
    expect(faultsOf(asked)).toEqual([400, 'code required'])
    const wrongPassword = await signInWith(
      program,
      { ...credentials, password: 'wrong password' },
      codeOf(secret, 1),
    )
    expect([wrongPassword.status, wrongPassword.body.error.detail]).toEqual([
      401,
      'Wrong e-mail address or password',
    ])
    expect((await signInWith(program, credentials, codeOf(secret, 1))).status).toBe(200)
  })

  test('has codes that work once, even when one is used twice at the same time', async () => {
    const { credentials, secret } = await memberWithApp()
    expect((await signInWith(program, credentials, codeOf(secret))).status).toBe(401)
    const code = codeOf(secret, 1)
    const both = await Promise.all([code, code].map((each) => signInWith(program, credentials, each)))
    expect(statusesOf(both)).toEqual([200, 401])
  })

  test('has codes that expire', async () => {
    const { credentials, secret } = await memberWithApp()
    const statuses = [
      await signInWith(program, credentials, codeOf(secret, -3)),
      await signInWith(program, credentials, codeOf(secret, 4)),
    ]
    expect(statusesOf(statuses)).toEqual([401, 401])
  })

  test('allows ten wrong codes, then one in six minutes, although the password is correct', async () => {
    const own = await startProgram({
      env: { WHEREABOUTS_LOGIN_FAILURES_PER_ACCOUNT: '1000', WHEREABOUTS_TRUSTED_PROXIES: '127.0.0.1' },
    })
    const { credentials, session } = await newMember(own, await signIn(own))
    const { secret } = await addApp(session, credentials)
    const from = (address: string, code: string) =>
      clientOf(own.http).request('POST', '/internal/v1/session', {
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ ...credentials, code }),
      })
    const statuses: number[] = []
    for (let each = 0; each < 10; each++)
      statuses.push((await from(`192.0.2.${each}`, codeOf(secret, 100 + each))).status)
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 401))
    const refused = await from('192.0.2.99', codeOf(secret, 1))
    expect([refused.status, Number(refused.headers.get('retry-after')) > 60]).toEqual([429, true])
  })

  test('is removed with the password and a code', async () => {
    const { id, session, credentials, secret, recoveryCodes } = await memberWithApp()
    const { password } = credentials
    const remove = (body: object) => session.post(`${factorPath}/remove`, body)
    expect(faultsOf(await remove({ current_password: 'wrong', code: recoveryCodes[0] }))).toEqual([
      400,
      'current_password invalid_value',
    ])
    expect(faultsOf(await remove({ current_password: password }))).toEqual([400, 'code required'])
    expect(faultsOf(await remove({ current_password: password, code: '000000' }))).toEqual([
      400,
      'code invalid_value',
    ])
    expect((await remove({ current_password: password, code: codeOf(secret, 1) })).status).toBe(204)
    expect((await signInWith(program, credentials)).status).toBe(200)
    expect((await remove({ current_password: password, code: recoveryCodes[1] })).status).toBe(409)
    expect(await actionsOf(id)).toContain('second_factor_removed')
  })

  test('is removed with a recovery code, whose use is in the audit log', async () => {
    const { id, session, credentials, recoveryCodes } = await memberWithApp()
    const body = { current_password: credentials.password, code: recoveryCodes[0] }
    expect((await session.post(`${factorPath}/remove`, body)).status).toBe(204)
    expect((await actionsOf(id)).slice(0, 2).toSorted()).toEqual([
      'recovery_code_used',
      'second_factor_removed',
    ])
  })

  test('is not replaced without being removed', async () => {
    const { session, credentials } = await memberWithApp()
    expect((await session.post(factorPath, { current_password: credentials.password })).status).toBe(409)
  })

  test('is needed to accept an invitation with an existing account', async () => {
    const { credentials, secret } = await memberWithApp()
    const other = (await admin.post('/internal/v1/organizations', { name: 'Other' })).body.data
    const moved = await signIn(program)
    await moved.post('/internal/v1/session/organization', { organization_id: other.id })
    const token = await invite(moved)
    const anyone = clientOf(program.http)
    expect(faultsOf(await accept(anyone, token, credentials))).toEqual([400, 'code required'])
    expect((await accept(anyone, token, { ...credentials, code: '000000' })).status).toBe(401)
    expect((await accept(anyone, token, { ...credentials, code: codeOf(secret, 1) })).status).toBe(201)
  })

  test('has a secret that is encrypted in the database', async () => {
    const { secret, recoveryCodes } = await memberWithApp()
    const stored = JSON.stringify([rowsOf('totp_apps'), rowsOf('recovery_codes')])
    expect(stored).not.toContain(secret)
    for (const code of recoveryCodes) expect(stored).not.toContain(code)
  })

  test('cannot be used after the signing key was replaced, while recovery codes can', async () => {
    const first = await startProgram()
    const { credentials, session } = await newMember(first, await signIn(first))
    const { secret, recoveryCodes } = await addApp(session, credentials)
    await first.stop()
    const dataDir = copyOfData(first)
    await Bun.file(join(dataDir, 'signing.key')).write(`${'ab'.repeat(32)}\n`)
    const restored = await startProgram({ dataDir })
    const refused = await signInWith(restored, credentials, codeOf(secret, 1))
    expect([refused.status, refused.body.error.detail]).toEqual([
      403,
      expect.stringContaining('use a recovery code'),
    ])
    expect((await signInWith(restored, credentials, recoveryCodes[0])).status).toBe(200)
  })
})

test('a code of the app may have spaces and dashes', async () => {
  const { session, credentials } = await newMember(program, admin)
  const { secret } = (await session.post(factorPath, { current_password: credentials.password })).body.data
  const dashed = (steps: number) => codeOf(secret, steps).replace(/^(...)/, '$1-')
  expect((await session.post(`${factorPath}/confirm`, { code: dashed(0) })).status).toBe(200)
  expect((await signInWith(program, credentials, ` ${dashed(1)} `)).status).toBe(200)
})

// Rule: internal-api.md, Second factor
describe('a recovery code', () => {
  test('replaces a code once, in any case and with or without dashes', async () => {
    const { id, credentials, session, recoveryCodes } = await memberWithApp()
    const [first = '', second = ''] = recoveryCodes
    expect((await signInWith(program, credentials, first)).status).toBe(200)
    expect((await signInWith(program, credentials, first)).status).toBe(401)
    expect((await signInWith(program, credentials, second.toLowerCase().replaceAll('-', ' '))).status).toBe(
      200,
    )
    expect((await session.get(factorPath)).body.data.recovery_codes).toBe(8)
    expect(await actionsOf(id)).toContain('recovery_code_used')
  })

  test('is replaced by new ones, with the password and a code', async () => {
    const { credentials, session, recoveryCodes } = await memberWithApp()
    const [first, second] = recoveryCodes
    const body = { current_password: credentials.password }
    expect(faultsOf(await session.post(codesPath, body))).toEqual([400, 'code required'])
    const renewed = await session.post(codesPath, { ...body, code: first })
    expect(renewed.body.data.recovery_codes).toHaveLength(10)
    expect((await signInWith(program, credentials, second)).status).toBe(401)
    expect((await signInWith(program, credentials, renewed.body.data.recovery_codes[0])).status).toBe(200)
  })
})

describe('an installation that requires a second factor', () => {
  // Rule: internal-api.md, Second factor
  test('lets a session do nothing else before one is added', async () => {
    const strict = await startProgram({ env: { WHEREABOUTS_SECOND_FACTOR: 'required' } })
    const started = await signInWith(strict, administrator)
    expect(started.body.data.must_add_second_factor).toBe(true)
    const session = clientOf(strict.http, started.body.data.access_token)
    const refused = await Promise.all([
      session.get('/internal/v1/organizations'),
      session.get('/api/v1/assets'),
      session.post(invitations, { role: 'admin' }),
      session.post('/internal/v1/session/password', {
        current_password: administrator.password,
        new_password: 'another password',
      }),
      session.get('/internal/v1/backups'),
    ])
    expect(statusesOf(refused)).toEqual([403, 403, 403, 403, 403])
    expect(refused[0]?.body.error.detail).toContain('requires a second factor')
    await addApp(session, administrator)
    expect((await session.get('/internal/v1/organizations')).status).toBe(200)
    const again = await refreshSession(clientOf(strict.http), cookieOf(started))
    expect(again.body.data.must_add_second_factor).toBe(false)
  })
})

describe('the command', () => {
  // Rule: internal-api.md, Second factor
  test('removes the second factor of a user', async () => {
    const { id, credentials, session } = await memberWithApp()
    const args = ['admin', 'reset-password', credentials.email, '--data-dir', program.dataDir]
    expect((await runProgram([...args, '--remove-second-factor'])).code).toBe(0)
    expect((await signInWith(program, credentials)).status).toBe(200)
    expect((await session.get(factorPath)).body.data).toMatchObject({ added_at: null, recovery_codes: 0 })
    expect((await actionsOf(id)).slice(0, 2).toSorted()).toEqual([
      'reset_link_created',
      'second_factor_removed',
    ])
  })
})
