import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newLocation } from '../../support/records'

/** Locations from a file or a list, in one request. */

const path = '/internal/v1/locations/import'

let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
})
afterAll(stopPrograms)

type Row = Record<string, unknown>

interface Report {
  readonly created: number
  readonly existing: number
  readonly refused: number
  readonly rows: readonly {
    readonly outcome: string
    readonly id: number | null
    readonly external_key: string | null
    readonly errors: readonly { readonly field: string; readonly code: string; readonly message: string }[]
  }[]
}

async function imported(rows: readonly unknown[], more: Row = {}, client = session): Promise<Report> {
  const { status, body, text } = await client.post(path, { rows, ...more })
  if (status !== 200) throw new Error(`The import returned ${status}: ${text}`)
  return body.data
}

const outcomesOf = ({ rows }: Report): string[] => rows.map(({ outcome }) => outcome)
const errorsOf = ({ rows }: Report): string[][] =>
  rows.map(({ errors }) => errors.map(({ field, code }) => `${field} ${code}`))
const find = async (id: number | null | undefined): Promise<Row> =>
  (await session.get(`/api/v1/locations/${id}`)).body.data
const totalOf = async (): Promise<number> => (await session.get('/api/v1/locations?limit=1')).body.total_count

// Rule: internal-api.md, Import of locations
describe('an import of locations', () => {
  test('creates a tree in one request, with the audit entries of each location', async () => {
    const key = freshKey()
    const { rows } = await imported([
      { name: 'Hall', external_key: key, description: 'Big', is_active: false },
      { name: 'Aisle', parent_row: 0 },
      { name: 'Rack', parent_row: 1 },
      { name: 'Yard', parent_external_key: key },
    ])
    const [hall, aisle, rack, yard] = rows.map(({ id }) => id)
    expect(await find(hall)).toMatchObject({
      external_key: key,
      description: 'Big',
      is_active: false,
      parent_id: null,
    })
    expect(await find(aisle)).toMatchObject({ name: 'Aisle', parent_id: hall })
    expect(await find(rack)).toMatchObject({ parent_id: aisle })
    expect(await find(yard)).toMatchObject({ parent_external_key: key })
    expect((await find(rack))['external_key']).toMatch(/^LOC-\d+$/)
    const audit = await session.get(`/internal/v1/audit?subject_kind=location&subject_id=${rack}`)
    expect(audit.body.data).toMatchObject([{ action: 'created', after: { name: 'Rack', parent_id: aisle } }])
  })

  test('reuses a location with the same key, or the same name under the same parent, without a change', async () => {
    const name = freshKey()
    const hall = await newLocation(session, { external_key: freshKey(), name })
    const dock = await newLocation(session, { name: 'Dock', parent_id: hall.id })
    const report = await imported([
      { external_key: hall.external_key, name: 'Another name' },
      { name: 'Dock', parent_row: 0 },
      { name: 'Dock', parent_external_key: hall.external_key },
      { name },
      { name: 'Dock', parent_row: 1 },
      { name: 'Dock', parent_row: 1 },
    ])
    expect(outcomesOf(report)).toEqual([
      'existing',
      'existing',
      'existing',
      'existing',
      'created',
      'existing',
    ])
    expect(report.rows.map(({ id }) => id).slice(0, 4)).toEqual([hall.id, dock.id, dock.id, hall.id])
    expect(report.rows[5]?.id).toBe(report.rows[4]?.id as number)
    expect(await find(hall.id)).toMatchObject({ name })
  })

  test('rejects a row with its errors and the rows below it, and creates the others', async () => {
    const report = await imported([
      { name: 'Bad key', external_key: 'BAD KEY' },
      { name: 'Below', parent_row: 0 },
      { external_key: freshKey() },
      { name: 'Lost', parent_external_key: 'NOWHERE' },
      { name: 'Tagged', tags: [{ tag_type: 'rfid', value: 'X' }] },
      { name: 'Later', parent_row: 6 },
      { name: freshKey() },
      { name: 7, is_active: 'maybe' },
      { name: 'Both', parent_row: 6, parent_external_key: 'NOWHERE' },
    ])
    expect(errorsOf(report)).toEqual([
      ['external_key invalid_value'],
      ['parent_row fk_not_found'],
      ['name required'],
      ['parent_external_key fk_not_found'],
      ['tags unknown_field'],
      ['parent_row invalid_value'],
      [],
      ['name invalid_value', 'is_active invalid_value'],
      ['parent_external_key fk_not_found'],
    ])
    expect(report).toMatchObject({ created: 1, refused: 8 })
  })

  test('rejects a row with a character in its key, name or parent that none may have, and no other row', async () => {
    const name = freshKey()
    await newLocation(session, { name })
    const report = await imported([
      { name, external_key: 'A\0B' },
      { name: 'A\0B' },
      { name, parent_external_key: 'A\0B' },
      { name, parent_id: '1' },
      { name },
    ])
    expect(errorsOf(report)).toEqual([
      ['external_key invalid_value'],
      ['name invalid_value'],
      ['parent_external_key invalid_value'],
      ['parent_id invalid_value'],
      [],
    ])
    expect(outcomesOf(report)).toEqual(['refused', 'refused', 'refused', 'refused', 'existing'])
  })

  test('gives no row without a key the key of a later row, and frees the keys of rejected rows', async () => {
    const { rows: probe } = await imported([{ name: freshKey() }])
    const next = Number(probe[0]?.external_key?.slice(4)) + 1
    const keyOf = (number: number) => `LOC-${String(number).padStart(3, '0')}`
    const { rows } = await imported([
      { name: freshKey() },
      { name: 'Given', external_key: keyOf(next) },
      { name: 'Twice', external_key: keyOf(next) },
      { name: '', external_key: keyOf(next + 2) },
    ])
    expect(rows.map(({ external_key }) => external_key)).toEqual([keyOf(next + 1), keyOf(next), null, null])
    expect(rows[2]?.errors[0]?.message).toBe(`An earlier row has the same external_key ${keyOf(next)}`)
    expect((await imported([{ name: freshKey() }])).rows[0]?.external_key).toBe(keyOf(next + 2))
  })

  test('rejects a location below the deepest level of a tree', async () => {
    const chain = Array.from({ length: 1000 }, (_, at) => ({
      name: `Level ${at}`,
      ...(at > 0 && { parent_row: at - 1 }),
    }))
    const report = await imported(chain)
    expect(report).toMatchObject({ created: 1000, refused: 0 })
    const deepest = report.rows.at(-1)?.id
    const below = await imported([{ name: 'Too deep', parent_id: deepest }])
    expect(errorsOf(below)).toEqual([['parent_id too_large']])
  })

  test('stores nothing in a dry run, and returns the outcomes of the import', async () => {
    const before = await totalOf()
    const key = freshKey()
    const rows = [
      { name: 'Hall', external_key: key },
      { name: 'Aisle', parent_row: 0 },
      { name: 'x', parent_row: 9 },
    ]
    const report = await imported(rows, { dry_run: true })
    expect(outcomesOf(report)).toEqual(['created', 'created', 'refused'])
    expect(report.rows.map(({ id, external_key }) => [id, external_key])).toEqual([
      [null, key],
      [null, null],
      [null, null],
    ])
    expect(await totalOf()).toBe(before)
    expect(outcomesOf(await imported(rows))).toEqual(outcomesOf(report))
  })

  test('sent again with the same Idempotency-Key creates nothing and returns the first response', async () => {
    const init = {
      body: JSON.stringify({ rows: [{ name: freshKey() }] }),
      headers: { 'content-type': 'application/json', 'idempotency-key': freshKey() },
    }
    const first = await session.request('POST', path, init)
    const before = await totalOf()
    expect((await session.request('POST', path, init)).body).toEqual(first.body)
    expect(await totalOf()).toBe(before)
  })

  test('sees no locations of other organizations', async () => {
    const key = freshKey()
    const mine = await newLocation(session, { external_key: key, name: key })
    const other = await otherOrganization(program)
    const report = await imported(
      [
        { name: key },
        { name: 'By key', parent_external_key: key },
        { name: 'By id', parent_id: mine.id },
        { name: 'Own', external_key: key },
      ],
      {},
      other,
    )
    expect(outcomesOf(report)).toEqual(['created', 'refused', 'refused', 'created'])
    expect(report.rows[3]?.id).not.toBe(mine.id)
  })

  test.each([
    ['more than 1,000 rows', { rows: Array.from({ length: 1001 }, () => ({ name: 'x' })) }],
    ['rows that are not objects', { rows: ['x'] }],
    ['no rows', {}],
    ['an unknown field', { rows: [], mode: 'x' }],
  ])('with %s is rejected', async (_, body) => {
    expect((await session.post(path, body)).status).toBe(400)
  })
})
