-- Less work for each new tag.

-- A new asset is inserted with the facets of its tags, so the trigger of a new tag mostly has nothing to change. It no longer reads
-- the other tags of the asset.
create function tags_facets_insert() returns trigger language plpgsql as $$
declare
  facet bigint := case new.tag_type when 'rfid' then 1 when 'ble' then 2 else 4 end;
begin
  update assets set facets = facets | facet where id = new.asset_id and facets & facet = 0;
  return null;
end $$;

drop trigger tags_facets_change on tags;
create trigger tags_facets_insert after insert on tags for each row
  when (new.asset_id is not null and new.deleted_at is null) execute function tags_facets_insert();
create trigger tags_facets_delete after delete on tags for each row execute function tags_facets();

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
