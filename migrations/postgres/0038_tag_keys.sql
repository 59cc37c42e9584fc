-- The keys with which encrypted frames of tags are read, sealed like other secrets (docs/decisions/0052-telemetry.md).

create table tag_keys (
  tag_id bigint primary key,
  organization_id bigint not null,
  sealed text collate "C" not null
);
