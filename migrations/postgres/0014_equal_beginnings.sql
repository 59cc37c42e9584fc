-- A move that was dated back to the beginning of the event before it begins a microsecond later: the order of the two events was that
-- of their location ids (docs/history.md, Beginning of an event).
with moved as (
  select id, asset_id, first_at + 1 as first_at from scan_events
  where cause in ('stronger', 'unheard') and (asset_id, first_at) in (
    select asset_id, first_at from scan_events group by asset_id, first_at having count(*) > 1
  )
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
      and moved.first_at = (base::jsonb -> 'current' ->> 'firstAt')::bigint + 1
  ), base)
where asset_id in (select asset_id from moved);

with moved as (
  select id, asset_id, first_at + 1 as first_at from scan_events
  where cause in ('stronger', 'unheard') and (asset_id, first_at) in (
    select asset_id, first_at from scan_events group by asset_id, first_at having count(*) > 1
  )
)
update scan_events set first_at = moved.first_at, last_at = greatest(last_at, moved.first_at)
from moved where moved.id = scan_events.id;

with moved as (
  select id, unknown_tag_id, first_at + 1 as first_at from unknown_events
  where cause in ('stronger', 'unheard') and (unknown_tag_id, first_at) in (
    select unknown_tag_id, first_at from unknown_events group by unknown_tag_id, first_at having count(*) > 1
  )
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
      and moved.first_at = (base::jsonb -> 'current' ->> 'firstAt')::bigint + 1
  ), base)
where unknown_tag_id in (select unknown_tag_id from moved);

with moved as (
  select id, unknown_tag_id, first_at + 1 as first_at from unknown_events
  where cause in ('stronger', 'unheard') and (unknown_tag_id, first_at) in (
    select unknown_tag_id, first_at from unknown_events group by unknown_tag_id, first_at having count(*) > 1
  )
)
update unknown_events set first_at = moved.first_at, last_at = greatest(last_at, moved.first_at)
from moved where moved.id = unknown_events.id;
