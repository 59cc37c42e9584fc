import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, scan, secondsAgo, secondsAhead } from '../../support/scans'

/** What floor plans show (docs/internal-api.md, Floor). */

let program: Program
let session: Client
let dock: Row
let aisle: Row
let empty: Row

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  dock = await newLocation(session, { name: 'Dock' })
  aisle = await newLocation(session, { name: 'Aisle' })
  empty = await newLocation(session, { name: 'Empty', parent_id: aisle.id })
  for (const key of ['A', 'B', 'C', 'GONE', 'UNSEEN']) await newTagged(session, key)
  // These instants are older when the files before this one took long, but moves are shown for 15 minutes.
  await scan(session, dock.id, 'A', secondsAgo(7200))
  await scan(session, aisle.id, 'A', secondsAgo(120))
  await scan(session, aisle.id, 'A', secondsAgo(30))
  await scan(session, dock.id, 'B', secondsAgo(100))
  await scan(session, aisle.id, 'C', secondsAgo(90_000))
  await scan(session, dock.id, 'GONE', secondsAgo(90))
  const gone = (await session.get('/api/v1/assets?external_key=GONE')).body.data[0]
  await session.delete(`/api/v1/assets/${gone.id}`)
})
afterAll(stopPrograms)

const floor = async () => (await session.get('/internal/v1/floor')).body.data

// Rule: internal-api.md, Floor
describe('the floor', () => {
  test('counts the assets at each location, and tells the latest read of them', async () => {
    const { asset_count, locations } = await floor()
    expect(asset_count).toBe(4)
    expect(locations).toEqual([
      { location_id: dock.id, asset_count: 1, last_read_at: secondsAgo(100), day_count: 1, old_count: 0 },
      { location_id: aisle.id, asset_count: 2, last_read_at: secondsAgo(30), day_count: 1, old_count: 0 },
    ])
  })

  test('has the same counts as the location tree', async () => {
    const tree = (await session.get('/internal/v1/location-tree')).body.data
    const counts = new Map(
      (await floor()).locations.map((row: Record<string, number>) => [
        row['location_id'],
        row['asset_count'],
      ]),
    )
    for (const node of tree) expect(counts.get(node.id) ?? 0).toBe(node.asset_count)
    expect(counts.has(empty.id)).toBe(false)
  })

  test('has the moves of the last 15 minutes, newest first', async () => {
    const { moves } = await floor()
    expect(moves).toMatchObject([
      { asset_external_key: 'B', location_id: dock.id, previous_location_id: null },
      {
        asset_external_key: 'A',
        location_id: aisle.id,
        previous_location_id: dock.id,
        event_observed_at: secondsAgo(120),
      },
    ])
  })

  test('has a move to a location that the asset has left since', async () => {
    const client = await otherOrganization(program, 'Passing')
    const [from, passed, to] = [
      await newLocation(client),
      await newLocation(client),
      await newLocation(client),
    ]
    await newTagged(client, 'THROUGH')
    for (const [at, seconds] of [
      [from, 800],
      [passed, 600],
      [to, 400],
    ] as const)
      await scan(client, at.id, 'THROUGH', secondsAhead(-seconds))
    const { data } = (await client.get('/internal/v1/floor')).body
    expect(data.locations.map((row: { location_id: number }) => row.location_id)).toEqual([to.id])
    expect(data.moves.map((move: { location_id: number }) => move.location_id)).toEqual([
      to.id,
      passed.id,
      from.id,
    ])
  })

  test('follows a move immediately', async () => {
    await newTagged(session, 'FAST')
    const before = (await floor()).locations
    await scan(session, empty.id, 'FAST', new Date().toISOString())
    const after = (await floor()).locations
    expect(after.length).toBe(before.length + 1)
    expect(after.at(-1)).toMatchObject({ location_id: empty.id, asset_count: 1 })
  })
})

