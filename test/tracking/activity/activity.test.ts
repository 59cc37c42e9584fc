import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, type Reader, scan, secondsAgo } from '../../support/scans'

/** The counts of the console's overview. */

const path = '/internal/v1/activity'
const hourMillis = 3_600_000

let program: Program
let session: Client
let hall: Row
let yard: Row
let gate: Reader

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  hall = await newLocation(session, { external_key: 'hall', name: 'Hall' })
  yard = await newLocation(session, { external_key: 'yard', name: 'Yard' })
  await newLocation(session, { external_key: 'empty', name: 'Empty' })
  gate = await newReader(session, 'gate', [hall.id, yard.id])
  for (const key of ['crate', 'drum', 'spool']) await newTagged(session, key)
  await scan(session, hall.id, 'crate', secondsAgo((168 + 5) * 3600))
  await scan(session, hall.id, 'crate', secondsAgo(40 * 3600))
  await scan(session, hall.id, 'drum', secondsAgo(3 * 3600))
  await scan(session, hall.id, 'spool', secondsAgo(3 * 3600))
  await scan(session, yard.id, 'spool', secondsAgo(1))
})
afterAll(stopPrograms)

/** The start of the hour that contains this instant. */
const hourOf = (instant: string): string =>
  new Date(Math.floor(Date.parse(instant) / hourMillis) * hourMillis).toISOString()

// Rule: internal-api.md, Activity
describe('activity', () => {
  test('counts the scan events of the last 24 hours, hour by hour, and nothing older', async () => {
    const { status, body } = await session.get(path)
    expect(status).toBe(200)
    const { hours } = body.data
    expect(hours).toHaveLength(24)
    expect(hours.at(-1).from).toBe(hourOf(new Date().toISOString()))
    const steps = hours.map(({ from }: { from: string }) => Date.parse(from))
    expect(steps.slice(1).map((at: number, before: number) => at - steps[before])).toEqual(
      Array(23).fill(hourMillis),
    )
    const counted = hours.filter(({ events }: { events: number }) => events > 0)
    expect(counted).toEqual([
      { from: hourOf(secondsAgo(3 * 3600)), events: 2, events_week_before: 0 },
      { from: hourOf(secondsAgo(1)), events: 1, events_week_before: 0 },
    ])
  })

  test('counts the scan events of the same hours a week before', async () => {
    const { hours } = (await session.get(path)).body.data
    const before = hours.filter((hour: { events_week_before: number }) => hour.events_week_before > 0)
    expect(before).toEqual([{ from: hourOf(secondsAgo(5 * 3600)), events: 0, events_week_before: 1 }])
  })

  test('counts the assets that the report shows', async () => {
    const { data } = (await session.get(path)).body
    expect(data.asset_count).toBe(3)
  })

  test('leaves out assets that are deleted or not in effect, and locations that are deleted', async () => {
    const south = await otherOrganization(program, 'East')
    const [shed, barn] = [await newLocation(south), await newLocation(south)]
    const kept = await newTagged(south, 'kept')
    const gone = await newTagged(south, 'gone')
    const ended = await newTagged(south, 'ended')
    for (const { external_key: key } of [kept, gone, ended]) await scan(south, shed.id, key, secondsAgo(60))
    const moved = await newTagged(south, 'moved')
    await scan(south, barn.id, moved.external_key, secondsAgo(60))
    await south.delete(`/api/v1/assets/${gone.id}`)
    await south.patch(`/api/v1/assets/${ended.id}`, { valid_to: new Date().toISOString() })
    await south.delete(`/api/v1/assets/${moved.id}`)
    await south.delete(`/api/v1/locations/${barn.id}`)
    const { data } = (await south.get(path)).body
    expect(data.asset_count).toBe(1)
  })

  test('counts the reads of active fixed readers, and the readers by state', async () => {
    const readers = async (client = session) => (await client.get(`${path}/readers`)).body.data
    const unused = await newReader(session, 'unused', [hall.id])
    const idle = await newReader(session, 'idle', [hall.id], { is_active: false })
    expect(await readers()).toEqual({
      at: expect.any(String),
      reads: 0,
      heard: 0,
      silent: 0,
      never: 2,
      silent_readers: [],
    })
    await postReads(program, gate, [{ value: 'crate' }, { value: 'nobody' }])
    await postReads(program, gate, [{ value: 'crate', antenna: 9 }])
    expect(await readers()).toMatchObject({ reads: 3, heard: 1, silent: 0, never: 1 })
    await session.delete(`/internal/v1/readers/${unused.id}`)
    await session.delete(`/internal/v1/readers/${idle.id}`)
    expect(await readers()).toMatchObject({ reads: 3, heard: 1, silent: 0, never: 0 })
  })

  test("contains only the caller's organization, and is for users only", async () => {
    const south = await otherOrganization(program)
    const { data } = (await south.get(path)).body
    expect(data.asset_count).toBe(0)
    expect(data.hours.every(({ events }: { events: number }) => events === 0)).toBe(true)
    expect((await south.get(`${path}/readers`)).body.data).toMatchObject({ reads: 0, heard: 0, never: 0 })
    for (const client of [await apiClient(program, session), clientOf(program.http)])
      for (const asked of [path, `${path}/readers`])
        expect(faultsOf(await client.get(asked))).toEqual([401, 'unauthorized'])
  })

  test('lists the silent fixed readers, starting with the longest silence', async () => {
    const dataDir = newDataDir()
    const before = await startProgram({ dataDir })
    const person = await signIn(before)
    const place = await newLocation(person)
    const [late, later, recent] = [
      await newReader(person, 'late', [place.id]),
      await newReader(person, 'later', [place.id]),
      await newReader(person, 'recent', [place.id]),
    ]
    for (const reader of [late, later, recent]) await postReads(before, reader, [{ value: 'nobody' }])
    await before.stop()
    const db = openDatabase(dataDir)
    const setLastMessage = (reader: Reader, seconds: number) =>
      db.run('update reader_health set last_message_at = ? where reader_id = ?', [
        Date.parse(secondsAgo(seconds)) * 1000,
        reader.id,
      ])
    setLastMessage(late, 400)
    setLastMessage(later, 9000)
    db.close()
    const after = await startProgram({ dataDir })
    const { data } = (await (await signIn(after)).get(`${path}/readers`)).body
    const silent = (reader: Reader, seconds: number) => ({
      id: reader.id,
      external_key: reader.external_key,
      name: reader.external_key,
      silent_since: secondsAgo(seconds),
    })
    expect(data).toMatchObject({ reads: 3, heard: 1, silent: 2, never: 0 })
    expect(data.silent_readers).toEqual([silent(later, 9000), silent(late, 400)])
  })
})
