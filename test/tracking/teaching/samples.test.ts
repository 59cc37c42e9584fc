import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newAsset, newLocation, newTagged } from '../../support/records'
import { postReads } from '../../support/scans'
import { newWorld, readsAt, record, recorded, type Sample, sampleOf, type World } from '../../support/taught'

/** Samples of places (docs/internal-api.md, Taught places; docs/history.md, Taught locations). */

const dataDir = newDataDir()
let program: Program
let session: Client
let other: Client
let world: World

setDefaultTimeout(60_000)
beforeAll(async () => {
  await start()
  world = await newWorld(session)
})
afterAll(stopPrograms)

async function start(): Promise<void> {
  program = await startProgram({ dataDir })
  session = await signIn(program)
  other = await otherOrganization(program, freshKey('South'))
}

const path = '/internal/v1/place-samples'
/** All antennas hear the reads of a step, which are 400 ms apart, in the same second then. */
const startOf = ({ started_at }: Sample): number => Math.ceil((Date.parse(started_at) + 10) / 200) * 200
const keep = ({ id }: Sample) => session.post(`${path}/${id}/keep`)
const begin = async (fields: object = {}) => {
  const asset = await newTagged(session, freshKey('tag'))
  const { id } = await newLocation(session)
  return { asset, sample: await record(session, { location_id: id, asset_ids: [asset.id], ...fields }) }
}

