-- Photos of excuses in stocktakes. The image has its own table, in parts that are small enough to be read and sent one after another.
alter table stocktake_lines add column has_photo bigint not null default 0;

create table stocktake_photos (
  stocktake_id bigint not null,
  asset_id bigint not null,
  organization_id bigint not null references organizations (id),
  media_type text collate "C" not null,
  -- SHA-256 of the image, and its size.
  hash text collate "C" not null,
  bytes bigint not null,
  thumbnail_media_type text collate "C" not null,
  thumbnail_hash text collate "C" not null,
  thumbnail bytea not null,
  -- RFC 3339.
  created_at text collate "C" not null,
  primary key (stocktake_id, asset_id)
);

create table stocktake_photo_parts (
  stocktake_id bigint not null,
  asset_id bigint not null,
  part bigint not null,
  bytes bytea not null,
  primary key (stocktake_id, asset_id, part)
);
