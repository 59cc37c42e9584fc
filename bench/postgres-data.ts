import type { Sql } from 'postgres'
import type { Sizes } from './large-data'

/** Fills a PostgreSQL database with the data of a large warehouse, the same as bench/large-data.ts does for SQLite. */

const begin = 1_767_225_600
const instant = (seconds: string) =>
  `to_char(to_timestamp(${seconds}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000000Z"')`

/** Tables that are filled without their indexes, which are created afterwards. */
const large = ['assets', 'tags', 'scan_events', 'placements']

/** Returns the statements that fill the organization with id 1. Triggers and foreign keys are off, so that it counts the rows itself. */
function statements({ assets, locations, events }: Sizes): readonly string[] {
  return [
    `create temp table firsts as select coalesce(max(id), 0) + 1 as location from locations`,
    `insert into locations (organization_id, external_key, name, parent_id, is_active, valid_from, created_at, updated_at,
        search_key, search_description)
      select 1, 'RACK-' || lpad(i::text, 5, '0'), 'Rack ' || i,
        case when i = 1 then null when i <= 8 then location + i - 2 else location + 7 + (i - 9) / 8 end, 1, t, t, t,
        'rack ' || i || chr(31) || 'rack-' || lpad(i::text, 5, '0'), ''
      from firsts, (select i, ${instant(String(begin))} as t from generate_series(1, ${locations}) as i) as each order by i`,
    `set session_replication_role = replica`,
    `insert into assets (organization_id, external_key, name, is_active, metadata, valid_from, created_at, updated_at,
        search_key, search_description, search_tags)
      select 1, 'BULK-' || lpad(i::text, 7, '0'), name, case when i % 50 <> 0 then 1 else 0 end, '{}', t, t, t,
        lower(name || chr(31) || 'BULK-' || lpad(i::text, 7, '0')), '', 'e2801160' || lpad(to_hex(i), 16, '0')
      from (select i, (array['Dock trolley', 'Pallet', 'Crate', 'Roll cage'])[i % 4 + 1] || ' '
          || lpad((i::bigint * 7919 % ${assets})::text, 7, '0') as name, ${instant(`${begin} + i`)} as t
        from generate_series(1, ${assets}) as i) as each`,
    `insert into tags (organization_id, asset_id, tag_type, value, normalized, search_value)
      select 1, id, 'rfid', upper(search_tags), upper(search_tags), search_tags from assets where external_key like 'BULK-%'`,
    `insert into scan_events (organization_id, asset_id, location_id, first_at, last_at, read_count, cause)
      select 1, id, location + (id * 7919 + i) % ${locations}, ${begin}000000 + i * 3600000000 + id,
        ${begin}000000 + i * 3600000000 + id + 60000000, 20, case when i = 1 then 'first' else 'stronger' end
      from firsts, generate_series(1::bigint, ${events}) as i cross join assets where external_key like 'BULK-%'`,
    `insert into placements (asset_id, organization_id, location_id, last_seen_at, heard, base, head, asset_key, asset_state, first_at)
      select asset_id, 1, location_id, last_at, 'null', '{}', json_build_object('id', scan_events.id, 'locationId', location_id,
          'firstAt', first_at, 'lastAt', last_at, 'readCount', read_count, 'cause', cause, 'presenceTimeoutSeconds', 300)::text,
        external_key, state, ${begin}000000 + 3600000000 + asset_id
      from scan_events join assets on assets.id = asset_id
      where first_at - asset_id = ${begin}000000 + ${events}::bigint * 3600000000`,
    `insert into scan_events (organization_id, asset_id, location_id, first_at, last_at, read_count, cause)
      select 1, asset.id, location + i % ${locations}, ${begin}000000 - i * 60000000, ${begin}000000 - i * 60000000 + 1000000, 1,
        'stronger'
      from firsts, (select id from assets where external_key = 'BULK-0000001') as asset, generate_series(1::bigint, 100000) as i`,
    `update placements set first_at = ${begin}000000 - 100000::bigint * 60000000 where asset_key = 'BULK-0000001'`,
    `insert into count_changes select 1, 'assets', 0, state, null, null, count(*) from assets group by state`,
    `insert into count_changes select 1, 'placements', 0, asset_state, null, null, count(*) from placements group by asset_state`,
    `insert into count_changes
      select 1, 'placements', location_id, asset_state, null, null, count(*) from placements group by location_id, asset_state`,
    `delete from event_queue`,
    `select fold_counts()`,
    `set session_replication_role = origin`,
  ]
}

/** Adds the rows in one transaction. No service may run, and the user must be a superuser. */
export async function fillPostgres(sql: Sql, sizes: Sizes): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local maintenance_work_mem = '1GB'`
    const indexes = await tx<{ indexname: string; indexdef: string }[]>`
      select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = any(${large})
        and indexname not in (select conname from pg_constraint)`
    for (const { indexname } of indexes) await tx.unsafe(`drop index ${indexname}`)
    for (const statement of statements(sizes)) await tx.unsafe(statement)
    for (const { indexdef } of indexes) await tx.unsafe(indexdef)
  })
}