// Rule: internal-api.md, Taught places
// Rule: history.md, Taught locations
describe('a sample', () => {
  test('has the reads of its tags and its time, and decides nothing when it is kept', async () => {
    const { asset, sample } = await begin()
    const stranger = await newTagged(session, freshKey('tag'))
    await postReads(program, world.reader, readsAt(asset.external_key, 'ward', startOf(sample), 20).flat())
    await postReads(program, world.reader, readsAt(stranger.external_key, 'ward', startOf(sample), 20).flat())
    await postReads(
      program,
      world.reader,
      readsAt(asset.external_key, 'ward', startOf(sample) - 60_000, 20).flat(),
    )
    expect(await keep(sample)).toMatchObject({ status: 409 })
    await recorded(session, [sample.id])
    expect(await sampleOf(session, sample.id)).toMatchObject({
      state: 'ready',
      read_count: 180,
      reason: null,
    })
    const { status, body } = await keep(sample)
    expect([status, body.data.state, body.data.is_stale]).toEqual([200, 'kept', false])
    expect((await keep(sample)).body.data).toEqual(body.data)
    const { antennas } = await sampleOf(session, sample.id)
    expect(antennas).toHaveLength(9)
    expect(antennas[0]).toMatchObject({ port: 5, read_count: 20, level_dbm: -64, missed_share: 0 })
    expect(antennas[0].histogram.reduce((sum: number, count: number) => sum + count)).toBe(20)
    const model = (await session.get('/internal/v1/place-model')).body.data
    expect(model).toMatchObject({ active: null, candidate: { version: expect.any(Number) } })
  })

  test('has the reads of a tag without an asset, and of one tag of an asset', async () => {
    const [free, own] = [freshKey('BEACON'), freshKey('own')]
    const asset = await newAsset(session, {
      tags: [
        { tag_type: 'ble', value: own },
        { tag_type: 'rfid', value: freshKey() },
      ],
    })
    const tags = [free, own].map((value) => ({ tag_type: 'ble', value }))
    const sample = await record(session, { location_id: (await newLocation(session)).id, tags })
    expect(await sampleOf(session, sample.id)).toMatchObject({
      tags: [
        { asset_id: null, tag_type: 'ble', value: free },
        { asset_id: asset.id, tag_type: 'ble', value: own },
      ],
    })
    const ble = [free.toLowerCase(), own].flatMap((value) =>
      readsAt(value, 'hall', startOf(sample), 4).flat(),
    )
    const rfid = asset.tags.filter((tag) => tag.tag_type === 'rfid').map(({ value }) => value)
    await postReads(program, world.reader, [
      ...ble.map((read) => ({ ...read, tag_type: 'ble' })),
      ...rfid.flatMap((value) => readsAt(value, 'hall', startOf(sample), 4).flat()),
    ])
    expect(await sampleOf(session, sample.id)).toMatchObject({ read_count: 72 })
  })

  test('is rejected when a tag moved meanwhile, or was not heard, and cannot be kept then', async () => {
    const [moved, silent] = [await begin(), await begin()]
    const key = moved.asset.external_key
    await postReads(program, world.reader, readsAt(key, 'ward', startOf(moved.sample), 12).flat())
    await postReads(program, world.reader, readsAt(key, 'store', startOf(moved.sample) + 4_800, 12).flat())
    await recorded(session, [moved.sample.id, silent.sample.id])
    const view = await sampleOf(session, moved.sample.id)
    expect(view).toMatchObject({ state: 'rejected', reason: 'moved', read_count: 216 })
    expect(view.moved_after_seconds).toBeWithin(3, 8)
    expect(await sampleOf(session, silent.sample.id)).toMatchObject({
      state: 'rejected',
      reason: 'not_heard',
    })
    for (const { sample } of [moved, silent]) expect(faultsOf(await keep(sample))).toEqual([409, 'conflict'])
    const listed = (await session.get(`${path}?state=rejected`)).body
    expect(listed.data.map(({ id }: Sample) => id)).toEqual([silent.sample.id, moved.sample.id])
    expect(listed.total_count).toBe(2)
  })

  test('needs 30 reads to be kept', async () => {
    const { asset, sample } = await begin()
    await postReads(program, world.reader, readsAt(asset.external_key, 'hall', startOf(sample), 3).flat())
    await recorded(session, [sample.id])
    const response = await keep(sample)
    expect(faultsOf(response)).toEqual([400, 'read_count too_small'])
    expect(response.body.error.fields[0].params).toEqual({ minimum: 30 })
  })

  test('counts each read once, even when it is sent again and the service was killed', async () => {
    const { asset, sample } = await begin()
    const messages = readsAt(asset.external_key, 'store', startOf(sample), 12)
    for (const [index, reads] of messages.entries()) {
      await postReads(program, world.reader, reads)
      if (index !== 6) continue
      await program.kill()
      await start()
      for (const again of messages.slice(3, 7)) await postReads(program, world.reader, again)
    }
    expect(await sampleOf(session, sample.id)).toMatchObject({ read_count: 108 })
  })

  test('is stale when an antenna in it gets another offset, or another location', async () => {
    const own = await newWorld(session)
    const asset = await newTagged(session, freshKey('tag'))
    const [place] = own.locations
    const sample = await record(session, { location_id: place?.id, asset_ids: [asset.id] })
    await postReads(program, own.reader, readsAt(asset.external_key, 'ward', startOf(sample), 12).flat())
    await recorded(session, [sample.id])
    await keep(sample)
    const reader = `/internal/v1/readers/${own.reader.id}`
    const { antennas } = (await session.get(reader)).body.data
    const change = (fields: object) =>
      session.patch(reader, { antennas: [{ ...antennas[0], ...fields }, ...antennas.slice(1)] })
    expect(await sampleOf(session, sample.id)).toMatchObject({ is_stale: false, stale_reason: null })
    await change({ rssi_offset_db: 3 })
    expect(await sampleOf(session, sample.id)).toMatchObject({
      is_stale: true,
      stale_reason: 'offset_changed',
    })
    await change({ location_id: own.locations[1]?.id })
    expect(await sampleOf(session, sample.id)).toMatchObject({
      is_stale: true,
      stale_reason: 'antenna_moved',
    })
    const { places } = (await session.get('/internal/v1/place-model')).body.data
    expect(places.find((each: { location_id: number }) => each.location_id === place?.id)).toMatchObject({
      is_stale: true,
      advice_text: { key: 'place.stale' },
    })
    await change({})
    expect(await sampleOf(session, sample.id)).toMatchObject({ is_stale: false })
  })

  test('is one at a time of a location, and is deleted with it', async () => {
    const { asset, sample } = await begin()
    const { location_id } = await sampleOf(session, sample.id)
    const again = { location_id, asset_ids: [asset.id] }
    expect(faultsOf(await session.post(path, again))).toEqual([409, 'conflict'])
    expect((await session.delete(`/api/v1/locations/${location_id}`)).status).toBe(204)
    expect((await session.get(`${path}/${sample.id}`)).status).toBe(404)
  })

  test('is discarded, which the audit log says', async () => {
    const { sample } = await begin()
    expect((await session.delete(`${path}/${sample.id}`)).status).toBe(204)
    expect((await session.delete(`${path}/${sample.id}`)).status).toBe(404)
    const { data } = (
      await session.get(`/internal/v1/audit?subject_kind=place_sample&subject_id=${sample.id}`)
    ).body
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['deleted', 'created'])
  })
})

