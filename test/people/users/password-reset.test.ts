import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiResponse, type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { refreshSession } from '../../support/identity'
import { behindProxy, deviceOf, postFrom, signInFrom } from '../../support/origin'
import { invite, isSignedIn, newMember, type TestUser, statusesOf } from '../../support/users'
import {
  administrator,
  executable,
  newDataDir,
  type Program,
  runProgram,
  startProgram,
  stopPrograms,
} from '../../support/program'
import { faultsOf } from '../../support/records'
import { lockDatabase } from '../../support/database-lock'

/** Password reset: a command prints a link, which sets a new password. */

// Each password is hashed slowly, on purpose.
setDefaultTimeout(30_000)

const path = '/internal/v1/password-reset'
const next = 'a password after the reset'
const unusable = 'This link is not valid: it was used, replaced or revoked, or has expired'

let program: Program
let anyone: Client
let admin: Client
beforeAll(async () => {
  program = await startProgram(behindProxy)
  anyone = clientOf(program.http)
  admin = await signIn(program)
})
afterAll(stopPrograms)

const command = (email: string, { dataDir } = program, args: string[] = []) =>
  runProgram(['admin', 'reset-password', email, '--data-dir', dataDir, ...args])

/** The secret in the link that the command prints. */
async function tokenFor(email: string, of = program): Promise<string> {
  const { code, stdout, stderr } = await command(email, of)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout.trimEnd().split('#')[1] as string
}

const reset = (token: string, password = next, client = anyone): Promise<ApiResponse> =>
  client.post(path, { token, password })

function hasOpened(pid: number, name: string): boolean {
  const { stdout } = Bun.spawnSync(['ls', '-l', `/proc/${pid}/fd`])
  return stdout.toString().includes(`/${name}\n`)
}

interface Entry {
  action: string
  actor: { kind: string; id: string | null; name: string }
  subject: { kind: string; id: string; name: string }
}
const changesOf = async (session: Client, id: string): Promise<Entry[]> =>
  (await session.get(`/internal/v1/audit?subject_kind=member&subject_id=${id}`)).body.data

const signInAs = (
  client: Client,
  { credentials: { email } }: Pick<TestUser, 'credentials'>,
  password: string,
) => client.post('/internal/v1/session', { email, password })

