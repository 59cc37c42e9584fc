import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connectAsync } from 'mqtt'
import type { Read } from '../../../src/storage/core/store'
import { wireOf } from '../../../src/base/time'
import { needs } from '../../../src/tracking/history/place/evidence'
import { eventsOf, inOrder } from '../../../src/tracking/history/presence'
import { taughtOf } from '../../../src/tracking/history/place/taught'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newTagged, type Row } from '../../support/records'
import { postReads, type SentRead } from '../../support/scans'
import { newWorld, readsAt, type Spot, teach, type World } from '../../support/taught'

/** What decides when it is switched on (docs/internal-api.md, Place model). */

const dataDir = newDataDir()
let program: Program
let session: Client
let other: Client
let world: World
let version: number
const path = '/internal/v1/place-model'

setDefaultTimeout(90_000)
beforeAll(async () => {
  await start()
  world = await newWorld(session)
  version = await teachAll()
})
afterAll(stopPrograms)

async function start(): Promise<void> {
  program = await startProgram({ dataDir })
  session = await signIn(program)
  other = await otherOrganization(program, freshKey('South'))
}

const spots: readonly Spot[] = ['ward', 'hall', 'store']

async function teachAll(): Promise<number> {
  const taught: { location: Row; asset: Row; spot: Spot }[] = []
  for (const [index, spot] of spots.entries())
    taught.push({
      location: world.locations[index] as Row,
      asset: await newTagged(session, freshKey('tag')),
      spot,
    })
  return teach(program, session, world, taught)
}

const locationAt = (antenna: number): number => (world.locations[Math.ceil(antenna / 3) - 1] as Row).id

const readOf = ({ antenna = 0, observed_at, rssi = null as never }: SentRead): Read => ({
  at: Date.parse(observed_at as string) * 1000,
  locationId: locationAt(antenna),
  rssi,
  readerId: world.reader.id,
  antenna,
  tagId: 0,
  presenceTimeoutSeconds: 300,
  isScan: false,
})

/** The samples as the service stores them: means of the levels, to a tenth. */
async function storedSamples() {
  const { data } = (await session.get('/internal/v1/place-samples?state=kept&limit=200')).body
  const samples = []
  for (const { id, location_id } of data) {
    const { antennas } = (await session.get(`/internal/v1/place-samples/${id}`)).body.data
    const levels = antennas.map((one: any) => [one.reader_id, one.port, one.level_dbm] as const)
    samples.push({ locationId: location_id, levels })
  }
  return taughtOf(samples)
}

type TaughtOrNull = Awaited<ReturnType<typeof storedSamples>>

const expected = (messages: readonly SentRead[][], taught: TaughtOrNull) =>
  eventsOf(null, messages.flat().map(readOf).toSorted(inOrder), needs.normal, taught).events.map(
    ({ locationId, firstAt, lastAt, readCount, cause }) => ({
      location_id: locationId,
      first_seen_at: wireOf(firstAt),
      last_seen_at: wireOf(lastAt),
      read_count: readCount,
      cause,
    }),
  )

async function shownOf({ id }: Row) {
  const { body } = await session.get(`/internal/v1/assets/${id}/events`)
  return body.data
    .map(({ location_id, first_seen_at, last_seen_at, read_count, cause }: any) => ({
      location_id,
      first_seen_at,
      last_seen_at,
      read_count,
      cause,
    }))
    .toReversed()
}

const storyOf = (value: string): SentRead[][] => {
  const from = Date.now() - 120_000
  return [...readsAt(value, 'hall', from, 60), ...readsAt(value, 'ward', from + 24_000, 120)]
}

