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

-- A number that no other state of the tags has, so that matches of values can be remembered.
create table tags_version (version integer not null) strict;
insert into tags_version values (abs(random() % 1000000000000));
create trigger tags_version_insert after insert on tags begin
  update tags_version set version = abs(random() % 1000000000000);
end;
create trigger tags_version_update after update on tags begin
  update tags_version set version = abs(random() % 1000000000000);
end;
create trigger tags_version_delete after delete on tags begin
  update tags_version set version = abs(random() % 1000000000000);
end;
create trigger tags_version_asset after update of deleted_at on assets when old.deleted_at is not new.deleted_at begin
  update tags_version set version = abs(random() % 1000000000000);
end;
create trigger tags_version_location after update of deleted_at on locations when old.deleted_at is not new.deleted_at begin
  update tags_version set version = abs(random() % 1000000000000);
end;
