import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, clientOf, otherOrganization, signIn } from '../support/client'
import {
  administrator,
  executable,
  newDataDir,
  type Program,
  runProgram,
  startProgram,
  stopPrograms,
} from '../support/program'
import { freshEmail, isSignedIn, membersOf, newMember } from '../support/users'

/** The commands for accounts on the machine of the service. */

// Each password is hashed slowly, on purpose.
setDefaultTimeout(60_000)

let program: Program
let owner: Client
beforeAll(async () => {
  program = await startProgram()
  owner = await signIn(program)
})
afterAll(stopPrograms)

const admin = (args: string[], options: Parameters<typeof runProgram>[1] = {}) =>
  runProgram(['admin', ...args, '--data-dir', program.dataDir], options)

const signInAs = (email: string, password: string) =>
  clientOf(program.http).post('/internal/v1/session', { email, password })

const users = async () => JSON.parse((await admin(['list', '--json'])).stdout)

describe('admin list', () => {
  test('prints each user with ownership, organizations and roles', async () => {
    const member = await newMember(program, owner, 'operator', 'Olga')
    const { code, stdout } = await admin(['list'])
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`^${administrator.email} +\\S.* +owner +north: admin$`, 'm'))
    expect(stdout).toMatch(new RegExp(`^${member.credentials.email} +Olga +north: operator$`, 'm'))
    expect(await users()).toContainEqual({
      email: member.credentials.email,
      name: 'Olga',
      is_owner: false,
      memberships: [{ organization: 'north', role: 'operator' }],
    })
  })
})

describe('admin create', () => {
  test('creates an owner and admin, who sets the password with the printed link', async () => {
    const email = freshEmail()
    const { code, stdout } = await admin(['create', email, '--name', 'Rescue'])
    expect(code).toBe(0)
    const token = stdout.trim().split('#')[1]
    const password = 'set with the link'
    const reset = await clientOf(program.http).post('/internal/v1/password-reset', { token, password })
    expect(reset.status).toBe(204)
    const signedIn = await signInAs(email, password)
    expect(signedIn.body.data).toMatchObject({ is_owner: true, organizations: [{ role: 'admin' }] })
    expect(await users()).toContainEqual({
      email,
      name: 'Rescue',
      is_owner: true,
      memberships: [{ organization: 'north', role: 'admin' }],
    })
  })

  test('accepts a password from standard input and then prints no link', async () => {
    const email = freshEmail()
    const { code, stdout } = await admin(['create', email, '--password-stdin'], {
      stdin: 'from standard input\nnot the password\n',
    })
    expect([code, stdout]).toEqual([0, ''])
    expect((await signInAs(email, 'from standard input')).status).toBe(200)
  })

  test('reads one line of a terminal, without waiting for the end of the input', async () => {
    const email = freshEmail()
    const child = Bun.spawn(
      [executable, 'admin', 'create', email, '--password-stdin', '--data-dir', program.dataDir],
      { stdin: 'pipe', stdout: 'ignore', stderr: 'inherit', env: {} },
    )
    void child.stdin.write('typed by a user\r\n')
    await child.stdin.flush()
    expect(await child.exited).toBe(0)
    expect((await signInAs(email, 'typed by a user')).status).toBe(200)
  })

  test('prints a link to public_url if it is set', async () => {
    const { stdout } = await admin(['reset-password', administrator.email], {
      env: { WHEREABOUTS_PUBLIC_URL: 'https://assets.example.org' },
    })
    expect(stdout).toStartWith('https://assets.example.org/console/reset-password#')
  })

  test('refuses a known address, an invalid one, a short password and an absent password', async () => {
    const refusals = [
      [await admin(['create', administrator.email]), 1, 'already has an account'],
      [await admin(['create', 'nobody']), 2, 'e-mail'],
      [await admin(['create', freshEmail(), '--password-stdin'], { stdin: 'short\n' }), 2, 'at least 8'],
      [await admin(['create', freshEmail(), '--password-stdin'], { stdin: '\n' }), 2, 'no password'],
      [
        await admin(['create', freshEmail(), '--organization', 'mars']),
        1,
        'No organization has the slug mars',
      ],
      [await admin(['create']), 2, 'Usage: whereabouts admin create <email>'],
      [await admin(['hand-over', 'a@b']), 2, 'Usage: whereabouts admin hand-over <from email> <to email>'],
      [
        await admin(['remove', 'a@b']),
        2,
        'Unknown action remove. whereabouts admin --help lists the actions.',
      ],
      [await admin(['list', '--password-stdin']), 2, 'admin list has no flag --password-stdin.'],
    ] as const
    for (const [{ code, stdout, stderr }, expected, message] of refusals) {
      expect([code, stdout]).toEqual([expected, ''])
      expect(stderr).toContain(message)
    }
  })

  test('needs --organization when there are several organizations', async () => {
    const many = await startProgram()
    await otherOrganization(many, 'South')
    const create = (...args: string[]) =>
      runProgram(['admin', 'create', freshEmail(), ...args, '--data-dir', many.dataDir])
    expect(await create()).toMatchObject({ code: 2, stderr: expect.stringContaining('north, south') })
    expect((await create('--organization', 'south')).code).toBe(0)
  })

  test('says that an installation without users is not set up', async () => {
    const empty = await startProgram({ withAdministrator: false })
    const { code, stderr } = await runProgram(['admin', 'create', freshEmail(), '--data-dir', empty.dataDir])
    expect([code, stderr]).toEqual([1, expect.stringContaining('The installation is not set up')])
  })

  test('fails without a database', async () => {
    const { code, stderr } = await runProgram(['admin', 'list', '--data-dir', newDataDir()])
    expect([code, stderr]).toEqual([1, expect.stringContaining('contains no database')])
  })
})

