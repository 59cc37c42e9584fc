-- An event that late scans had split could end before it began (docs/history.md, Handheld scans). Such an event has one known read.
with ended as (select id, asset_id, first_at from scan_events where last_at < first_at)
update placements set
  head = coalesce((
    select (head::jsonb || jsonb_build_object('lastAt', ended.first_at))::text
    from ended where ended.id = (head::jsonb ->> 'id')::bigint
  ), head),
  base = coalesce((
    select jsonb_set(base::jsonb, '{current,lastAt}', base::jsonb -> 'current' -> 'firstAt')::text
    from ended
    where ended.id = (base::jsonb -> 'current' ->> 'id')::bigint
      and (base::jsonb -> 'current' ->> 'lastAt')::bigint < (base::jsonb -> 'current' ->> 'firstAt')::bigint
  ), base)
where asset_id in (select asset_id from ended);

update scan_events set last_at = first_at where last_at < first_at;

with ended as (select id, unknown_tag_id, first_at from unknown_events where last_at < first_at)
update unknown_placements set
  head = coalesce((
    select (head::jsonb || jsonb_build_object('lastAt', ended.first_at))::text
    from ended where ended.id = (head::jsonb ->> 'id')::bigint
  ), head),
  base = coalesce((
    select jsonb_set(base::jsonb, '{current,lastAt}', base::jsonb -> 'current' -> 'firstAt')::text
    from ended
    where ended.id = (base::jsonb -> 'current' ->> 'id')::bigint
      and (base::jsonb -> 'current' ->> 'lastAt')::bigint < (base::jsonb -> 'current' ->> 'firstAt')::bigint
  ), base)
where unknown_tag_id in (select unknown_tag_id from ended);

update unknown_events set last_at = first_at where last_at < first_at;

-- The newest event of a history could be deleted by a late read, while the placement still named it.
insert into scan_events
  (id, organization_id, asset_id, location_id, first_at, last_at, read_count, reader_id, antenna, strongest_rssi, cause, why)
select id, organization_id, asset_id, location_id, first_at, greatest(last_at, first_at), coalesce(read_count, 1),
  (select readers.id from readers where readers.id = reader_id), antenna, strongest_rssi, coalesce(cause, 'late'), why
from (
  select asset_id, organization_id, (head::jsonb ->> 'id')::bigint as id, (head::jsonb ->> 'locationId')::bigint as location_id,
    (head::jsonb ->> 'firstAt')::bigint as first_at, (head::jsonb ->> 'lastAt')::bigint as last_at,
    (head::jsonb ->> 'readCount')::bigint as read_count, (head::jsonb ->> 'readerId')::bigint as reader_id,
    (head::jsonb ->> 'antenna')::bigint as antenna, (head::jsonb ->> 'strongestRssi')::double precision as strongest_rssi,
    head::jsonb ->> 'cause' as cause, head::jsonb ->> 'why' as why
  from placements
) as named
where id is not null and location_id in (select locations.id from locations)
  and not exists (select 1 from scan_events where scan_events.asset_id = named.asset_id and scan_events.id = named.id);
-- A read and a scan of the same time and location could have ids in the wrong order, so that the read was the newest event.
delete from scan_events using placements
where scan_events.asset_id = placements.asset_id and scan_events.first_at = (head::jsonb ->> 'firstAt')::bigint
  and scan_events.location_id = (head::jsonb ->> 'locationId')::bigint and scan_events.id > (head::jsonb ->> 'id')::bigint;

insert into unknown_events
  (id, organization_id, unknown_tag_id, location_id, first_at, last_at, read_count, reader_id, antenna, strongest_rssi, cause, why)
select id, organization_id, unknown_tag_id, location_id, first_at, greatest(last_at, first_at), coalesce(read_count, 1),
  (select readers.id from readers where readers.id = reader_id), antenna, strongest_rssi, coalesce(cause, 'late'), why
from (
  select unknown_tag_id, organization_id, (head::jsonb ->> 'id')::bigint as id, (head::jsonb ->> 'locationId')::bigint as location_id,
    (head::jsonb ->> 'firstAt')::bigint as first_at, (head::jsonb ->> 'lastAt')::bigint as last_at,
    (head::jsonb ->> 'readCount')::bigint as read_count, (head::jsonb ->> 'readerId')::bigint as reader_id,
    (head::jsonb ->> 'antenna')::bigint as antenna, (head::jsonb ->> 'strongestRssi')::double precision as strongest_rssi,
    head::jsonb ->> 'cause' as cause, head::jsonb ->> 'why' as why
  from unknown_placements
) as named
where id is not null and location_id in (select locations.id from locations)
  and not exists (select 1 from unknown_events where unknown_events.unknown_tag_id = named.unknown_tag_id and unknown_events.id = named.id);
delete from unknown_events using unknown_placements
where unknown_events.unknown_tag_id = unknown_placements.unknown_tag_id and unknown_events.first_at = (head::jsonb ->> 'firstAt')::bigint
  and unknown_events.location_id = (head::jsonb ->> 'locationId')::bigint and unknown_events.id > (head::jsonb ->> 'id')::bigint;
