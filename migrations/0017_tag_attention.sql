-- Tags that need attention, and tags that must not ask for it.

-- The normal forms of tags that several assets or locations have, as triggers keep them, so that listing them reads no other
-- tag. Reads move only one of the owners (docs/history.md, Tag match).
create table shared_tags (
  organization_id integer not null,
  tag_type text not null,
  normalized text not null,
  primary key (organization_id, tag_type, normalized)
) strict, without rowid;

insert into shared_tags
select organization_id, tag_type, normalized from tags where deleted_at is null
group by organization_id, tag_type, normalized having count(distinct coalesce(asset_id, -location_id)) > 1;

create trigger shared_tags_of_insert after insert on tags
when new.deleted_at is null and exists (
  select 1 from tags
  where organization_id = new.organization_id and tag_type = new.tag_type and normalized = new.normalized
    and deleted_at is null and coalesce(asset_id, -location_id) <> coalesce(new.asset_id, -new.location_id))
begin
  insert or ignore into shared_tags values (new.organization_id, new.tag_type, new.normalized);
end;

create trigger shared_tags_of_delete after update of deleted_at on tags
when old.deleted_at is null and new.deleted_at is not null
begin
  delete from shared_tags
  where organization_id = new.organization_id and tag_type = new.tag_type and normalized = new.normalized
    and (select count(distinct coalesce(asset_id, -location_id)) from tags
         where organization_id = new.organization_id and tag_type = new.tag_type and normalized = new.normalized
           and deleted_at is null) < 2;
end;

-- Unknown tags that never come into the inbox: a normal form, or all normal forms that begin with it. The value is as it was
-- dismissed.
create table dismissed_tags (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  tag_type text not null,
  value text not null,
  normalized text not null,
  is_prefix integer not null,
  dismissed_at text not null,
  unique (organization_id, is_prefix, tag_type, normalized)
) strict;
create index dismissed_tags_newest on dismissed_tags (organization_id, id);
