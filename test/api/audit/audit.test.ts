import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import {
  apiClient,
  type Answer,
  type Client,
  clientOf,
  type Credential,
  mintKey,
  otherOrganization,
  signIn,
} from '../../support/client'
import { exchange } from '../../support/identity'
import {
  accept,
  administratorId,
  freshEmail,
  invite,
  newMember,
  password,
  secretOf,
} from '../../support/people'
import { administrator, newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newAsset, newLocation, newTagged } from '../../support/records'
import { newReader, postReads, scan, secondsAgo } from '../../support/scans'

/** The audit log: every change, by whom, what was before and after (contract part 3, decision 0009). */

interface Entry {
  readonly id: number
  readonly changed_at: string
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string }
  readonly action: string
  readonly subject: {
    readonly kind: string
    readonly id: string
    readonly name: string | null
    readonly is_there: boolean
  }
  readonly before: Record<string, unknown> | null
  readonly after: Record<string, unknown> | null
}

const audit = '/internal/v1/audit'

let program: Program
let session: Client
let key: Credential
let api: Client
let ada: Entry['actor']
let keyHolder: Entry['actor']

// Each password is hashed slowly, on purpose.
setDefaultTimeout(20_000)
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  ada = { kind: 'user', id: await administratorId(session), name: 'ada' }
  key = await mintKey(session)
  keyHolder = { kind: 'api_key', id: key.client_id, name: 'Test' }
  const { body } = await exchange(clientOf(program.http), key)
  api = clientOf(program.http, body.access_token)
})
afterAll(stopPrograms)

const listOf = async (query = '', client = session): Promise<Entry[]> => {
  const answer = await client.get(`${audit}?limit=200${query && `&${query}`}`)
  if (answer.status !== 200) throw new Error(`The audit log answered ${answer.status}: ${answer.text}`)
  return answer.body.data
}

/** The entries that `work` makes, oldest first, with what it answers. */
async function madeBy<T>(
  work: () => Promise<T>,
  client = session,
): Promise<{ result: T; entries: readonly Entry[] }> {
  const [newest] = await listOf('', client)
  const result = await work()
  const entries = (await listOf('', client)).filter(({ id }) => id > (newest?.id ?? 0))
  return { result, entries: entries.toReversed() }
}

/** The one entry that `work` makes. */
async function entryOf(work: () => Promise<Answer>, client = session): Promise<Entry> {
  const { result, entries } = await madeBy(work, client)
  if (result.status >= 400) throw new Error(`The change answered ${result.status}: ${result.text}`)
  expect(entries).toHaveLength(1)
  return entries[0] as Entry
}

describe('an entry', () => {
  test('tells when, to the instant of the change', async () => {
    const began = Date.now()
    const { changed_at: at } = await entryOf(() => api.post('/api/v1/assets', { name: 'A' }))
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(at)).toBeWithin(began - 1, Date.now() + 1)
  })

  test('tells which API key, and keeps its name and id', async () => {
    const { actor } = await entryOf(() => api.post('/api/v1/assets', { name: 'A' }))
    expect(actor).toEqual(keyHolder)
  })

  test('tells which person, on the public API as well', async () => {
    const { actor } = await entryOf(() => session.post('/api/v1/assets', { name: 'A' }))
    expect(actor).toEqual(ada)
  })

  test('keeps the name that the person had', async () => {
    const { session: cara } = await newMember(program, session, 'manager', 'Cara')
    const first = await entryOf(() => cara.post('/api/v1/assets', { name: 'A' }))
    await cara.patch('/internal/v1/session/user', { name: 'Cara Novak' })
    const second = await entryOf(() => cara.post('/api/v1/assets', { name: 'A' }))
    expect([first.actor.name, second.actor.name]).toEqual(['Cara', 'Cara Novak'])
    expect(second.actor.id).toBe(first.actor.id)
    expect((await listOf(`actor_id=${first.actor.id}&action=created`)).at(-1)?.actor.name).toBe('Cara')
  })

  test('says whether its subject is still there', async () => {
    const { id } = await newAsset(api)
    const isThere = async () => (await listOf(`subject_kind=asset&subject_id=${id}`)).at(-1)?.subject.is_there
    expect(await isThere()).toBe(true)
    await api.delete(`/api/v1/assets/${id}`)
    expect(await isThere()).toBe(false)
  })

  test('keeps the digits of numbers in metadata', async () => {
    const { id } = await newAsset(api)
    await api.patch(`/api/v1/assets/${id}`, '{"metadata":{"serial":12345678901234567890,"weight":1.0}}')
    const { text } = await session.get(`${audit}?limit=1`)
    expect(text).toContain('"after":{"metadata":{"serial":12345678901234567890,"weight":1.0}}')
  })

  test('of a field that is very long tells only how long', async () => {
    const { id } = await newAsset(api)
    const metadata = { notes: 'n'.repeat(30_000) }
    const entry = await entryOf(() => api.patch(`/api/v1/assets/${id}`, { metadata, name: 'B' }))
    expect(entry.before).toEqual({ metadata: {}, name: 'Thing' })
    expect(entry.after).toEqual({ metadata: { not_kept_characters: 30_012 }, name: 'B' })
  })
})

