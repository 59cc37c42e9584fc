-- An event that late scans had split could end before it began (docs/history.md, Handheld scans). Such an event has one known read.
create table ended_scan_events as
  select id, asset_id, first_at from scan_events where last_at < first_at;
update scan_events set last_at = first_at where id in (select id from ended_scan_events);
update placements set head = json_set(head, '$.lastAt', ended.first_at)
  from ended_scan_events ended
  where ended.asset_id = placements.asset_id and ended.id = json_extract(head, '$.id');
update placements set base = json_set(base, '$.current.lastAt', json_extract(base, '$.current.firstAt'))
  from ended_scan_events ended
  where ended.asset_id = placements.asset_id and ended.id = json_extract(base, '$.current.id')
    and json_extract(base, '$.current.lastAt') < json_extract(base, '$.current.firstAt');
drop table ended_scan_events;

create table ended_unknown_events as
  select id, unknown_tag_id, first_at from unknown_events where last_at < first_at;
update unknown_events set last_at = first_at where id in (select id from ended_unknown_events);
update unknown_placements set head = json_set(head, '$.lastAt', ended.first_at)
  from ended_unknown_events ended
  where ended.unknown_tag_id = unknown_placements.unknown_tag_id and ended.id = json_extract(head, '$.id');
update unknown_placements set base = json_set(base, '$.current.lastAt', json_extract(base, '$.current.firstAt'))
  from ended_unknown_events ended
  where ended.unknown_tag_id = unknown_placements.unknown_tag_id and ended.id = json_extract(base, '$.current.id')
    and json_extract(base, '$.current.lastAt') < json_extract(base, '$.current.firstAt');
drop table ended_unknown_events;

-- The newest event of a history could be deleted by a late read, while the placement still named it.
insert into scan_events
  (id, organization_id, asset_id, location_id, first_at, last_at, read_count, reader_id, antenna, strongest_rssi, cause, why)
select head ->> '$.id', organization_id, asset_id, head ->> '$.locationId', head ->> '$.firstAt',
  max(head ->> '$.lastAt', head ->> '$.firstAt'), coalesce(head ->> '$.readCount', 1),
  (select id from readers where id = head ->> '$.readerId'), head ->> '$.antenna', head ->> '$.strongestRssi',
  coalesce(head ->> '$.cause', 'late'), head ->> '$.why'
from placements
where head ->> '$.id' is not null and head ->> '$.locationId' in (select id from locations)
  and not exists (select 1 from scan_events where scan_events.id = head ->> '$.id');
-- A read and a scan of the same time and location could have ids in the wrong order, so that the read was the newest event.
delete from scan_events where id in (
  select later.id from placements join scan_events later on later.asset_id = placements.asset_id
    and later.first_at = head ->> '$.firstAt' and later.location_id = head ->> '$.locationId' and later.id > head ->> '$.id'
);

insert into unknown_events
  (id, organization_id, unknown_tag_id, location_id, first_at, last_at, read_count, reader_id, antenna, strongest_rssi, cause, why)
select head ->> '$.id', organization_id, unknown_tag_id, head ->> '$.locationId', head ->> '$.firstAt',
  max(head ->> '$.lastAt', head ->> '$.firstAt'), coalesce(head ->> '$.readCount', 1),
  (select id from readers where id = head ->> '$.readerId'), head ->> '$.antenna', head ->> '$.strongestRssi',
  coalesce(head ->> '$.cause', 'late'), head ->> '$.why'
from unknown_placements
where head ->> '$.id' is not null and head ->> '$.locationId' in (select id from locations)
  and not exists (select 1 from unknown_events where unknown_events.id = head ->> '$.id');
delete from unknown_events where id in (
  select later.id from unknown_placements join unknown_events later on later.unknown_tag_id = unknown_placements.unknown_tag_id
    and later.first_at = head ->> '$.firstAt' and later.location_id = head ->> '$.locationId' and later.id > head ->> '$.id'
);
