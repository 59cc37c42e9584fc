-- The reads that were stored last, in the order of arrival. From time to time they move to recent_reads, which has the order
-- of the assets: a write of many assets then changes few pages. The reads of an asset are those of both tables.
create table newest_reads (
  id integer primary key,
  asset_id integer not null,
  observed_at integer not null,
  location_id integer not null,
  reader_id integer not null,
  antenna integer not null,
  tag_id integer not null,
  rssi real,
  presence_timeout_seconds integer not null,
  scan integer
) strict;
create index newest_reads_asset on newest_reads (asset_id);

create table unknown_newest_reads (
  id integer primary key,
  unknown_tag_id integer not null references unknown_tags (id) on delete cascade,
  observed_at integer not null,
  location_id integer not null,
  reader_id integer not null,
  antenna integer not null,
  tag_id integer not null,
  rssi real,
  presence_timeout_seconds integer not null,
  scan integer
) strict;
create index unknown_newest_reads_tag on unknown_newest_reads (unknown_tag_id);
