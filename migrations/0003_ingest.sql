-- One row: tells this installation from others on the same outside broker.
create table installation (id text primary key) strict;
insert into installation values (lower(hex(randomblob(8))));

-- Null keeps the history for ever.
alter table organizations add column history_retention_days integer;

-- The field mapping of a reader whose format is "mapping", as JSON.
alter table readers add column mapping text;

-- What is known of a fixed reader's life. Times are microseconds.
create table reader_health (
  reader_id integer primary key references readers (id),
  last_message_at integer not null,
  last_read_at integer,
  -- Since when the times that the reader sends can't be believed, and how far off the last was; null when it could be.
  wrong_clock_since integer,
  clock_offset_seconds integer,
  -- What was last wrong with a message or one of its reads.
  problem text,
  problem_at integer,
  -- As JSON: by port, whether the reader called the antenna connected, and since when; messages and reads by what became of them.
  antennas text not null,
  messages text not null,
  reads text not null,
  -- How many messages the ring has ever taken: the next goes into this slot, modulo the size of the ring.
  raw_count integer not null
) strict;

-- The latest messages of each reader, to see what it sends. A ring: a slot is overwritten, so that it can't grow.
create table raw_messages (
  reader_id integer not null references readers (id),
  slot integer not null,
  received_at integer not null,
  topic text,
  result text not null,
  reason text,
  -- The beginning of a long payload; size is that of the whole.
  payload blob not null,
  size integer not null,
  primary key (reader_id, slot)
) strict;
create index raw_messages_received on raw_messages (received_at);

-- What tells a repeated read: reader and antenna, tag, and the time as it was sent. A row holds the times of one minute,
-- each as its microseconds into it in four bytes. By day of receipt, so that old days go first.
drop table read_keys;
create table read_keys (
  day integer not null,
  minute integer not null,
  source text not null,
  tag integer not null,
  times blob not null,
  primary key (day, minute, source, tag)
) strict, without rowid;
-- How many rows each day has: the whole is bounded by number as well as by age.
create table read_key_days (
  day integer primary key,
  rows integer not null
) strict;

-- A session goes when its last refresh token has gone; without the index each would be looked for among all tokens.
create index refresh_tokens_session on refresh_tokens (session_id) where session_id is not null;
