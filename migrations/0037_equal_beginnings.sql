-- Two events of one asset never begin at the same time (docs/history.md, Beginning of an event). Events that an earlier version
-- stored with equal times begin a microsecond after each other, in the order of their histories. The event of the placement is the
-- newest.
create table moved_events as
  with tied as (
    select distinct asset_id from (
      select asset_id from scan_events group by asset_id, first_at having count(*) > 1
    )
  ), ordered as (
    select e.id, e.asset_id, e.first_at, row_number() over (
      partition by e.asset_id
      order by e.first_at, e.id = json_extract(p.head, '$.id'), e.location_id, e.id
    ) as place
    from scan_events e join tied using (asset_id) left join placements p on p.asset_id = e.asset_id
  )
  select id, asset_id, first_at as tied_at,
    place + max(first_at - place) over (partition by asset_id order by place) as first_at
  from ordered;
delete from moved_events where first_at = tied_at;
create unique index moved_events_id on moved_events (id);
update scan_events set first_at = moved.first_at, last_at = max(last_at, moved.first_at)
  from moved_events moved where moved.id = scan_events.id;
update placements set head = json_set(head, '$.firstAt', e.first_at, '$.lastAt', e.last_at)
  from moved_events moved join scan_events e on e.id = moved.id
  where moved.asset_id = placements.asset_id and moved.id = json_extract(head, '$.id');
update placements set base = json_set(base, '$.current.firstAt', moved.first_at,
    '$.current.lastAt', max(json_extract(base, '$.current.lastAt'), moved.first_at))
  from moved_events moved
  where moved.asset_id = placements.asset_id and moved.id = json_extract(base, '$.current.id')
    and moved.tied_at = json_extract(base, '$.current.firstAt');
drop table moved_events;

create table moved_unknown_events as
  with tied as (
    select distinct unknown_tag_id from (
      select unknown_tag_id from unknown_events group by unknown_tag_id, first_at having count(*) > 1
    )
  ), ordered as (
    select e.id, e.unknown_tag_id, e.first_at, row_number() over (
      partition by e.unknown_tag_id
      order by e.first_at, e.id = json_extract(p.head, '$.id'), e.location_id, e.id
    ) as place
    from unknown_events e join tied using (unknown_tag_id) left join unknown_placements p on p.unknown_tag_id = e.unknown_tag_id
  )
  select id, unknown_tag_id, first_at as tied_at,
    place + max(first_at - place) over (partition by unknown_tag_id order by place) as first_at
  from ordered;
delete from moved_unknown_events where first_at = tied_at;
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
    and moved.tied_at = json_extract(base, '$.current.firstAt');
drop table moved_unknown_events;
