-- Conditions on the list of assets, and saved views (docs/decisions/0041-asset-list.md).

-- Which tags an asset has, and whether it was ever placed: 1 rfid, 2 ble, 4 barcode, 8 placed. Triggers keep it.
alter table assets add column facets integer not null default 0;

-- The search index does not contain this column, so its changes do not outdate the index.
drop trigger assets_search_update;
create trigger assets_search_update after update on assets when new.facets = old.facets begin
  insert into search_pending values (new.organization_id, new.id, 1) on conflict do update set stamp = stamp + 1;
end;

update assets set facets =
  coalesce((
    select max(tag_type = 'rfid') + 2 * max(tag_type = 'ble') + 4 * max(tag_type = 'barcode') from tags
    where asset_id = assets.id and deleted_at is null), 0)
  + 8 * exists (select 1 from placements where asset_id = assets.id)
where exists (select 1 from tags where asset_id = assets.id and deleted_at is null)
  or exists (select 1 from placements where asset_id = assets.id);

create index assets_facets on assets (organization_id, state, facets, id, starts_at, valid_to);

create trigger tags_facets_insert after insert on tags when new.asset_id is not null and new.deleted_at is null begin
  update assets set facets = facets | (case new.tag_type when 'rfid' then 1 when 'ble' then 2 else 4 end)
    where id = new.asset_id and facets & (case new.tag_type when 'rfid' then 1 when 'ble' then 2 else 4 end) = 0;
end;
create trigger tags_facets_update after update of deleted_at, asset_id, tag_type on tags
when new.asset_id is not null or old.asset_id is not null begin
  update assets set facets = facets & 8 | coalesce((
      select max(tag_type = 'rfid') + 2 * max(tag_type = 'ble') + 4 * max(tag_type = 'barcode') from tags
      where asset_id = assets.id and deleted_at is null), 0)
    where id in (new.asset_id, old.asset_id);
end;
create trigger tags_facets_delete after delete on tags when old.asset_id is not null and old.deleted_at is null begin
  update assets set facets = facets & 8 | coalesce((
      select max(tag_type = 'rfid') + 2 * max(tag_type = 'ble') + 4 * max(tag_type = 'barcode') from tags
      where asset_id = assets.id and deleted_at is null), 0)
    where id = old.asset_id;
end;
create trigger placements_facets_insert after insert on placements begin
  update assets set facets = facets | 8 where id = new.asset_id and facets & 8 = 0;
end;
create trigger placements_facets_delete after delete on placements begin
  update assets set facets = facets & 7 where id = old.asset_id;
end;

create table asset_views (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  -- The user who sees it; of a shared one, who shared it.
  owner_id text not null references users (id),
  name text not null,
  is_shared integer not null,
  -- JSON: the conditions as they were sent.
  conditions text not null,
  sort text,
  created_at text not null,
  updated_at text not null
) strict;
create index asset_views_organization on asset_views (organization_id, is_shared, owner_id, id);

-- The private views of a user who is removed from the organization go with the membership.
create trigger memberships_drop_views after delete on memberships begin
  delete from asset_views where organization_id = old.organization_id and owner_id = old.user_id and is_shared = 0;
end;
