-- Readers to which the service connects (migration 0055 of SQLite).
alter table readers add column address text collate "C";
alter table readers add column takes_over bigint not null default 0;
alter table antennas add column power_dbm double precision;
create index readers_with_address on readers (id) where address is not null and deleted_at is null;

create table reader_links (
  reader_id bigint primary key references readers (id),
  state text collate "C" not null,
  cause text collate "C",
  sentence text collate "C",
  since bigint not null,
  device text collate "C",
  known_serial text collate "C"
);
