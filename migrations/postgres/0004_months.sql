-- Scan events in partitions by the month (UTC) of their beginning (docs/decisions/0034-monthly-partitions.md).

-- The beginning of the month of an instant, and of the months after it, in microseconds.
create function month_of(at bigint, later bigint default 0) returns bigint language sql immutable strict as $$
  select extract(epoch from date_trunc('month', to_timestamp(at / 1000000) at time zone 'UTC')
    + make_interval(months => later::integer))::bigint * 1000000
$$;

alter table scan_events rename to scan_events_source;
alter table scan_events_source drop constraint scan_events_pkey;
alter table scan_events_source alter column id drop identity;
drop index scan_events_asset, scan_events_location;

create sequence scan_events_id_seq;
create table scan_events (
  id bigint not null default nextval('scan_events_id_seq'),
  organization_id bigint not null,
  asset_id bigint not null,
  location_id bigint not null,
  first_at bigint not null,
  last_at bigint not null,
  read_count bigint not null,
  reader_id bigint,
  antenna bigint,
  strongest_rssi double precision,
  cause text collate "C" not null,
  why text collate "C"
) partition by range (first_at);
alter sequence scan_events_id_seq owned by scan_events.id;
select setval('scan_events_id_seq', max(id)) from scan_events_source having max(id) is not null;

-- The position from which the history of an asset is kept, while expired months are dropped.
create table scan_event_trims (
  asset_id bigint primary key,
  first_at bigint not null,
  location_id bigint not null,
  id bigint not null
);

create function scan_events_trim(asset bigint, first bigint, location bigint, event bigint) returns void language sql as $$
  insert into scan_event_trims values (asset, first, location, event)
    on conflict (asset_id) do update set first_at = first, location_id = location, id = event
$$;
create function scan_events_untrim() returns void language sql as $$ delete from scan_event_trims $$;

create function scan_events_attach(part text, begins bigint, ends bigint) returns void language plpgsql as $$
begin
  execute format('alter table scan_events attach partition %I for values from (%s) to (%s)', part,
    coalesce(begins::text, 'minvalue'), coalesce(ends::text, 'maxvalue'));
end $$;

-- Moves the events of a time from a table to a new partition. It is filled first, so that triggers do not notice.
create function scan_events_part(part text, source text, begins bigint, ends bigint) returns void language plpgsql as $$
begin
  execute format('create table %I (like scan_events including defaults)', part);
  execute format('insert into %I select * from %I where first_at >= $1 and first_at < $2', part, source)
    using coalesce(begins, -9223372036854775808), coalesce(ends, 9223372036854775807);
  perform scan_events_attach(part, begins, ends);
end $$;

create function scan_events_month(source text, begins bigint) returns void language sql as $$
  select scan_events_part(to_char(to_timestamp(begins / 1000000) at time zone 'UTC', '"scan_events_"YYYY_MM'), source,
    begins, month_of(begins, 1))
$$;

-- The partitions that are months, without the one before and the one after them.
create function scan_events_months() returns table (part text, begins bigint, ends bigint) language sql stable as $$
  select name, bound[1]::bigint, bound[2]::bigint
  from (
    select relname::text as name,
      regexp_match(pg_get_expr(relpartbound, pg_class.oid), 'FROM \(''(-?\d+)''\) TO \(''(-?\d+)''\)') as bound
    from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'scan_events'::regclass) as found
  where bound is not null order by 2
$$;

-- Makes the partitions of the table, which has none, from the events of another table, and drops that.
create function scan_events_divide(source text, at bigint) returns void language plpgsql as $$
declare
  expected bigint;
  found bigint;
  earliest bigint;
  month bigint;
  ending bigint := month_of(at, 3);
begin
  -- Errors of a clock in old events do not make hundreds of months.
  execute format('select count(*), min(first_at) from %I', source) into expected, earliest;
  month := month_of(least(greatest(coalesce(earliest, at), month_of(at, -24)), at));
  perform scan_events_part('scan_events_before', source, null, month);
  while month < ending loop
    perform scan_events_month(source, month);
    month := month_of(month, 1);
  end loop;
  perform scan_events_part('scan_events_after', source, ending, null);
  select count(*) into found from scan_events;
  if found <> expected then raise exception '% scan events of % were moved', found, expected; end if;
  execute format('drop table %I', source);
end $$;

select scan_events_divide('scan_events_source', (extract(epoch from now()) * 1000000)::bigint);

