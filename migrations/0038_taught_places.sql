-- Taught places (docs/decisions/0038-taught-places.md). The reads of a sample are kept until it is kept or rejected, in parts of one
-- write each, as JSON. What a kept sample consists of is `result`, as JSON.
create table place_samples (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  location_id integer not null references locations (id),
  started_at integer not null,
  ends_at integer not null,
  -- What is recorded: assets, and tags without an asset.
  targets text not null,
  read_count integer not null default 0,
  kept_at text,
  result text,
  created_by text not null,
  creator_name text not null
) strict;
create index place_samples_location on place_samples (location_id, id);
create index place_samples_organization on place_samples (organization_id, id);
-- Each write of reads looks for the samples that are being recorded.
create index place_samples_open on place_samples (organization_id, ends_at) where kept_at is null;

create table place_sample_reads (
  sample_id integer not null,
  part integer not null,
  reads text not null,
  primary key (sample_id, part)
) strict;

-- The samples that decide. The revision is a random number that changes whenever the rule must be read again.
create table place_models (
  organization_id integer primary key references organizations (id),
  revision integer not null,
  version integer not null,
  activated_at text not null,
  samples text not null
) strict;

-- Assets whose true place is known. `since` is in microseconds.
create table reference_assets (
  asset_id integer primary key references assets (id),
  organization_id integer not null references organizations (id),
  location_id integer not null references locations (id),
  since integer not null
) strict;
create index reference_assets_organization on reference_assets (organization_id, asset_id);
create index reference_assets_location on reference_assets (location_id);

create trigger place_samples_drop_reads after delete on place_samples begin
  delete from place_sample_reads where sample_id = old.id;
end;
-- A deleted location has no samples and decides nothing.
create trigger locations_drop_samples after update of deleted_at on locations
when new.deleted_at is not null or old.deleted_at is not null begin
  update place_models set revision = abs(random() % 9007199254740991) where organization_id = new.organization_id;
  delete from place_samples where location_id = new.id and new.deleted_at is not null;
  delete from reference_assets where location_id = new.id and new.deleted_at is not null;
end;
create trigger assets_drop_reference after update of deleted_at on assets when new.deleted_at is not null begin
  delete from reference_assets where asset_id = new.id;
end;
