import { Database } from 'bun:sqlite'
import { join } from 'node:path'

/** Fills a database with the data of a large warehouse. */

/** Changes a database in one transaction. The service must not run. */
export function changeDatabase(dataDir: string, change: (db: Database) => void): void {
  using db = new Database(join(dataDir, 'whereabouts.db'), { strict: true })
  db.run('pragma synchronous = off')
  db.run('pragma cache_size = -500000')
  db.transaction(() => change(db))()
  // These rows are not events. The first write of the service would turn them into events, all in one transaction.
  db.run('delete from event_queue')
  db.run('pragma wal_checkpoint(truncate)')
}

export interface Sizes {
  readonly assets: number
  readonly locations: number
  /** Scan events of each asset. */
  readonly events: number
}

const instant = (seconds: string) => `strftime('%Y-%m-%dT%H:%M:%S.000000Z', ${seconds}, 'unixepoch')`
const series = (count: number) =>
  `(with recursive series (i) as (select 1 union all select i + 1 from series where i < ${count}) select i from series)`
const begin = 1_767_225_600

/**
 * Adds locations in a tree of depth 12, assets with one tag each, of which 2 % are inactive, their placements, and their
 * histories, to the organization with id 1. The first asset has 100,000 further events.
 */
export function fillDatabase(dataDir: string, { assets, locations, events }: Sizes): void {
  changeDatabase(dataDir, (db) => {
    const { first } = db
      .query<{ first: number }, []>('select coalesce(max(id), 0) + 1 as first from locations')
      .get() as { first: number }
    db.run(`insert into locations (id, organization_id, external_key, name, parent_id, is_active, valid_from, created_at,
        updated_at, search_key, search_description)
      select ${first} + i - 1, 1, printf('RACK-%05d', i), 'Rack ' || i, case when i = 1 then null when i <= 8 then ${first} + i - 2
          else ${first} + 7 + (i - 9) / 8 end, 1, t, t, t,
        'rack ' || i || char(31) || lower(printf('RACK-%05d', i)), ''
      from (select i, ${instant(String(begin))} as t from ${series(locations)})`)
    db.run(`insert into assets (organization_id, external_key, name, is_active, metadata, valid_from, created_at, updated_at,
        search_key, search_description, search_tags)
      select 1, printf('BULK-%07d', i), name, i % 50 <> 0, '{}', t, t, t,
        lower(name || char(31) || printf('BULK-%07d', i)), '', lower(printf('E2801160%016X', i))
      from (select i, printf('%s %07d', case i % 4 when 0 then 'Dock trolley' when 1 then 'Pallet' when 2 then 'Crate'
          else 'Roll cage' end, i * 7919 % ${assets}) as name, ${instant(`${begin} + i`)} as t from ${series(assets)})`)
    db.run(`insert into tags (organization_id, asset_id, tag_type, value, normalized, search_value)
      select 1, id, 'rfid', upper(search_tags), upper(search_tags), search_tags from assets where external_key like 'BULK-%'`)
    db.run(`insert into scan_events (organization_id, asset_id, location_id, first_at, last_at, read_count, cause)
      select 1, id, ${first} + (id * 7919 + i) % ${locations}, ${begin}000000 + i * 3600000000 + id, ${begin}000000 + i * 3600000000 + id + 60000000,
        20, iif(i = 1, 'first', 'stronger')
      from ${series(events)} cross join assets where external_key like 'BULK-%'`)
    db.run(`insert into placements (asset_id, organization_id, location_id, last_seen_at, heard, base, head)
      select asset_id, 1, location_id, last_at, 'null', '{}', json_object('id', id, 'locationId', location_id, 'firstAt', first_at,
        'lastAt', last_at, 'readCount', read_count, 'cause', cause, 'presenceTimeoutSeconds', 300)
      from scan_events where first_at - asset_id = ${begin}000000 + ${events} * 3600000000`)
    db.run(`insert into scan_events (organization_id, asset_id, location_id, first_at, last_at, read_count, cause)
      select 1, min(assets.id), ${first} + i % ${locations}, ${begin}000000 - i * 60000000, ${begin}000000 - i * 60000000 + 1000000, 1, 'stronger'
      from ${series(100_000)} cross join assets where external_key = 'BULK-0000001' group by i`)
    const { firstAsset } = db
      .query<{ firstAsset: number }, []>(
        "select min(id) as firstAsset from assets where external_key like 'BULK-%'",
      )
      .get() as { firstAsset: number }
    // The stays of the first five hours, which the floor of a day counts.
    db.run(`insert into stays (organization_id, asset_id, location_id, begun_at, ended_at, previous_location_id, previous_begun_at, scan_event_id)
      select 1, asset_id, location_id, first_at, first_at + 3600000000, iif(i = 1, null, ${first} + (asset_id * 7919 + i - 1) % ${locations}),
        iif(i = 1, null, first_at - 3600000000), id
      from (select *, (first_at - asset_id - ${begin}000000) / 3600000000 as i from scan_events
        where asset_id > ${firstAsset} and first_at >= ${begin}000000 and first_at < ${begin}000000 + 5 * 3600000000)`)
    // These rows are not changes of which the service has to store the stays.
    db.run('delete from stay_changes')
  })
}
