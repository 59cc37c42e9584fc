-- Instants of records are text of fixed width (2026-01-31T08:05:00.123456Z), times of reads are microseconds
-- since 1970. See docs/decisions/0003-time.md.

create table organizations (
  id integer primary key autoincrement,
  name text not null,
  slug text not null unique,
  created_at text not null
) strict;

create table users (
  id text primary key,
  -- Case-folded, so that a person has one account however the address is written.
  email text not null unique,
  name text not null,
  password_hash text not null,
  created_at text not null
) strict;

create table memberships (
  user_id text not null references users (id),
  organization_id integer not null references organizations (id),
  role text not null,
  primary key (user_id, organization_id)
) strict, without rowid;

create table sessions (
  id text primary key,
  user_id text not null references users (id),
  organization_id integer not null references organizations (id),
  environment text not null,
  created_at text not null,
  revoked_at text
) strict;

create table api_keys (
  id text primary key,
  organization_id integer not null references organizations (id),
  environment text not null,
  name text not null,
  scopes text not null,
  -- SHA-256: the secret is random, a slow hash would protect nothing.
  secret_hash text not null,
  created_at text not null,
  last_used_at text,
  expires_at text,
  revoked_at text
) strict;
create index api_keys_organization on api_keys (organization_id, created_at);

-- Single-use. Each belongs to a chain that begins at a sign-in or an exchange and ends when one is replayed.
create table refresh_tokens (
  hash text primary key,
  chain_id text not null,
  api_key_id text references api_keys (id),
  session_id text references sessions (id),
  environment text not null,
  expires_at text not null,
  spent_at text
) strict, without rowid;
create index refresh_tokens_chain on refresh_tokens (chain_id);
create index refresh_tokens_expiry on refresh_tokens (expires_at);

create table assets (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  external_key text not null,
  name text not null,
  description text,
  is_active integer not null,
  -- The JSON text as it was sent, digits and all.
  metadata text not null,
  valid_from text not null,
  valid_to text,
  created_at text not null,
  updated_at text not null,
  deleted_at text,
  -- Case-folded name and external_key, and description, for q.
  search_key text not null,
  search_description text not null
) strict;
create unique index assets_external_key on assets (organization_id, external_key) where deleted_at is null;
create index assets_list on assets (organization_id, external_key, id);
create index assets_name on assets (organization_id, name, id);
create index assets_created on assets (organization_id, created_at, id);
create index assets_updated on assets (organization_id, updated_at, id);

create table locations (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  external_key text not null,
  name text not null,
  description text,
  parent_id integer references locations (id),
  is_active integer not null,
  valid_from text not null,
  valid_to text,
  created_at text not null,
  updated_at text not null,
  deleted_at text,
  search_key text not null,
  search_description text not null
) strict;
create unique index locations_external_key on locations (organization_id, external_key) where deleted_at is null;
create index locations_list on locations (organization_id, external_key, id);
create index locations_name on locations (organization_id, name, id);
create index locations_created on locations (organization_id, created_at, id);
create index locations_parent on locations (parent_id, id);

create table tags (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  asset_id integer references assets (id),
  location_id integer references locations (id),
  tag_type text not null,
  value text not null,
  -- rfid and ble without separators, upper-case, without leading zeros: how a read finds a tag typed by hand.
  normalized text not null,
  search_value text not null,
  deleted_at text,
  check ((asset_id is null) <> (location_id is null))
) strict;
create unique index tags_value on tags (organization_id, tag_type, value) where deleted_at is null;
create index tags_normalized on tags (organization_id, tag_type, normalized) where deleted_at is null;
create index tags_asset on tags (asset_id, id) where asset_id is not null;
create index tags_location on tags (location_id, id) where location_id is not null;

-- The numbers that no live row holds, as closed ranges: the lowest is the next to be minted.
create table free_slots (
  organization_id integer not null references organizations (id),
  kind text not null,
  first integer not null,
  last integer not null,
  primary key (organization_id, kind, first)
) strict, without rowid;

create table readers (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  external_key text not null,
  name text not null,
  kind text not null,
  format text,
  topic text,
  is_active integer not null,
  presence_timeout_seconds integer not null,
  token_hash text not null unique,
  created_at text not null,
  updated_at text not null,
  deleted_at text
) strict;
create unique index readers_external_key on readers (organization_id, external_key) where deleted_at is null;

create table antennas (
  reader_id integer not null references readers (id),
  port integer not null,
  location_id integer not null references locations (id),
  primary key (reader_id, port)
) strict, without rowid;

-- The presence of one asset at one location: what history shows.
create table scan_events (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  asset_id integer not null references assets (id),
  location_id integer not null references locations (id),
  first_at integer not null,
  last_at integer not null,
  read_count integer not null,
  -- The reader and antenna of the read that began it; null for a person's submission.
  reader_id integer references readers (id),
  antenna integer,
  strongest_rssi real,
  -- Why it began: first, settled, unheard, returned, scanned, late.
  cause text not null
) strict;
create index scan_events_asset on scan_events (asset_id, first_at, location_id, id);
create index scan_events_location on scan_events (location_id, first_at);

-- Where each asset is: the head of its history, kept as a row.
create table placements (
  asset_id integer primary key references assets (id),
  organization_id integer not null references organizations (id),
  location_id integer not null references locations (id),
  -- The latest read of the asset, wherever it was heard.
  last_seen_at integer not null,
  -- As JSON: the latest read of a fixed reader; the state of the rules before the recent reads, and after them.
  heard text not null,
  base text not null,
  head text not null
) strict;
create index placements_seen on placements (organization_id, last_seen_at, asset_id);
create index placements_location on placements (location_id, last_seen_at);

-- The reads of the last presence timeout, from which the tail of a history is computed again when one comes late.
create table recent_reads (
  asset_id integer not null,
  observed_at integer not null,
  location_id integer not null,
  reader_id integer not null,
  antenna integer not null,
  tag_id integer not null,
  rssi real,
  presence_timeout_seconds integer not null,
  -- Not null on a person's or a handheld's deliberate scan.
  scan integer,
  primary key (asset_id, observed_at, location_id, reader_id, antenna, tag_id)
) strict, without rowid;

-- What tells a repeated read: reader, antenna, tag and time as sent. By day of receipt, so that old days go as a whole.
create table read_keys (
  day integer not null,
  source text not null,
  sent_at integer not null,
  tag text not null,
  primary key (day, source, sent_at, tag)
) strict, without rowid;

create table submissions (
  source text not null,
  submission_id text not null,
  answer text not null,
  created_at text not null,
  primary key (source, submission_id)
) strict, without rowid;
create index submissions_created on submissions (created_at);
