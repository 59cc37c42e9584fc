-- Each recent read is stored in its place (docs/decisions/0020-ingest-memory.md).

insert into recent_reads
  select asset_id, observed_at, location_id, reader_id, antenna, tag_id, rssi, presence_timeout_seconds, scan
  from newest_reads order by id
  on conflict do nothing;
drop table newest_reads;

insert into unknown_recent_reads
  select unknown_tag_id, observed_at, location_id, reader_id, antenna, tag_id, rssi, presence_timeout_seconds, scan
  from unknown_newest_reads order by id
  on conflict do nothing;
drop table unknown_newest_reads;