alter table scan_events add primary key (id, first_at);
create index scan_events_asset on scan_events (asset_id, first_at, location_id, id);
create index scan_events_location on scan_events (location_id, first_at);
alter table scan_events
  add foreign key (organization_id) references organizations (id),
  add foreign key (asset_id) references assets (id),
  add foreign key (location_id) references locations (id),
  add foreign key (reader_id) references readers (id);

create trigger event_queue_scan_insert after insert on scan_events for each row execute function event_queue_scan();
create trigger event_queue_scan_delete after delete on scan_events for each row execute function event_queue_scan();
create trigger event_queue_scan_update after update of location_id, first_at, cause on scan_events for each row
  when (old.location_id <> new.location_id or old.first_at <> new.first_at or old.cause <> new.cause)
  execute function event_queue_scan();
create trigger scan_events_begin after insert on scan_events for each row execute function scan_events_begin();
create trigger scan_events_end after delete on scan_events for each row execute function scan_events_begin();
create trigger scan_events_change after update of first_at on scan_events for each row
  when (old.first_at <> new.first_at) execute function scan_events_begin();

-- Waits for statements that use the table, but not long, because all others wait behind this one.
create function scan_events_lock() returns void language plpgsql as $$
begin
  perform set_config('lock_timeout', '2s', true);
  lock table scan_events in access exclusive mode;
  perform set_config('lock_timeout', '30s', true);
  -- The statements that follow read whole tables.
  perform set_config('enable_seqscan', 'on', true), set_config('enable_hashjoin', 'on', true);
end $$;

-- Makes the months up to the second one after an instant. Returns their number.
create function scan_events_add_months(at bigint) returns bigint language plpgsql as $$
declare
  added bigint := 0;
  month bigint;
  ending bigint := month_of(at, 3);
begin
  select max(ends) into month from scan_events_months();
  if month >= ending then return 0; end if;
  perform scan_events_lock();
  alter table scan_events detach partition scan_events_after;
  while month < ending loop
    perform scan_events_month('scan_events_after', month);
    month := month_of(month, 1);
    added := added + 1;
  end loop;
  delete from scan_events_after where first_at < ending;
  perform scan_events_attach('scan_events_after', ending, null);
  return added;
end $$;

-- Returns the end of the oldest months that are expired for all organizations with events in them; null if none is.
-- `cuts` is a JSON array of arrays: the id of an organization, and the end of what is expired.
create function scan_events_expired(cuts text) returns bigint language plpgsql stable as $$
declare
  result bigint;
  month record;
  organization bigint;
  is_used boolean;
begin
  for month in select * from scan_events_months()
    where ends <= (select max((cut ->> 1)::bigint) from json_array_elements(cuts::json) as cut)
  loop
    for organization in
      select organizations.id from organizations
        left join json_array_elements(cuts::json) as cut on (cut ->> 0)::bigint = organizations.id
        where coalesce((cut ->> 1)::bigint < month.ends, true)
    loop
      execute format('select exists (select from assets where organization_id = $1
        and exists (select from %I as event where event.asset_id = assets.id))', month.part)
        into is_used using organization;
      if is_used then return result; end if;
    end loop;
    result := month.ends;
  end loop;
  return result;
end $$;

-- Drops the months before an instant. It keeps the events of each asset from the position in scan_event_trims on, and all
-- events of other assets. Triggers do not notice, so it also sets the beginnings of the histories.
create function scan_events_drop(until bigint) returns void language plpgsql as $$
declare
  month record;
begin
  perform scan_events_lock();
  alter table scan_events detach partition scan_events_before;
  delete from scan_events_before as event using scan_event_trims as trim
    where trim.asset_id = event.asset_id
      and (event.first_at, event.location_id, event.id) < (trim.first_at, trim.location_id, trim.id);
  for month in select * from scan_events_months() where ends <= until loop
    execute format('alter table scan_events detach partition %I', month.part);
    execute format('insert into scan_events_before
      select event.* from %I as event left join scan_event_trims as trim on trim.asset_id = event.asset_id
      where trim.asset_id is null
        or (event.first_at, event.location_id, event.id) >= (trim.first_at, trim.location_id, trim.id)', month.part);
    execute format('drop table %I', month.part);
  end loop;
  perform scan_events_attach('scan_events_before', null, until);
  update placements
    set first_at = (select min(event.first_at) from scan_events as event where event.asset_id = placements.asset_id)
    where asset_id in (select asset_id from scan_event_trims);
  delete from scan_event_trims;
end $$;