describe('the command', () => {
  test('prints only one link, with the address from the settings', async () => {
    const { email } = (await newMember(program, admin)).credentials
    const env = { WHEREABOUTS_HOST: '::1', WHEREABOUTS_PORT: '9443', WHEREABOUTS_TLS: 'self-signed' }
    const args = ['admin', 'reset-password', email.toUpperCase(), '--data-dir', program.dataDir]
    const { code, stdout, stderr } = await runProgram(args, { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^https:\/\/\[::1\]:9443\/console\/reset-password#wap_[0-9a-f]{64}\n$/)
    const byFlags = await command(email, program, ['--port=9000', '--host', 'tracker.lan'])
    expect(byFlags.stdout).toStartWith('http://tracker.lan:9000/console/reset-password#')
  })

  test('prints instructions if the port is chosen at each start', async () => {
    const { email } = (await newMember(program, admin)).credentials
    const { code, stdout, stderr } = await command(email, program, ['--port', '0'])
    expect([code, stdout.split('\n').length]).toEqual([0, 2])
    expect(stderr).toContain('Replace the address in the link with the address that the service prints.')
  })

  const refusals: [what: string, args: () => string[], code: number, words: string][] = [
    [
      'an unknown e-mail address',
      () => ['nobody@example.org'],
      1,
      'No account has the e-mail address nobody@example.org.',
    ],
    ['a directory without a database', () => ['a@b', '--data-dir', newDataDir()], 1, 'contains no database.'],
    ['no e-mail address', () => [], 2, 'whereabouts admin reset-password <email>'],
    ['two of them', () => ['a@b', 'c@d'], 2, 'whereabouts admin reset-password <email>'],
    ['an unknown flag', () => ['a@b', '--dat-dir', 'x'], 2, 'did you mean --data-dir?'],
  ]
  test.each(refusals)('refuses %s', async (_what, args, code, words) => {
    const own = args()
    const where = own.includes('--data-dir') ? [] : ['--data-dir', program.dataDir]
    const refused = await runProgram(['admin', 'reset-password', ...own, ...where])
    expect([refused.code, refused.stdout]).toEqual([code, ''])
    expect(refused.stderr).toContain(words)
    if (code === 1) expect(refused.stderr).toMatch(/^[^\n]+\.\n$/)
  })

  test('does not change a database of an earlier version, and prints the reason', async () => {
    const own = await startProgram()
    await own.stop()
    {
      using db = openDatabase(own.dataDir)
      db.run("delete from migrations where name like '0009%'")
      db.run('pragma wal_checkpoint(truncate)')
    }
    const { code, stderr } = await command(administrator.email, own)
    expect([code, stderr]).toEqual([
      1,
      'The database has an earlier version. Start the service of this version once, then try again.\n',
    ])
  })

  test('waits while another process writes', async () => {
    const person = await newMember(program, admin)
    using other = lockDatabase(program)
    const child = Bun.spawn(
      [executable, 'admin', 'reset-password', person.credentials.email, '--data-dir', program.dataDir],
      { stdout: 'pipe', stderr: 'inherit', env: { PATH: Bun.env['PATH'] } },
    )
    while (!hasOpened(child.pid, 'whereabouts.db')) await Bun.sleep(5)
    expect(child.exitCode).toBeNull()
    other.run('rollback')
    expect(await child.exited).toBe(0)
  })

  test('does not store the secret in the database', async () => {
    const token = await tokenFor((await newMember(program, admin)).credentials.email)
    for (const file of ['whereabouts.db', 'whereabouts.db-wal'])
      expect(readFileSync(join(program.dataDir, file)).includes(token)).toBe(false)
  })
})

describe('a link', () => {
  // Rule: internal-api.md, Own account
  test('sets a new password while the service runs, ends all sessions, and is in the audit log', async () => {
    const person = await newMember(program, admin, 'manager', 'Cleo')
    const [south, { data: elsewhere }] = [
      await otherOrganization(program, 'South'),
      (await signInAs(anyone, person, person.credentials.password)).body,
    ]
    const joined = await clientOf(program.http, elsewhere.access_token).post(
      '/internal/v1/invitations/join',
      {
        token: await invite(south, 'viewer'),
      },
    )
    expect(joined.status).toBe(200)

    const token = await tokenFor(person.credentials.email)
    expect(await isSignedIn(person)).toBe(true)
    const response = await reset(token)
    expect([response.status, response.text]).toEqual([204, ''])
    expect(await isSignedIn(person)).toBe(false)
    expect((await refreshSession(anyone, person.cookie)).status).toBe(401)
    expect((await signInAs(anyone, person, person.credentials.password)).status).toBe(401)
    expect((await signInAs(anyone, person, next)).status).toBe(200)

    for (const session of [admin, south]) {
      const [used, created] = await changesOf(session, person.id)
      expect(used).toMatchObject({
        action: 'password_reset',
        actor: { kind: 'user', id: person.id, name: 'Cleo' },
        subject: { kind: 'member', id: person.id, name: 'Cleo' },
      })
      expect(created).toMatchObject({
        action: 'reset_link_created',
        actor: { kind: 'system', id: null },
        subject: { kind: 'member', id: person.id, name: 'Cleo' },
      })
    }
  })

  test('that is created without a running service works after the next start', async () => {
    const own = await startProgram()
    await own.stop()
    const before = statSync(join(own.dataDir, 'whereabouts.db'))
    const token = await tokenFor(administrator.email, own)
    const after = statSync(join(own.dataDir, 'whereabouts.db'))
    expect([after.mode, after.uid]).toEqual([before.mode, before.uid])
    for (const suffix of ['-wal', '-shm'])
      expect(existsSync(join(own.dataDir, `whereabouts.db${suffix}`))).toBe(false)
    const again = await startProgram({ dataDir: own.dataDir })
    const client = clientOf(again.http)
    expect((await reset(token, next, client)).status).toBe(204)
    expect((await client.post('/internal/v1/session', administrator)).status).toBe(401)
    const { status, body } = await client.post('/internal/v1/session', { ...administrator, password: next })
    expect([status, body.data.is_owner]).toEqual([200, true])
  })

  test('that is created after a crash loses no earlier write, and the service starts again', async () => {
    const own = await startProgram()
    const session = await signIn(own)
    expect((await session.post('/api/v1/assets', { name: 'Before the crash' })).status).toBe(201)
    await own.kill()
    // A link for an unknown user leaves the files unchanged, too.
    expect((await command('nobody@example.org', own)).code).toBe(1)
    const first = await startProgram({ dataDir: own.dataDir })
    // The service is killed right after the command has written to the database.
    const replaced = await tokenFor(administrator.email, own)
    await first.kill()
    const token = await tokenFor(administrator.email, own)
    const second = await startProgram({ dataDir: own.dataDir })
    const client = clientOf(second.http)
    expect((await (await signIn(second)).get('/api/v1/assets')).body.total_count).toBe(1)
    const responses = [await reset(replaced, next, client), await reset(token, next, client)]
    expect(statusesOf(responses)).toEqual([204, 404])
  })

  test('that is created while the service runs, which is then killed, works after its next start', async () => {
    const own = await startProgram()
    const token = await tokenFor(administrator.email, own)
    await own.kill()
    const again = await startProgram({ dataDir: own.dataDir })
    expect((await reset(token, next, clientOf(again.http))).status).toBe(204)
  })

  // Rule: internal-api.md, Own account
  test('works once, even when it is used twice at the same time', async () => {
    const token = await tokenFor((await newMember(program, admin)).credentials.email)
    const responses = await Promise.all([
      reset(token, 'the first password'),
      reset(token, 'the second password'),
    ])
    expect(statusesOf(responses)).toEqual([204, 404])
    const again = await reset(token)
    expect(faultsOf(again)).toEqual([404, 'not_found'])
    expect(again.body.error.detail).toBe(unusable)
  })

  // Rule: internal-api.md, Own account
  test('is replaced by a newer one, and then has the same response as an expired or invalid one', async () => {
    const person = await newMember(program, admin)
    const replaced = await tokenFor(person.credentials.email)
    const expired = await tokenFor(person.credentials.email)
    using db = openDatabase(program.dataDir)
    const { expires_at } = db.query('select expires_at from password_resets').get() as { expires_at: string }
    const minutes = (Date.parse(`${expires_at.slice(0, 23)}Z`) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(58)
    expect(minutes).toBeLessThanOrEqual(60)
    db.run(`update password_resets set expires_at = '2026-01-01T00:00:00.000000Z'`)
    for (const token of [replaced, expired, `wap_${'0'.repeat(64)}`, '']) {
      const response = await reset(token)
      expect([response.status, response.body.error.detail]).toEqual([404, unusable])
    }
    expect((await signInAs(anyone, person, person.credentials.password)).status).toBe(200)
  })

  test('stops working when the operator sets the password', async () => {
    const person = await newMember(program, admin)
    const { email } = person.credentials
    const token = await tokenFor(email)
    const args = ['admin', 'reset-password', email, '--password-stdin', '--data-dir', program.dataDir]
    expect((await runProgram(args, { stdin: 'set by the operator\n' })).code).toBe(0)
    expect(faultsOf(await reset(token))).toEqual([404, 'not_found'])
    expect((await signInAs(anyone, person, 'set by the operator')).status).toBe(200)
  })

  test('is not used up by a password that is too short', async () => {
    const person = await newMember(program, admin)
    const token = await tokenFor(person.credentials.email)
    expect(faultsOf(await reset(token, 'short'))).toEqual([400, 'password too_short'])
    expect((await reset(token)).status).toBe(204)
  })

  test('allows a sign-in after all attempts at the same address are used up, for this user only', async () => {
    const person = await newMember(program, admin)
    const place = { address: '198.51.100.9' }
    const right = { email: person.credentials.email, password: next }
    for (let count = 0; count < 11; count++)
      await signInFrom(anyone, place, { ...right, password: 'forgotten' })
    expect((await signInFrom(anyone, place, right)).status).toBe(429)
    const response = await postFrom(
      anyone,
      path,
      { token: await tokenFor(right.email), password: next },
      place,
    )
    expect(response.status).toBe(204)
    expect(deviceOf(response)).toStartWith('whereabouts_device=wak_')
    expect((await signInFrom(anyone, place, right)).status).toBe(200)
  })

  // Rule: internal-api.md, Own account
  test('removes the known devices and addresses of the account', async () => {
    const person = await newMember(program, admin)
    const token = await tokenFor(person.credentials.email)
    using db = openDatabase(program.dataDir, { readonly: true })
    const known = () =>
      db.query('select origin from known_origins where account_id = ?').values(person.id).flat() as string[]
    const before = known()
    await postFrom(anyone, path, { token, password: next }, { address: '198.51.100.10' })
    const after = known()
    expect(after).toHaveLength(2)
    expect(after).toContain('198.51.100.10')
    expect(before.filter((origin) => after.includes(origin))).toEqual([])
  })

  test('gives a user without an organization a password, with which to accept an invitation', async () => {
    const person = await newMember(program, admin)
    expect((await admin.delete(`/internal/v1/members/${person.id}`)).status).toBe(204)
    expect((await reset(await tokenFor(person.credentials.email))).status).toBe(204)
    const accepted = await anyone.post('/internal/v1/invitations/accept', {
      token: await invite(admin),
      email: person.credentials.email,
      password: next,
    })
    expect([accepted.status, accepted.body.data.user.id]).toEqual([201, person.id])
  })

  test('creates no session, and requires a complete body', async () => {
    expect(faultsOf(await anyone.post(path, {}))).toEqual([400, 'token required', 'password required'])
    const person = await newMember(program, admin)
    const response = await reset(await tokenFor(person.credentials.email))
    expect(response.headers.getSetCookie().join()).not.toContain('refresh')
  })
})

test('the service acknowledges writes while the command runs again and again', async () => {
  let isOver = false
  const statuses = new Set<number>()
  const writing = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) statuses.add((await admin.post('/api/v1/assets', { name: 'Beside' })).status)
    }),
  )
  for (let count = 0; count < 5; count++) await tokenFor(administrator.email)
  isOver = true
  await writing
  expect([...statuses]).toEqual([201])
})
