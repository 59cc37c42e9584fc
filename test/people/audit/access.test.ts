import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, clientOf, mintKey, otherOrganization } from '../../support/client'
import { accept, freshEmail, invite, newMember, password, secretOf } from '../../support/users'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { type AuditLog, type Entry, openAuditLog } from '../../support/audit'

/** The entries of changes to API keys, users, settings and backups. */

let program: Program
let session: Client
let ada: Entry['actor']
let listOf: AuditLog['listOf']
let madeBy: AuditLog['madeBy']
let entryOf: AuditLog['entryOf']
// Each password is hashed slowly, on purpose.
setDefaultTimeout(20_000)
beforeAll(async () => {
  ;({ program, session, ada, listOf, madeBy, entryOf } = await openAuditLog())
})
afterAll(stopPrograms)

describe('the audit log of API keys', () => {
  test('records creation and revocation, without the secret', async () => {
    const { result, entries } = await madeBy(async () => {
      const minted = await mintKey(session, ['assets:read'])
      await session.delete(`/internal/v1/api-keys/${minted.client_id}`)
      await session.delete(`/internal/v1/api-keys/${minted.client_id}`)
      return minted
    })
    const { client_id: id, client_secret: secret } = result
    const subject = { kind: 'api_key', id, name: 'Test', is_there: false }
    const after = { client_id: id, name: 'Test', scopes: ['assets:read'], expires_at: null }
    expect(entries).toMatchObject([
      { actor: ada, action: 'created', subject, before: null },
      { action: 'revoked', subject, before: { revoked_at: null }, after: { revoked_at: expect.any(String) } },
    ])
    expect(entries[0]?.after).toEqual(after)
    expect(Object.keys(entries[1]?.after ?? {})).toEqual(['revoked_at'])
    expect(JSON.stringify(entries)).not.toContain(secret)
  })
})

