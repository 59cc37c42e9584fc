import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import { type Migration, migrations } from '../../migrations'
import { postgresMigrations } from '../../migrations/postgres'
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server'

/**
 * A move that an earlier version dated back to the beginning of the event before it begins after it, so that it is the newest event
 * (docs/history.md, Beginning of an event).
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

for (const [name, [all, open]] of Object.entries(engines))
  test(`on ${name}`, async () => {
    const { run, rows } = open()
    const index = all.findIndex((migration) => migration.name.endsWith('equal_beginnings'))
    for (const migration of all.slice(0, index)) await run(migration.sql)
    await run(before)
    for (const migration of all.slice(index)) await run(migration.sql)

    const events = await rows(
      'select id, first_at, last_at from scan_events order by asset_id, first_at, location_id',
    )
    expect(events.map((row) => [row['id'], row['first_at'], row['last_at']].map(Number))).toEqual([
      [1, at, at],
      [3, at + 50e6, at + 50e6],
      [4, at + 50e6 + 1, at + 50e6 + 1],
      [5, at + 50e6, at + 50e6],
      [6, at + 50e6, at + 50e6],
    ])
    const placements = await rows('select head, base from placements order by asset_id')
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
    const queued = await rows('select change, scan_event_id from event_queue order by scan_event_id')
    expect(queued.map((row) => [row.change, Number(row.scan_event_id)])).toEqual([['updated', 4]])
  })
