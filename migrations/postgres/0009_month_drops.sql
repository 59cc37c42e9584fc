-- Months are dropped one after the other. What follows for each asset is done in small writes afterwards
-- (docs/decisions/0034-monthly-partitions.md).

-- Not 0 when a month was dropped, so that the beginning of the history must be set and its event logged.
alter table scan_event_trims add column is_dropped bigint not null default 0;

create or replace function scan_events_untrim() returns void language sql as $$
  delete from scan_event_trims where is_dropped = 0
$$;

drop function scan_events_drop(bigint);

-- Drops the oldest month if it ends before an instant or at it. It keeps the events of each asset from the position in
-- scan_event_trims on, and all events of other assets. Triggers do not notice. Returns the number of dropped months.
create function scan_events_drop_month(until bigint) returns bigint language plpgsql as $$
declare
  month record;
begin
  select * into month from scan_events_months() where ends <= until order by ends limit 1;
  if not found then return 0; end if;
  perform scan_events_lock();
  alter table scan_events detach partition scan_events_before;
  delete from scan_events_before as event using scan_event_trims as trim
    where trim.asset_id = event.asset_id
      and (event.first_at, event.location_id, event.id) < (trim.first_at, trim.location_id, trim.id);
  execute format('alter table scan_events detach partition %I', month.part);
  execute format('insert into scan_events_before
    select event.* from %I as event left join scan_event_trims as trim on trim.asset_id = event.asset_id
    where trim.asset_id is null
      or (event.first_at, event.location_id, event.id) >= (trim.first_at, trim.location_id, trim.id)', month.part);
  execute format('drop table %I', month.part);
  perform scan_events_attach('scan_events_before', null, month.ends);
  update scan_event_trims set is_dropped = 1 where is_dropped = 0;
  return 1;
end $$;

-- Sets the beginnings of some histories of which months were dropped, and returns them.
create function scan_events_finish_drop(at_once bigint) returns table (asset bigint, organization bigint) language sql as $$
  with finished as (
    delete from scan_event_trims where asset_id in
      (select asset_id from scan_event_trims where is_dropped = 1 order by asset_id limit at_once)
    returning asset_id)
  update placements
    set first_at = (select min(event.first_at) from scan_events as event where event.asset_id = placements.asset_id)
    from finished where placements.asset_id = finished.asset_id
    returning placements.asset_id, placements.organization_id
$$;
