import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newAsset, newLocation, newTagged } from '../../support/records'
import { newReader, scan, secondsAgo } from '../../support/scans'
import { simulate, simulateFlags } from '../../support/simulated'

/** Counting and removing what `whereabouts simulate` has created. */

const path = '/internal/v1/simulated-data'

let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
})
afterAll(stopPrograms)

const counts = async (client = session) => (await client.get(path)).body.data
const none = { readers: 0, assets: 0, locations: 0 }
const simulation = (flags: string) =>
  simulate(simulateFlags(program, `--readers 2 --antennas 2 --rate 100 --count 10 ${flags}`))

async function removeAll(): Promise<typeof none> {
  const total = { ...none }
  for (;;) {
    const { status, body } = await session.delete(path)
    expect(status).toBe(200)
    const { removed, is_complete: isComplete } = body.data
    for (const kind of ['readers', 'assets', 'locations'] as const) total[kind] += removed[kind]
    if (isComplete) return total
  }
}

const totalOf = async (list: string, client = session): Promise<number> =>
  (await client.get(`${list}${list.includes('?') ? '&' : '?'}limit=1`)).body.total_count
/** The removals in the audit log. Other entries do not count. */
const removals = '/internal/v1/audit?action=deleted'

describe('simulated data', () => {
  // Rule: internal-api.md, Simulated data
  test('is counted and removed, with an entry in the audit log for each record', async () => {
    const own = await newAsset(session, { name: 'Mine' })
    expect(await counts()).toEqual(none)
    await simulation('--tags 250 --prefix sim')
    await simulation('--tags 3 --prefix otherone')
    const found = await counts()
    expect(found).toMatchObject({ readers: 4, assets: 253 })
    expect(found.locations).toBeGreaterThan(3)
    const before = await totalOf(removals)
    expect(await removeAll()).toEqual(found)
    expect(await counts()).toEqual(none)
    expect(await totalOf(removals)).toBe(before + found.readers + found.assets + found.locations)
    expect([
      await totalOf('/api/v1/assets'),
      await totalOf('/api/v1/locations'),
      await totalOf('/internal/v1/readers'),
    ]).toEqual([1, 0, 0])
    expect((await session.get(`/api/v1/assets/${own.id}`)).status).toBe(200)
    // The simulation can begin again with the same keys.
    await simulation('--tags 3 --prefix sim')
    expect(await counts()).toMatchObject({ readers: 2, assets: 3 })
    await removeAll()
  }, 60_000)

  test('is complete when no location is left, even of those that contained others', async () => {
    await simulation('--tags 1 --prefix nested')
    const { data } = (await session.get('/api/v1/locations?q=nested-&sort=external_key')).body
    const [one, two, three] = data.map(({ id }: { id: number }) => id)
    await session.patch(`/api/v1/locations/${two}`, { parent_id: one })
    await session.patch(`/api/v1/locations/${three}`, { parent_id: two })
    const found = await counts()
    expect((await session.delete(path)).body.data).toEqual({ removed: found, is_complete: true })
    expect(await counts()).toEqual(none)
  }, 60_000)

  // Rule: internal-api.md, Simulated data
  test('is kept when it is in use', async () => {
    await simulation('--tags 8 --prefix used')
    const assets = (await session.get('/api/v1/assets?q=used-&sort=external_key')).body.data as {
      id: number
      external_key: string
    }[]
    const locations = (await session.get('/api/v1/locations?q=used-&sort=external_key')).body.data as {
      id: number
      external_key: string
    }[]
    const [renamed, described, tagged, extra, moved] = assets.map(({ id }) => `/api/v1/assets/${id}`)
    await session.patch(renamed as string, { name: 'Forklift' })
    await session.patch(described as string, { description: 'Ours' })
    await session.post(`${tagged}/tags`, { tag_type: 'barcode', value: '4006381333931' })
    await session.patch(extra as string, { metadata: { color: 'red' } })
    await session.post(`${moved}/rename`, { external_key: 'USED-X' })
    const [first, second, third] = locations.map(({ id }) => id) as [number, number, number]
    await newTagged(session, 'real', { name: 'Real' })
    await scan(session, first, 'real', secondsAgo(1))
    await newLocation(session, { name: 'Real shelf', parent_id: second })
    const real = await newReader(session, freshKey(), [third])
    // Records of users whose names and keys only resemble those of a simulation.
    await newAsset(session, { name: 'Simulated asset 7', external_key: 'PUMP-7' })
    await newAsset(session, { name: 'Simulated assets', external_key: 'S' })
    await newLocation(session, { name: 'Simulated location 9-9', external_key: 'YARD' })

    await removeAll()
    const kept = (await session.get('/api/v1/assets?limit=200')).body.data.map(
      ({ external_key: key }: { external_key: string }) => key,
    )
    expect(kept).toEqual(
      expect.arrayContaining([
        'USED-0001',
        'USED-0002',
        'USED-0003',
        'USED-0004',
        'USED-X',
        'real',
        'PUMP-7',
        'S',
      ]),
    )
    expect(kept).not.toContain('USED-0006')
    const places = (await session.get('/api/v1/locations?limit=200')).body.data.map(
      ({ id }: { id: number }) => id,
    )
    expect(places).toEqual(expect.arrayContaining([first, second, third]))
    expect((await session.get('/api/v1/locations?external_key=YARD')).body.total_count).toBe(1)
    expect((await session.get(`/internal/v1/readers/${real.id}`)).status).toBe(200)
    expect((await session.delete(path)).body.data).toEqual({ removed: none, is_complete: true })
  }, 60_000)

  test('of another organization is neither counted nor removed', async () => {
    await simulation('--tags 2 --prefix apart')
    const other = await otherOrganization(program)
    expect(await counts(other)).toEqual(none)
    expect((await other.delete(path)).body.data).toEqual({ removed: none, is_complete: true })
    expect((await counts()).readers).toBe(2)
  }, 60_000)
})
