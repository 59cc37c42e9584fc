import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  apiClient,
  type Client,
  clientOf,
  type Credential,
  otherOrganization,
  signIn,
} from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { newMember } from '../../support/users'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset } from '../../support/records'
import { audit, type AuditLog, type Entry, openAuditLog } from '../../support/audit'
import { until } from '../../support/until'

/** The list of entries, and how long entries are kept. */

let program: Program
let session: Client
let key: Credential
let api: Client
let ada: Entry['actor']
let listOf: AuditLog['listOf']
let madeBy: AuditLog['madeBy']
// Each password is hashed slowly, on purpose.
setDefaultTimeout(20_000)
beforeAll(async () => {
  ;({ program, session, key, api, ada, listOf, madeBy } = await openAuditLog())
})
afterAll(stopPrograms)

// Rule: internal-api.md, Audit log
describe('the list', () => {
  test('is ordered newest first, in pages', async () => {
    const made = await madeBy(async () => {
      for (let number = 0; number < 5; number++) await newAsset(api)
    })
    const pages = [await session.get(`${audit}?limit=2`), await session.get(`${audit}?limit=3&offset=2`)]
    const ids = pages.flatMap(({ body }) => body.data.map(({ id }: Entry) => id))
    expect(ids).toEqual(made.entries.map(({ id }) => id).toReversed())
    expect(pages[0]?.body).toMatchObject({ limit: 2, offset: 0, total_count: pages[1]?.body.total_count })
  })

  // Rule: internal-api.md, Files of lists
  test('is a file with the same filters, in which no text is a formula', async () => {
    const field = { key: 'sum', name: '=Sum', type: 'text' }
    const { id } = (await session.post('/internal/v1/asset-fields', field)).body.data
    await session.patch(`/internal/v1/asset-fields/${id}`, { name: '@Sum' })
    const query = `subject_kind=asset_field&subject_id=${id}`
    const entries = await listOf(query)
    const { text } = await session.get(`${audit}/export?${query}&bom=false&separator=semicolon`)
    const [head, ...lines] = text.trimEnd().split('\r\n')
    expect(head).toBe(
      'changed_at;actor_kind;actor_id;actor_name;action;subject_kind;subject_id;subject_name;before;after;import_id;id',
    )
    expect(lines.map((line) => line.split(';').slice(4, 8))).toEqual(
      entries.map(({ action }) => [action, 'asset_field', String(id), expect.stringMatching(/^'[@=]Sum$/)]),
    )
    const workbook = await session.get(`${audit}/export?${query}&format=xlsx`)
    expect(workbook.headers.get('content-disposition')).toBe('attachment; filename="changes.xlsx"')
    expect((await session.get(`${audit}/export?limit=1`)).status).toBe(400)
  })

  test('can be filtered by subject, actor, action and time', async () => {
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

  test('is for admins only', async () => {
    for (const role of ['viewer', 'operator', 'manager'] as const) {
      const { session: member } = await newMember(program, session, role)
      expect((await member.get(audit)).status).toBe(403)
    }
    expect((await api.get(audit)).status).toBe(401)
    expect((await clientOf(program.http).get(audit)).status).toBe(401)
  })

  test('shows no entries of another organization', async () => {
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

describe('the retention', () => {
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

  // Rule: internal-api.md, Audit log
  test('is 400 days, or the setting of the organization, or permanent', async () => {
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
      using db = openDatabase(dataDir)
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
    const found = async () => ({
      Usual: await kept('Usual'),
      Short: await kept('Short'),
      Ever: await kept('Ever'),
    })
    await until(async () => Bun.deepEquals(await found(), expected), 'the entries are forgotten')
  })

  test('after kill -9 during many writes, there is exactly one entry for each change', async () => {
    const dataDir = newDataDir()
    const first = await startProgram({ dataDir })
    const client = await apiClient(first, await signIn(first))
    let deleted = 0
    const writer = async () => {
      for (;;) {
        const row = await newAsset(client)
        await client.patch(`/api/v1/assets/${row.id}`, { name: 'Changed' })
        if (row.id % 3 !== 0) continue
        await client.delete(`/api/v1/assets/${row.id}`)
        deleted++
      }
    }
    const cutOff = Promise.allSettled(Array.from({ length: 8 }, writer))
    await until(() => deleted > 10, 'the burst of writes')
    await first.kill()
    await cutOff
    await startProgram({ dataDir })
    using db = openDatabase(dataDir, { readonly: true })
    const sum = (text: string) => db.query<unknown, []>(text).values()[0] as number[]
    const rows = sum("select count(*), sum(name = 'Changed'), sum(deleted_at is not null) from assets")
    const entries = sum(`select sum(action = 'created'), sum(action = 'changed'), sum(action = 'deleted')
      from audit_entries where subject_kind = 'asset'`)
    expect(entries).toEqual(rows)
    expect(rows[2]).toBeGreaterThan(3)
  })
})