describe('of an asset', () => {
  const path = '/api/v1/assets'
  const subjectOf = ({ id, external_key: name }: { id: number; external_key: string }, isThere = true) => ({
    kind: 'asset',
    id: String(id),
    name,
    is_there: isThere,
  })

  test('the creation keeps the whole of it, with its tags', async () => {
    const tags = [{ tag_type: 'rfid', value: freshKey() }]
    const { result, entries } = await madeBy(() => api.post(path, { name: 'Crate', tags }))
    const { data } = result.body
    expect(entries).toMatchObject([
      { actor: keyHolder, action: 'created', subject: subjectOf(data), before: null, after: data },
    ])
  })

  test('a change keeps the fields that differ', async () => {
    const row = await newAsset(api, { description: 'Old', metadata: { colour: 'red' } })
    const body = { name: 'Crate', description: null, is_active: true, metadata: { colour: 'red' } }
    expect(await entryOf(() => api.patch(`${path}/${row.id}`, body))).toMatchObject({
      actor: keyHolder,
      action: 'changed',
      subject: subjectOf(row),
      before: { name: 'Thing', description: 'Old' },
      after: { name: 'Crate', description: null },
    })
  })

  test('a rename keeps both keys, under the old one', async () => {
    const row = await newAsset(api)
    const external_key = freshKey()
    expect(await entryOf(() => api.post(`${path}/${row.id}/rename`, { external_key }))).toMatchObject({
      action: 'renamed',
      subject: subjectOf(row),
      before: { external_key: row.external_key },
      after: { external_key },
    })
  })

  test('the deletion keeps the whole of it, with the tags that go with it', async () => {
    const row = await newTagged(api, freshKey())
    expect(await entryOf(() => api.delete(`${path}/${row.id}`))).toMatchObject({
      action: 'deleted',
      subject: subjectOf(row, false),
      before: row,
      after: null,
    })
  })

  test('a tag that is attached or detached is kept', async () => {
    const row = await newAsset(api)
    const tag = { tag_type: 'ble', value: freshKey() }
    const attached = await entryOf(() => api.post(`${path}/${row.id}/tags`, tag))
    const id = Number(attached.after?.['id'])
    expect(attached).toMatchObject({
      action: 'tag_attached',
      subject: subjectOf(row),
      before: null,
      after: { id: expect.any(Number), ...tag },
    })
    expect(await entryOf(() => api.delete(`${path}/${row.id}/tags/${id}`))).toMatchObject({
      action: 'tag_detached',
      subject: subjectOf(row),
      before: { id, ...tag },
      after: null,
    })
  })
})

