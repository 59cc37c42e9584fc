import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset, newLocation, newTagged, type Row } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'

/** Tags that readers can't tell apart, on several assets and locations. */

let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
})
afterAll(stopPrograms)

const attach = (client: Client, { id }: Row, value: string) =>
  client.post(`/api/v1/assets/${id}/tags`, { tag_type: 'rfid', value })

const sharedBy = async (client: Client): Promise<string[][]> => {
  const { body } = await client.get('/internal/v1/shared-tags')
  expect(body.total_count).toBe(body.data.length)
  return body.data.map(({ tags }: { tags: { owner_name: string }[] }) => tags.map((tag) => tag.owner_name))
}

// Rule: internal-api.md, Same tags
describe('tags that are the same for readers', () => {
  test('are found by any spelling, the same spelling first, with their owners', async () => {
    const client = await otherOrganization(program, 'Spellings')
    const first = await newTagged(client, 'AB12CD34EF560000', { name: 'First' })
    const second = await newAsset(client, { name: 'Second' })
    await attach(client, second, 'ab12-cd34-ef56-0000')
    const dock = await newLocation(client, { name: 'Dock', tags: [{ tag_type: 'barcode', value: '47' }] })
    const same = async (query: string) =>
      (await client.get(`/internal/v1/tags?${query}`)).body.data.map(
        (tag: Record<string, unknown>) => `${String(tag['value'])} ${String(tag['owner_name'])}`,
      )
    expect(await same('tag_type=rfid&value=ab12-cd34-ef56-0000')).toEqual([
      'ab12-cd34-ef56-0000 Second',
      'AB12CD34EF560000 First',
    ])
    expect(await same('value=AB:12:CD:34:EF:56:00:00')).toHaveLength(2)
    expect(await same('value=47%0D')).toEqual(['47 Dock'])
    expect(await same('tag_type=ble&value=AB12CD34EF560000')).toEqual([])
    await newTagged(client, '--', { external_key: 'SEPARATORS', name: 'Separators' })
    expect(await same('value=--')).toEqual(['-- Separators'])
    expect(await same('value=:-')).toEqual([])
    expect(await same('')).toEqual([])
    expect(await same('value=')).toEqual([])
    const { body } = await client.get('/internal/v1/tags?value=47')
    expect(body.data[0]).toEqual({
      id: dock.tags[0]?.id,
      tag_type: 'barcode',
      value: '47',
      asset_id: null,
      location_id: dock.id,
      owner_external_key: dock.external_key,
      owner_name: 'Dock',
    })
    await client.delete(`/api/v1/assets/${first.id}`)
    expect(await same('value=AB12CD34EF560000')).toEqual(['ab12-cd34-ef56-0000 Second'])
  })

  test('are listed while several assets or locations have them, but not while one has two spellings', async () => {
    const client = await otherOrganization(program, 'Listed')
    const one = await newTagged(client, 'E100', { name: 'One' })
    await attach(client, one, 'e1:00')
    expect(await sharedBy(client)).toEqual([])
    const other = await newTagged(client, 'E1-00', { name: 'Other' })
    expect(await sharedBy(client)).toEqual([['One', 'One', 'Other']])
    const third = await newTagged(client, 'E-200', { name: 'Third' })
    await newLocation(client, { name: 'Place', tags: [{ tag_type: 'rfid', value: 'E200' }] })
    expect(await sharedBy(client)).toEqual([
      ['One', 'One', 'Other'],
      ['Third', 'Place'],
    ])
    await client.delete(`/api/v1/assets/${third.id}`)
    await client.delete(`/api/v1/assets/${other.id}/tags/${other.tags[0]?.id}`)
    expect(await sharedBy(client)).toEqual([])
  })

  test('move to one owner in one write, with an entry in the audit log for each change', async () => {
    const client = await otherOrganization(program, 'Moved')
    const pump = await newTagged(client, 'F1-00', { name: 'Pump' })
    const valve = await newAsset(client, { name: 'Valve' })
    const hall = await newLocation(client, { name: 'Hall' })
    await newLocation(client, { name: 'Place', tags: [{ tag_type: 'rfid', value: 'F1:00' }] })
    const body = { tag_type: 'rfid', value: 'f100', asset_id: valve.id }
    const moved = await client.post('/internal/v1/tags/move', body)
    expect(moved.status).toBe(200)
    expect(moved.body.data).toMatchObject({ value: 'f100', asset_id: valve.id, owner_name: 'Valve' })
    expect(await sharedBy(client)).toEqual([])
    await scan(client, hall.id, 'F1-00', secondsAgo(10))
    const report = await client.get(
      `/api/v1/reports/asset-locations?asset_id=${pump.id}&asset_id=${valve.id}`,
    )
    expect(report.body.data.map((row: { asset_id: number }) => row.asset_id)).toEqual([valve.id])
    const { body: log } = await client.get('/internal/v1/audit?limit=3')
    expect(log.data.map(({ action }: { action: string }) => action)).toEqual([
      'tag_attached',
      'tag_detached',
      'tag_detached',
    ])
    // A second time changes nothing.
    expect((await client.post('/internal/v1/tags/move', body)).body.data.id).toBe(moved.body.data.id)
    expect((await client.get('/internal/v1/audit?limit=1')).body.data[0].id).toBe(log.data[0].id)
  })

  test('move only to one live asset or location of the organization', async () => {
    const tag = { tag_type: 'rfid', value: 'G1' }
    const move = async (owner: object) =>
      faultsOf(await session.post('/internal/v1/tags/move', { ...tag, ...owner }))
    expect(await move({})).toEqual([400, 'asset_id required'])
    expect(await move({ asset_id: 999_999 })).toEqual([400, 'asset_id fk_not_found'])
    expect(await move({ asset_id: 1, location_id: 1 })).toEqual([
      400,
      'asset_id ambiguous_fields',
      'location_id ambiguous_fields',
    ])
  })

  test('are kept as a query of all tags finds them', async () => {
    const client = await otherOrganization(program, 'Index')
    await newTagged(client, 'H100', { name: 'One' })
    await newTagged(client, 'H-100', { name: 'Two' })
    const database = openDatabase(program.dataDir, { readonly: true })
    const grouped = database
      .query(
        `select organization_id, tag_type, normalized from tags where deleted_at is null
         group by 1, 2, 3 having count(distinct coalesce(asset_id, -location_id)) > 1`,
      )
      .all()
    expect(database.query('select * from shared_tags').all()).toEqual(grouped)
    expect(grouped).not.toEqual([])
    database.close()
  })
})
