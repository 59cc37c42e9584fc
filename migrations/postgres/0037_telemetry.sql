-- What tags say about themselves (docs/decisions/0052-telemetry.md). `metric` is the position in the list of metrics
-- (src/tracking/formats/telemetry/measured.ts), `hour` counts from 1970.

create table telemetry_hours (
  asset_id bigint not null references assets (id),
  hour bigint not null,
  metric bigint not null,
  organization_id bigint not null,
  value_count bigint not null,
  value_sum double precision not null,
  value_min double precision not null,
  value_max double precision not null,
  last_value double precision not null,
  last_at bigint not null,
  primary key (asset_id, hour, metric)
);
create index telemetry_hours_hour on telemetry_hours (hour);

-- The number of rows of each hour, for retention.
create table telemetry_hour_counts (
  hour bigint primary key,
  rows bigint not null
);

-- The last value of each metric of an asset, and the tag that sent it.
create table telemetry_values (
  asset_id bigint not null references assets (id),
  metric bigint not null,
  organization_id bigint not null,
  tag_id bigint not null,
  value double precision not null,
  observed_at bigint not null,
  primary key (asset_id, metric)
);
