-- Stocktakes (docs/decisions/0044-stocktakes.md). Times without a note are microseconds since 1970.

create table stocktakes (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  name text not null,
  location_id integer not null,
  -- JSON: which of the assets there are expected.
  scope text not null,
  is_blind integer not null,
  uses_readers integer not null,
  state text not null,
  due_at integer,
  repeat_months integer,
  opened_at integer,
  opened_by text,
  opened_name text,
  -- The newest event of the log when the expected set was read.
  expected_at_sequence integer,
  -- Numbers of lines by verdict, of unknown tags, of late scans, of accepted scans, and of rows of counts.
  expected integer not null default 0,
  found integer not null default 0,
  missing integer not null default 0,
  elsewhere integer not null default 0,
  moved_meanwhile integer not null default 0,
  excused integer not null default 0,
  extra integer not null default 0,
  unknown integer not null default 0,
  late integer not null default 0,
  scans integer not null default 0,
  count_rows integer not null default 0,
  -- When it was closed or cancelled.
  closed_at integer,
  closed_by text,
  closed_name text,
  write_places integer not null,
  start_searches integer not null,
  keep_unknown integer not null,
  result_sha256 text,
  -- What the service has still to do after the request to close, and how far it is; null when nothing is left.
  step text,
  step_after integer not null default 0,
  step_done integer not null default 0,
  -- RFC 3339.
  created_at text not null
) strict;
create index stocktakes_of_organization on stocktakes (organization_id, state, id);
create index stocktakes_closed on stocktakes (closed_at) where closed_at is not null;
create index stocktakes_in_work on stocktakes (id) where step is not null;

-- The expected assets, and those that were counted without being expected. Keys and names are those of the opening or the first count.
create table stocktake_lines (
  stocktake_id integer not null,
  asset_id integer not null,
  organization_id integer not null,
  asset_key text not null,
  asset_name text not null,
  -- Key and name, case-folded.
  search_text text not null,
  verdict text not null,
  -- Null: the asset is not expected.
  expected_location_id integer,
  found_location_id integer,
  counted_at integer,
  counted_by text,
  counted_name text,
  -- scan, hand or reader.
  source text,
  is_excused integer not null,
  note text,
  primary key (stocktake_id, asset_id)
) strict, without rowid;
create index stocktake_lines_verdict on stocktake_lines (stocktake_id, verdict, asset_id);

-- What people have counted: an asset, or an unknown tag, at a location.
create table stocktake_counts (
  stocktake_id integer not null,
  is_late integer not null,
  -- 0 for an unknown tag. Its value is in the normal form in tag_key, and as it was read first in tag_value.
  asset_id integer not null,
  tag_type text not null,
  tag_key text not null,
  location_id integer not null,
  tag_value text not null,
  first_at integer not null,
  first_by text not null,
  first_name text not null,
  first_source text not null,
  last_at integer not null,
  primary key (stocktake_id, is_late, asset_id, tag_type, tag_key, location_id)
) strict, without rowid;

-- The numbers of lines by their expected location, and of extra ones by where they were found.
create table stocktake_places (
  stocktake_id integer not null,
  location_id integer not null,
  expected integer not null default 0,
  found integer not null default 0,
  missing integer not null default 0,
  elsewhere integer not null default 0,
  moved_meanwhile integer not null default 0,
  excused integer not null default 0,
  extra integer not null default 0,
  finished_at integer,
  finished_by text,
  finished_name text,
  primary key (stocktake_id, location_id)
) strict, without rowid;

-- Who counts: users and handhelds.
create table stocktake_counters (
  stocktake_id integer not null,
  counter text not null,
  name text not null,
  location_id integer not null,
  scans integer not null,
  last_at integer not null,
  primary key (stocktake_id, counter)
) strict, without rowid;