describe('of an import', () => {
  const send = (rows: readonly object[], dry_run = false) =>
    session.post('/internal/v1/assets/import', { rows, dry_run })

  test('each row that changes something is an entry, and so is each tag that is added', async () => {
    const [fresh, known, same] = [freshKey('I'), await newAsset(api), await newAsset(api)]
    const tag = { tag_type: 'rfid', value: freshKey() }
    const rows = [
      { external_key: fresh, name: 'Fresh' },
      { external_key: known.external_key, name: 'Known', tags: [tag] },
      { external_key: same.external_key, name: 'Thing' },
      { external_key: 'no key', name: 'Refused' },
    ]
    const { entries } = await madeBy(() => send(rows))
    const subject = { kind: 'asset', name: known.external_key }
    expect(entries).toMatchObject([
      { actor: ada, action: 'created', subject: { kind: 'asset', name: fresh }, after: { name: 'Fresh' } },
      { actor: ada, action: 'changed', subject, before: { name: 'Thing' }, after: { name: 'Known' } },
      { actor: ada, action: 'tag_attached', subject, after: tag },
    ])
  })

  test('a rehearsal is no change', async () => {
    const { result, entries } = await madeBy(() => send([{ name: 'Never' }], true))
    expect([result.status, result.body.data.created, entries]).toEqual([200, 1, []])
  })
})

describe('of a location', () => {
  const path = '/api/v1/locations'

  test('creation, change, move, rename, tag and deletion are one entry each', async () => {
    const hall = await newLocation(api)
    const { result, entries } = await madeBy(async () => {
      const { body } = await api.post(path, { name: 'Dock' })
      const { id } = body.data
      await api.patch(`${path}/${id}`, { name: 'Dock 1' })
      await api.patch(`${path}/${id}`, { parent_id: hall.id, name: 'Dock 2' })
      await api.post(`${path}/${id}/rename`, { external_key: 'DOCK-OF-HALL' })
      await api.post(`${path}/${id}/tags`, { tag_type: 'barcode', value: 'dock of hall' })
      await api.delete(`${path}/${id}`)
      return body.data
    })
    const subject = { kind: 'location', id: String(result.id), is_there: false }
    const old = { ...subject, name: result.external_key }
    const renamed = { ...subject, name: 'DOCK-OF-HALL' }
    const parent = { parent_id: hall.id, parent_external_key: hall.external_key }
    expect(entries).toMatchObject([
      { action: 'created', subject: old, before: null, after: result },
      { action: 'changed', subject: old, before: { name: 'Dock' }, after: { name: 'Dock 1' } },
      {
        action: 'moved',
        subject: old,
        before: { name: 'Dock 1', parent_id: null, parent_external_key: null },
        after: { name: 'Dock 2', ...parent },
      },
      {
        action: 'renamed',
        subject: old,
        before: { external_key: result.external_key },
        after: { external_key: 'DOCK-OF-HALL' },
      },
      { action: 'tag_attached', subject: renamed, after: { value: 'dock of hall' } },
      { action: 'deleted', subject: renamed, before: { name: 'Dock 2', tags: [{ value: 'dock of hall' }] } },
    ])
  })

  test('a rename or a move of a place that others are in is one entry of that place alone', async () => {
    const [hall, site] = [await newLocation(api), await newLocation(api)]
    await newLocation(api, { parent_id: hall.id })
    await newLocation(api, { parent_id: hall.id })
    const renamed = await entryOf(() =>
      api.post(`${path}/${hall.id}/rename`, { external_key: freshKey('HALL') }),
    )
    const moved = await entryOf(() => api.patch(`${path}/${hall.id}`, { parent_id: site.id }))
    expect([renamed.subject.id, moved.subject.id]).toEqual([String(hall.id), String(hall.id)])
  })
})

describe('of a reader', () => {
  const path = '/internal/v1/readers'

  test('everything is kept but its tokens', async () => {
    const place = await newLocation(session)
    const { result, entries } = await madeBy(async () => {
      const reader = await newReader(session, freshKey('GATE'), [])
      const antennas = [{ port: 1, location_id: place.id }]
      await session.patch(`${path}/${reader.id}`, { name: 'Gate', antennas })
      const { body } = await session.post(`${path}/${reader.id}/token`)
      await session.delete(`${path}/${reader.id}`)
      return { reader, antennas, token: body.data.device_token }
    })
    const { reader, antennas, token } = result
    const { device_token: _token, health: _health, ...view } = reader as typeof reader & { health: null }
    const subject = { kind: 'reader', id: String(reader.id), name: reader.external_key, is_there: false }
    expect(entries).toMatchObject([
      { actor: ada, action: 'created', subject, before: null },
      {
        action: 'changed',
        subject,
        before: { name: reader.external_key, antennas: [] },
        after: { name: 'Gate', antennas },
      },
      { action: 'token_replaced', subject, before: null, after: null },
      { action: 'deleted', subject, before: { name: 'Gate', antennas }, after: null },
    ])
    expect(entries[0]?.after).toEqual(view)
    expect(JSON.stringify(entries)).not.toContain(reader.device_token)
    expect(JSON.stringify(entries)).not.toContain(token)
  })
})

