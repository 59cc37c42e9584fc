-- Counts and indexes by state (docs/decisions/0016-kept-counts.md). A state is the sum of 1 (inactive), 2 (deleted) and
-- 4 (has a beginning or an end).
--
-- The beginning is null when the row has been effective since its last change, because it remains so after the clock is
-- set back.

alter table assets add column starts_at text
  generated always as (case when valid_from > updated_at then valid_from end) virtual;
alter table assets add column state integer
  generated always as (
    (is_active = 0) + 2 * (deleted_at is not null) + 4 * (valid_from > updated_at or valid_to is not null)) virtual;
alter table locations add column starts_at text
  generated always as (case when valid_from > updated_at then valid_from end) virtual;
alter table locations add column state integer
  generated always as (
    (is_active = 0) + 2 * (deleted_at is not null) + 4 * (valid_from > updated_at or valid_to is not null)) virtual;

-- Copies of columns of the asset, so that the report needs no other row to find a page. Unknown tags have no such state.
alter table placements add column asset_key text not null default '';
alter table placements add column asset_state integer not null default 0;
alter table placements add column asset_starts_at text;
alter table placements add column asset_ends_at text;
alter table unknown_placements add column asset_key text not null default '';
alter table unknown_placements add column asset_state integer not null default 0;
alter table unknown_placements add column asset_starts_at text;
alter table unknown_placements add column asset_ends_at text;
update placements set (asset_key, asset_state, asset_starts_at, asset_ends_at) =
  (select external_key, state, starts_at, valid_to from assets where id = placements.asset_id);

drop index assets_list;
drop index assets_name;
drop index assets_created;
drop index assets_updated;
create index assets_key_order on assets (organization_id, state, external_key, id, starts_at, valid_to);
create index assets_name_order on assets (organization_id, state, name, id, starts_at, valid_to);
create index assets_name_reverse on assets (organization_id, state, name desc, id, starts_at, valid_to);
create index assets_created_order on assets (organization_id, state, created_at, id, starts_at, valid_to);
create index assets_created_reverse on assets (organization_id, state, created_at desc, id, starts_at, valid_to);
create index assets_updated_order on assets (organization_id, state, updated_at, id, starts_at, valid_to);
create index assets_updated_reverse on assets (organization_id, state, updated_at desc, id, starts_at, valid_to);

drop index locations_list;
drop index locations_name;
drop index locations_created;
drop index locations_parent;
create index locations_key_order on locations (organization_id, state, external_key, id, starts_at, valid_to);
create index locations_name_order on locations (organization_id, state, name, id, starts_at, valid_to);
create index locations_name_reverse on locations (organization_id, state, name desc, id, starts_at, valid_to);
create index locations_created_order on locations (organization_id, state, created_at, id, starts_at, valid_to);
create index locations_created_reverse on locations (organization_id, state, created_at desc, id, starts_at, valid_to);
create index locations_parent on locations (parent_id, id, state, starts_at, valid_to);
create index locations_child_names on locations (parent_id, name, id, state, starts_at, valid_to);

drop index placements_seen;
drop index placements_location;
create index placements_seen_order
  on placements (organization_id, asset_state, last_seen_at, asset_id, asset_starts_at, asset_ends_at);
create index placements_seen_reverse
  on placements (organization_id, asset_state, last_seen_at desc, asset_id, asset_starts_at, asset_ends_at);
create index placements_key_order
  on placements (organization_id, asset_state, asset_key, asset_id, asset_starts_at, asset_ends_at);
create index placements_location
  on placements (location_id, asset_state, last_seen_at desc, asset_id, asset_starts_at, asset_ends_at);

-- The number of rows of each state, effective or not.
create table row_counts (
  organization_id integer not null,
  -- assets, locations or placements.
  counted text not null,
  -- The location of placements; 0 counts all.
  location_id integer not null,
  state integer not null,
  count integer not null,
  primary key (organization_id, counted, location_id, state)
) strict, without rowid;

-- The beginnings and ends of rows, counted by month, day, hour, minute, second and instant: level is the length of the
-- part of the instant that the bucket names. A number of rows at an instant is the sum of a few buckets of each level.
-- A row that ends before it begins counts as one that begins when it ends.
create table row_boundaries (
  organization_id integer not null,
  counted text not null,
  location_id integer not null,
  state integer not null,
  -- start or end.
  edge text not null,
  level integer not null,
  bucket text not null,
  count integer not null,
  primary key (organization_id, counted, location_id, state, edge, level, bucket)
) strict, without rowid;

create view boundary_levels as select column1 as level from (values (7), (10), (13), (16), (19), (27));

-- An insert into this view adds "change" to the counts of a state and its boundaries.
create view count_changes as
  select organization_id, counted, location_id, state, null as starts_at, null as ends_at, count as change
  from row_counts where false;
create trigger count_changes_count instead of insert on count_changes begin
  insert into row_counts values (new.organization_id, new.counted, new.location_id, new.state, new.change)
    on conflict do update set count = count + excluded.count;
