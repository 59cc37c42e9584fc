import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { guessMapping, readingOf } from '../../../src/console/imports/columns'
import { fieldsOf } from '../../../src/console/imports/row-fields'
import { parseCsv } from '../../../src/console/imports/reading/csv'
import {
  type ApiResponse,
  apiClient,
  type Client,
  clientOf,
  otherOrganization,
  signIn,
} from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newAsset, newLocation } from '../../support/records'

/** Assets from a file, row by row, in one request. */

const path = '/internal/v1/assets/import'

let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
})
afterAll(stopPrograms)

type Row = Record<string, unknown>

const send = (rows: readonly unknown[], more: Row = {}, client = session): Promise<ApiResponse> =>
  client.post(path, { rows, ...more })

interface Report {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  readonly rows: readonly {
    readonly outcome: string
    readonly id: number | null
    readonly external_key: string | null
    readonly changes: readonly string[]
    readonly errors: readonly { readonly field: string; readonly code: string; readonly message: string }[]
  }[]
}

async function imported(rows: readonly unknown[], more: Row = {}, client = session): Promise<Report> {
  const { status, body, text } = await send(rows, more, client)
  if (status !== 200) throw new Error(`The import returned ${status}: ${text}`)
  return body.data
}

const outcomesOf = ({ rows }: Report): string[] => rows.map(({ outcome }) => outcome)
const errorsOf = ({ rows }: Report): string[][] =>
  rows.map(({ errors }) => errors.map(({ field, code }) => `${field} ${code}`))

const find = async (key: string, client = session): Promise<Row | undefined> =>
  (await client.get(`/api/v1/assets?external_key=${key}`)).body.data[0]
const totalOf = async (client = session): Promise<number> =>
  (await client.get('/api/v1/assets?limit=1')).body.total_count

