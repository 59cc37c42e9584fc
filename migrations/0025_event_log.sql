-- What happened in each organization, in one order (docs/decisions/0024-event-log.md). Times are microseconds since 1970.

create table event_log (
  id integer primary key,
  organization_id integer not null references organizations (id),
  -- From 1, without gaps.
  sequence integer not null,
  -- The number of the type in src/event-types.ts.
  type integer not null,
  occurred_at integer not null,
  recorded_at integer not null,
  asset_id integer,
  scan_event_id integer,
  -- JSON list of the ids of its locations and of all locations above them.
  places text not null,
  -- The other fields of the event, as JSON.
  data text not null,
  unique (organization_id, sequence)
) strict;
create index event_log_type on event_log (organization_id, type, sequence);
create index event_log_asset on event_log (organization_id, asset_id, type, sequence) where asset_id is not null;
create index event_log_scan_event on event_log (scan_event_id, sequence) where scan_event_id is not null;

create table event_log_places (
  organization_id integer not null,
  location_id integer not null,
  type integer not null,
  sequence integer not null,
  primary key (organization_id, location_id, type, sequence)
) strict, without rowid;

-- The newest sequence, and the oldest that is kept; one more than the newest when none is.
create table event_log_ends (
  organization_id integer primary key,
  newest integer not null,
  oldest integer not null
) strict;

alter table organizations add column event_log_days integer not null default 30;
alter table organizations add column event_log_max integer not null default 5000000;

-- The fixed readers whose silence is in the log, and since when they are silent.
create table silent_readers (
  reader_id integer primary key references readers (id),
  silent_since integer not null
) strict;

-- What the current transaction has changed. It is empty at each commit. `change` is the type of the event; for a scan event
-- it is inserted, updated or deleted, and for a history trimmed.
create table event_queue (
  id integer primary key,
  organization_id integer not null,
  change text not null,
  -- The id of the asset, the location, the reader or the unknown tag; the asset of a scan event.
  subject_id integer not null,
  scan_event_id integer,
  -- Beginning and location of a scan event before the change.
  previous_first_at integer,
  previous_location_id integer,
  -- The key before a rename.
  previous_key text
) strict;

create trigger event_queue_scan_insert after insert on scan_events
begin
  insert into event_queue (organization_id, change, subject_id, scan_event_id)
  values (new.organization_id, 'inserted', new.asset_id, new.id);
end;
create trigger event_queue_scan_update after update of location_id, first_at, cause on scan_events
when old.location_id <> new.location_id or old.first_at <> new.first_at or old.cause <> new.cause
begin
  insert into event_queue
    (organization_id, change, subject_id, scan_event_id, previous_first_at, previous_location_id)
  values (new.organization_id, 'updated', new.asset_id, new.id, old.first_at, old.location_id);
end;
create trigger event_queue_scan_delete after delete on scan_events
begin
  insert into event_queue
    (organization_id, change, subject_id, scan_event_id, previous_first_at, previous_location_id)
  values (old.organization_id, 'deleted', old.asset_id, old.id, old.first_at, old.location_id);
end;

create trigger event_queue_asset_insert after insert on assets
begin
  insert into event_queue (organization_id, change, subject_id)
  values (new.organization_id, 'asset.created', new.id);
end;
create trigger event_queue_asset_update after update of updated_at on assets
when old.updated_at <> new.updated_at
begin
  insert into event_queue (organization_id, change, subject_id, previous_key)
  values (
    new.organization_id,
    case
      when old.deleted_at is null and new.deleted_at is not null then 'asset.deleted'
      when old.deleted_at is not null and new.deleted_at is null then 'asset.restored'
      when old.external_key <> new.external_key then 'asset.renamed'
      else 'asset.updated'
    end,
    new.id,
    iif(old.external_key <> new.external_key, old.external_key, null)
  );
end;

create trigger event_queue_location_insert after insert on locations
begin
  insert into event_queue (organization_id, change, subject_id)
  values (new.organization_id, 'location.created', new.id);
end;
create trigger event_queue_location_update after update of updated_at on locations
when old.updated_at <> new.updated_at
begin
  insert into event_queue (organization_id, change, subject_id, previous_key)
  values (
    new.organization_id,
    case
      when old.deleted_at is null and new.deleted_at is not null then 'location.deleted'
      when old.deleted_at is not null and new.deleted_at is null then 'location.restored'
      when old.external_key <> new.external_key then 'location.renamed'
      else 'location.updated'
    end,
    new.id,
    iif(old.external_key <> new.external_key, old.external_key, null)
  );
end;

create trigger event_queue_unknown_tag after insert on unknown_tags
begin
  insert into event_queue (organization_id, change, subject_id)
  values (new.organization_id, 'tag.unknown', new.id);
end;