// Rule: internal-api.md, Floor
describe('the moves of a day', () => {
  test('lead from the counts at its beginning to those at its end', async () => {
    const { from, to, steps, step_seconds } = (await session.get('/internal/v1/floor/day')).body.data
    expect([steps.length, step_seconds]).toEqual([180, 480])
    expect(Date.parse(to) - Date.parse(from)).toBe(24 * 3_600_000)
    const total = (id: number) =>
      steps
        .flatMap((step: { changes: [number, number][] }) => step.changes)
        .filter(([location]: [number]) => location === id)
        .reduce((sum: number, [, by]: [number, number]) => sum + by, 0)
    // C was at the aisle before; A passed through the dock.
    expect([total(dock.id), total(aisle.id)]).toEqual([1, 1])
    const paths = steps.flatMap((step: { paths: number[][] }) => step.paths)
    expect(paths).toContainEqual([dock.id, aisle.id, 1])
    expect(paths).toContainEqual([0, dock.id, 1])
  })

  test('contain a late scan, and not what it corrects', async () => {
    const [ramp, cage] = [
      await newLocation(session, { name: 'Ramp' }),
      await newLocation(session, { name: 'Cage' }),
    ]
    await newTagged(session, 'LATE')
    const pathsToCage = async () => {
      const { is_current: isCurrent, steps } = (await session.get('/internal/v1/floor/day')).body.data
      expect(isCurrent).toBe(true)
      return steps.flatMap(({ paths }: { paths: number[][] }) => paths.filter(([, to]) => to === cage.id))
    }
    await scan(session, cage.id, 'LATE', secondsAgo(2000))
    expect(await pathsToCage()).toEqual([[0, cage.id, 1]])
    await scan(session, ramp.id, 'LATE', secondsAgo(3000))
    expect(await pathsToCage()).toEqual([[ramp.id, cage.id, 1]])
  })

  test('end at the given time', async () => {
    const to = secondsAgo(3500)
    const { data } = (await session.get(`/internal/v1/floor/day?to=${to}`)).body
    expect(data.to).toBe(to)
    const moves = data.steps.reduce((sum: number, step: { moves: number }) => sum + step.moves, 0)
    expect(moves).toBe(1)
  })
})

// Rule: internal-api.md, Floor
test('the counts at an instant are those of the report at that instant', async () => {
  for (const at of [secondsAgo(100_000), secondsAgo(7000), secondsAgo(550), secondsAgo(0)]) {
    const { locations } = (await session.get(`/internal/v1/floor/past?at=${at}`)).body.data
    const rows = (await session.get(`/internal/v1/whereabouts?at=${at}`)).body.data
    const counts = Map.groupBy(rows, (row: { location_id: number }) => row.location_id)
    expect(locations).toEqual(
      [...counts]
        .map(([id, found]) => ({ location_id: id, asset_count: found.length }))
        .toSorted((a, b) => a.location_id - b.location_id),
    )
  }
})

// Rule: internal-api.md, Floor
test('a location is silent when all its readers are', async () => {
  const dataDir = newDataDir()
  const first = await startProgram({ dataDir })
  const admin = await signIn(first)
  const [cold, warm] = [await newLocation(admin), await newLocation(admin)]
  const [late, later, fine] = [
    await newReader(admin, 'late', [cold.id, warm.id]),
    await newReader(admin, 'later', [cold.id]),
    await newReader(admin, 'fine', [warm.id]),
  ]
  await newTagged(admin, 'X')
  for (const reader of [late, later, fine]) await postReads(first, reader, [{ value: 'X' }])
  expect((await admin.get('/internal/v1/floor')).body.data.silent).toEqual([])
  await first.stop()
  const db = openDatabase(dataDir)
  const minutesAgo = (minutes: number) => (Date.now() - minutes * 60_000) * 1000
  const silence = db.query('update reader_health set last_message_at = ? where reader_id = ?')
  silence.run(minutesAgo(20), late.id)
  silence.run(minutesAgo(10), later.id)
  db.close()
  const again = await signIn(await startProgram({ dataDir, isFirst: false }))
  const { silent } = (await again.get('/internal/v1/floor')).body.data
  expect(silent).toMatchObject([{ location_id: cold.id, reader_id: later.id, reader_name: 'later' }])
})