// Rule: internal-api.md, Place model
// Rule: history.md, Taught locations
describe('samples that are switched on', () => {
  test('decide like the pure rule, read for read, by MQTT', async () => {
    const asset = await newTagged(session, freshKey('bed'))
    const taught = await storedSamples()
    const messages = storyOf(asset.external_key)
    const mqtt = await connectAsync(program.mqtt as string, {
      username: world.reader.external_key,
      password: world.reader.device_token,
      reconnectPeriod: 0,
    })
    for (const [index, reads] of messages.entries()) {
      await mqtt.publishAsync(world.reader.topic.replace('#', 'reads'), JSON.stringify({ reads }), { qos: 1 })
      if (index % 5 === 4)
        expect(await shownOf(asset)).toEqual(expected(messages.slice(0, index + 1), taught))
    }
    await mqtt.endAsync()
    const events = await shownOf(asset)
    expect(events).toEqual(expected(messages, taught))
    expect(events.map(({ cause }: any) => cause)).toContain('matches')
    expect(expected(messages, null)).not.toEqual(events)
    const { data } = (await session.get(`/internal/v1/assets/${asset.id}/events`)).body
    expect(data[0]).toMatchObject({
      text: { key: 'move.matches' },
      reason: expect.stringContaining('taught'),
    })
  })

  test('decide the same after the service was killed, and messages were sent again', async () => {
    const asset = await newTagged(session, freshKey('bed'))
    const taught = await storedSamples()
    const messages = storyOf(asset.external_key)
    for (const [index, reads] of messages.entries()) {
      await postReads(program, world.reader, reads)
      if (index % 60 !== 59) continue
      await program.kill()
      await start()
      for (const again of messages.slice(index - 3, index + 1)) await postReads(program, world.reader, again)
      expect(await shownOf(asset)).toEqual(expected(messages.slice(0, index + 1), taught))
    }
  })

  test('leave the decision to the untaught rule beside a location that has none', async () => {
    const own = await newWorld(session)
    const some: { location: Row; asset: Row; spot: Spot }[] = []
    for (const [index, spot] of (['ward', 'hall'] as const).entries())
      some.push({
        location: own.locations[index] as Row,
        asset: await newTagged(session, freshKey('tag')),
        spot,
      })
    await teach(program, session, own, some)
    const asset = await newTagged(session, freshKey('bed'))
    const from = Date.now() - 60_000
    await postReads(program, own.reader, readsAt(asset.external_key, 'ward', from, 80).flat())
    const events = await shownOf(asset)
    expect(events.at(-1).location_id).toBe(own.locations[1]?.id)
    expect(events.map(({ cause }: any) => cause)).not.toContain('matches')
    const { places } = (await session.get(path)).body.data
    const ward = places.find((each: any) => each.location_id === own.locations[0]?.id)
    expect(ward).toMatchObject({
      sample_count: 1,
      right_share: 1,
      advice_text: { key: 'place.neighbor', params: { place: 'Ward', other: 'Store' } },
    })
  })

  test('are compared with others in a rehearsal, which changes nothing', async () => {
    await session.delete(path)
    const asset = await newTagged(session, freshKey('bed'))
    const reads = readsAt(asset.external_key, 'ward', Date.now() - 60_000, 80)
    await postReads(program, world.reader, reads.flat())
    const { status, body } = await session.post(`${path}/rehearsal`)
    expect([status, body.data.present, body.data.proposed]).toEqual([
      200,
      expect.objectContaining({ moves: expect.any(Number) }),
      expect.objectContaining({ moves: expect.any(Number) }),
    ])
    expect(body.data.differing_assets).toBeGreaterThan(0)
    expect((await session.get(path)).body.data.active).toBeNull()
  })

  test('decide nothing after they are switched off, and closed history stays', async () => {
    const asset = await newTagged(session, freshKey('bed'))
    const { candidate } = (await session.get(path)).body.data
    await session.post(`${path}/activate`, { version: candidate.version })
    const from = Date.now() - 60_000
    await postReads(program, world.reader, readsAt(asset.external_key, 'ward', from, 40).flat())
    expect((await shownOf(asset)).at(-1).location_id).toBe(world.locations[0]?.id)
    expect((await session.delete(path)).status).toBe(204)
    expect((await session.delete(path)).status).toBe(204)
    await postReads(program, world.reader, readsAt(asset.external_key, 'ward', from + 16_000, 100).flat())
    expect((await shownOf(asset)).map(({ location_id }: any) => location_id)).toEqual([
      world.locations[0]?.id,
      world.locations[1]?.id,
    ])
  })

  test('are named by a version, and an old one is refused', async () => {
    const { candidate } = (await session.get(path)).body.data
    expect(candidate.version).not.toBe(version)
    expect(faultsOf(await session.post(`${path}/activate`, { version }))).toEqual([409, 'conflict'])
    expect(faultsOf(await session.post(`${path}/activate`, {}))).toEqual([400, 'version required'])
    const activated = await session.post(`${path}/activate`, { version: candidate.version })
    expect(activated.body.data).toMatchObject({ active: { version: candidate.version }, candidate: null })
    const { data } = (await session.get('/internal/v1/audit?subject_kind=place_model&limit=2')).body
    expect(data[0]).toMatchObject({ action: 'created', after: { version: candidate.version } })
    expect(data[1]).toMatchObject({ action: 'deleted' })
  })

  test('belong to one organization', async () => {
    const nothing = { active: null, candidate: null, places: [], move_delay: null }
    expect((await other.get(path)).body.data).toEqual(nothing)
    expect(faultsOf(await other.post(`${path}/activate`, { version }))).toEqual([409, 'conflict'])
    expect(faultsOf(await other.post(`${path}/rehearsal`))).toEqual([409, 'conflict'])
    expect((await other.delete(path)).status).toBe(204)
    expect((await session.get(path)).body.data.active).not.toBeNull()
  })

  test('do not place an asset at a location that was deleted', async () => {
    const [, hall] = world.locations as [Row, Row, Row]
    const { candidate, active } = (await session.get(path)).body.data
    if (!active) await session.post(`${path}/activate`, { version: candidate.version })
    const asset = await newTagged(session, freshKey('bed'))
    const reader = `/internal/v1/readers/${world.reader.id}`
    const { antennas } = (await session.get(reader)).body.data
    const ward = world.locations[0] as Row
    // The antennas of the ward now belong to the hall, so that the ward can be deleted.
    await session.patch(reader, {
      antennas: antennas.map((one: any) =>
        one.location_id === ward.id ? { ...one, location_id: hall.id } : one,
      ),
    })
    const { data } = (await session.get(`/internal/v1/whereabouts?location_id=${ward.id}&limit=200`)).body
    for (const { asset_id } of data) await session.delete(`/api/v1/assets/${asset_id}`)
    expect((await session.delete(`/api/v1/locations/${ward.id}`)).status).toBe(204)
    await postReads(
      program,
      world.reader,
      readsAt(asset.external_key, 'ward', Date.now() - 60_000, 60).flat(),
    )
    expect((await shownOf(asset)).map(({ location_id }: any) => location_id)).not.toContain(ward.id)
  })
})
