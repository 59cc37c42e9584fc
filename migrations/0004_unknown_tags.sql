-- Tags that were read and belong to nobody yet: by the normal form of their value, which is kept as it was first sent.
-- Times are microseconds; reader, antenna and rssi are those of the latest read.
create table unknown_tags (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  tag_type text not null,
  value text not null,
  normalized text not null,
  search_value text not null,
  first_seen_at integer not null,
  last_seen_at integer not null,
  read_count integer not null,
  reader_id integer references readers (id),
  antenna integer,
  rssi real,
  unique (organization_id, tag_type, normalized)
) strict;
create index unknown_tags_seen on unknown_tags (organization_id, last_seen_at);

-- What scan_events, placements and recent_reads are to an asset, so that an asset can take them over as they are.
create table unknown_events (
  id integer primary key autoincrement,
  organization_id integer not null,
  unknown_tag_id integer not null references unknown_tags (id) on delete cascade,
  location_id integer not null references locations (id),
  first_at integer not null,
  last_at integer not null,
  read_count integer not null,
  reader_id integer references readers (id),
  antenna integer,
  strongest_rssi real,
  cause text not null
) strict;
create index unknown_events_tag on unknown_events (unknown_tag_id, first_at, location_id, id);

create table unknown_placements (
  unknown_tag_id integer primary key references unknown_tags (id) on delete cascade,
  organization_id integer not null,
  location_id integer not null references locations (id),
  last_seen_at integer not null,
  heard text not null,
  base text not null,
  head text not null
) strict;

create table unknown_recent_reads (
  unknown_tag_id integer not null references unknown_tags (id) on delete cascade,
  observed_at integer not null,
  location_id integer not null,
  reader_id integer not null,
  antenna integer not null,
  tag_id integer not null,
  rssi real,
  presence_timeout_seconds integer not null,
  scan integer,
  primary key (unknown_tag_id, observed_at, location_id, reader_id, antenna, tag_id)
) strict, without rowid;
