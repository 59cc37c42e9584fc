-- The beginning of the history of an asset, and the rest of its validity, so that time travel finds a page without a
-- look at the events of every asset (docs/decisions/0016-kept-counts.md). Unknown tags have no such columns in use.

-- Null when the asset has no event.
alter table placements add column first_at integer;
-- Null when the asset is valid from its creation: it then counts for all of its history.
alter table placements add column asset_valid_from text;
alter table placements add column asset_deleted_at text;
alter table unknown_placements add column first_at integer;
alter table unknown_placements add column asset_valid_from text;
alter table unknown_placements add column asset_deleted_at text;
update placements set
  first_at = (select min(first_at) from scan_events where asset_id = placements.asset_id),
  (asset_valid_from, asset_deleted_at) =
    (select nullif(valid_from, created_at), deleted_at from assets where id = placements.asset_id);
create index placements_time_travel on placements
  (organization_id, asset_key, asset_id, first_at, asset_valid_from, asset_ends_at, asset_deleted_at);

drop trigger placements_copy;
create trigger placements_copy after insert on placements begin
  update placements set (asset_key, asset_state, asset_starts_at, asset_ends_at, asset_valid_from, asset_deleted_at) =
      (select external_key, state, starts_at, valid_to, nullif(valid_from, created_at), deleted_at
        from assets where id = new.asset_id),
      first_at = (select min(first_at) from scan_events where asset_id = new.asset_id)
    where asset_id = new.asset_id;
  insert into count_changes
    select organization_id, 'placements', column1, asset_state, asset_starts_at, asset_ends_at, 1
    from (values (0), (new.location_id)) join placements on asset_id = new.asset_id;
end;

drop trigger assets_copy;
create trigger assets_copy after update on assets
  when old.external_key <> new.external_key or old.state <> new.state or old.starts_at is not new.starts_at
    or old.valid_to is not new.valid_to or old.valid_from <> new.valid_from or old.created_at <> new.created_at
    or old.deleted_at is not new.deleted_at begin
  insert into count_changes
    select organization_id, 'placements', iif(whole, 0, location_id), asset_state, asset_starts_at, asset_ends_at, -1
    from placements join (select true as whole union all select false) where asset_id = new.id;
  update placements
    set asset_key = new.external_key, asset_state = new.state, asset_starts_at = new.starts_at, asset_ends_at = new.valid_to,
      asset_valid_from = nullif(new.valid_from, new.created_at), asset_deleted_at = new.deleted_at
    where asset_id = new.id;
  insert into count_changes
    select organization_id, 'placements', iif(whole, 0, location_id), asset_state, asset_starts_at, asset_ends_at, 1
    from placements join (select true as whole union all select false) where asset_id = new.id;
end;

create trigger scan_events_begin after insert on scan_events begin
  update placements set first_at = new.first_at
    where asset_id = new.asset_id and (first_at is null or first_at > new.first_at);
end;
create trigger scan_events_change after update of first_at on scan_events when old.first_at <> new.first_at begin
  update placements set first_at = (select min(first_at) from scan_events where asset_id = new.asset_id)
    where asset_id = new.asset_id;
end;
create trigger scan_events_end after delete on scan_events begin
  update placements set first_at = (select min(first_at) from scan_events where asset_id = old.asset_id)
    where asset_id = old.asset_id and first_at = old.first_at;
end;