// Rule: internal-api.md, Import
describe('a row', () => {
  test('with an unused key creates an asset with all its fields', async () => {
    const key = freshKey('NEW')
    const row = {
      external_key: key,
      name: 'Kiln 7',
      description: 'Two doors,\none chimney',
      is_active: false,
      valid_from: '2026-02-03T04:05:06.007Z',
      valid_to: '2031-02-03T04:05:06+01:00',
      metadata: { shelf: 4 },
      tags: [
        { tag_type: 'rfid', value: `${key}-r` },
        { tag_type: 'barcode', value: `${key} b` },
      ],
    }
    const report = await imported([row])
    expect(report).toMatchObject({ created: 1, changed: 0, unchanged: 0, refused: 0 })
    const view = (await session.get(`/api/v1/assets/${report.rows[0]?.id}`)).body.data
    expect(view).toMatchObject({ ...row, valid_to: '2031-02-03T03:05:06.000Z' })
    expect(report.rows[0]).toEqual({
      outcome: 'created',
      id: view.id,
      external_key: key,
      changes: [],
      errors: [],
    })
  })

  test('with the key of an asset changes its fields, adds its tags and leaves other fields unchanged', async () => {
    const key = freshKey('OLD')
    const tags = [{ tag_type: 'ble', value: `${key}-1` }]
    const before = await newAsset(session, {
      external_key: key,
      name: 'Press',
      description: 'Green',
      metadata: { bar: 12 },
      tags,
    })
    const added = { tag_type: 'ble', value: `${key}-2` }
    const report = await imported([
      { external_key: key, name: 'Press 2', description: null, tags: [...tags, added] },
    ])
    expect(report.rows).toEqual([
      {
        outcome: 'changed',
        id: before.id,
        external_key: key,
        changes: ['name', 'description', 'tags'],
        errors: [],
      },
    ])
    expect(await find(key)).toMatchObject({
      id: before.id,
      name: 'Press 2',
      description: null,
      metadata: { bar: 12 },
      tags: [...tags, added],
    })
  })

  test('without a key gets the lowest free key that no other row of the file has', async () => {
    const client = await otherOrganization(program, 'Minting')
    const rows = [{ name: 'First' }, { external_key: 'ASSET-0001', name: 'Asked for' }, { name: 'Second' }]
    const report = await imported(rows, {}, client)
    expect(report.rows.map(({ external_key: key }) => key)).toEqual([
      'ASSET-0002',
      'ASSET-0001',
      'ASSET-0003',
    ])
    expect((await find('ASSET-0001', client))?.['name']).toBe('Asked for')
  })

  test('is refused with the errors of POST, field by field', async () => {
    const long = 'x'.repeat(256)
    const bad: Row[] = [
      {},
      { external_key: 'a b', name: ' x' },
      { external_key: 'a\0b', name: 'x\0' },
      { name: long, description: '', is_active: 'perhaps', metadata: [] },
      { name: 'D', valid_from: '2026-05-06', valid_to: '1970-01-01T00:00:00Z' },
      { name: 'V', valid_from: '2030-01-01T00:00:00Z', valid_to: '2029-01-01T00:00:00Z' },
      { name: 'T', tags: [{ tag_type: 'nfc', value: '' }, { value: 'x' }] },
      { name: 'L', location_external_key: 'HALL', id: 4, color: 'red' },
      { name: 'M', metadata: null, valid_from: null },
      { name: 'K', external_key: null },
      { name: 'K', external_key: null },
      { name: 'N', tags: Array.from({ length: 101 }, (_, at) => ({ tag_type: 'rfid', value: `n${at}` })) },
    ]
    const before = await totalOf()
    const report = await imported(bad)
    const posted = await Promise.all(bad.map((row) => session.post('/api/v1/assets', row)))
    expect(report.rows.map(({ errors }) => withoutTexts(errors))).toEqual(
      posted.map(({ body }) => body.error.fields),
    )
    expect(report.refused).toBe(bad.length)
    expect(await totalOf()).toBe(before)
  })

  test('that changes an asset is refused with the errors of PATCH', async () => {
    const key = freshKey('BAD')
    const { id } = await newAsset(session, { external_key: key, valid_from: '2028-01-01T00:00:00Z' })
    const bad: Row[] = [
      { name: '' },
      { valid_to: '2027-01-01T00:00:00Z' },
      { is_active: null, created_at: '2020-01-01T00:00:00Z', location_id: 3 },
    ]
    for (const changes of bad) {
      const report = await imported([{ external_key: key, ...changes }])
      const patched = await session.patch(`/api/v1/assets/${id}`, changes)
      expect(withoutTexts(report.rows[0]?.errors)).toEqual(patched.body.error.fields)
    }
    const report = await imported([{ external_key: key, name: '', tags: [{ tag_type: 'x', value: 'y' }] }])
    expect(errorsOf(report)).toEqual([['name too_short', 'tags[0].tag_type invalid_value']])
  })

  test('that has many errors reports the first twenty', async () => {
    const row = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, 0]))
    const report = await imported([{ name: 'Crate', ...row }])
    expect(errorsOf(report)).toEqual([Array.from({ length: 20 }, (_, at) => `f${at} unknown_field`)])
  })

  test('that is rejected does not affect the others, and stores nothing', async () => {
    const [taken, good, bad] = [freshKey(), freshKey(), freshKey()]
    const tag = { tag_type: 'rfid', value: taken }
    await newAsset(session, { external_key: taken, tags: [tag] })
    const place = { tag_type: 'barcode', value: `${taken}-place` }
    await newLocation(session, { tags: [place] })
    const own = { tag_type: 'rfid', value: good }
    const report = await imported([
      { external_key: bad, name: 'Late', tags: [{ tag_type: 'rfid', value: bad }, tag, place] },
      { external_key: good, name: 'Good', tags: [own] },
    ])
    expect(outcomesOf(report)).toEqual(['refused', 'created'])
    expect(errorsOf(report)[0]).toEqual(['tags[1] conflict', 'tags[2] conflict'])
    const posted = await session.post('/api/v1/assets', { name: 'Late', tags: [tag] })
    expect(report.rows[0]?.errors[0]?.message).toBe(posted.body.error.detail)
    expect(await find(bad)).toBeUndefined()
    expect(await find(good)).toMatchObject({ tags: [own] })
  })

  test('keeps the digits of metadata that is sent as JSON text', async () => {
    const key = freshKey()
    const metadata = '{"serial":12345678901234567890,"ratio":1.0}'
    await imported([{ external_key: key, name: 'Exact', metadata }])
    expect((await session.get(`/api/v1/assets?external_key=${key}`)).text).toContain(`"metadata":${metadata}`)
    expect(outcomesOf(await imported([{ external_key: key, metadata }]))).toEqual(['unchanged'])
    for (const text of ['{"a":', '7', '[]', '']) {
      const report = await imported([{ external_key: key, metadata: text }])
      expect([text, ...(errorsOf(report)[0] ?? [])]).toEqual([text, 'metadata invalid_value'])
    }
  })
})

