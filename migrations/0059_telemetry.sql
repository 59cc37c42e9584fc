-- What tags say about themselves (docs/decisions/0052-telemetry.md). `metric` is the position in the list of metrics
-- (src/tracking/formats/telemetry/measured.ts), `hour` counts from 1970.

create table telemetry_hours (
  asset_id integer not null references assets (id),
  hour integer not null,
  metric integer not null,
  organization_id integer not null,
  value_count integer not null,
  value_sum real not null,
  value_min real not null,
  value_max real not null,
  last_value real not null,
  last_at integer not null,
  primary key (asset_id, hour, metric)
) strict, without rowid;
create index telemetry_hours_hour on telemetry_hours (hour);

-- The number of rows of each hour, for retention.
create table telemetry_hour_counts (
  hour integer primary key,
  rows integer not null
) strict;

-- The last value of each metric of an asset, and the tag that sent it.
create table telemetry_values (
  asset_id integer not null references assets (id),
  metric integer not null,
  organization_id integer not null,
  tag_id integer not null,
  value real not null,
  observed_at integer not null,
  primary key (asset_id, metric)
) strict, without rowid;