describe('of unknown tags', () => {
  test('a tag that is bound is kept as one of what it went to, a dismissal as one of its own', async () => {
    const [place, dock] = [await newLocation(session), await newLocation(session)]
    const { id: assetId, external_key: assetKey } = await newAsset(session)
    const gate = await newReader(session, freshKey('GATE'), [place.id])
    const values = [freshKey('U'), freshKey('U'), freshKey('U')] as const
    const seen = secondsAgo(60)
    await postReads(
      program,
      gate,
      values.map((value) => ({ value, antenna: 1, observed_at: seen })),
    )
    const inbox = async (value: string): Promise<number> =>
      (await session.get(`/internal/v1/unknown-tags?q=${value}`)).body.data[0].id
    const [first, second, third] = [await inbox(values[0]), await inbox(values[1]), await inbox(values[2])]
    const read = { first_seen_at: seen, last_seen_at: seen, read_count: 1 }

    const path = '/internal/v1/unknown-tags'
    expect(await entryOf(() => session.post(`${path}/${first}/bind`, { asset_id: assetId }))).toMatchObject({
      actor: ada,
      action: 'tag_bound',
      subject: { kind: 'asset', id: String(assetId), name: assetKey, is_there: true },
      before: null,
      after: { id: expect.any(Number), tag_type: 'rfid', value: values[0], ...read },
    })
    expect(
      await entryOf(() => session.post(`${path}/${second}/bind`, { location_id: dock.id })),
    ).toMatchObject({
      action: 'tag_bound',
      subject: { kind: 'location', id: String(dock.id), name: dock.external_key },
      after: { value: values[1], ...read },
    })
    expect(await entryOf(() => session.delete(`${path}/${third}`))).toMatchObject({
      action: 'dismissed',
      subject: { kind: 'unknown_tag', id: String(third), name: values[2], is_there: false },
      before: { tag_type: 'rfid', value: values[2], ...read },
      after: null,
    })
  })
})