describe('the same rows again', () => {
  test('change nothing, not even updated_at', async () => {
    const keys = [freshKey(), freshKey()]
    const rows = keys.map((key, at) => ({
      external_key: key,
      name: `Vat ${at}`,
      description: at === 0 ? null : 'Deep',
      valid_from: '2026-01-01T00:00:00.5Z',
      metadata: { litres: 2.5 },
      tags: [
        { tag_type: 'rfid', value: key },
        { tag_type: 'rfid', value: key },
      ],
    }))
    expect(outcomesOf(await imported(rows))).toEqual(['created', 'created'])
    const before = await Promise.all(keys.map((key) => find(key)))
    expect(outcomesOf(await imported(rows))).toEqual(['unchanged', 'unchanged'])
    expect(await Promise.all(keys.map((key) => find(key)))).toEqual(before)
  })

  // Rule: internal-api.md, Import
  test('with the same key twice: the later row is rejected, in both imports', async () => {
    const key = freshKey()
    const rows = [
      { external_key: key, name: 'One' },
      { external_key: key, name: 'Two' },
    ]
    const first = await imported(rows)
    expect(outcomesOf(first)).toEqual(['created', 'refused'])
    expect(errorsOf(first)[1]).toEqual(['external_key conflict'])
    expect(outcomesOf(await imported(rows))).toEqual(['unchanged', 'refused'])
    expect((await find(key))?.['name']).toBe('One')
  })

  test('with the same tag twice: the first row gets it', async () => {
    const [first, second] = [freshKey(), freshKey()]
    const tags = [{ tag_type: 'rfid', value: first }]
    const rows = [
      { external_key: first, name: 'One', tags },
      { external_key: second, name: 'Two', tags },
    ]
    expect(outcomesOf(await imported(rows))).toEqual(['created', 'refused'])
    expect(outcomesOf(await imported(rows))).toEqual(['unchanged', 'refused'])
    expect(await find(second)).toBeUndefined()
  })

  // Rule: internal-api.md, Import
  test('sent with one Idempotency-Key return the first response, and add no asset twice', async () => {
    const init = {
      headers: { 'content-type': 'application/json', 'idempotency-key': freshKey() },
      body: JSON.stringify({ rows: [{ name: 'Once' }] }),
    }
    const first = await session.request('POST', path, init)
    const total = await totalOf()
    const again = await session.request('POST', path, init)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await totalOf()).toBe(total)
  })
})

describe('a dry run', () => {
  // Rule: internal-api.md, Import
  test('returns the result of the import, and stores nothing', async () => {
    const [old, fresh, taken] = [freshKey(), freshKey(), freshKey()]
    await newAsset(session, { external_key: old, name: 'Old' })
    const tags = [{ tag_type: 'ble', value: fresh }]
    const rows = [
      { name: 'Minted' },
      { external_key: old, name: 'Older' },
      { external_key: fresh, name: 'Fresh', tags },
      { external_key: taken, name: 'Taken', tags },
      { external_key: old, name: 'Twice' },
      { external_key: 'no key', name: 'Bad' },
      { external_key: old },
    ]
    const before = [await totalOf(), await find(old)]
    const rehearsed = await imported(rows, { dry_run: true })
    expect([await totalOf(), await find(old)]).toEqual(before)
    expect(outcomesOf(rehearsed)).toEqual([
      'created',
      'changed',
      'created',
      'refused',
      'refused',
      'refused',
      'refused',
    ])
    const withoutIdentity = ({ rows: all, ...counts }: Report) => ({
      ...counts,
      rows: all.map((row) => (row.outcome === 'created' ? { ...row, id: null, external_key: null } : row)),
    })
    expect(rehearsed).toEqual(withoutIdentity(rehearsed))
    expect(withoutIdentity(await imported(rows)) as Report).toEqual(rehearsed)
  })

  test('does not affect simultaneous writes', async () => {
    const key = freshKey()
    const rehearsals = Array.from({ length: 4 }, () =>
      imported(
        Array.from({ length: 50 }, (_, at) => ({ name: `Ghost ${at}` })),
        { dry_run: true },
      ),
    )
    const total = await totalOf()
    const made = await Promise.all([...rehearsals, newAsset(session, { external_key: key })])
    expect(made).toHaveLength(5)
    expect(await find(key)).toBeDefined()
    expect(await totalOf()).toBe(total + 1)
  })

  test('uses up no minted keys', async () => {
    const client = await otherOrganization(program, 'Rehearsing')
    await imported([{ name: 'A' }, { name: 'B' }], { dry_run: true }, client)
    expect((await newAsset(client)).external_key).toBe('ASSET-0001')
  })
})

