-- Readers to which the service connects (docs/readers.md, LLRP): where, whether it may end what another client has set up, and the
-- power of each antenna; null: as the reader has it.
alter table readers add column address text;
alter table readers add column takes_over integer not null default 0;
alter table antennas add column power_dbm real;
create index readers_with_address on readers (id) where address is not null and deleted_at is null;

-- The connection to each of them, as the instance that connects has last seen it.
create table reader_links (
  reader_id integer primary key references readers (id),
  state text not null,
  -- Why there is no connection, or null; a sentence about it or about something that does not end it; since when.
  cause text,
  sentence text,
  since integer not null,
  -- What the reader has said about itself, as JSON; and the identification of the one that was confirmed.
  device text,
  known_serial text
) strict;
