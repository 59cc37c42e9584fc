-- More kept counts (docs/decisions/0016-kept-counts.md).

-- The number of audit entries of each kind in each block of 16,384 ids, so that totals and deep pages of the audit log do
-- not read its entries.
create table audit_counts (
  organization_id integer not null,
  -- The id of an entry divided by 16,384.
  block integer not null,
  subject_kind text not null,
  action text not null,
  actor_kind text not null,
  -- Empty for Whereabouts itself.
  actor_id text not null,
  count integer not null,
  -- No entry is earlier or later. After deletions and moves, the entries may begin later and end earlier.
  first_at text not null,
  last_at text not null,
  primary key (organization_id, block, subject_kind, action, actor_kind, actor_id)
) strict, without rowid;

create trigger audit_entries_count_insert after insert on audit_entries begin
  insert into audit_counts
    values (new.organization_id, new.id >> 14, new.subject_kind, new.action, new.actor_kind, coalesce(new.actor_id, ''), 1,
      new.changed_at, new.changed_at)
    on conflict do update set count = count + 1, first_at = min(first_at, excluded.first_at),
      last_at = max(last_at, excluded.last_at);
end;
create trigger audit_entries_count_delete after delete on audit_entries begin
  update audit_counts set count = count - 1
    where organization_id = old.organization_id and block = old.id >> 14 and subject_kind = old.subject_kind
      and action = old.action and actor_kind = old.actor_kind and actor_id = coalesce(old.actor_id, '');
  delete from audit_counts
    where count = 0 and organization_id = old.organization_id and block = old.id >> 14
      and subject_kind = old.subject_kind and action = old.action and actor_kind = old.actor_kind
      and actor_id = coalesce(old.actor_id, '');
end;
create trigger audit_entries_count_move after update of changed_at on audit_entries begin
  update audit_counts set first_at = min(first_at, new.changed_at), last_at = max(last_at, new.changed_at)
    where organization_id = old.organization_id and block = old.id >> 14 and subject_kind = old.subject_kind
      and action = old.action and actor_kind = old.actor_kind and actor_id = coalesce(old.actor_id, '');
end;

-- Counts the existing entries.
insert into audit_counts
  select organization_id, id >> 14, subject_kind, action, actor_kind, coalesce(actor_id, ''), count(*), min(changed_at),
    max(changed_at)
  from audit_entries group by 1, 2, 3, 4, 5, 6;

-- The numbers of locations below each location, at all levels: row_counts and row_boundaries with "descendants" as counted
-- and the upper location as location_id. A change applies to all locations above. A walk up ends after the most levels
-- that the API allows, because a damaged tree may have a cycle.
create trigger locations_descendants_insert after insert on locations when new.parent_id is not null begin
  insert into count_changes
    select new.organization_id, 'descendants', id, new.state, new.starts_at, new.valid_to, 1
    from (
      with recursive above (id) as (
        select new.parent_id
        union select locations.parent_id from above join locations on locations.id = above.id
          where locations.parent_id is not null limit 1001)
      select id from above);
end;
create trigger locations_descendants_delete after delete on locations when old.parent_id is not null begin
  insert into count_changes
    select old.organization_id, 'descendants', id, old.state, old.starts_at, old.valid_to, -1
    from (
      with recursive above (id) as (
        select old.parent_id
        union select locations.parent_id from above join locations on locations.id = above.id
          where locations.parent_id is not null limit 1001)
      select id from above);
end;
create trigger locations_descendants_update after update on locations
  when old.parent_id = new.parent_id
    and (old.state <> new.state or old.starts_at is not new.starts_at or old.valid_to is not new.valid_to) begin
  insert into count_changes
    select old.organization_id, 'descendants', id, old.state, old.starts_at, old.valid_to, -1
    from (
      with recursive above (id) as (
        select old.parent_id
        union select locations.parent_id from above join locations on locations.id = above.id
          where locations.parent_id is not null limit 1001)
      select id from above);
  insert into count_changes
    select new.organization_id, 'descendants', id, new.state, new.starts_at, new.valid_to, 1
    from (
      with recursive above (id) as (
        select new.parent_id
        union select locations.parent_id from above join locations on locations.id = above.id
          where locations.parent_id is not null limit 1001)
      select id from above);