describe('a request', () => {
  // Rule: internal-api.md, Import
  test('has 1 to 500 rows', async () => {
    expect(faultsOf(await session.post(path, {}))).toEqual([400, 'rows required'])
    expect(faultsOf(await send([1]))).toEqual([400, 'rows[0] invalid_value'])
    expect(faultsOf(await send([], { dry_run: 'yes', mode: 'x' }))).toEqual([
      400,
      'dry_run invalid_value',
      'mode unknown_field',
    ])
    const rows = Array.from({ length: 501 }, (_, at) => ({ name: `R${at}` }))
    expect(faultsOf(await send(rows))).toEqual([400, 'rows too_large'])
    expect((await imported(rows.slice(1), { dry_run: true })).created).toBe(500)
    expect(await imported([])).toEqual({ created: 0, changed: 0, unchanged: 0, refused: 0, rows: [] })
  })

  // Rule: internal-api.md, Import
  test('has at most 2,000 tags in all its rows', async () => {
    const own = freshKey()
    const rows = Array.from({ length: 25 }, (_, row) => ({
      external_key: `${own}-${row}`,
      name: 'Crate',
      tags: Array.from({ length: 80 }, (__, at) => ({ tag_type: 'ble', value: `${own} ${row} ${at}` })),
    }))
    const more = { external_key: own, name: 'Lid', tags: [{ tag_type: 'ble', value: own }] }
    expect(faultsOf(await send([...rows, more]))).toEqual([413, 'payload_too_large'])
    expect(await find(own)).toBeUndefined()
    expect((await imported(rows, { dry_run: true })).created).toBe(25)
  })

  test('needs a session: an API key is refused, and so is a request without credentials', async () => {
    const api = await apiClient(program, session)
    expect(faultsOf(await send([], {}, api))).toEqual([401, 'unauthorized'])
    expect(faultsOf(await send([], {}, clientOf(program.http)))).toEqual([401, 'unauthorized'])
  })

  test('changes no asset of another organization, whose keys and tags cause no conflict', async () => {
    const other = await otherOrganization(program, 'East')
    const key = freshKey()
    const row = { external_key: key, name: 'Mine', tags: [{ tag_type: 'rfid', value: key }] }
    await imported([row])
    expect(outcomesOf(await imported([{ ...row, name: 'Theirs' }], {}, other))).toEqual(['created'])
    expect((await find(key))?.['name']).toBe('Mine')
  })
})

test('the example of the documentation is imported without changes', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../../docs/import.md')).text()
  const [first, ...records] = parseCsv(/```csv\n([^]*?)```/.exec(page)?.[1] ?? '')
  const reading = readingOf(records, guessMapping(first?.cells ?? []), new Map())
  expect(reading.mapping).not.toContain(null)
  const report = await imported(records.map(({ cells }) => fieldsOf(cells, reading).body))
  expect(report).toMatchObject({ created: 3, refused: 0 })
  expect(await find('PUMP-0018')).toMatchObject({
    description: null,
    tags: [{ value: '30340000000000000000A018' }, { value: '30340000000000000000B018' }],
  })
})

test('an import writes the same audit log entries as other changes', async () => {
  const client = await otherOrganization(program, 'Audited')
  const key = freshKey()
  await imported([{ external_key: key, name: 'Lathe' }], {}, client)
  await imported(
    [{ external_key: key, name: 'Lathe 2', tags: [{ tag_type: 'rfid', value: key }] }],
    {},
    client,
  )
  await imported([{ external_key: key, name: 'Lathe 3' }], { dry_run: true }, client)
  const entries = (await client.get('/internal/v1/audit')).body.data as {
    action: string
    subject: { name: string }
  }[]
  const ours = entries.filter(({ subject }) => subject.name === key).map(({ action }) => action)
  expect(ours.toSorted()).toEqual(['changed', 'created', 'tag_attached'])
})

/** The public API has no texts. */
const withoutTexts = (errors: readonly object[] = []): unknown[] =>
  errors.map((error) => ({ ...error, text: undefined }))
