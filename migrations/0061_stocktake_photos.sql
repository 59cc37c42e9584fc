-- Photos of excuses in stocktakes. The image has its own table, in parts that are small enough to be read and sent one after another.
alter table stocktake_lines add column has_photo integer not null default 0;

create table stocktake_photos (
  stocktake_id integer not null,
  asset_id integer not null,
  organization_id integer not null references organizations (id),
  media_type text not null,
  -- SHA-256 of the image, and its size.
  hash text not null,
  bytes integer not null,
  thumbnail_media_type text not null,
  thumbnail_hash text not null,
  thumbnail blob not null,
  -- RFC 3339.
  created_at text not null,
  primary key (stocktake_id, asset_id)
) strict;

create table stocktake_photo_parts (
  stocktake_id integer not null,
  asset_id integer not null,
  part integer not null,
  bytes blob not null,
  primary key (stocktake_id, asset_id, part)
) strict;
