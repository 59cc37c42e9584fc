-- Two events of one asset never begin at the same time (docs/history.md, Beginning of an event). Events that an earlier version
-- stored with equal times begin a microsecond after each other, in the order of their histories. The event of the placement is the
-- newest.
with tied as (
  select distinct asset_id from (
    select asset_id from scan_events group by asset_id, first_at having count(*) > 1
  ) as equal
), ordered as (
  select e.id, e.asset_id, e.first_at, row_number() over (
    partition by e.asset_id
    order by e.first_at, coalesce(e.id = (p.head::jsonb ->> 'id')::bigint, false), e.location_id, e.id
  ) as place
  from scan_events e join tied using (asset_id) left join placements p on p.asset_id = e.asset_id
), apart as (
  select id, asset_id, first_at as tied_at,
    place + max(first_at - place) over (partition by asset_id order by place) as first_at
  from ordered
), moved as (
  select * from apart where first_at <> tied_at
)
update placements set
  head = coalesce((
    select (head::jsonb || jsonb_build_object(
      'firstAt', moved.first_at, 'lastAt', greatest((head::jsonb ->> 'lastAt')::bigint, moved.first_at)
    ))::text
    from moved where moved.id = (head::jsonb ->> 'id')::bigint
  ), head),
  base = coalesce((
    select jsonb_set(base::jsonb, '{current}', base::jsonb -> 'current' || jsonb_build_object(
      'firstAt', moved.first_at,
      'lastAt', greatest((base::jsonb -> 'current' ->> 'lastAt')::bigint, moved.first_at)
    ))::text
    from moved
    where moved.id = (base::jsonb -> 'current' ->> 'id')::bigint
      and moved.tied_at = (base::jsonb -> 'current' ->> 'firstAt')::bigint
  ), base)
where asset_id in (select asset_id from moved);

with tied as (
  select distinct asset_id from (
    select asset_id from scan_events group by asset_id, first_at having count(*) > 1
  ) as equal
), ordered as (
  select e.id, e.asset_id, e.first_at, row_number() over (
    partition by e.asset_id
    order by e.first_at, coalesce(e.id = (p.head::jsonb ->> 'id')::bigint, false), e.location_id, e.id
  ) as place
  from scan_events e join tied using (asset_id) left join placements p on p.asset_id = e.asset_id
), apart as (
  select id, asset_id, first_at as tied_at,
    place + max(first_at - place) over (partition by asset_id order by place) as first_at
  from ordered
), moved as (
  select * from apart where first_at <> tied_at
)
update scan_events set first_at = moved.first_at, last_at = greatest(last_at, moved.first_at)
from moved where moved.id = scan_events.id;

with tied as (
  select distinct unknown_tag_id from (
    select unknown_tag_id from unknown_events group by unknown_tag_id, first_at having count(*) > 1
  ) as equal
), ordered as (
  select e.id, e.unknown_tag_id, e.first_at, row_number() over (
    partition by e.unknown_tag_id
    order by e.first_at, coalesce(e.id = (p.head::jsonb ->> 'id')::bigint, false), e.location_id, e.id
  ) as place
  from unknown_events e join tied using (unknown_tag_id) left join unknown_placements p on p.unknown_tag_id = e.unknown_tag_id
), apart as (
  select id, unknown_tag_id, first_at as tied_at,
    place + max(first_at - place) over (partition by unknown_tag_id order by place) as first_at
  from ordered
), moved as (
  select * from apart where first_at <> tied_at
)
update unknown_placements set
  head = coalesce((
    select (head::jsonb || jsonb_build_object(
      'firstAt', moved.first_at, 'lastAt', greatest((head::jsonb ->> 'lastAt')::bigint, moved.first_at)
    ))::text
    from moved where moved.id = (head::jsonb ->> 'id')::bigint
  ), head),
  base = coalesce((
    select jsonb_set(base::jsonb, '{current}', base::jsonb -> 'current' || jsonb_build_object(
      'firstAt', moved.first_at,
      'lastAt', greatest((base::jsonb -> 'current' ->> 'lastAt')::bigint, moved.first_at)
    ))::text
    from moved
    where moved.id = (base::jsonb -> 'current' ->> 'id')::bigint
      and moved.tied_at = (base::jsonb -> 'current' ->> 'firstAt')::bigint
  ), base)
where unknown_tag_id in (select unknown_tag_id from moved);

with tied as (
  select distinct unknown_tag_id from (
    select unknown_tag_id from unknown_events group by unknown_tag_id, first_at having count(*) > 1
  ) as equal
), ordered as (
  select e.id, e.unknown_tag_id, e.first_at, row_number() over (
    partition by e.unknown_tag_id
    order by e.first_at, coalesce(e.id = (p.head::jsonb ->> 'id')::bigint, false), e.location_id, e.id
  ) as place
  from unknown_events e join tied using (unknown_tag_id) left join unknown_placements p on p.unknown_tag_id = e.unknown_tag_id
), apart as (
  select id, unknown_tag_id, first_at as tied_at,
    place + max(first_at - place) over (partition by unknown_tag_id order by place) as first_at
  from ordered
), moved as (
  select * from apart where first_at <> tied_at
)
update unknown_events set first_at = moved.first_at, last_at = greatest(last_at, moved.first_at)
from moved where moved.id = unknown_events.id;