describe('admin reset-password --password-stdin', () => {
  test('sets the password, ends the sessions of the user and prints nothing', async () => {
    const member = await newMember(program, owner)
    const { code, stdout } = await admin(['reset-password', member.credentials.email, '--password-stdin'], {
      stdin: 'a new password\n',
    })
    expect([code, stdout]).toEqual([0, ''])
    expect(await isSignedIn(member)).toBe(false)
    expect((await signInAs(member.credentials.email, member.credentials.password)).status).toBe(401)
    expect((await signInAs(member.credentials.email, 'a new password')).status).toBe(200)
  })
})

describe('admin hand-over', () => {
  test('gives ownership and memberships to another user, and signs the first user out', async () => {
    const shop = await startProgram()
    const first = await signIn(shop)
    const south = await otherOrganization(shop, 'South')
    const heir = await newMember(shop, first, 'viewer', 'Heir')
    const command = (...args: string[]) => runProgram(['admin', ...args, '--data-dir', shop.dataDir])
    const done = await command('hand-over', administrator.email, heir.credentials.email)
    expect(done).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(JSON.parse((await command('list', '--json')).stdout)).toEqual([
      expect.objectContaining({ email: administrator.email, is_owner: false, memberships: [] }),
      expect.objectContaining({
        email: heir.credentials.email,
        is_owner: true,
        memberships: [
          { organization: 'north', role: 'admin' },
          { organization: 'south', role: 'admin' },
        ],
      }),
    ])
    expect([await isSignedIn({ session: first }), await isSignedIn({ session: south })]).toEqual([
      false,
      false,
    ])
    expect((await membersOf(heir.session)).map(({ email }) => email)).toEqual([heir.credentials.email])
    const { data } = (await heir.session.get('/internal/v1/audit?limit=20')).body
    const actions = data.map(({ action, actor }: { action: string; actor: { kind: string } }) => [
      action,
      actor.kind,
    ])
    for (const action of ['changed', 'ownership_given', 'ownership_ended', 'removed'])
      expect(actions).toContainEqual([action, 'system'])
  })

  test('refuses an unknown address and the same account', async () => {
    const unknown = await admin(['hand-over', administrator.email, 'nobody@example.org'])
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('nobody@example.org') })
    const same = await admin(['hand-over', administrator.email, administrator.email.toUpperCase()])
    expect(same).toMatchObject({ code: 2, stderr: expect.stringContaining('same account') })
  })
})
