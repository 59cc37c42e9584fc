import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type ApiResponse, type Client, clientOf, type Credential } from '../../support/client'
import { exchange } from '../../support/identity'
import { newMember, password } from '../../support/users'
import { administrator, type Program, stopPrograms } from '../../support/program'
import { freshKey, newAsset, newLocation, newTagged } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'
import { audit, type AuditLog, type Entry, openAuditLog } from '../../support/audit'

/** The content of an entry, and requests without an entry (decision 0009). */

let program: Program
let session: Client
let key: Credential
let api: Client
let ada: Entry['actor']
let keyHolder: Entry['actor']
let listOf: AuditLog['listOf']
let madeBy: AuditLog['madeBy']
let entryOf: AuditLog['entryOf']
// Each password is hashed slowly, on purpose.
setDefaultTimeout(20_000)
beforeAll(async () => {
  ;({ program, session, key, api, ada, keyHolder, listOf, madeBy, entryOf } = await openAuditLog())
})
afterAll(stopPrograms)

describe('an entry', () => {
  test('contains the time of the change', async () => {
    const began = Date.now()
    const { changed_at: at } = await entryOf(() => api.post('/api/v1/assets', { name: 'A' }))
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(at)).toBeWithin(began - 1, Date.now() + 1)
  })

  // Rule: internal-api.md, Audit log
  test('contains the API key, with its name and id', async () => {
    const { actor } = await entryOf(() => api.post('/api/v1/assets', { name: 'A' }))
    expect(actor).toEqual(keyHolder)
  })

  test('contains the user, for the public API as well', async () => {
    const { actor } = await entryOf(() => session.post('/api/v1/assets', { name: 'A' }))
    expect(actor).toEqual(ada)
  })

  test('keeps the former name of the user', async () => {
    const { session: cara } = await newMember(program, session, 'manager', 'Cara')
    const first = await entryOf(() => cara.post('/api/v1/assets', { name: 'A' }))
    await cara.patch('/internal/v1/session/user', { name: 'Cara Novak' })
    const second = await entryOf(() => cara.post('/api/v1/assets', { name: 'A' }))
    expect([first.actor.name, second.actor.name]).toEqual(['Cara', 'Cara Novak'])
    expect(second.actor.id).toBe(first.actor.id)
    expect((await listOf(`actor_id=${first.actor.id}&action=created`)).at(-1)?.actor.name).toBe('Cara')
  })

  // Rule: internal-api.md, Audit log
  test('contains whether its subject still exists', async () => {
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

  // Rule: internal-api.md, Audit log
  test('contains only the length of a very long field', async () => {
    const { id } = await newAsset(api)
    const metadata = { notes: 'n'.repeat(30_000) }
    const entry = await entryOf(() => api.patch(`/api/v1/assets/${id}`, { metadata, name: 'B' }))
    expect(entry.before).toEqual({ metadata: {}, name: 'Thing' })
    expect(entry.after).toEqual({ metadata: { not_kept_characters: 30_012 }, name: 'B' })
  })
})

describe('no entry is created by', () => {
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

  const refused: [title: string, request: () => Promise<ApiResponse>, status: number][] = [
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

  const idle: [title: string, request: () => Promise<ApiResponse>][] = [
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

  test('a repeated request, in addition to the first one', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': freshKey() }
    const request = () => api.request('POST', '/api/v1/assets', { headers, body: '{"name":"Once"}' })
    const { entries } = await madeBy(async () => [await request(), await request()])
    expect(entries).toMatchObject([{ action: 'created', after: { name: 'Once' } }])
  })

  test('writes that fail in the same group as writes that succeed', async () => {
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
