import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import { type Migration, migrations } from '../../migrations'
import { postgresMigrations } from '../../migrations/postgres'
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server'

/**
 * Histories that earlier versions stored. A move that was dated back to the beginning of the event before it begins after it, so that it
 * is the newest event (docs/history.md, Beginning of an event). An event that late scans had split, and that ended before it began, ends
 * when it begins.
 */

const server: PostgresServer | undefined = await startPostgres()

type Row = Readonly<Record<string, unknown>>
interface Opened {
  readonly run: (text: string) => Promise<unknown>
  readonly rows: (text: string) => Promise<Row[]>
}

const sqlite = new Database(':memory:')
let sql: ReturnType<typeof postgres>
beforeAll(() => {
  if (server) sql = postgres(server.url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  sqlite.close()
  await sql?.end()
  server?.stop()
})

const engines: Readonly<Record<string, [readonly Migration[], () => Opened]>> = {
  SQLite: [
    migrations,
    () => ({
      run: async (text) => sqlite.run(text),
      rows: async (text) => sqlite.query(text).all() as Row[],
    }),
  ],
  ...(server && {
    PostgreSQL: [
      postgresMigrations,
      () => ({
        run: (text: string) => sql.unsafe(`begin; ${text}; commit`).simple(),
        rows: async (text: string) => [...(await sql.unsafe(text))],
      }),
    ] satisfies [readonly Migration[], () => Opened],
  }),
}

const at = 1_790_000_000_000_000
const presence = (id: number, firstAt: number) =>
  JSON.stringify({ id, locationId: 1, firstAt, lastAt: firstAt })
const ended = (id: number) => JSON.stringify({ id, locationId: 1, firstAt: at + 9e6, lastAt: at + 8e6 })
const event = (id: number, asset: number, location: number, seconds: number, cause: string) =>
  `(${id}, 1, ${asset}, ${location}, ${at + seconds * 1e6}, ${at + seconds * 1e6}, 1, '${cause}')`
const placement = (asset: number, head: number, base: number, seconds: number) =>
  `(${asset}, 1, 1, ${at}, 'null', '{"current":${presence(base, at + seconds * 1e6)},"evidence":null}',
    '${presence(head, at + seconds * 1e6)}')`

/** The move of asset 1 has the time of the event that it follows. The scans of asset 2 had one time, which stays. */
const before = `
  insert into organizations (id, name, slug, created_at) values (1, 'North', 'north', '');
  insert into locations (id, organization_id, external_key, name, is_active, valid_from, created_at, updated_at, search_key, search_description)
    values (1, 1, 'A', 'A', 1, '', '', '', '', ''), (2, 1, 'B', 'B', 1, '', '', '', '', ''), (3, 1, 'C', 'C', 1, '', '', '', '', '');
  insert into assets (id, organization_id, external_key, name, metadata, is_active, valid_from, created_at, updated_at, search_key, search_description)
    values (1, 1, 'X', 'X', '{}', 1, '', '', '', '', ''), (2, 1, 'Y', 'Y', '{}', 1, '', '', '', '', '');
  insert into scan_events (id, organization_id, asset_id, location_id, first_at, last_at, read_count, cause)
    values ${event(1, 1, 2, 0, 'first')}, ${event(3, 1, 2, 50, 'resumed')}, ${event(4, 1, 1, 50, 'stronger')},
      ${event(5, 2, 2, 50, 'scanned')}, ${event(6, 2, 3, 50, 'scanned')};
  insert into placements (asset_id, organization_id, location_id, last_seen_at, heard, base, head)
    values ${placement(1, 4, 4, 50)}, ${placement(2, 6, 6, 50)};
  delete from event_queue;`

const lost = JSON.stringify({
  ...JSON.parse(presence(20, at + 20e6)),
  readCount: 8,
  readerId: null,
  antenna: 3,
  strongestRssi: -61.5,
  cause: 'resumed',
  why: { fromId: 2 },
})

/**
 * An event of the asset 3 and one of the unknown tag 1 ended before they began. The row of the newest event of the asset 4 was deleted.
 * The read of the asset 5 has a greater id than the scan of the same time.
 */
const beforeEnds = `
  insert into assets (id, organization_id, external_key, name, metadata, is_active, valid_from, created_at, updated_at, search_key, search_description)
    values (3, 1, 'Z', 'Z', '{}', 1, '', '', '', '', ''), (4, 1, 'V', 'V', '{}', 1, '', '', '', '', ''), (5, 1, 'W', 'W', '{}', 1, '', '', '', '', '');
  insert into unknown_tags (id, organization_id, tag_type, value, normalized, search_value, first_seen_at, last_seen_at, read_count)
    values (1, 1, 'rfid', 'E1', 'E1', 'e1', ${at}, ${at}, 1);
  insert into scan_events (id, organization_id, asset_id, location_id, first_at, last_at, read_count, cause)
    values (7, 1, 3, 1, ${at + 9e6}, ${at + 8e6}, 1, 'resumed'), ${event(8, 3, 2, 10, 'scanned')},
      ${event(10, 4, 2, 0, 'first')}, ${event(21, 5, 1, 10, 'scanned')}, ${event(22, 5, 1, 10, 'returned')};
  insert into placements (asset_id, organization_id, location_id, last_seen_at, heard, base, head)
    values (3, 1, 1, ${at}, 'null', '{"current":${ended(7)},"evidence":null}', '${presence(8, at + 10e6)}'),
      (4, 1, 1, ${at}, 'null', '{"current":null,"evidence":null}', '${lost}'), ${placement(5, 21, 21, 10)};
  insert into unknown_events (id, organization_id, unknown_tag_id, location_id, first_at, last_at, read_count, cause)
    values (9, 1, 1, 1, ${at + 9e6}, ${at + 8e6}, 1, 'resumed');
  insert into unknown_placements (unknown_tag_id, organization_id, location_id, last_seen_at, heard, base, head)
    values (1, 1, 1, ${at}, 'null', '{"current":${ended(9)},"evidence":null}', '${ended(9)}');`

for (const [name, [all, open]] of Object.entries(engines))
  test(`on ${name}`, async () => {
    const { run, rows } = open()
    const index = all.findIndex((migration) => migration.name.endsWith('equal_beginnings'))
    for (const migration of all.slice(0, index)) await run(migration.sql)
    await run(before)
    const last = all.findIndex((migration) => migration.name.endsWith('event_ends'))
    for (const migration of all.slice(index, last)) await run(migration.sql)
    await run(beforeEnds)
    for (const migration of all.slice(last)) await run(migration.sql)

    const events = await rows(
      'select id, first_at, last_at from scan_events where asset_id < 3 order by asset_id, first_at, location_id',
    )
    expect(events.map((row) => [row['id'], row['first_at'], row['last_at']].map(Number))).toEqual([
      [1, at, at],
      [3, at + 50e6, at + 50e6],
      [4, at + 50e6 + 1, at + 50e6 + 1],
      [5, at + 50e6, at + 50e6],
      [6, at + 50e6, at + 50e6],
    ])
    const placements = await rows('select head, base from placements where asset_id < 3 order by asset_id')
    expect(
      placements.map(({ head, base }) => [JSON.parse(String(head)), JSON.parse(String(base)).current]),
    ).toEqual([
      [
        { id: 4, locationId: 1, firstAt: at + 50e6 + 1, lastAt: at + 50e6 + 1 },
        { id: 4, locationId: 1, firstAt: at + 50e6 + 1, lastAt: at + 50e6 + 1 },
      ],
      [
        { id: 6, locationId: 1, firstAt: at + 50e6, lastAt: at + 50e6 },
        { id: 6, locationId: 1, firstAt: at + 50e6, lastAt: at + 50e6 },
      ],
    ])
    // The event log reports the change with the next write.
    const queued = await rows(
      'select change, scan_event_id from event_queue where scan_event_id < 7 order by scan_event_id',
    )
    expect(queued.map((row) => [row.change, Number(row.scan_event_id)])).toEqual([['updated', 4]])

    const lastOf = (text: unknown) => (JSON.parse(String(text)) as { lastAt: number }).lastAt - at
    const ends = await rows(`
      select last_at, head, base from scan_events join placements using (asset_id) where scan_events.id = 7
      union all select last_at, head, base from unknown_events join unknown_placements using (unknown_tag_id)`)
    expect(
      ends.map(({ last_at: end, head, base }) => [
        Number(end) - at,
        lastOf(head),
        lastOf(JSON.stringify(JSON.parse(String(base)).current)),
      ]),
    ).toEqual([
      [9e6, 10e6, 9e6],
      [9e6, 9e6, 9e6],
    ])
    const repaired = await rows(`
      select id, asset_id, location_id, first_at, read_count, antenna, strongest_rssi, cause, why from scan_events where asset_id > 3
      order by id`)
    expect(repaired.map(({ id, asset_id: asset }) => [Number(id), Number(asset)])).toEqual([
      [10, 4],
      [20, 4],
      [21, 5],
    ])
    const {
      first_at: begun,
      read_count: count,
      location_id: location,
      antenna,
      ...found
    } = repaired[1] as Row
    expect([begun, count, location, antenna].map(Number)).toEqual([at + 20e6, 8, 1, 3])
    expect(found).toMatchObject({ strongest_rssi: -61.5, cause: 'resumed' })
    expect(JSON.parse(String(found['why']))).toEqual({ fromId: 2 })
  })
