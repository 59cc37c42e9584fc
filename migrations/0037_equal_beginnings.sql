-- A move that was dated back to the beginning of the event before it begins a microsecond later: the order of the two events was that
-- of their location ids (docs/history.md, Beginning of an event).
create table moved_scan_events as
  select id, asset_id, first_at + 1 as first_at from scan_events
  where cause in ('stronger', 'unheard') and (asset_id, first_at) in (
    select asset_id, first_at from scan_events group by asset_id, first_at having count(*) > 1
  );
create unique index moved_scan_events_id on moved_scan_events (id);
update scan_events set first_at = moved.first_at, last_at = max(last_at, moved.first_at)
  from moved_scan_events moved where moved.id = scan_events.id;
update placements set head = json_set(head, '$.firstAt', e.first_at, '$.lastAt', e.last_at)
  from moved_scan_events moved join scan_events e on e.id = moved.id
  where moved.asset_id = placements.asset_id and moved.id = json_extract(head, '$.id');
update placements set base = json_set(base, '$.current.firstAt', moved.first_at,
    '$.current.lastAt', max(json_extract(base, '$.current.lastAt'), moved.first_at))
  from moved_scan_events moved
  where moved.asset_id = placements.asset_id and moved.id = json_extract(base, '$.current.id')
    and moved.first_at = json_extract(base, '$.current.firstAt') + 1;
drop table moved_scan_events;

create table moved_unknown_events as
  select id, unknown_tag_id, first_at + 1 as first_at from unknown_events
  where cause in ('stronger', 'unheard') and (unknown_tag_id, first_at) in (
    select unknown_tag_id, first_at from unknown_events group by unknown_tag_id, first_at having count(*) > 1
  );
create unique index moved_unknown_events_id on moved_unknown_events (id);
update unknown_events set first_at = moved.first_at, last_at = max(last_at, moved.first_at)
  from moved_unknown_events moved where moved.id = unknown_events.id;
update unknown_placements set head = json_set(head, '$.firstAt', e.first_at, '$.lastAt', e.last_at)
  from moved_unknown_events moved join unknown_events e on e.id = moved.id
  where moved.unknown_tag_id = unknown_placements.unknown_tag_id and moved.id = json_extract(head, '$.id');
update unknown_placements set base = json_set(base, '$.current.firstAt', moved.first_at,
    '$.current.lastAt', max(json_extract(base, '$.current.lastAt'), moved.first_at))
  from moved_unknown_events moved
  where moved.unknown_tag_id = unknown_placements.unknown_tag_id and moved.id = json_extract(base, '$.current.id')
    and moved.first_at = json_extract(base, '$.current.firstAt') + 1;
drop table moved_unknown_events;
