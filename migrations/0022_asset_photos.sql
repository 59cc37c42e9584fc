-- Photos of assets. The image has its own table, in parts that are small enough to be read and sent one after another.
create table asset_photos (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  asset_id integer not null references assets (id),
  -- The order on the page of the asset, from 1.
  position integer not null,
  description text,
  media_type text not null,
  width integer not null,
  height integer not null,
  -- SHA-256 of the image.
  hash text not null,
  bytes integer not null,
  created_at text not null,
  -- When the asset was deleted; null for a live asset.
  deleted_at text
) strict;
create index asset_photos_asset on asset_photos (asset_id, position);
create index asset_photos_deleted on asset_photos (deleted_at) where deleted_at is not null;

create table asset_photo_parts (
  photo_id integer not null references asset_photos (id),
  part integer not null,
  bytes blob not null,
  primary key (photo_id, part)
) strict;

create table asset_photo_thumbnails (
  photo_id integer primary key references asset_photos (id),
  media_type text not null,
  hash text not null,
  bytes blob not null
) strict;

-- The photos of a deleted asset are hidden, and shown again when the asset is restored. The service deletes them later.
create trigger asset_photos_hide after update of deleted_at on assets when old.deleted_at is not new.deleted_at begin
  update asset_photos set deleted_at = new.deleted_at where asset_id = new.id;
end;
