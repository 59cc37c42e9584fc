import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { freshKey } from '../../support/records'

/** The entries of an import in the audit log. */

let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
})
afterAll(stopPrograms)

interface Entry {
  readonly id: number
  readonly action: string
  readonly subject: { readonly kind: string; readonly name: string }
  readonly import: { readonly id: string; readonly entries: number } | null
}

const list = async (query: string, client = session): Promise<{ rows: Entry[]; total: number }> => {
  const { body } = await client.get(`/internal/v1/audit?${query}`)
  return { rows: body.data, total: body.total_count }
}
const importAssets = (rows: readonly object[], more: object = {}, client = session) =>
  client.post('/internal/v1/assets/import', { rows, ...more })

describe('the audit log of an import', () => {
  // Rule: internal-api.md, Audit log
  test('of several requests is one entry of the grouped list, with the number of its entries', async () => {
    const before = await list('grouped=true&limit=1')
    const id = freshKey()
    const [first, second] = [freshKey(), freshKey()]
    await importAssets([{ name: 'A', external_key: first }, { name: 'B' }], { import_id: id })
    await session.post('/api/v1/assets', { name: 'Between' })
    await importAssets(
      [{ name: 'C', external_key: second, tags: [{ tag_type: 'ble', value: freshKey() }] }, { name: 'D' }],
      {
        import_id: id,
      },
    )
    const grouped = await list('grouped=true&limit=2')
    expect(grouped.total).toBe(before.total + 2)
    expect(grouped.rows.map((entry) => entry.import)).toEqual([null, { id, entries: 4 }])
    expect(grouped.rows[1]?.subject.name).toBe(first)
    const all = await list('limit=5')
    expect(all.rows.map((entry) => entry.import?.id)).toEqual([id, id, undefined, id, id])
    const ofImport = await list(`import_id=${id}&limit=3`)
    expect([ofImport.total, ofImport.rows.length]).toEqual([4, 3])
    expect((await list(`import_id=${id}&grouped=true`)).total).toBe(1)
    expect((await list(`import_id=${id}&action=deleted`)).total).toBe(0)
    expect((await list(`grouped=true&action=created&subject_kind=asset&limit=2`)).rows[1]?.import?.id).toBe(
      id,
    )
  })

  test('contains changes and tags of existing assets, and nothing of a dry run', async () => {
    const [key, id] = [freshKey(), freshKey()]
    await session.post('/api/v1/assets', { name: 'Old', external_key: key })
    const rows = [{ external_key: key, name: 'New', tags: [{ tag_type: 'rfid', value: freshKey() }] }]
    await importAssets(rows, { import_id: id, dry_run: true })
    expect((await list(`import_id=${id}`)).total).toBe(0)
    await importAssets(rows, { import_id: id })
    const { rows: entries } = await list(`import_id=${id}`)
    expect(entries.map(({ action }) => action)).toEqual(['tag_attached', 'changed'])
    expect((await list(`subject_kind=asset&subject_id=${await idOf(key)}&limit=1`)).total).toBe(3)
  })

  const idOf = async (key: string): Promise<number> =>
    (await session.get(`/api/v1/assets?external_key=${key}`)).body.data[0].id

  test('without an import_id is that of its request, for locations as well', async () => {
    await importAssets([{ name: 'A' }, { name: 'B' }])
    await session.post('/internal/v1/locations/import', {
      rows: [{ name: freshKey() }, { name: 'x', parent_row: 0 }],
    })
    const { rows } = await list('grouped=true&limit=2')
    expect(rows.map(({ subject, import: group }) => [subject.kind, group?.entries])).toEqual([
      ['location', 2],
      ['asset', 2],
    ])
  })

  // Rule: internal-api.md, Audit log
  test('is apart from an import of another organization with the same id', async () => {
    const other = await otherOrganization(program)
    const id = freshKey()
    await importAssets([{ name: 'Mine' }, { name: 'Mine' }], { import_id: id })
    await importAssets([{ name: 'Theirs' }], { import_id: id }, other)
    expect((await list(`import_id=${id}`)).rows.map((entry) => entry.import?.entries)).toEqual([2, 2])
    expect((await list(`import_id=${id}`, other)).rows.map((entry) => entry.import?.entries)).toEqual([1])
    expect((await list('grouped=true&limit=1', other)).rows[0]?.import?.id).toBe(id)
  })

  test.each([[''], ['x'.repeat(65)], [7]])('with the import_id %p is rejected', async (id) => {
    expect((await importAssets([{ name: 'A' }], { import_id: id })).status).toBe(400)
  })
})