// Rule: internal-api.md, Taught places
describe('recording a sample', () => {
  const place = () => world.locations[0]?.id
  const many = Array.from({ length: 21 }, (_, index) => ({ tag_type: 'ble', value: `M${index}` }))
  test.each([
    ['without a location', () => ({ asset_ids: [1] }), ['location_id required']],
    [
      'at a location that there is not',
      () => ({ location_id: 999_999, tags: many.slice(1) }),
      ['location_id fk_not_found'],
    ],
    ['of nothing', () => ({ location_id: place() }), ['asset_ids required']],
    [
      'of an asset that there is not',
      () => ({ location_id: place(), asset_ids: [999_999] }),
      ['asset_ids[0] fk_not_found'],
    ],
    ['of 21 tags', () => ({ location_id: place(), tags: many }), ['tags too_large']],
    [
      'of 21 assets and tags',
      () => ({ location_id: place(), asset_ids: [1], tags: many.slice(1) }),
      ['asset_ids too_large'],
    ],
    ['for 9 s', () => ({ location_id: place(), tags: many.slice(1), seconds: 9 }), ['seconds too_small']],
    ['for 301 s', () => ({ location_id: place(), tags: many.slice(1), seconds: 301 }), ['seconds too_large']],
    [
      'of an unknown field',
      () => ({ location_id: place(), tags: many.slice(1), power: 1 }),
      ['power unknown_field'],
    ],
  ])('%s is refused', async (_, body, faults) => {
    expect(faultsOf(await session.post(path, body()))).toEqual([400, ...faults])
  })

  test('is refused for the tag of a location', async () => {
    const value = freshKey('SIGN')
    await newLocation(session, { tags: [{ tag_type: 'rfid', value }] })
    const body = { location_id: place(), tags: [{ tag_type: 'rfid', value }] }
    expect(faultsOf(await session.post(path, body))).toEqual([400, 'tags[0].value invalid_value'])
  })

  test('is refused with records of another organization, whose samples it does not show', async () => {
    const { asset, sample } = await begin()
    const location = await newLocation(other)
    expect(faultsOf(await other.post(path, { location_id: location.id, asset_ids: [asset.id] }))).toEqual([
      400,
      'asset_ids[0] fk_not_found',
    ])
    const own = await newTagged(other, freshKey('tag'))
    expect(faultsOf(await other.post(path, { location_id: place(), asset_ids: [own.id] }))).toEqual([
      400,
      'location_id fk_not_found',
    ])
    expect((await other.get(path)).body).toMatchObject({ data: [], total_count: 0 })
    const answers = [
      await other.get(`${path}/${sample.id}`),
      await other.post(`${path}/${sample.id}/keep`),
      await other.delete(`${path}/${sample.id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})