describe('of API keys', () => {
  test('a new one and its revocation are kept, without its secret', async () => {
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

describe('of people', () => {
  test('the first start is the program’s own, and an organization its founder’s', async () => {
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

  test('a set-up by its link is the new administrator’s', async () => {
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

  test('invitation, joining, role and removal are one entry each', async () => {
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

  test('somebody who is signed in joins, and leaves', async () => {
    const south = await otherOrganization(program, 'South yard')
    const { session: eva, id } = await newMember(program, session, 'viewer', 'Eva')
    const actor = { kind: 'user', id, name: 'Eva' }
    const token = await invite(south)
    const joined = await entryOf(() => eva.post('/internal/v1/invitations/join', { token }), south)
    expect(joined).toMatchObject({ actor, action: 'joined', subject: { kind: 'member', id } })
    const left = await entryOf(() => eva.delete(`/internal/v1/members/${id}`), south)
    expect(left).toMatchObject({ actor, action: 'removed', before: { role: 'viewer' } })
  })

  test('an invitation that is revoked is kept', async () => {
    const { body } = await session.post('/internal/v1/invitations', { role: 'viewer' })
    const entry = await entryOf(() => session.delete(`/internal/v1/invitations/${body.data.id}`))
    expect(entry).toMatchObject({
      action: 'revoked',
      subject: { kind: 'invitation', id: String(body.data.id), name: null },
      before: { role: 'viewer', email: null },
      after: null,
    })
  })

  test('a new password is told of, and neither shown', async () => {
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

  test('a new name is kept under the old one', async () => {
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

describe('of settings and backups', () => {
  test('what is set of an organization is kept there, whichever the session is in', async () => {
    const west = await otherOrganization(program, 'West')
    const own = (await west.get('/internal/v1/organizations?limit=200')).body.data
    const { id } = own.find(({ name }: { name: string }) => name === 'West')
    const body = { name: 'West yard', history_retention_days: 90, audit_days: 800 }
    const { entries } = await madeBy(() => session.patch(`/internal/v1/organizations/${id}`, body), west)
    expect(entries).toMatchObject([
      {
        actor: ada,
        action: 'changed',
        subject: { kind: 'organization', id: String(id), name: 'West' },
        before: { name: 'West', history_retention_days: null, audit_days: 400 },
        after: body,
      },
    ])
  })

  test('a backup that is made or deleted is kept', async () => {
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

describe('no entry is made by', () => {
  interface Things {
    readonly id: number
    readonly key: string
    readonly place: number
    readonly tag: number
    readonly other: string
  }
  let things: Things
  beforeAll(async () => {
    const value = freshKey()
    const { id, external_key: own, tags } = await newTagged(api, value)
    const place = (await newLocation(api)).id
    await newLocation(api, { parent_id: place })
    const { external_key: other } = await newAsset(api)
    things = { id, key: own, place, tag: tags[0]?.id as number, other }
  })

  const refused: [title: string, request: () => Promise<Answer>, status: number][] = [
    ['a faulty creation', () => api.post('/api/v1/assets', { name: '' }), 400],
    [
      'a creation with a tag that another has',
      () => api.post('/api/v1/assets', { name: 'A', tags: [{ tag_type: 'rfid', value: things.key }] }),
      409,
    ],
    ['a faulty change', () => api.patch(`/api/v1/assets/${things.id}`, { name: 1 }), 400],
    [
      'a change under a precondition that fails',
      () =>
        api.request('PATCH', `/api/v1/assets/${things.id}`, {
          headers: { 'content-type': 'application/merge-patch+json', 'if-match': '"other"' },
          body: '{"name":"B"}',
        }),
      412,
    ],
    [
      'a rename to a key that another has',
      () => api.post(`/api/v1/assets/${things.id}/rename`, { external_key: things.other }),
      409,
    ],
    [
      'the deletion of a location that others are in',
      () => api.delete(`/api/v1/locations/${things.place}`),
      409,
    ],
    ['the deletion of what is not there', () => api.delete('/api/v1/assets/999999'), 404],
    [
      'the removal of a tag that is not there',
      () => api.delete(`/api/v1/assets/${things.id}/tags/999999`),
      404,
    ],
    [
      'a wrong password beside a new one',
      () =>
        session.post('/internal/v1/session/password', { current_password: 'wrong', new_password: password }),
      400,
    ],
    ['an invitation without a role', () => session.post('/internal/v1/invitations', {}), 400],
    ['a revocation of an unknown key', () => session.delete('/internal/v1/api-keys/unknown'), 404],
    [
      'an admin who would be the last to lose the role',
      async () => session.patch(`/internal/v1/members/${ada.id}`, { role: 'viewer' }),
      409,
    ],
  ]
  test.each(refused)('%s', async (_title, request, status) => {
    const { result, entries } = await madeBy(request)
    expect([result.status, entries]).toEqual([status, []])
  })

  const idle: [title: string, request: () => Promise<Answer>][] = [
    ['a patch that changes nothing', () => api.patch(`/api/v1/assets/${things.id}`, { name: 'Thing' })],
    ['an empty patch', () => api.patch(`/api/v1/locations/${things.place}`, {})],
    [
      'a rename to the same key',
      () => api.post(`/api/v1/assets/${things.id}/rename`, { external_key: things.key }),
    ],
    ['a role that is given again', () => session.patch(`/internal/v1/members/${ada.id}`, { role: 'admin' })],
    ['a sign-in', () => clientOf(program.http).post('/internal/v1/session', administrator)],
    ['a token', () => exchange(clientOf(program.http), key)],
    ['a scan', () => scan(session, things.place, things.key, secondsAgo(30))],
    ['a look', () => api.get(`/api/v1/assets/${things.id}`)],
  ]
  test.each(idle)('%s', async (_title, request) => {
    const { result, entries } = await madeBy(request)
    expect([result.status, entries]).toEqual([200, []])
  })

  test('a request that is repeated, beside the one of the first time', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': freshKey() }
    const request = () => api.request('POST', '/api/v1/assets', { headers, body: '{"name":"Once"}' })
    const { entries } = await madeBy(async () => [await request(), await request()])
    expect(entries).toMatchObject([{ action: 'created', after: { name: 'Once' } }])
  })

  test('writes that fail beside others that do not, in one group', async () => {
    const keys = Array.from({ length: 20 }, () => freshKey('G'))
    const { result, entries } = await madeBy(() =>
      Promise.all(
        [...keys, ...keys].map((external_key) => api.post('/api/v1/assets', { name: 'G', external_key })),
      ),
    )
    expect(result.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(result.filter(({ status }) => status === 409)).toHaveLength(20)
    expect(entries.map(({ subject }) => String(subject.name)).toSorted()).toEqual(keys.toSorted())
  })
})

describe('the list', () => {
  test('is the newest first, page by page', async () => {
    const made = await madeBy(async () => {
      for (let number = 0; number < 5; number++) await newAsset(api)
    })
    const pages = [await session.get(`${audit}?limit=2`), await session.get(`${audit}?limit=3&offset=2`)]
    const ids = pages.flatMap(({ body }) => body.data.map(({ id }: Entry) => id))
    expect(ids).toEqual(made.entries.map(({ id }) => id).toReversed())
    expect(pages[0]?.body).toMatchObject({ limit: 2, offset: 0, total_count: pages[1]?.body.total_count })
  })

  test('is narrowed by subject, actor, action and time', async () => {
    const { id } = await newAsset(api)
    await session.patch(`/api/v1/assets/${id}`, { name: 'By a person' })
    const { entries } = await madeBy(() => api.delete(`/api/v1/assets/${id}`))
    const at = entries[0]?.changed_at as string
    const of = `subject_kind=asset&subject_id=${id}`
    const found = async (query: string) => (await listOf(query)).map(({ action }) => action)
    expect(await found(of)).toEqual(['deleted', 'changed', 'created'])
    expect(await found(`${of}&actor_kind=api_key`)).toEqual(['deleted', 'created'])
    expect(await found(`${of}&actor_id=${ada.id}`)).toEqual(['changed'])
    expect(await found(`${of}&action=created`)).toEqual(['created'])
    expect(await found(`${of}&from=${at}`)).toEqual(['deleted'])
    const before = new Date(Date.parse(at) - 1).toISOString()
    expect(await found(`${of}&to=${before}`)).toEqual(['changed', 'created'])
    expect(await found(`subject_kind=location&subject_id=${id}&action=deleted&actor_id=${ada.id}`)).toEqual(
      [],
    )
    expect(await found(`${of}&from=2031-01-01T00:00:00Z`)).toEqual([])
    const { total_count: total } = (await session.get(`${audit}?${of}&limit=1`)).body
    expect(total).toBe(3)
  })

  const faulty: [query: string, fault: string][] = [
    ['action=done', 'action invalid_value'],
    ['subject_kind=thing', 'subject_kind invalid_value'],
    ['actor_kind=device', 'actor_kind invalid_value'],
    ['from=yesterday', 'from invalid_value'],
    ['limit=0', 'limit too_small'],
    ['q=pallet', 'q unknown_field'],
  ]
  test.each(faulty)('refuses %s', async (query, fault) => {
    expect(faultsOf(await session.get(`${audit}?${query}`))).toEqual([400, fault])
  })

  test('is for admins alone', async () => {
    for (const role of ['viewer', 'operator', 'manager'] as const) {
      const { session: member } = await newMember(program, session, role)
      expect((await member.get(audit)).status).toBe(403)
    }
    expect((await api.get(audit)).status).toBe(401)
    expect((await clientOf(program.http).get(audit)).status).toBe(401)
  })

  test('shows nothing of another organization', async () => {
    const other = await otherOrganization(program, 'East')
    const { id } = await newAsset(api)
    await newAsset(await apiClient(program, other), { name: 'Theirs' })
    const theirs = await listOf('', other)
    expect(theirs.map(({ subject }) => subject.kind).toSorted()).toEqual(['api_key', 'asset', 'organization'])
    expect(await listOf(`subject_kind=asset&subject_id=${id}`, other)).toEqual([])
    expect(await listOf(`actor_id=${key.client_id}`, other)).toEqual([])
    expect((await listOf('subject_kind=asset')).some(({ after }) => after?.['name'] === 'Theirs')).toBe(false)
  })
})

describe('what is kept', () => {
  const day = 86_400_000
  const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString().replace('Z', '000Z')

  test.each([
    ['within a month', { audit_days: 29 }, 'audit_days too_small'],
    ['beyond a century', { audit_days: 36_501 }, 'audit_days too_large'],
    ['as a text', { audit_days: '90' }, 'audit_days invalid_value'],
  ])('cannot be set %s', async (_title, body, fault) => {
    const [{ id }] = (await session.get('/internal/v1/organizations')).body.data
    expect(faultsOf(await session.patch(`/internal/v1/organizations/${id}`, body))).toEqual([400, fault])
  })

  test('is 400 days, or what an organization sets, or for ever', async () => {
    const dataDir = newDataDir()
    const first = await startProgram({ dataDir })
    const north = await signIn(first)
    const days: Record<string, number | null | undefined> = { Usual: undefined, Short: 30, Ever: null }
    const ids: Record<string, number> = {}
    for (const [name, audit_days] of Object.entries(days)) {
      const { id } = (await north.post('/internal/v1/organizations', { name })).body.data
      ids[name] = id
      if (audit_days !== undefined) await north.patch(`/internal/v1/organizations/${id}`, { audit_days })
    }
    await first.stop()
    {
      using db = new Database(join(dataDir, 'whereabouts.db'))
      const insert = db.query(
        `insert into audit_entries (organization_id, changed_at, actor_kind, actor_name, action, subject_kind, subject_id)
         values (?, ?, 'system', 'Clock', 'changed', 'asset', ?)`,
      )
      for (const id of Object.values(ids))
        for (const age of [29, 31, 399, 401, 4000]) insert.run(id, daysAgo(age), String(age))
    }
    const second = await startProgram({ dataDir })
    const again = await signIn(second)
    const kept = async (name: string): Promise<string[]> => {
      const body = { organization_id: ids[name] }
      const moved = await again.post('/internal/v1/session/organization', body)
      const client = clientOf(second.http, moved.body.data.access_token)
      return (await listOf('actor_kind=system', client)).map(({ subject }) => subject.id)
    }
    const expected = { Usual: ['29', '31', '399'], Short: ['29'], Ever: ['29', '31', '399', '401', '4000'] }
    const deadline = Date.now() + 5000
    const found = async () => ({
      Usual: await kept('Usual'),
      Short: await kept('Short'),
      Ever: await kept('Ever'),
    })
    while (!Bun.deepEquals(await found(), expected) && Date.now() < deadline) await Bun.sleep(50)
    expect(await found()).toEqual(expected)
  })

  test('after kill -9 in a burst of writes is an entry for each change, and none without one', async () => {
    const dataDir = newDataDir()
    const first = await startProgram({ dataDir })
    const client = await apiClient(first, await signIn(first))
    const writer = async () => {
      for (;;) {
        const row = await newAsset(client)
        await client.patch(`/api/v1/assets/${row.id}`, { name: 'Changed' })
        if (row.id % 3 === 0) await client.delete(`/api/v1/assets/${row.id}`)
      }
    }
    const cutOff = Promise.allSettled(Array.from({ length: 8 }, writer))
    await Bun.sleep(400)
    await first.kill()
    await cutOff
    await startProgram({ dataDir })
    using db = new Database(join(dataDir, 'whereabouts.db'), { readonly: true })
    const sum = (text: string) => db.query<unknown, []>(text).values()[0] as number[]
    const rows = sum("select count(*), sum(name = 'Changed'), sum(deleted_at is not null) from assets")
    const entries = sum(`select sum(action = 'created'), sum(action = 'changed'), sum(action = 'deleted')
      from audit_entries where subject_kind = 'asset'`)
    expect(entries).toEqual(rows)
    expect(rows[2]).toBeGreaterThan(3)
  })
})