end;
create trigger count_changes_boundaries instead of insert on count_changes when new.state >= 4 begin
  insert into row_boundaries
    select new.organization_id, new.counted, new.location_id, new.state, edge, level, substr(instant, 1, level), new.change
    from (select 'start' as edge, min(new.starts_at, coalesce(new.ends_at, new.starts_at)) as instant union all select 'end', new.ends_at) join boundary_levels
    where instant is not null
    on conflict do update set count = count + excluded.count;
  delete from row_boundaries where count = 0 and organization_id = new.organization_id and counted = new.counted
    and location_id = new.location_id and state = new.state and (edge, level, bucket) in (
      select edge, level, substr(instant, 1, level)
      from (select 'start' as edge, min(new.starts_at, coalesce(new.ends_at, new.starts_at)) as instant union all select 'end', new.ends_at) join boundary_levels
      where instant is not null);
end;

create trigger assets_count_insert after insert on assets begin
  insert into count_changes values (new.organization_id, 'assets', 0, new.state, new.starts_at, new.valid_to, 1);
end;
create trigger assets_count_delete after delete on assets begin
  insert into count_changes values (old.organization_id, 'assets', 0, old.state, old.starts_at, old.valid_to, -1);
end;
create trigger assets_count_update after update on assets
  when old.state <> new.state or old.starts_at is not new.starts_at or old.valid_to is not new.valid_to begin
  insert into count_changes values (old.organization_id, 'assets', 0, old.state, old.starts_at, old.valid_to, -1), (new.organization_id, 'assets', 0, new.state, new.starts_at, new.valid_to, 1);
end;

create trigger locations_count_insert after insert on locations begin
  insert into count_changes values (new.organization_id, 'locations', 0, new.state, new.starts_at, new.valid_to, 1);
end;
create trigger locations_count_delete after delete on locations begin
  insert into count_changes values (old.organization_id, 'locations', 0, old.state, old.starts_at, old.valid_to, -1);
end;
create trigger locations_count_update after update on locations
  when old.state <> new.state or old.starts_at is not new.starts_at or old.valid_to is not new.valid_to begin
  insert into count_changes values (old.organization_id, 'locations', 0, old.state, old.starts_at, old.valid_to, -1), (new.organization_id, 'locations', 0, new.state, new.starts_at, new.valid_to, 1);
end;

-- The copies of the asset's columns are made before the placement is counted.
create trigger placements_copy after insert on placements begin
  update placements set (asset_key, asset_state, asset_starts_at, asset_ends_at) =
      (select external_key, state, starts_at, valid_to from assets where id = new.asset_id)
    where asset_id = new.asset_id;
  insert into count_changes
    select organization_id, 'placements', column1, asset_state, asset_starts_at, asset_ends_at, 1
    from (values (0), (new.location_id)) join placements on asset_id = new.asset_id;
end;
create trigger placements_count_delete after delete on placements begin
  insert into count_changes values (old.organization_id, 'placements', 0, old.asset_state, old.asset_starts_at, old.asset_ends_at, -1), (old.organization_id, 'placements', old.location_id, old.asset_state, old.asset_starts_at, old.asset_ends_at, -1);
end;
create trigger placements_count_move after update of location_id on placements
  when old.location_id <> new.location_id begin
  insert into count_changes values (old.organization_id, 'placements', old.location_id, old.asset_state, old.asset_starts_at, old.asset_ends_at, -1), (new.organization_id, 'placements', new.location_id, new.asset_state, new.asset_starts_at, new.asset_ends_at, 1);
end;
create trigger assets_copy after update on assets
  when old.external_key <> new.external_key or old.state <> new.state or old.starts_at is not new.starts_at
    or old.valid_to is not new.valid_to begin
  insert into count_changes
    select organization_id, 'placements', iif(whole, 0, location_id), asset_state, asset_starts_at, asset_ends_at, -1
    from placements join (select true as whole union all select false) where asset_id = new.id;
  update placements
    set asset_key = new.external_key, asset_state = new.state, asset_starts_at = new.starts_at, asset_ends_at = new.valid_to
    where asset_id = new.id;
  insert into count_changes
    select organization_id, 'placements', iif(whole, 0, location_id), asset_state, asset_starts_at, asset_ends_at, 1
    from placements join (select true as whole union all select false) where asset_id = new.id;
end;

-- Counts the existing rows.
insert into row_counts
  select organization_id, 'assets', 0, state, count(*) from assets group by organization_id, state
  union all select organization_id, 'locations', 0, state, count(*) from locations group by organization_id, state
  union all select organization_id, 'placements', 0, asset_state, count(*) from placements group by organization_id, asset_state
  union all select organization_id, 'placements', location_id, asset_state, count(*) from placements
    group by organization_id, location_id, asset_state;
insert into row_boundaries
  select organization_id, counted, location_id, state, edge, level, substr(iif(edge = 'start', min(starts_at, coalesce(ends_at, starts_at)), ends_at), 1, level),
    count(*)
  from (
    select organization_id, 'assets' as counted, 0 as location_id, state, starts_at, valid_to as ends_at from assets
      where state >= 4
    union all select organization_id, 'locations', 0, state, starts_at, valid_to from locations where state >= 4
    union all select organization_id, 'placements', 0, asset_state, asset_starts_at, asset_ends_at from placements
      where asset_state >= 4
    union all select organization_id, 'placements', location_id, asset_state, asset_starts_at, asset_ends_at
      from placements where asset_state >= 4)
  join (select 'start' as edge union all select 'end') join boundary_levels
  where iif(edge = 'start', starts_at, ends_at) is not null
  group by 1, 2, 3, 4, 5, 6, 7;
