-- Less work for each new tag.

-- A new asset is inserted with the facets of its tags, so the trigger of a new tag mostly has nothing to change. It no longer reads
-- the other tags of the asset.
create or replace function tags_facets() returns trigger language plpgsql as $$
declare
  facet bigint;
begin
  if tg_op = 'INSERT' then
    if new.asset_id is not null and new.deleted_at is null then
      facet := case new.tag_type when 'rfid' then 1 when 'ble' then 2 else 4 end;
      update assets set facets = facets | facet where id = new.asset_id and facets & facet = 0;
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' and new.asset_id is not null then
    update assets set facets = facets & 8 | tag_facets(id)
      where id = new.asset_id and facets & 7 <> tag_facets(id);
  end if;
  if old.asset_id is not null then
    update assets set facets = facets & 8 | tag_facets(id)
      where id = old.asset_id and facets & 7 <> tag_facets(id);
  end if;
  return null;
end $$;

-- Without statistics of the table, all indexes that begin with the organization seem equal, and the planner took the one of the
-- values, which reads all tags of a type. Only the index of the normal forms has this order; `offset 0` keeps it.
create or replace function shared_tags_keep() returns trigger language plpgsql as $$
declare
  owners bigint;
begin
  select count(distinct owner) into owners from (
    select coalesce(asset_id, -location_id) as owner from tags
    where organization_id = new.organization_id and tag_type = new.tag_type
      and normalized between new.normalized and new.normalized and deleted_at is null
    order by organization_id, tag_type, normalized offset 0) as same;
  if owners < 2 then
    delete from shared_tags
      where organization_id = new.organization_id and tag_type = new.tag_type and normalized = new.normalized;
  else
    insert into shared_tags values (new.organization_id, new.tag_type, new.normalized) on conflict do nothing;
  end if;
  return null;
end $$;
