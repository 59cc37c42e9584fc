-- The state of the location decision, as JSON; null until the next read of an asset that was placed before.
alter table placements add column evidence text;
alter table unknown_placements add column evidence text;
-- The horizon, and the number of kept reads after it. "base" is the state of the rules at the horizon, as JSON; in rows
-- without evidence, it has the form of earlier versions.
alter table placements add column base_at integer not null default 0;
alter table placements add column kept_reads integer not null default 0;
alter table unknown_placements add column base_at integer not null default 0;
alter table unknown_placements add column kept_reads integer not null default 0;

-- The values of the decision that began the event, as JSON; null when it did not move the asset.
alter table scan_events add column why text;
alter table unknown_events add column why text;

-- Added to the RSSI of each read. Reads that are weaker than the minimum are ignored; null accepts all.
alter table antennas add column rssi_offset_db real not null default 0;
alter table antennas add column min_rssi_dbm real;

-- How soon the assets of the organization move.
alter table organizations add column sensitivity text not null default 'normal'
  check (sensitivity in ('calm', 'normal', 'quick'));
