-- The stays of assets: consecutive scan events at one location are one stay (docs/decisions/0043-stays.md).

create table stays (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  -- Null after the retention of the history has deleted the scan events.
  asset_id integer references assets (id),
  location_id integer not null references locations (id),
  begun_at integer not null,
  -- The beginning of the next stay; null on the newest one.
  ended_at integer,
  -- The stay before: its location and its beginning; null on the earliest one.
  previous_location_id integer,
  previous_begun_at integer,
  -- The scan event that began it, and its reader.
  scan_event_id integer not null,
  reader_id integer
) strict;
create index stays_asset on stays (asset_id, begun_at) where asset_id is not null;
create index stays_organization on stays (organization_id, begun_at, asset_id) where asset_id is not null;
create index stays_begun on stays (location_id, begun_at, asset_id) where asset_id is not null;
create index stays_ended on stays (location_id, ended_at, asset_id, begun_at);
create index stays_nameless on stays (organization_id, ended_at) where asset_id is null;

-- Histories that have changed since their stays were stored: from which beginning on. A background task takes the rows.
create table stay_changes (
  id integer primary key autoincrement,
  organization_id integer not null,
  asset_id integer not null,
  from_at integer not null
) strict;
create index stay_changes_organization on stay_changes (organization_id, id);
create index stay_changes_asset on stay_changes (asset_id);

insert into stay_changes (organization_id, asset_id, from_at)
  select organization_id, asset_id, -9007199254740991 from placements;

create trigger stay_changes_insert after insert on scan_events begin
  insert into stay_changes (organization_id, asset_id, from_at)
  values (new.organization_id, new.asset_id, new.first_at);
end;
create trigger stay_changes_update after update of location_id, first_at on scan_events
when old.location_id <> new.location_id or old.first_at <> new.first_at begin
  insert into stay_changes (organization_id, asset_id, from_at)
  values (new.organization_id, new.asset_id, min(old.first_at, new.first_at));
end;
create trigger stay_changes_delete after delete on scan_events begin
  insert into stay_changes (organization_id, asset_id, from_at)
  values (old.organization_id, old.asset_id, old.first_at);
end;

-- Arrivals and departures of a location by day (span 0) and by month (span 1). Both are counted from 1970, in UTC.
create table location_counts (
  organization_id integer not null,
  location_id integer not null,
  span integer not null,
  number integer not null,
  arrivals integer not null,
  departures integer not null,
  primary key (organization_id, location_id, span, number)
) strict, without rowid;

-- Moves from one location to another by day and by month.
create table flow_counts (
  organization_id integer not null,
  span integer not null,
  number integer not null,
  from_location_id integer not null,
  to_location_id integer not null,
  moves integer not null,
  primary key (organization_id, span, number, from_location_id, to_location_id)
) strict, without rowid;