end;
create trigger locations_descendants_leave after update of parent_id on locations
  when old.parent_id is not null and old.parent_id is not new.parent_id begin
  insert into count_changes
    select old.organization_id, 'descendants', id, old.state, old.starts_at, old.valid_to, -1
    from (
      with recursive above (id) as (
        select old.parent_id
        union select locations.parent_id from above join locations on locations.id = above.id
          where locations.parent_id is not null limit 1001)
      select id from above);
  insert into row_counts
    select organization_id, 'descendants', above.id, state, -count
    from (
      with recursive above (id) as (
        select old.parent_id
        union select locations.parent_id from above join locations on locations.id = above.id
          where locations.parent_id is not null limit 1001)
      select id from above) as above join row_counts
    where organization_id = new.organization_id and counted = 'descendants' and location_id = new.id
    on conflict do update set count = count + excluded.count;
  insert into row_boundaries
    select organization_id, 'descendants', above.id, state, edge, level, bucket, -count
    from (
      with recursive above (id) as (
        select old.parent_id
        union select locations.parent_id from above join locations on locations.id = above.id
          where locations.parent_id is not null limit 1001)
      select id from above) as above join row_boundaries
    where organization_id = new.organization_id and counted = 'descendants' and location_id = new.id
    on conflict do update set count = count + excluded.count;
  delete from row_boundaries
    where count = 0 and organization_id = new.organization_id and counted = 'descendants' and location_id in (
      with recursive above (id) as (
        select old.parent_id
        union select locations.parent_id from above join locations on locations.id = above.id
          where locations.parent_id is not null limit 1001)
      select id from above);
end;
create trigger locations_descendants_enter after update of parent_id on locations
  when new.parent_id is not null and old.parent_id is not new.parent_id begin
  insert into count_changes
    select new.organization_id, 'descendants', id, new.state, new.starts_at, new.valid_to, 1
    from (
      with recursive above (id) as (
        select new.parent_id
        union select locations.parent_id from above join locations on locations.id = above.id
          where locations.parent_id is not null limit 1001)
      select id from above);
  insert into row_counts
    select organization_id, 'descendants', above.id, state, count
    from (
      with recursive above (id) as (
        select new.parent_id
        union select locations.parent_id from above join locations on locations.id = above.id
          where locations.parent_id is not null limit 1001)
      select id from above) as above join row_counts
    where organization_id = new.organization_id and counted = 'descendants' and location_id = new.id
    on conflict do update set count = count + excluded.count;
  insert into row_boundaries
    select organization_id, 'descendants', above.id, state, edge, level, bucket, count
    from (
      with recursive above (id) as (
        select new.parent_id
        union select locations.parent_id from above join locations on locations.id = above.id
          where locations.parent_id is not null limit 1001)
      select id from above) as above join row_boundaries
    where organization_id = new.organization_id and counted = 'descendants' and location_id = new.id
    on conflict do update set count = count + excluded.count;
end;

-- Counts the existing locations.
create temp table descendants as
  with recursive pairs (id, above) as (
    select id, parent_id from locations where parent_id is not null
    union select pairs.id, locations.parent_id from pairs join locations on locations.id = pairs.above
      where locations.parent_id is not null)
  select organization_id, above, state, starts_at, valid_to from pairs join locations using (id);
insert into row_counts
  select organization_id, 'descendants', above, state, count(*) from descendants group by organization_id, above, state;
insert into row_boundaries
  select organization_id, 'descendants', above, state, edge, level,
    substr(iif(edge = 'start', min(starts_at, coalesce(valid_to, starts_at)), valid_to), 1, level), count(*)
  from descendants join (select 'start' as edge union all select 'end') join boundary_levels
  where state >= 4 and iif(edge = 'start', starts_at, valid_to) is not null
  group by 1, 2, 3, 4, 5, 6, 7;
drop table descendants;
