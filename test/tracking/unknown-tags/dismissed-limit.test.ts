import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, otherOrganization } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newLocation } from '../../support/records'

/** The maximum number of dismissed tags. All but a few of them are written into the database. */

const path = '/internal/v1/dismissed-tags'

let program: Program
let client: Client
let dock: number

beforeAll(async () => {
  program = await startProgram()
  client = await otherOrganization(program, 'Dismissing')
  dock = (await newLocation(client)).id
  using db = openDatabase(program.dataDir)
  db.run(`insert into dismissed_tags (organization_id, tag_type, value, normalized, is_prefix, dismissed_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 9970)
    select id, 'ble', 'V' || n, 'V' || n, 0, '2026-01-01T00:00:00.000000Z'
    from organizations cross join numbers where name = 'Dismissing'`)
})
afterAll(stopPrograms)

const inbox = async (): Promise<number[]> =>
  (await client.get('/internal/v1/unknown-tags?limit=200')).body.data.map(({ id }: { id: number }) => id)
const total = async (list = path): Promise<number> => (await client.get(`${list}?limit=1`)).body.total_count
const dismiss = (ids: readonly number[]) => client.post(path, { unknown_tag_ids: ids })

describe('a request that would dismiss more than 10,000 tags in all', () => {
  test('dismisses none of its tags and writes no audit entry', async () => {
    const reads = Array.from({ length: 40 }, (_, at) => ({ value: `AA${100 + at}`, tag_type: 'rfid' }))
    await client.post('/internal/v1/scans', { location_id: dock, reads })
    const ids = await inbox()
    const entries = await total('/internal/v1/audit')
    expect(ids).toHaveLength(40)
    expect(faultsOf(await dismiss(ids))).toEqual([409, 'conflict'])
    expect([await inbox(), await total(), await total('/internal/v1/audit')]).toEqual([ids, 9970, entries])
    expect((await dismiss(ids.slice(0, 30))).body.data).toEqual({ dismissed: 30 })
    expect([await inbox(), await total()]).toEqual([ids.slice(30), 10_000])
    expect(faultsOf(await dismiss(ids.slice(30, 31)))).toEqual([409, 'conflict'])
  })
})