describe('the audit log of users', () => {
  test('records the system as the actor of the first start, and the creator as the actor of an organization', async () => {
    const first = (await listOf('actor_kind=system')).at(-1)
    expect(first).toMatchObject({
      actor: { kind: 'system', id: null, name: 'Whereabouts' },
      action: 'created',
      subject: { kind: 'organization', name: 'North' },
      after: { name: 'North', slug: 'north' },
    })
    const [founding, ...others] = await listOf('', await otherOrganization(program, 'Founded'))
    expect(founding).toMatchObject({
      actor: ada,
      action: 'created',
      subject: { kind: 'organization', name: 'Founded' },
      before: null,
      after: { name: 'Founded', slug: 'founded' },
    })
    expect(others).toEqual([])
  })

  test('records the new administrator as the actor of a set-up by link', async () => {
    const fresh = await startProgram({ withAdministrator: false })
    const token = fresh.setup?.split('#')[1]
    const { body } = await clientOf(fresh.http).post('/internal/v1/setup', {
      token,
      organization_name: 'Yard',
      name: 'Olga',
      email: 'olga@example.org',
      password,
    })
    const { access_token, user } = body.data
    expect(await listOf('', clientOf(fresh.http, access_token))).toMatchObject([
      { actor: { kind: 'user', id: user.id }, action: 'ownership_given', subject: { id: user.id } },
      { actor: { kind: 'user', id: user.id, name: 'Olga' }, action: 'created', after: { name: 'Yard' } },
    ])
  })

  test('records invitation, joining, role and removal in one entry each', async () => {
    const email = freshEmail()
    const { result, entries } = await madeBy(async () => {
      const invited = await session.post('/internal/v1/invitations', { role: 'operator', email })
      const joined = await accept(clientOf(program.http), secretOf(invited), { name: 'Dora', email })
      const { id } = joined.body.data.user
      await session.patch(`/internal/v1/members/${id}`, { role: 'manager' })
      await session.delete(`/internal/v1/members/${id}`)
      return { id, invitation: invited.body.data }
    })
    const { id, invitation } = result
    const subject = { kind: 'member', id, name: 'Dora', is_there: false }
    const { url, ...offer } = invitation
    const whole = { user_id: id, name: 'Dora', email }
    expect(entries).toMatchObject([
      { actor: ada, action: 'created', subject: { kind: 'invitation', id: String(offer.id), name: email } },
      {
        actor: { kind: 'user', id, name: 'Dora' },
        action: 'joined',
        subject,
        before: null,
        after: { ...whole, role: 'operator' },
      },
      { actor: ada, action: 'changed', subject, before: { role: 'operator' }, after: { role: 'manager' } },
      { actor: ada, action: 'removed', subject, before: { ...whole, role: 'manager' }, after: null },
    ])
    expect(entries[0]?.after).toEqual(offer)
    expect(JSON.stringify(entries)).not.toContain(url.split('#')[1])
  })

  test('records joining and leaving of a user who is signed in', async () => {
    const south = await otherOrganization(program, 'South yard')
    const { session: eva, id } = await newMember(program, session, 'viewer', 'Eva')
    const actor = { kind: 'user', id, name: 'Eva' }
    const token = await invite(south)
    const joined = await entryOf(() => eva.post('/internal/v1/invitations/join', { token }), south)
    expect(joined).toMatchObject({ actor, action: 'joined', subject: { kind: 'member', id } })
    const left = await entryOf(() => eva.delete(`/internal/v1/members/${id}`), south)
    expect(left).toMatchObject({ actor, action: 'removed', before: { role: 'viewer' } })
  })

  test('records a revoked invitation', async () => {
    const { body } = await session.post('/internal/v1/invitations', { role: 'viewer' })
    const entry = await entryOf(() => session.delete(`/internal/v1/invitations/${body.data.id}`))
    expect(entry).toMatchObject({
      action: 'revoked',
      subject: { kind: 'invitation', id: String(body.data.id), name: null },
      before: { role: 'viewer', email: null },
      after: null,
    })
  })

  test('records a new password without its value', async () => {
    const { session: finn, id, credentials } = await newMember(program, session, 'viewer', 'Finn')
    const next = 'another password for tests'
    const entry = await entryOf(() =>
      finn.post('/internal/v1/session/password', {
        current_password: credentials.password,
        new_password: next,
      }),
    )
    expect(entry).toMatchObject({
      actor: { kind: 'user', id, name: 'Finn' },
      action: 'password_changed',
      subject: { kind: 'member', id, name: 'Finn' },
      before: null,
      after: null,
    })
  })

  test('records a new name under the old name', async () => {
    const { session: gita, id } = await newMember(program, session, 'viewer', 'Gita')
    const entry = await entryOf(() => gita.patch('/internal/v1/session/user', { name: 'Gita Rao' }))
    expect(entry).toMatchObject({
      actor: { id, name: 'Gita' },
      action: 'changed',
      subject: { kind: 'member', id, name: 'Gita' },
      before: { name: 'Gita' },
      after: { name: 'Gita Rao' },
    })
  })
})

describe('the audit log of settings and backups', () => {
  test('records settings in the organization that they belong to, regardless of the session', async () => {
    const west = await otherOrganization(program, 'West')
    const own = (await west.get('/internal/v1/organizations?limit=200')).body.data
    const { id } = own.find(({ name }: { name: string }) => name === 'West')
    const body = { name: 'West yard', history_retention_days: 90, audit_days: 800, sensitivity: 'calm' }
    const { entries } = await madeBy(() => session.patch(`/internal/v1/organizations/${id}`, body), west)
    expect(entries).toMatchObject([
      {
        actor: ada,
        action: 'changed',
        subject: { kind: 'organization', id: String(id), name: 'West' },
        before: { name: 'West', history_retention_days: null, audit_days: 400, sensitivity: 'normal' },
        after: body,
      },
    ])
  })

  test('records created and deleted backups', async () => {
    const made = await entryOf(() => session.post('/internal/v1/backups'))
    const name = made.subject.name as string
    expect(made).toMatchObject({
      actor: ada,
      action: 'created',
      subject: { kind: 'backup', id: name },
      before: null,
      after: { name, size: expect.any(Number) },
    })
    expect(await entryOf(() => session.delete(`/internal/v1/backups/${name}`))).toMatchObject({
      action: 'deleted',
      subject: { kind: 'backup', name },
      before: made.after,
      after: null,
    })
  })
})
